import { isLoop } from "../../domain/graph/graph";
import type { Bar, Direction, Graph } from "../../domain/graph/graph";
import type { FilledBar, FilledBarcodes, Topology } from "../../engine/topology";

/** The bars of the stage in a direction: those of the graph or, with filled triangles, of its clique complex. */
export function stageBars(
  topology: Pick<Topology, "filled">,
  graph: Graph,
  filter: Float32Array,
  bars: readonly Bar[],
  filled: boolean,
): (direction: Direction) => readonly Bar[] {
  const complex = filled ? topology.filled(graph, filter) : null;
  return (direction) => (complex ? filledBars(bars, complex, direction) : bars);
}

/** The bars of a graph with filled triangles: filled loops end. */
function filledBars(bars: readonly Bar[], filled: FilledBarcodes, direction: Direction): readonly Bar[] {
  const { h1, h1_essential } = direction === "sub" ? filled.sublevel : filled.superlevel;
  const loops = new Map<string, Bar>();
  for (const loop of [...h1, ...h1_essential]) {
    const bar = asBar(loop, direction);
    const known = loops.get(bar.id);
    loops.set(bar.id, known ? { ...known, multiplicity: known.multiplicity + 1 } : bar);
  }
  const others = bars.filter(({ kind, direction: other }) => !isLoop(kind) || other !== direction);
  return [...others, ...loops.values()];
}

function asBar({ birth, death, birth_vertex, death_vertex }: FilledBar, direction: Direction): Bar {
  const ends = { direction, birth, birthVertex: birth_vertex, multiplicity: 1 };
  return death === undefined || death_vertex === undefined
    ? {
        ...ends,
        id: `h1Essential:${direction}:${birth_vertex}`,
        kind: "h1Essential",
        death: null,
        deathVertex: null,
      }
    : {
        ...ends,
        id: `h1Extended:${direction}:${birth_vertex}:${death_vertex}`,
        kind: "h1Extended",
        death,
        deathVertex: death_vertex,
      };
}
