// The choices of the learning page that lessons also make.

export type Directions = "sub" | "super" | "both";

/** The positions of the vertices of the learning page: at x = f, or those of the layout. */
export type Placement = "value" | "free";

/** Slow enough to watch, or at full speed. */
export const PACES = [1, 4, 16, null] as const;
export type Pace = (typeof PACES)[number];

/** The open tool beside the drawing of the learning page. */
export const TOOL_IDS = [
  "train",
  "values",
  "matching",
  "edit",
  "tree",
  "direction",
  "slopes",
  "vectors",
  "hat",
  "reduction",
] as const;
export type Tool = (typeof TOOL_IDS)[number];
