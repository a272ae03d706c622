// Compares every sentence about growing points with a search over the discs: components by their distances, and loops by the rank of
// the boundary of the Čech or Rips complex.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import type { Topology } from "../../engine/topology";
import type { Graph, Point } from "../graph/graph";
import type { WeightedEdges } from "../graph/subject";
import { lettersFor } from "../graph/graph";
import type { PointCloud } from "../graph/subject";
import { pointSentence } from "./pointSentences";

type Complex = PointCloud["complex"];
const COMPLEXES: readonly Complex[] = ["alpha", "rips"];
const CLOSE = 1e-4;

const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);

/** The diameter at which three discs have a common point (alpha), or touch in pairs (rips). */
function triangleValue(complex: Complex, [a, b, c]: readonly [Point, Point, Point]): number {
  const [short, middle, long] = [distance(a, b), distance(b, c), distance(a, c)].sort((x, y) => x - y) as [
    number,
    number,
    number,
  ];
  if (complex === "rips" || short ** 2 + middle ** 2 <= long ** 2 + 1e-9) return long;
  const half = (short + middle + long) / 2;
  const area = Math.sqrt(half * (half - short) * (half - middle) * (half - long));
  return (short * middle * long) / (2 * area);
}

/** The rank of a matrix over the field of two elements; rows as sets of columns. */
function rank(rows: readonly ReadonlySet<number>[]): number {
  const pivots = new Map<number, ReadonlySet<number>>();
  for (const row of rows) {
    let rest: ReadonlySet<number> = row;
    while (rest.size > 0) {
      const pivot = Math.max(...rest);
      const other = pivots.get(pivot);
      if (!other) {
        pivots.set(pivot, rest);
        break;
      }
      rest = new Set([...rest, ...other].filter((column) => rest.has(column) !== other.has(column)));
    }
  }
  return pivots.size;
}

/** β0 and β1 at t. */
function betti(places: readonly Point[], complex: Complex, t: number): readonly [number, number] {
  const n = places.length;
  const edges: [number, number][] = [];
  const indices = new Map<string, number>();
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++)
      if (distance(places[a]!, places[b]!) <= t) {
        indices.set(`${a} ${b}`, edges.length);
        edges.push([a, b]);
      }
  const triangles: Set<number>[] = [];
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++)
      for (let c = b + 1; c < n; c++) {
        const sides = [`${a} ${b}`, `${b} ${c}`, `${a} ${c}`].map((name) => indices.get(name));
        const value = triangleValue(complex, [places[a]!, places[b]!, places[c]!]);
        if (value <= t && sides.every((side) => side !== undefined)) triangles.push(new Set(sides));
      }
  const merged = rank(edges.map((ends) => new Set(ends)));
  return [n - merged, edges.length - merged - rank(triangles)];
}

function distancesOf(places: readonly (readonly [number, number])[]): WeightedEdges {
  const pairs = places.flatMap((_, b) => places.slice(0, b).map((_, a) => [a, b] as const));
  const length = ([a, b]: readonly [number, number]): number =>
    Math.fround(Math.hypot(places[a]![0] - places[b]![0], places[a]![1] - places[b]![1]));
  return { ends: pairs.flat(), values: pairs.map(length) };
}

const clouds = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), {
  maxLength: 8,
});

describe.skipIf(!isBuilt)("sentences about growing points", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

  it("report the components and loops that begin and end", () => {
    fc.assert(
      fc.property(clouds, fc.constantFrom(...COMPLEXES), fc.boolean(), (places, complex, given) => {
        // The distances as given values are the Rips complex.
        const isWeighted = given && complex === "rips";
        const { walk } = topology.points({
          title: "",
          coordinates: places.flat(),
          complex,
          ...(isWeighted ? { weighted: distancesOf(places) } : {}),
        });
        const graph: Graph = {
          vertices: places.length,
          edges: new Uint32Array(),
          names: lettersFor(places.length),
        };
        if (places.length === 0) {
          expect(pointSentence(walk, -1, { graph, complex, isWeighted, isAtEvent: true })).toContain(
            "no points",
          );
          return;
        }
        let before: readonly [number, number] = betti(places, complex, CLOSE);
        walk.values.forEach((value, position) => {
          const text = pointSentence(walk, position, { graph, complex, isWeighted, isAtEvent: true });
          const after = betti(places, complex, value + CLOSE);
          if (position === 0) {
            expect(number(text, /form (\d+) component/) || 1).toBe(after[0]);
            return;
          }
          const ended = /two components merge/.test(text) ? 1 : number(text, /so (\d+) components end/);
          const born = /closes? a loop/.test(text)
            ? 1
            : number(text, /(\d+) (?:independent loops are born|edges enter that close)/);
          const filled = /fill the loop|ends the loop/.test(text) ? 1 : number(text, /(\d+) loops end;/);
          expect(before[0] - after[0]).toBe(ended);
          expect(after[1] - before[1]).toBe(born - filled);
          const named = [...text.matchAll(/\(\S+, \S+\)(?: ×(\d+))?/g)].map(([, times]) =>
            Number(times ?? 1),
          );
          expect(named.reduce((sum, times) => sum + times, 0)).toBe((ended === 1 ? 1 : 0) + filled);
          before = after;
        });
        // No event is missing.
        const last = walk.values.at(-1)!;
        expect(betti(places, complex, last + CLOSE)).toEqual([walk.components.at(-1), 0]);
      }),
      { numRuns: 300 },
    );
  });

  it("name the discs that touch", () => {
    const coordinates = [0, 0, 1, 0, 0.5, 0.9];
    const { walk } = topology.points({ title: "", coordinates, complex: "alpha" });
    const graph: Graph = { vertices: 3, edges: new Uint32Array(), names: ["a", "b", "c"] };
    const at = (position: number, isAtEvent = true): string =>
      pointSentence(walk, position, { graph, complex: "alpha", isWeighted: false, isAtEvent });
    expect(at(-1)).toContain("no point has entered");
    expect(at(0)).toBe("t = 0: 3 points form 3 components, all born at 0.");
    expect(at(1)).toContain("the discs of a and b touch, and two components merge");
    expect(at(2, false)).toMatch(/^Since t = 1\.03: .*(a and c|b and c)/);
    expect(at(walk.values.length - 1)).toContain(
      "The discs of a, b and c have a common point".replace("The", "the"),
    );
  });

  it("name the edges that enter at their values", () => {
    const weighted = { ends: [0, 1, 1, 2, 0, 2], values: [1, 2, 4] };
    const cloud = { title: "", coordinates: [0, 0, 0, 0, 0, 0], complex: "rips", weighted } as const;
    const { walk } = topology.points(cloud);
    const graph: Graph = { vertices: 3, edges: new Uint32Array(), names: ["a", "b", "c"] };
    const at = (position: number): string =>
      pointSentence(walk, position, { graph, complex: "rips", isWeighted: true, isAtEvent: true });
    expect(at(1)).toMatch(
      /^t = 1: the edge a–b enters, and two components merge\. .* the bar is \(0, 1\)\.$/,
    );
    expect(at(2)).toMatch(
      /^t = 2: the edge b–c enters, and two components merge\. .* the bar is \(0, 2\)\.$/,
    );
  });

  /** The sentence at the event with this value. */
  function sentenceAt(value: number, cloud: Omit<PointCloud, "title">): string {
    const vertices = cloud.coordinates.length / 2;
    const graph: Graph = { vertices, edges: new Uint32Array(), names: lettersFor(vertices) };
    const { walk } = topology.points({ title: "", ...cloud });
    const isWeighted = cloud.weighted !== undefined;
    const position = walk.values.findIndex((event) => Math.abs(event - value) < CLOSE);
    return pointSentence(walk, position, { graph, complex: cloud.complex, isWeighted, isAtEvent: true });
  }

  it("name the edge that closes a loop, and count ties", () => {
    const places = (count: number): number[] => Array.from({ length: 2 * count }, () => 0);
    const square = { ends: [0, 1, 1, 2, 2, 3, 0, 3], values: [1, 2, 3, 4] };
    expect(sentenceAt(4, { coordinates: places(4), complex: "rips", weighted: square })).toBe(
      "t = 4: the edge a–d enters and closes a loop: it is born.",
    );
    const two = {
      ends: [...square.ends, ...square.ends.map((end) => end + 4)],
      values: [1, 2, 3, 4, 1.5, 2.5, 3.5, 4],
    };
    expect(sentenceAt(4, { coordinates: places(8), complex: "rips", weighted: two })).toBe(
      "t = 4: 2 edges enter that close independent loops: a tie.",
    );
    for (const complex of COMPLEXES)
      expect(sentenceAt(1.3, { coordinates: [0, 0, 1, 0, 1, 1.1, 0, 1.3], complex })).toBe(
        "t = 1.3: the discs of a and d touch and close a loop: it is born.",
      );
    expect(sentenceAt(0, { coordinates: [3, 4], complex: "alpha" })).toBe(
      "t = 0: one point is one component. It never ends.",
    );
  });
});
