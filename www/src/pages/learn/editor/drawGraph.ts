import type { Change } from "../../../store/actions";

const NO_VERTICES = { title: "My graph", vertices: 0, edges: [], filters: [{ name: "values", values: [] }] };

/** The changes that show an empty graph and the tool that draws in it. */
export const DRAW_GRAPH: readonly Change[] = [
  { type: "own-graph", graph: NO_VERTICES },
  {
    type: "view",
    change: { tool: "edit", placement: "free", directions: "sub", threshold: null, playing: false },
  },
];
