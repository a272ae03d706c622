// The choices of the learning page that lessons also make.

import type { StageKind } from "../domain/graph/subject";

export type Directions = "sub" | "super" | "both";

/** The positions of the vertices of the learning page: at x = f, or those of the layout. */
export type Placement = "value" | "free";

/** Slow enough to watch, or at full speed. */
export const PACES = [1, 4, 16, null] as const;
export type Pace = (typeof PACES)[number];

/** The tools beside the drawing of the learning page: their titles, and the stage that they belong to. */
export const TOOLS = {
  values: { title: "Values and stability", stage: "values" },
  matching: { title: "Matching", stage: "values" },
  edit: { title: "Edit the graph", stage: "values" },
  tree: { title: "Merge tree", stage: "values" },
  direction: { title: "Direction", stage: "values" },
  slopes: { title: "Ties and slopes", stage: "values" },
  vectors: { title: "Vectors", stage: "values" },
  hat: { title: "Rational hat", stage: "values" },
  reduction: { title: "Matrix reduction", stage: "values" },
  train: { title: "Train", stage: "values" },
  descent: { title: "Gradient descent", stage: "discs" },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly stage: StageKind }>>;
export type Tool = keyof typeof TOOLS;
export const TOOL_IDS = Object.keys(TOOLS) as Tool[];
