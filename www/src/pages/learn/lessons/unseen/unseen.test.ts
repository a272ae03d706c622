// Questions on random graphs: compares their answers with the slow reference implementation and with the text
// of the questions.

import { LETTERS } from "../../../../domain/graph/graph";
import { beforeAll, describe, expect, it } from "vitest";
import { oracle } from "../../../../../tests/oracle";
import { builtTopology, isBuilt } from "../../../../../tests/topology";
import { isZeroLength } from "../../../../domain/persistence/bars";
import type { GrowingPoints } from "../../../../domain/persistence/filtration";
import type { Comparison } from "../../../../protocol";
import type { Bar, Direction, Graph } from "../../../../domain/graph/graph";
import { isOnPoints, UNSEEN_KINDS } from "../../../../store/lesson";
import type { UnseenKind } from "../../../../store/lesson";
import type { OwnGraph, PointCloud } from "../../../../domain/graph/subject";
import type { QuestionTopology, Unseen } from "./question";
import { toolOfAnswer } from "../lessons";
import { NO_CARD } from "../maker/draft";
import { seedOf } from "./seeds";
import { unseen } from "./unseen";

const SEEDS = Array.from({ length: 200 }, (_, i) => i + 1);

/** For each vertex, the smallest vertex of its component among the vertices for which `isIn` holds. */
function labels({ vertices, edges }: Graph, isIn: (v: number) => boolean): number[] {
  const label = Array.from({ length: vertices }, (_, v) => v);
  for (let round = 0; round < vertices; round++) {
    for (let e = 0; e < edges.length; e += 2) {
      const [a, b] = [edges[e]!, edges[e + 1]!];
      if (!isIn(a) || !isIn(b)) continue;
      label[a] = label[b] = Math.min(label[a]!, label[b]!);
    }
  }
  return label;
}

/** The loops of the clique complex, by Euler's formula and the rank of its triangles. */
function filledLoops(graph: Graph): number {
  const pairs: string[] = [];
  for (let e = 0; e < graph.edges.length; e += 2) {
    pairs.push([graph.edges[e]!, graph.edges[e + 1]!].sort((a, b) => a - b).join());
  }
  const columns: Set<number>[] = [];
  for (let a = 0; a < graph.vertices; a++)
    for (let b = a + 1; b < graph.vertices; b++)
      for (let c = b + 1; c < graph.vertices; c++) {
        const sides = [`${a},${b}`, `${a},${c}`, `${b},${c}`].map((side) => pairs.indexOf(side));
        if (!sides.includes(-1)) columns.push(new Set(sides));
      }
  const pivots = new Map<number, Set<number>>();
  for (const column of columns) {
    for (;;) {
      const low = Math.max(-1, ...column);
      const pivot = pivots.get(low);
      if (low < 0) break;
      if (!pivot) {
        pivots.set(low, column);
        break;
      }
      for (const side of pivot) if (!column.delete(side)) column.add(side);
    }
  }
  const components = new Set(labels(graph, () => true)).size;
  return pairs.length - graph.vertices + components - pivots.size;
}

type Point = readonly [number, number];
const pointsOf = ({ coordinates }: PointCloud): Point[] =>
  coordinates.flatMap((x, i) => (i % 2 === 0 ? [[x, coordinates[i + 1]!] as const] : []));
const apart = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);

/** The points that are at most t apart, as a graph. */
function graphAt(points: readonly Point[], t: number): Graph {
  const edges = points.flatMap((p, i) =>
    points.slice(0, i).flatMap((q, j) => (apart(p, q) <= t ? [i, j] : [])),
  );
  return { vertices: points.length, edges: Uint32Array.from(edges) };
}

/** All angles of the triangle are smaller than 90°. */
function isAcute(points: readonly Point[]): boolean {
  return points.every(([x, y], i) => {
    const [[px, py], [qx, qy]] = points.filter((_, j) => j !== i) as [Point, Point];
    return (px - x) * (qx - x) + (py - y) * (qy - y) > 0;
  });
}

/** The loop of the discs of a triangle or a rectangle. */
function loopOf(points: readonly Point[]): { birth: number; death: number }[] {
  const lengths = points.flatMap((p, i) => points.slice(0, i).map((q) => apart(p, q)));
  lengths.sort((a, b) => a - b);
  if (points.length === 4) return [{ birth: lengths[3]!, death: lengths[5]! }];
  return isAcute(points) ? [{ birth: lengths[2]!, death: Infinity }] : [];
}

/** The loop of four points in the Rips complex: its edges enter before both diagonals. */
function ripsLoopOf(points: readonly Point[]): object[] {
  const at = ([a, b]: readonly [number, number]): number => apart(points[a]!, points[b]!);
  for (const [a, b, c, d] of [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
    [0, 1, 3, 2],
  ] as const) {
    const sides = [
      [a, b],
      [b, c],
      [c, d],
      [d, a],
    ] as const;
    const diagonals = [
      [a, c],
      [b, d],
    ] as const;
    const longest = sides.reduce((best, side) => (at(side) > at(best) ? side : best));
    const shorter = at(diagonals[0]) < at(diagonals[1]) ? diagonals[0] : diagonals[1];
    if (at(longest) >= at(shorter)) continue;
    const third = shorter === diagonals[0] ? b : a;
    return [
      {
        birth: at(longest),
        death: at(shorter),
        simplices: { birth: longest, death: [...shorter, third] },
      },
    ];
  }
  return [];
}

/** A slow reference implementation of the engine. */
const slow: QuestionTopology = {
  points(cloud) {
    const points = pointsOf(cloud);
    const loops =
      cloud.complex === "alpha"
        ? () => loopOf(points)
        : (): object[] => (points.length === 4 ? ripsLoopOf(points) : []);
    return {
      components: (t: number) => Uint32Array.from(labels(graphAt(points, t), () => true)),
      get bars() {
        return loops().map((bar) => ({ ...bar, kind: "h1Extended" }));
      },
    } as unknown as GrowingPoints;
  },
  filtration: oracle.filtration,
  walk: oracle.walk,
  joins(graph, filter, { deathVertex }) {
    const end = filter[deathVertex!]!;
    const label = labels(graph, (v) => filter[v]! < end);
    const neighbours: number[] = [];
    for (let e = 0; e < graph.edges.length; e += 2) {
      const [a, b] = [graph.edges[e]!, graph.edges[e + 1]!];
      if (a === deathVertex && filter[b]! < end) neighbours.push(b);
      if (b === deathVertex && filter[a]! < end) neighbours.push(a);
    }
    const components = neighbours.map((v) => label.flatMap((l, w) => (l === label[v] ? [w] : [])));
    const birth = (component: readonly number[]): number => Math.min(...component.map((v) => filter[v]!));
    return components.reduce((eldest, other) => (birth(other) < birth(eldest) ? other : eldest));
  },
  // For graphs with one cycle: a sublevel set contains it from the birth on, and a superlevel set from the death on.
  extended(graph, filter) {
    const hasCycle = (isIn: (v: number) => boolean): boolean => {
      const label = labels(graph, isIn);
      const members = label.filter((_, v) => isIn(v));
      let edges = 0;
      for (let e = 0; e < graph.edges.length; e += 2)
        if (isIn(graph.edges[e]!) && isIn(graph.edges[e + 1]!)) edges += 1;
      return edges > members.length - new Set(members).size;
    };
    const birth = Math.min(...filter.filter((t) => hasCycle((v) => filter[v]! <= t)));
    const death = Math.max(...filter.filter((t) => hasCycle((v) => filter[v]! >= t)));
    return [{ kind: "h1Extended", direction: "sub", birth, death } as Bar];
  },
  toGraph6: ({ vertices, edges }) => JSON.stringify({ vertices, edges: [...edges] }),
  // For graphs in which every vertex has two neighbours: all vertices keep one colour, so every filter of the colours is constant.
  pair(first, second) {
    const [p, q] = [first, second].map((text) => JSON.parse(text) as Graph);
    for (const { vertices, edges } of [p!, q!])
      for (let v = 0; v < vertices; v++)
        expect(
          [...edges].filter((end) => end === v),
          "two neighbours",
        ).toHaveLength(2);
    const components = (graph: Graph): number => new Set(labels(graph, () => true)).size;
    const differ = {
      wl: p!.vertices !== q!.vertices,
      persistence: components(p!) !== components(q!),
    };
    return {
      graphs: [p!, q!],
      compare: (descriptor) =>
        ({ verdict: differ[descriptor as keyof typeof differ] ? "separates" : "cannot" }) as Comparison,
    };
  },
  filled(graph) {
    const none = { h0: [], h0_essential: [], h1: [], h1_essential: [] };
    const loops = Array.from({ length: filledLoops(graph) }, () => ({ birth: 0, birth_vertex: 0 }));
    return { sublevel: { ...none, h1_essential: loops }, superlevel: none };
  },
};

function graphOf({ vertices, edges }: OwnGraph): Graph {
  return { vertices, edges: Uint32Array.from(edges) };
}

const valuesOf = (own: OwnGraph): readonly number[] => own.filters[0]!.values;
const rightOf = ({ choices, barcode }: Unseen): string =>
  barcode ? asText(barcode) : choices.find(({ right }) => right)!.text;
const numbersIn = (text: string): number[] => (text.match(/\d+(\.\d+)?/g) ?? []).map(Number);
const vertexIn = (name: string): number => LETTERS.indexOf(name);

function bars(own: OwnGraph, values: readonly number[], direction: Direction): Bar[] {
  const { bars } = oracle.filtration(graphOf(own), Float32Array.from(values));
  return bars.filter((bar) => bar.direction === direction && !isZeroLength(bar));
}
const asText = (all: readonly Bar[]): string =>
  all
    .map(({ kind, birth, death, multiplicity }) => `${kind} ${birth} ${death} ${multiplicity}`)
    .sort()
    .join();

/** The right answer, derived from the text of the question alone. */
const ANSWERS: Readonly<Record<UnseenKind, (question: Unseen) => string>> = {
  prominence({ ask, graphs: [own] }) {
    const [, name] = /summit (\w),/.exec(ask)!;
    const values = valuesOf(own!);
    const summit = vertexIn(name!);
    const height = values[summit]!;
    // On each way to a higher summit, the lowest point; the highest of these points.
    const passes = [-1, 1].flatMap((step) => {
      let lowest = height;
      for (let v = summit; v >= 0 && v < values.length; v += step) {
        lowest = Math.min(lowest, values[v]!);
        if (values[v]! > height) return [lowest];
      }
      return [];
    });
    return String(height - Math.max(...passes));
  },
  "edges-at"({ ask, graphs: [own] }) {
    const t = numbersIn(ask)[0]!;
    const values = valuesOf(own!);
    const { edges } = own!;
    const later = edges.flatMap((v, i) => (i % 2 ? [Math.max(values[v]!, values[edges[i - 1]!]!)] : []));
    return String(later.filter((value) => value <= t).length);
  },
  "who-ends"({ ask, graphs: [own] }) {
    const [t] = numbersIn(ask) as [number];
    const found = bars(own!, valuesOf(own!), "sub").filter(({ death }) => death === t);
    expect(found).toHaveLength(1);
    expect(ask).not.toContain(String(found[0]!.birth));
    return `(${found[0]!.birth}, ${t})`;
  },
  "components-at"({ ask, graphs: [own] }) {
    const t = numbersIn(ask)[0]!;
    const values = valuesOf(own!);
    const label = labels(graphOf(own!), (v) => values[v]! <= t);
    return String(new Set(label.filter((_, v) => values[v]! <= t)).size);
  },
  "loops-at"({ graphs: [own] }) {
    const graph = graphOf(own!);
    const components = new Set(labels(graph, () => true)).size;
    const loops = graph.edges.length / 2 - graph.vertices + components;
    return `${loops}; filled: ${filledLoops(graph)}`;
  },
  direction({ graphs: [p, q] }) {
    const differ = (way: Direction): boolean =>
      asText(bars(p!, valuesOf(p!), way)) !== asText(bars(q!, valuesOf(q!), way));
    if (differ("sub")) return differ("super") ? "both" : "only sublevel";
    return differ("super") ? "only superlevel" : "neither";
  },
  farthest({ ask, graphs: [own] }) {
    const [, name, , to] = /^(\w) moves from (\S+) to (\S+),/.exec(ask)!;
    const after = [...valuesOf(own!)];
    after[vertexIn(name!)] = Number(to);
    const touched = bars(own!, after, "sub").some(({ birthVertex, deathVertex }) =>
      [birthVertex, deathVertex].includes(vertexIn(name!)),
    );
    return touched ? "0.5" : "0";
  },
  "who-owns"({ ask, graphs: [own] }) {
    const [, name, to] = /^(\w) begins the bar .* moves from \S+ to (\S+), past/.exec(ask)!;
    const end = Number(/ends at (\S+)\?$/.exec(ask)![1]);
    const after = [...valuesOf(own!)];
    after[vertexIn(name!)] = Number(to);
    const found = bars(own!, after, "sub").filter(({ death }) => death === end);
    expect(found).toHaveLength(1);
    return LETTERS[found[0]!.birthVertex]!;
  },
  "tie-rule"({ graphs: [own] }) {
    const values = valuesOf(own!);
    // A small change breaks the tie: the older vertex gets a slightly lower value.
    const tied = values.flatMap((value, v) =>
      values.filter((other) => other === value).length > 1 ? [v] : [],
    );
    expect(tied).toHaveLength(2);
    const ends = tied.map((older) => {
      const nudged = values.map((value, v) => (v === older ? value - 0.25 : value));
      return bars(own!, nudged, "sub")
        .filter(({ birthVertex, deathVertex }) => {
          const end = deathVertex === null ? null : values[deathVertex];
          return end !== values[birthVertex];
        })
        .map(({ birthVertex, deathVertex }) => `${birthVertex} ${deathVertex}`)
        .sort()
        .join();
    });
    return ends[0] === ends[1] ? "neither the bars nor their vertices" : "only the vertices of the bars";
  },
  "hat-sign"({ ask, graphs: [own] }) {
    const [x, y, radius] = numbersIn(ask) as [number, number, number];
    const [, name] = /the bar that (\w) begins\?$/.exec(ask)!;
    const found = bars(own!, valuesOf(own!), "sub").filter(
      ({ birthVertex }) => birthVertex === vertexIn(name!),
    );
    expect(found).toHaveLength(1);
    const { birth } = found[0]!;
    const death = found[0]!.death!;
    const distance = Math.abs(birth - x) + Math.abs(death - y);
    const hat = 1 / (1 + distance) - 1 / (1 + Math.abs(radius - distance));
    return Math.abs(hat) < 1e-12 ? "0" : hat > 0 ? "positive" : "negative";
  },
  "longest-bar"({ graphs: [own] }) {
    const finite = bars(own!, valuesOf(own!), "sub").filter(({ death }) => death !== null);
    const longest = Math.max(...finite.map(({ birth, death }) => death! - birth));
    const found = finite.filter(({ birth, death }) => death! - birth === longest);
    expect(found).toHaveLength(1);
    return `(${found[0]!.birth}, ${found[0]!.death})`;
  },
  gradient({ ask, graphs: [own] }) {
    const vertex = vertexIn(/slope at (\w)\?$/.exec(ask)![1]!);
    // The loss on both sides of the value: it is linear there, because the values are integers.
    const loss = (by: number): number =>
      bars(
        own!,
        valuesOf(own!).map((value, v) => (v === vertex ? value + by : value)),
        "sub",
      ).reduce((sum, { birth, death }) => sum + (death === null ? 0 : death - birth), 0);
    const [below, above] = [(loss(0) - loss(-0.5)) / 0.5, (loss(0.5) - loss(0)) / 0.5];
    expect(below).toBe(above);
    return String(above).replace("-", "−");
  },
  stretch({ ask, graphs: [own] }) {
    const [, factor, shift, birth, death] = /by (\d)f \+ (\d)\. .* change \((\d+), (\d+)\)\?$/.exec(ask)!;
    const map = (value: number): number => Number(factor) * value + Number(shift);
    const found = bars(own!, valuesOf(own!).map(map), "sub");
    const now = [map(Number(birth)), map(Number(death))];
    expect(found.some((bar) => bar.birth === now[0] && bar.death === now[1])).toBe(true);
    return `(${now.join(", ")})`;
  },
  degrees({ ask, graphs: [own] }) {
    const t = numbersIn(ask.replace("β₀", "")).at(-1)!;
    const degree = valuesOf(own!).map((_, v) => own!.edges.filter((end) => end === v).length);
    expect(degree).toEqual(valuesOf(own!));
    const label = labels(graphOf(own!), (v) => degree[v]! >= t);
    return String(new Set(label.filter((_, v) => degree[v]! >= t)).size);
  },
  "loop-range"({ graphs: [own] }) {
    // Without its leaves, again and again, only the loop is left.
    let edges = own!.edges.flatMap((v, i) => (i % 2 ? [[own!.edges[i - 1]!, v] as const] : []));
    const degree = (v: number): number => edges.filter((ends) => ends.includes(v)).length;
    while (edges.some((ends) => ends.some((v) => degree(v) === 1)))
      edges = edges.filter((ends) => ends.every((v) => degree(v) > 1));
    const on = edges.flat().map((v) => valuesOf(own!)[v]!);
    return `(${Math.max(...on)}, ${Math.min(...on)})`;
  },
  "points-components"({ ask, cloud }) {
    const near = graphAt(pointsOf(cloud!), numbersIn(ask)[0]!);
    return String(new Set(labels(near, () => true)).size);
  },
  "points-loop"({ ask, cloud }) {
    const [short, long, diagonal] = numbersIn(ask) as [number, number, number];
    const [a, b, c] = pointsOf(cloud!) as [Point, Point, Point];
    expect([apart(a, b), apart(b, c)].sort((p, q) => p - q)).toEqual([short, long]);
    expect(apart(a, c)).toBe(diagonal);
    return `(${long}, ${diagonal})`;
  },
  "points-complex"({ cloud }) {
    return isAcute(pointsOf(cloud!)) ? "with discs, not with Rips" : "with neither";
  },
  "points-arrow"({ cloud }) {
    const points = pointsOf(cloud!);
    const lengths = points.flatMap((p, i) =>
      points.slice(0, i).map((q, j) => ({ ends: [i, j], length: apart(p, q) })),
    );
    // Any shape with a loop: four sides, then two diagonals.
    const [, , , side, diagonal] = lengths.sort((p, q) => p.length - q.length);
    return [..."abcd"].find((_, i) => ![...side!.ends, ...diagonal!.ends].includes(i))!;
  },
  barcode({ graphs: [own] }) {
    return asText(bars(own!, valuesOf(own!), "sub"));
  },
  "colours-or-bars"({ graphs, descriptor }) {
    const [p, q] = graphs.map((own) => {
      const label = labels(graphOf(own), () => true);
      const sizes = [...new Set(label)].map((first) => label.filter((other) => other === first).length);
      return sizes.sort((a, b) => a - b);
    });
    expect(String(p), "no two equal graphs").not.toBe(String(q));
    const total = (sizes: readonly number[]): number => sizes.reduce((a, b) => a + b, 0);
    const [colours, components] = [total(p!) !== total(q!), p!.length !== q!.length];
    expect(descriptor).toBe(colours ? "persistence" : "wl");
    if (colours) return components ? "both" : "colour refinement only";
    return components ? "the bars only" : "neither";
  },
  "sum-or-bars"({ graphs: [p, q] }) {
    const sum = (own: OwnGraph): number => valuesOf(own).reduce((a, b) => a + b, 0);
    const sums = sum(p!) !== sum(q!);
    const barcodes = asText(bars(p!, valuesOf(p!), "sub")) !== asText(bars(q!, valuesOf(q!), "sub"));
    if (sums) return barcodes ? "both" : "the sum only";
    return barcodes ? "the bars only" : "neither";
  },
};

describe("random graphs and points", () => {
  it.each(UNSEEN_KINDS)("%s: 200 questions have one right answer, which agrees with the text", (kind) => {
    for (const seed of SEEDS) {
      const question = unseen(kind, seed, slow);
      const { ask, choices, graphs } = question;
      expect(choices.filter(({ right }) => right)).toHaveLength(kind === "barcode" ? 0 : 1);
      if (kind !== "barcode") expect(choices.length).toBeGreaterThanOrEqual(3);
      expect(new Set(choices.map(({ text }) => text)).size).toBe(choices.length);
      for (const { why } of choices) expect(why.length).toBeGreaterThan(10);
      expect(`${ask} ${JSON.stringify(choices)}`).not.toMatch(/NaN|undefined|null|Infinity/);
      for (const own of graphs) {
        expect(own.vertices).toBeGreaterThanOrEqual(5);
        expect(own.vertices).toBeLessThanOrEqual(kind === "colours-or-bars" ? 10 : 8);
        const distinct = kind === "tie-rule" ? own.vertices - 1 : own.vertices;
        if (kind !== "degrees" && kind !== "colours-or-bars")
          expect(new Set(valuesOf(own)).size).toBe(distinct);
        expect(seedOf({ type: "own", graph: own })).toBe(seed);
      }
      expect(question.cloud !== undefined).toBe(isOnPoints(kind));
      expect(graphs.length > 0).toBe(!isOnPoints(kind));
      if (question.cloud) expect(seedOf({ type: "points", cloud: question.cloud })).toBe(seed);
      const opened = question.reveal.findLast(({ type }) => type === "tool");
      expect(opened?.type === "tool" ? opened.tool : null).toBe(toolOfAnswer({ ...NO_CARD, transfer: kind }));
      expect(rightOf(question), `${kind} ${seed}: ${ask}`).toBe(ANSWERS[kind](question));
    }
  });

  it.each(UNSEEN_KINDS)("%s: several answers occur", (kind) => {
    expect(new Set(SEEDS.map((seed) => rightOf(unseen(kind, seed, slow)))).size).toBeGreaterThan(1);
  });

  describe.skipIf(!isBuilt)("with the engine", () => {
    let topology: QuestionTopology;
    beforeAll(async () => {
      topology = await builtTopology();
    });

    it.each(UNSEEN_KINDS)("%s: the engine and the slow reference ask the same question", (kind) => {
      for (const seed of SEEDS) expect(unseen(kind, seed, topology)).toEqual(unseen(kind, seed, slow));
    });
  });
});
