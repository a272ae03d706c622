import { barNamed, isLoop } from "../domain/graph/graph";
import type { Bar, Graph, Highlight } from "../domain/graph/graph";
import { positionAt, thresholdAt } from "../domain/persistence/filtration";
import type { GrowingPoints } from "../domain/persistence/filtration";
import type { Topology } from "../engine/topology";
import { NO_HIGHLIGHT } from "../plots/graph/scene";
import type { Highlighted } from "../plots/graph/scene";

/** The vertices and edges of a highlight in the graph with its current filter; `growing`: the graph of an edge filter. */
export function litBy(
  topology: Pick<Topology, "component" | "cycle">,
  graph: Graph,
  bars: readonly Bar[],
  filter: Float32Array | null,
  highlight: Highlight,
  threshold: number | null,
  selection: number | null,
  growing: GrowingPoints | null = null,
): Highlighted {
  const within = (vertex: number | null): number | null =>
    vertex !== null && vertex < graph.vertices ? vertex : null;
  const selected = within(selection);
  if (highlight === null) return { ...NO_HIGHLIGHT, selected };
  if (highlight.type === "vertex") return { ...NO_HIGHLIGHT, selected, vertex: within(highlight.vertex) };
  const bar = barNamed(bars, highlight.id);
  if (!filter || !bar) return { ...NO_HIGHLIGHT, selected };
  const loop = isLoop(bar.kind);
  if (growing) {
    return {
      region: loop ? NO_HIGHLIGHT.region : componentOf(growing, bar, threshold),
      // An edge ends the component, and no vertex enters with it.
      cycle: loop ? growing.cycle(bar) : (bar.simplices?.death ?? []),
      birthVertex: loop ? null : bar.birthVertex,
      deathVertex: null,
      vertex: null,
      selected,
    };
  }
  return {
    region: loop ? NO_HIGHLIGHT.region : topology.component(graph, filter, bar, threshold),
    cycle: loop ? topology.cycle(graph, filter, bar) : [],
    birthVertex: bar.birthVertex,
    deathVertex: bar.deathVertex,
    vertex: null,
    selected,
  };
}

/** The component of a bar just before its end; of an essential bar, at threshold t (null: in the whole graph). Empty before its birth. */
function componentOf(
  { walk, components }: GrowingPoints,
  { birth, death, birthVertex }: Bar,
  threshold: number | null,
): readonly number[] {
  const before = death === null ? threshold : thresholdAt(walk, positionAt(walk, death) - 1);
  const t = before ?? Infinity;
  if (t < birth) return [];
  const first = components(t);
  return [...first.keys()].filter((vertex) => first[vertex] === first[birthVertex]);
}
