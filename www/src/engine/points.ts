// Growing points in the topology module, as the page uses them.

import { EMPTY_WALK } from "../domain/persistence/filtration";
import type { Events, Walk } from "../domain/persistence/filtration";
import { edgesAt } from "../domain/persistence/growingPoints";
import type { GrowingPoints } from "../domain/persistence/growingPoints";
import { MAX_POINTS } from "../domain/points/coordinates";
import { isLoop } from "../domain/graph/graph";
import type { Bar } from "../domain/graph/graph";
import type { TopologyPoints } from "./topologyModule";

/** A bar in the JSON of `sublevel barcode`. */
interface PointBar {
  readonly birth: number;
  readonly death?: number;
  readonly birth_vertex?: number;
  readonly birth_edge?: readonly [number, number];
  readonly death_edge?: readonly [number, number];
  readonly death_triangle?: readonly [number, number, number];
}
type PointBarcode = Readonly<Record<"h0" | "h0_essential" | "h1_essential", readonly PointBar[]>> & {
  readonly h1?: readonly PointBar[];
};

/** The text of a 32-bit number has only the digits that identify it among 32-bit numbers. */
const exact = (_: string, value: unknown): unknown =>
  typeof value === "number" ? Math.fround(value) : value;

export function growingPoints(own: TopologyPoints, points: number): GrowingPoints {
  const [edges, edgeValues] = [own.edges(), own.edgeValues()];
  const { h0, h0_essential, h1 = [], h1_essential } = JSON.parse(own.bars(), exact) as PointBarcode;
  const components = [...h0_essential, ...[...h0].sort((a, b) => b.death! - a.death!)].map(component);
  const bars = [...components, ...[...h1, ...h1_essential].map(loop)];
  return {
    edges,
    edgeValues,
    bars,
    json: () => own.bars(),
    walk: walkOf(bars, points, edgeValues),
    components: (t) => own.components(t),
    triangles(t, limit) {
      const found = own.triangles(t, limit);
      return { count: found[0]!, listed: found.subarray(1) };
    },
    cycle: ({ birth, simplices }) => {
      const [a, b] = simplices?.birth ?? [];
      return a === undefined || b === undefined ? [] : [...own.cycle(a, b, birth)];
    },
  };
}

function component({ birth, death, birth_vertex, death_edge }: PointBar): Bar {
  const vertex = birth_vertex!;
  return {
    id: `${death === undefined ? "h0Essential" : "h0"}:sub:${vertex}`,
    kind: death === undefined ? "h0Essential" : "h0",
    direction: "sub",
    birth,
    death: death ?? null,
    birthVertex: vertex,
    deathVertex: death_edge?.[1] ?? null,
    multiplicity: 1,
    simplices: { birth: [vertex], death: death_edge ?? null },
  };
}

function loop({ birth, death, birth_edge, death_triangle }: PointBar): Bar {
  const [a, b] = birth_edge!;
  const end = death_triangle?.[2] ?? null;
  // Distinguishes edges by one number.
  const edge = a * MAX_POINTS + b;
  return {
    id: end === null ? `h1Essential:sub:${edge}` : `h1Extended:sub:${edge}:${end}`,
    kind: end === null ? "h1Essential" : "h1Extended",
    direction: "sub",
    birth,
    death: death ?? null,
    birthVertex: a,
    deathVertex: end,
    multiplicity: 1,
    simplices: { birth: birth_edge!, death: death_triangle ?? null },
  };
}

function walkOf(bars: readonly Bar[], points: number, edgeValues: Float32Array): Walk {
  if (points === 0) return EMPTY_WALK;
  const ends = bars.flatMap(({ birth, death }) => (death === null ? [birth] : [birth, death]));
  const values = Float32Array.from(new Set([0, ...ends])).sort();
  const at = new Map([...values].map((value, i) => [value, i]));
  const events = Array.from(values, (): Record<keyof Events, Bar[]> => ({
    births: [],
    merges: [],
    loops: [],
  }));
  const change = new Int32Array(values.length);
  for (const bar of bars) {
    const born = events[at.get(bar.birth)!]!;
    (isLoop(bar.kind) ? born.loops : born.births).push(bar);
    if (bar.death !== null) events[at.get(bar.death)!]!.merges.push(bar);
    if (isLoop(bar.kind)) continue;
    change[at.get(bar.birth)!]! += 1;
    if (bar.death !== null) change[at.get(bar.death)!]! -= 1;
  }
  let components = 0;
  return {
    direction: "sub",
    values,
    vertices: new Uint32Array(values.length).fill(points),
    edges: Uint32Array.from(values, (value) => edgesAt({ edgeValues }, value)),
    components: Uint32Array.from(change, (by) => (components += by)),
    events,
    order: Uint32Array.from({ length: points }, (_, point) => point),
    first: Uint32Array.from({ length: values.length + 1 }, (_, i) => (i === 0 ? 0 : points)),
  };
}
