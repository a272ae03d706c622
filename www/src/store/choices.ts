// The choices of the learning page that lessons also make.

export type Directions = "sub" | "super" | "both";

/** The positions of the vertices of the learning page: at x = f, or those of the layout. */
export type Placement = "value" | "free";

/** Slow enough to watch, or at full speed. */
export const PACES = [1, 4, 16, null] as const;
export type Pace = (typeof PACES)[number];

/** The tools beside the drawing of the learning page, with their titles. */
export const TOOLS = {
  values: "Values and stability",
  matching: "Matching",
  edit: "Edit the graph",
  tree: "Merge tree",
  direction: "Direction",
  slopes: "Ties and slopes",
  vectors: "Vectors",
  hat: "Rational hat",
  reduction: "Matrix reduction",
  train: "Train",
} as const;
export type Tool = keyof typeof TOOLS;
export const TOOL_IDS = Object.keys(TOOLS) as Tool[];
