// The choices of the learning page that lessons also make.

export type Directions = "sub" | "super" | "both";

/** Where the vertices of the learning page stand: at x = f, or where the layout puts them. */
export type Placement = "value" | "free";

/** Slow enough to watch, or as fast as it goes. */
export const PACES = [1, 4, 16, null] as const;
export type Pace = (typeof PACES)[number];

/** What is open beside the drawing of the learning page. */
export type Tool = "train" | "values" | "edit" | "slopes" | "hat" | "reduction";
