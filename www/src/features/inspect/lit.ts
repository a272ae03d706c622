import { barNamed, isLoop } from "../../domain/graph/graph";
import type { Bar, Graph, Highlight } from "../../domain/graph/graph";
import type { Topology } from "../../engine/topology";
import { UNLIT } from "../../plots/graph/lit";
import type { Lit } from "../../plots/graph/lit";

/** The vertices and edges of a highlight in the graph with its current filter. */
export function litBy(
  topology: Pick<Topology, "component" | "cycle">,
  graph: Graph,
  bars: readonly Bar[],
  filter: Float32Array | null,
  highlight: Highlight,
  threshold: number | null,
  selection: number | null,
): Lit {
  const within = (vertex: number | null): number | null =>
    vertex !== null && vertex < graph.vertices ? vertex : null;
  const selected = within(selection);
  if (highlight === null) return { ...UNLIT, selected };
  if (highlight.type === "vertex") return { ...UNLIT, selected, vertex: within(highlight.vertex) };
  const bar = barNamed(bars, highlight.id);
  if (!filter || !bar) return { ...UNLIT, selected };
  const loop = isLoop(bar.kind);
  return {
    region: loop ? UNLIT.region : topology.component(graph, filter, bar, threshold),
    cycle: loop ? topology.cycle(graph, filter, bar) : [],
    birthVertex: bar.birthVertex,
    deathVertex: bar.deathVertex,
    vertex: null,
    selected,
  };
}
