// The choices of the learning page that lessons also make.

import type { StageKind } from "../domain/graph/subject";

export const DIRECTION_CHOICES = [
  { id: "sub", title: "Sublevel" },
  { id: "super", title: "Superlevel" },
  { id: "both", title: "Both" },
] as const;
export type Directions = (typeof DIRECTION_CHOICES)[number]["id"];

/** The positions of the vertices of the learning page: at x = f, or those of the layout. */
export type Placement = "value" | "free";

/** Slow enough to watch, or at full speed. */
export const PACES = [1, 4, 16, null] as const;
export type Pace = (typeof PACES)[number];

/** The tools beside the drawing of the learning page: their titles, and the stages that they belong to. */
export const TOOLS = {
  values: { title: "Values and stability", stages: ["values"] },
  matching: { title: "Matching", stages: ["values", "discs", "edges"] },
  edit: { title: "Edit the graph", stages: ["values"] },
  tree: { title: "Merge tree", stages: ["values", "discs", "edges"] },
  direction: { title: "Direction", stages: ["values"] },
  slopes: { title: "Ties and slopes", stages: ["values"] },
  vectors: { title: "Vectors", stages: ["values", "discs", "edges"] },
  hat: { title: "Rational hat", stages: ["values"] },
  reduction: { title: "Matrix reduction", stages: ["values"] },
  train: { title: "Train", stages: ["values"] },
  descent: { title: "Gradient descent", stages: ["discs"] },
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly stages: readonly StageKind[] }>
>;
export type Tool = keyof typeof TOOLS;
export const TOOL_IDS = Object.keys(TOOLS) as Tool[];

/** Whether the stage has the tool. */
export function hasTool(stage: StageKind, tool: Tool): boolean {
  const { stages }: { readonly stages: readonly StageKind[] } = TOOLS[tool];
  return stages.includes(stage);
}
