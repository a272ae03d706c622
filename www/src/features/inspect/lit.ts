import { barNamed } from "../../domain/graph";
import type { Filtration, Graph, Highlight } from "../../domain/graph";
import type { Topology } from "../../engine/topology";
import { UNLIT } from "../../plots/graph/lit";
import type { Lit } from "../../plots/graph/lit";

/** What a highlight means in the graph as its filter is now. */
export function litBy(
  topology: Pick<Topology, "component" | "cycle">,
  graph: Graph,
  filtration: Filtration | null,
  highlight: Highlight,
  threshold: number | null,
  selection: number | null,
): Lit {
  const within = (vertex: number | null): number | null =>
    vertex !== null && vertex < graph.vertices ? vertex : null;
  const selected = within(selection);
  if (highlight === null) return { ...UNLIT, selected };
  if (highlight.type === "vertex") return { ...UNLIT, selected, vertex: within(highlight.vertex) };
  const bar = filtration && barNamed(filtration.bars, highlight.id);
  if (!filtration || !bar) return { ...UNLIT, selected };
  const loop = bar.kind === "h1Essential";
  return {
    region: loop ? UNLIT.region : topology.component(graph, filtration.filter, bar, threshold),
    cycle: loop ? topology.cycle(graph, filtration.filter, bar) : [],
    birthVertex: bar.birthVertex,
    deathVertex: bar.deathVertex,
    vertex: null,
    selected,
  };
}
