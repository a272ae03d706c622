// Growing points in the topology module, as the page uses them.

import { EMPTY_WALK, edgesAt } from "../domain/persistence/filtration";
import type { Events, Walk, GrowingPoints } from "../domain/persistence/filtration";
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

/** More vertices than any graph has. */
const MAX_VERTICES = 2 ** 26;

/** The text of a 32-bit number has only the digits that identify it among 32-bit numbers. */
const exact = (_: string, value: unknown): unknown =>
  typeof value === "number" ? Math.fround(value) : value;

/** `filter`: the value at which each point enters. */
export function growingPoints(own: TopologyPoints, filter: Float32Array): GrowingPoints {
  const [edges, edgeValues] = [own.edges(), own.edgeValues()];
  const { h0, h0_essential, h1 = [], h1_essential } = JSON.parse(own.bars(), exact) as PointBarcode;
  const components = [...h0_essential, ...[...h0].sort((a, b) => b.death! - a.death!)].map(component);
  const bars = [...components, ...[...h1, ...h1_essential].map(loop)];
  return {
    edges,
    edgeValues,
    bars,
    json: () => own.bars(),
    walk: walkOf(bars, filter, edgeValues),
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
  const edge = a * MAX_VERTICES + b;
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

function walkOf(bars: readonly Bar[], filter: Float32Array, edgeValues: Float32Array): Walk {
  if (filter.length === 0) return EMPTY_WALK;
  const distinct = new Set(filter);
  for (const { birth, death } of bars) distinct.add(birth).add(death ?? birth);
  const values = Float32Array.from(distinct).sort();
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
  const order = Uint32Array.from(filter, (_, point) => point).sort((a, b) => filter[a]! - filter[b]!);
  let entered = 0;
  const vertices = Uint32Array.from(values, (value) => {
    while (entered < order.length && filter[order[entered]!]! <= value) entered++;
    return entered;
  });
  return {
    direction: "sub",
    values,
    vertices,
    edges: Uint32Array.from(values, (value) => edgesAt({ edgeValues }, value)),
    components: Uint32Array.from(change, (by) => (components += by)),
    events,
    order,
    first: Uint32Array.of(0, ...vertices),
  };
}
