// Parses every sentence of the tools and compares it with the slow reference implementation or a direct count.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { oracle } from "../../../../tests/oracle";
import { builtTopology, isBuilt } from "../../../../tests/topology";
import { cases, components, edgesIn, filters } from "../../../../tests/truth";
import type { Case } from "../../../../tests/truth";
import { isZeroLength } from "../../../domain/persistence/bars";
import { filledLoops, loopCounts } from "../../../domain/persistence/filled";
import { hasArrived } from "../../../domain/persistence/filtration";
import type { Bar, Graph } from "../../../domain/graph/graph";
import { hatAt } from "../../../domain/persistence/vectors";
import { vertexName, lettersFor } from "../../../domain/graph/graph";
import {
  describeJoin,
  describeRound,
  describeStep,
  pairsOf,
  roundsOf,
  simplexNames,
  stateAfter,
} from "../../../domain/persistence/reduction";
import { pairOf } from "../../../domain/text/sentences";
import { formatValue } from "../../../domain/text/values";
import {
  lossAgainst,
  ownedBars,
  slopesBeside,
  slopesOf,
  tiedValues,
} from "../../../domain/persistence/slopes";
import type { BarsOf, TieRule } from "../../../domain/persistence/slopes";
import type { Topology } from "../../../engine/topology";
import { describePairs, describeCrossing, describeTree } from "./sentences";
import { describeFilling } from "../StageTools";
import { describeHat, describeRadius } from "./HatPanel";
import { describeMove } from "./StabilityGauge";
import { describeRule, describeSlope, describeSteep, sharesText } from "./describeSlopes";
import { path } from "../../../testing";
import { mergeTree } from "../../../domain/persistence/mergeTree";

const ALL = { numRuns: 400 };
const names = (text: string): string[] => text.match(/v\d+/g) ?? [];
const signed = (text: string): number => Number(text.replace("−", "-"));

/** The bars of a direction by the slow reference implementation. */
function barsIn({ graph, filter, direction }: Case): Bar[] {
  return oracle.filtration(graph, filter).bars.filter((bar) => bar.direction === direction);
}

describe("the hat", () => {
  it("is 0, positive and negative as the sentence states", () => {
    const part = fc.integer({ min: -40, max: 40 }).map((value) => value / 8);
    const away = fc.integer({ min: 1, max: 40 }).map((value) => value / 8);
    fc.assert(
      fc.property(part, part, part, away, (birth, death, radius, more) => {
        const hat = { birth, death, radius };
        const at = (distance: number): number => hatAt(hat, { birth: birth + distance, death });
        const text = describeHat(hat);
        if (radius === 0) {
          expect(text).toContain("0 everywhere");
          expect(at(more)).toBe(0);
          return;
        }
        const zero = Number(/\|r\|\/2 = (\S+) from/.exec(text)![1]);
        expect(Math.abs(zero - Math.abs(radius) / 2)).toBeLessThan(0.001);
        expect(at(Math.abs(radius) / 2)).toBeCloseTo(0, 12);
        const inside = /is (\w+) inside and (\w+) outside,/.exec(text)!;
        const sign = (value: number): string => (value > 0 ? "positive" : "negative");
        expect([sign(at(0)), sign(at(Math.abs(radius) / 2 + more))]).toEqual([inside[1], inside[2]]);
        const [, stated, zeroAt] = /^radius (\S+), zero at (\S+)$/.exec(describeRadius(hat))!;
        expect([Number(stated), Number(zeroAt)]).toEqual([Number(formatValue(Math.abs(radius))), zero]);
      }),
      ALL,
    );
  });
});

describe("ties and slopes", () => {
  const barsOf: BarsOf = (graph, filter) => oracle.filtration(graph, filter).bars;
  const rules = fc.constantFrom<TieRule>("index", "reversed", "mean");
  /** The sum of the lengths, by the elder rule alone. */
  const loss = (scene: Case): number =>
    barsIn(scene).reduce(
      (sum, { kind, birth, death }) => sum + (kind === "h0" ? Math.abs(death! - birth) : 0),
      0,
    );

  it("report which of several equal vertices enters first, and so the owners of the endpoints", () => {
    fc.assert(
      fc.property(cases, fc.constantFrom<TieRule>("index", "reversed"), (scene, rule) => {
        const { graph, filter, direction } = scene;
        const first = /the one with the (lower|higher) index enters first/.exec(
          describeRule(rule, direction),
        )![1];
        // The same with a small change for every vertex, so that no tie is left.
        const later = (v: number): number => (first === "lower" ? v : -v);
        const sign = direction === "sub" ? 1 : -1;
        const nudged = filter.map((value, v) => value + (sign * later(v)) / 1024);
        const expected = barsIn({ graph, filter: nudged, direction })
          .filter(
            ({ kind, birthVertex, deathVertex }) =>
              kind === "h0" && filter[birthVertex] !== filter[deathVertex!],
          )
          .map(({ birthVertex, deathVertex }) => `v${birthVertex} v${deathVertex}`);
        const owned = ownedBars(graph, filter, direction, rule, barsOf);
        const pairs = owned.map(
          ({ birth, death }) => `${sharesText(birth, graph)} ${sharesText(death, graph)}`,
        );
        expect(pairs.sort()).toEqual(expected.sort());
      }),
      ALL,
    );
  });

  it("name the owners of an endpoint and the share of each", () => {
    fc.assert(
      fc.property(cases, rules, ({ graph, filter, direction }, rule) => {
        for (const { bar, birth, death } of ownedBars(graph, filter, direction, rule, barsOf)) {
          expect(pairOf(bar)).toBe(`(${formatValue(bar.birth)}, ${formatValue(bar.death!)})`);
          for (const [shares, value] of [
            [birth, bar.birth],
            [death, bar.death!],
          ] as const) {
            const alike = [...filter.keys()].filter((v) => filter[v] === value).map((v) => `v${v}`);
            const text = sharesText(shares, graph);
            if (rule !== "mean") {
              expect(alike).toContain(text);
            } else if (alike.length <= 3) {
              expect(names(text)).toEqual(alike);
            } else expect(text).toContain(`each of ${alike.length} vertices`);
            const part = { "½": 2, "⅓": 3, "¼": 4, "⅕": 5, "⅙": 6, "⅛": 8 }[text.charAt(0)];
            const parts = part ?? Number(/^1\/(\d+)/.exec(text)?.[1] ?? 1);
            expect(parts).toBe(rule === "mean" ? alike.length : 1);
          }
        }
      }),
      ALL,
    );
  });

  it("report the slope of the loss at a vertex and the slope by the tie rule", () => {
    fc.assert(
      fc.property(cases, rules, fc.nat(), (scene, rule, any) => {
        const { graph, filter, direction } = scene;
        const vertex = any % graph.vertices;
        const slopes = slopesOf(ownedBars(graph, filter, direction, rule, barsOf), graph.vertices);
        const value = filter[vertex]!;
        const curve = lossAgainst(graph, filter, direction, vertex, [-300, 300], barsOf);
        const [below, above] = slopesBeside(curve, value);
        const text = describeSlope({
          name: vertexName(graph, vertex),
          slope: slopes[vertex]!,
          below,
          above,
          exact: curve.exact,
        });
        // Values are multiples of 1/4, so no value lies between.
        const moved = (by: number): number =>
          8 * (loss({ ...scene, filter: filter.with(vertex, value + by) }) - loss(scene));
        const [down, up] = [-moved(-1 / 8), moved(1 / 8)];
        const [, given] = /(?:gives|^Slope) ([+−]?\d+(?:\.\d+)?)/.exec(text)!;
        expect(signed(given!)).toBeCloseTo(slopes[vertex]!, 3);
        expect(text.includes("has a kink")).toBe(down !== up);
        if (down !== up) {
          const [, one, other] = /slope (\S+) below, (\S+) above/.exec(text)!;
          expect([signed(one!), signed(other!)]).toEqual([down + 0, up + 0]);
        } else {
          const [, alone] = /(?:has slope|^Slope) ([+−]?\d+(?:\.\d+)?)/.exec(text)!;
          expect(signed(alone!)).toBe(up + 0);
        }
      }),
      ALL,
    );
  });

  it("count the nonzero slopes and the tied values", () => {
    fc.assert(
      fc.property(cases, ({ filter }) => {
        const alike = [...new Set(filter)].filter(
          (value) => filter.indexOf(value) !== filter.lastIndexOf(value),
        );
        expect(tiedValues(filter)).toBe(alike.length);
      }),
    );
    expect([0, 1, 7].map(describeSteep)).toEqual(["All slopes are 0", "Nonzero slopes", "Nonzero slopes"]);
  });
});

describe("stability", () => {
  const moves = cases.chain((scene) => fc.tuple(fc.constant(scene), filters(scene.graph.vertices)));
  const owned = (scene: Case): Bar[] =>
    barsIn(scene).filter((bar) => (bar.kind === "h0" || bar.kind === "h0Essential") && !isZeroLength(bar));
  const values = ({ birth, death }: Bar): string => `${birth} ${death}`;
  const ends = ({ birthVertex, deathVertex }: Bar): string => `${birthVertex} ${deathVertex}`;

  it("names a bar whose creator changed, its old and new creators, and ties", () => {
    fc.assert(
      fc.property(moves, ([scene, filter]) => {
        const after = { ...scene, filter };
        const { graph, direction } = scene;
        const measured = (values: Float32Array) => ({ graph, filtration: oracle.filtration(graph, values) });
        const text = describeMove(measured(scene.filter), measured(filter), direction);
        const same = filter.every((value, v) => value === scene.filter[v]);
        expect(text === "Nothing has moved yet.").toBe(same);
        const [old, now] = [owned(scene), owned(after)];
        if (!/ creates /.test(text)) {
          if (!same) expect(text).toBe("No bar moves farther than the values do.");
          // A bar with the same vertices is the same bar; no other bar corresponds.
          const without = (bars: readonly Bar[], others: readonly Bar[]) =>
            bars.filter((bar) => !others.some((other) => ends(other) === ends(bar)));
          for (const bar of without(now, old)) {
            for (const gone of without(old, now)) {
              expect(values(gone)).not.toBe(values(bar));
              expect(gone.deathVertex).not.toBe(bar.deathVertex);
            }
          }
          return;
        }
        const [, is] =
          /^(v\d+) instead of v\d+ now creates /.exec(text) ?? /(v\d+)(?: now)? creates /.exec(text)!;
        const was = names(text).find((name) => name !== is)!;
        const [from, to] = [was, is!].map((name) => Number(name.slice(1))) as [number, number];
        const endless = /the bar that starts at (\S+) and never ends/.exec(text);
        const [, birth, death] = endless ?? /the bar \((\S+), (\S+)\)/.exec(text)!;
        const bar = now.find(({ birthVertex }) => birthVertex === to)!;
        expect([birth, death]).toEqual([
          formatValue(bar.birth),
          ...(endless ? [undefined] : [formatValue(bar.death!)]),
        ]);
        const last = old.find(({ birthVertex }) => birthVertex === from)!;
        expect(last.deathVertex === bar.deathVertex || values(last) === values(bar)).toBe(true);
        const [tied, wereTied] = [filter, scene.filter].map((f) => f[from] === f[to]);
        expect(text.includes("now have equal values; by index")).toBe(tied);
        expect(text.includes("no longer have equal values")).toBe(!tied && wereTied);
        const crossed =
          Math.sign(filter[from]! - filter[to]!) !== Math.sign(scene.filter[from]! - scene.filter[to]!);
        expect(text.includes(" swap order: ")).toBe(!tied && !wereTied && crossed);
        const changed = now.filter((one) => {
          const before = old.find(({ birthVertex }) => birthVertex === one.birthVertex);
          return before?.deathVertex !== one.deathVertex;
        });
        const more = Number(/The creator of (\d+) more bars? changed/.exec(text)?.[1] ?? 0);
        expect(more).toBeLessThan(changed.length);
      }),
      { numRuns: 1000 },
    );
  });

  it("compares nothing after the vertices or edges change", () => {
    const of = (graph: Graph, filter: Float32Array) => ({
      graph,
      filtration: oracle.filtration(graph, filter),
    });
    fc.assert(
      fc.property(cases, ({ graph, filter, direction }) => {
        const more = { vertices: graph.vertices + 1, edges: graph.edges };
        const joined = { vertices: graph.vertices, edges: Uint32Array.of(...graph.edges, 0, 0) };
        const from = of(graph, filter);
        expect(describeMove(from, of(more, Float32Array.of(...filter, 0)), direction)).toMatch(
          /vertices have changed/,
        );
        expect(describeMove(from, of(joined, filter), direction)).toMatch(/edges have changed/);
      }),
    );
  });
});

/** A simplex of the clique complex: its vertices and the value of its entry. */
interface Simplex {
  readonly vertices: readonly number[];
  readonly value: number;
}

/** Vertices, edges and filled triangles in the order of entry. */
function cliques({ graph, filter, direction }: Case): readonly Simplex[] {
  const last = direction === "sub" ? Math.max : Math.min;
  const joined = (a: number, b: number): boolean =>
    graph.edges.some((v, i) => i % 2 === 0 && [v, graph.edges[i + 1]].sort().join() === [a, b].sort().join());
  const all: number[][] = [];
  for (let a = 0; a < graph.vertices; a++) {
    all.push([a]);
    for (let b = a + 1; b < graph.vertices; b++) {
      if (!joined(a, b)) continue;
      all.push([a, b]);
      for (let c = b + 1; c < graph.vertices; c++) if (joined(a, c) && joined(b, c)) all.push([a, b, c]);
    }
  }
  const sign = direction === "sub" ? 1 : -1;
  return all
    .map((vertices) => ({ vertices, value: last(...vertices.map((v) => filter[v]!)) }))
    .sort((x, y) => sign * (x.value - y.value) || x.vertices.length - y.vertices.length);
}

/** Loops of positive length: birth and death, by reducing the boundary matrix. */
function loopsFilled(scene: Case): readonly { readonly birth: number; readonly death: number | null }[] {
  const simplices = cliques(scene);
  const place = new Map(simplices.map(({ vertices }, i) => [vertices.join(), i]));
  /** The reduced column with its lowest entry in a row, and its index. */
  const owners = new Map<number, { readonly column: ReadonlySet<number>; readonly at: number }>();
  const cycles: number[] = [];
  simplices.forEach(({ vertices }, at) => {
    const sides = vertices.map((v) => place.get(vertices.filter((w) => w !== v).join()));
    const column = new Set(sides.filter((side) => side !== undefined));
    for (;;) {
      const owner = owners.get(Math.max(...column));
      if (!owner) break;
      for (const row of owner.column) if (!column.delete(row)) column.add(row);
    }
    if (column.size > 0) owners.set(Math.max(...column), { column, at });
    else if (vertices.length === 2) cycles.push(at);
  });
  return cycles
    .map((at) => {
      const owner = owners.get(at);
      return { birth: simplices[at]!.value, death: owner ? simplices[owner.at]!.value : null };
    })
    .filter(({ birth, death }) => birth !== death);
}

/** Without parallel edges and self-loops. */
function simple(graph: Graph): Graph {
  const pairs = new Map<string, readonly [number, number]>();
  for (let e = 0; e < graph.edges.length; e += 2) {
    const ends = [graph.edges[e]!, graph.edges[e + 1]!] as const;
    if (ends[0] !== ends[1]) pairs.set([...ends].sort().join(), ends);
  }
  return { vertices: graph.vertices, edges: Uint32Array.from([...pairs.values()].flat()) };
}

describe.skipIf(!isBuilt)("filled triangles and the reduction", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  it("report β₁ without and with filled triangles, and the loops that last", () => {
    fc.assert(
      fc.property(cases, fc.boolean(), (any, isFilled) => {
        const scene = { ...any, graph: simple(any.graph) };
        const { graph, filter, direction } = scene;
        const barcodes = topology.filled(graph, filter);
        const loops = filledLoops(direction === "sub" ? barcodes.sublevel : barcodes.superlevel);
        const { bars } = topology.filtration(graph, filter);
        const expectedLoops = loopsFilled(scene);
        for (const t of [...filter, null]) {
          const text = describeFilling(loopCounts(bars, loops, direction, t), loops, isFilled);
          const isIn = (v: number): boolean => hasArrived(filter[v]!, t, direction);
          const open =
            edgesIn(graph, isIn) - [...filter.keys()].filter(isIn).length + components(graph, isIn).length;
          const filled = expectedLoops.filter(
            ({ birth, death }) =>
              hasArrived(birth, t, direction) && (death === null || !hasArrived(death, t, direction)),
          ).length;
          const [, change, from, to] = /^β₁ (=|stays|falls from) (\d+)(?: to (\d+))? here/.exec(text)!;
          expect(Number(from)).toBe(open);
          expect(change).toBe(!isFilled ? "=" : open === filled ? "stays" : "falls from");
          if (!isFilled) {
            expect(text.includes("there is no loop")).toBe(open === 0);
            continue;
          }
          expect(Number(to ?? from)).toBe(filled);
          const lasting = expectedLoops
            .filter(({ death }) => death !== null)
            .map((ends) => pairOf({ ...ends, direction }));
          const pairs = text.match(/\(\S+, \S+\)/g) ?? [];
          for (const pair of pairs) expect(lasting).toContain(pair);
          expect(pairs).toHaveLength(Math.min(lasting.length, 3));
          if (lasting.length > 1) expect(text).toContain(`${lasting.length} loops last`);
          expect(text.includes("no triangle fills")).toBe(
            open === filled && open > 0 && lasting.length === 0,
          );
          expect(text.includes("every loop")).toBe(filled === 0 && open > 0 && lasting.length === 0);
        }
      }),
      ALL,
    );
  });

  it("end with the pairs of the elder rule and separate those of length zero", () => {
    fc.assert(
      fc.property(cases, fc.constantFrom("sequential", "word"), (scene, mode) => {
        const { graph, filter, direction } = scene;
        const trace = topology.trace(graph, filter, direction, mode);
        const text = describePairs(pairsOf(trace, stateAfter(trace, trace.steps.length)), graph, filter);
        const bars = barsIn(scene);
        const pairs = (isShort: boolean): string[] =>
          bars
            .filter((bar) => bar.kind === "h0" && isZeroLength(bar) === isShort)
            .map(({ birthVertex, deathVertex }) => `(v${birthVertex}, v${deathVertex})`)
            .sort();
        const part = (start: RegExp): string =>
          new RegExp(`(?:${start.source}): ([^.]*)\\.`).exec(text)?.[1] ?? "";
        const found = (start: RegExp): string[] => (part(start).match(/\(v\d+, v\d+\)/g) ?? []).sort();
        expect(found(/Persistence pairs/)).toEqual(pairs(false));
        expect(found(/Pairs of length zero|All pairs have length zero/)).toEqual(pairs(true));
        expect(text.match(/\(v\d+, v\d+\)/g) ?? []).toHaveLength(pairs(false).length + pairs(true).length);
        expect(text.includes("No component ends")).toBe(pairs(false).length + pairs(true).length === 0);
        const endless = bars.filter(({ kind }) => kind === "h0Essential");
        expect(names(part(/Components that never end/)).sort()).toEqual(
          endless.map(({ birthVertex }) => `v${birthVertex}`).sort(),
        );
        const loops = bars
          .filter(({ kind }) => kind === "h1Essential")
          .reduce((sum, { multiplicity }) => sum + multiplicity, 0);
        expect(Number(/(\d+) loops? (?:is|are) born/.exec(text)?.[1] ?? 0)).toBe(loops);
      }),
      ALL,
    );
  });

  it("describe the effect of every step on the columns and the components", () => {
    fc.assert(
      fc.property(cases, fc.constantFrom("sequential", "word"), (scene, mode) => {
        const { graph, filter, direction } = scene;
        const trace = topology.trace(graph, filter, direction, mode);
        const called = simplexNames(trace, graph);
        const placeOf = (name: string): number => called.indexOf(name);
        const vertexAt = new Map(
          trace.simplices.flatMap(({ vertices, edge }, place) =>
            edge === null ? [[vertices[0]!, place]] : [],
          ),
        );
        /** The columns according to the sentences. */
        const columns = trace.simplices.map(({ edge }) => {
          const rows = edge === null ? [] : [0, 1].map((end) => vertexAt.get(graph.edges[2 * edge + end]!)!);
          return new Set(rows[0] === rows[1] ? [] : rows);
        });
        const low = (column: number): number => Math.max(-1, ...columns[column]!);
        const owner = new Map<number, number>();
        /** The components of the graph with the edges up to a column. */
        const joined = (until: number) => {
          const edges = trace.simplices.slice(0, until).flatMap(({ edge }) => {
            return edge === null ? [] : [graph.edges[2 * edge]!, graph.edges[2 * edge + 1]!];
          });
          return components({ vertices: graph.vertices, edges: Uint32Array.from(edges) }, () => true);
        };
        trace.steps.forEach((step, i) => {
          const text = describeStep(step, called);
          const column = placeOf(/^Column (\S+) /.exec(text)![1]!);
          const row = /in row ([^,\s]+?)[,;. ]/.exec(`${text} `)?.[1];
          if (text.includes("which is no pivot yet")) {
            expect(low(column)).toBe(placeOf(row!));
            expect(owner.has(low(column))).toBe(false);
            owner.set(low(column), column);
          } else if (text.includes(" takes row ")) {
            const [, taken, last] = /takes row (\S+) from column (\S+),/.exec(text)!;
            expect(low(column)).toBe(placeOf(taken!));
            expect(owner.get(low(column))).toBe(placeOf(last!));
            owner.set(low(column), column);
          } else if (text.includes(" becomes ")) {
            const [, same, added] = /becomes (\S+) \+ ([^,]+),/.exec(text)!;
            expect(placeOf(same!)).toBe(column);
            const source = placeOf(added!);
            expect([low(column), low(source)]).toEqual([placeOf(row!), placeOf(row!)]);
            for (const one of columns[source]!) if (!columns[column]!.delete(one)) columns[column]!.add(one);
            expect(text.includes("the column is now zero")).toBe(columns[column]!.size === 0);
          } else {
            expect(text).toContain("a loop is born");
            expect(columns[column]!.size).toBe(0);
          }
          if (mode !== "sequential") return;
          const join = describeJoin(step, called, stateAfter(trace, step.kind === "add" ? i : i + 1));
          const [before, after] = [joined(column), joined(column + 1)];
          const together = (sets: typeof before, vertices: readonly number[]): boolean =>
            sets.some((set) => vertices.every((v) => set.has(v)));
          const [one, other] = names(join).map((name) => Number(name.slice(1)));
          if (join.includes("two components merge")) {
            expect(after).toHaveLength(before.length - 1);
            expect(together(before, [one!, other!])).toBe(false);
            expect(together(after, [one!, other!])).toBe(true);
            expect(join).toContain(`the component of v${one} ends`);
            // No vertex of the ending component entered before its creator.
            const ending = before.find((set) => set.has(one!))!;
            const entered = (v: number): number => vertexAt.get(v)!;
            expect(Math.min(...[...ending].map(entered))).toBe(entered(one!));
          } else if (join.includes("already points")) {
            expect(together(before, [one!, other!])).toBe(true);
          } else {
            expect(join).toContain("no components merge");
            expect(after).toHaveLength(before.length);
          }
        });
        roundsOf(trace).forEach((places, i) => {
          const text = describeRound(
            places.map((place) => trace.steps[place]!),
            i + 1,
          );
          const lanes = new Set(places.map((place) => trace.steps[place]!.column)).size;
          expect(text).toBe(`Round ${i + 1}: ${lanes} ${lanes === 1 ? "lane" : "lanes"} in parallel.`);
        });
      }),
      ALL,
    );
  });
});

it("lists the components that end, those that never end, and the number of loops", () => {
  const graph = { ...path(5), names: lettersFor(5)! };
  const pairs = {
    finite: [
      { birthVertex: 2, deathVertex: 1 },
      { birthVertex: 4, deathVertex: 3 },
    ],
    endless: [0],
    loops: [3, 3],
  };
  const filter = Float32Array.of(1, 3, 2, 4, 1.5);
  expect(describePairs(pairs, graph, filter)).toBe(
    "Done. Persistence pairs: (c, b) and (e, d). Components that never end: a. 2 loops are born.",
  );
  expect(describePairs({ finite: [], endless: [], loops: [] }, graph, filter)).toBe(
    "Done. No component ends.",
  );
  expect(describePairs(pairs, graph, Float32Array.of(1, 2, 2, 4, 1.5))).toBe(
    "Done. Persistence pairs: (e, d). Pairs of length zero: (c, b). Components that never end: a. 2 loops are born.",
  );
});

it("reports the effect of filled triangles on the loops", () => {
  const loops = [{ birth: 4, death: 5 }];
  expect(describeFilling({ open: 0, filled: 0 }, [], false)).toBe("β₁ = 0 here: there is no loop.");
  expect(describeFilling({ open: 4, filled: 0 }, loops, false)).toBe(
    "β₁ = 4 here: in a graph, nothing fills a loop.",
  );
  expect(describeFilling({ open: 4, filled: 0 }, loops, true)).toBe(
    "β₁ falls from 4 to 0 here. The loop (4, 5) lasts until it is filled.",
  );
  expect(describeFilling({ open: 2, filled: 2 }, [], true)).toBe("β₁ stays 2 here: no triangle fills them.");
  expect(describeFilling({ open: 4, filled: 1 }, [], true)).toBe(
    "β₁ falls from 4 to 1 here: triangles fill the others at their birth.",
  );
  expect(describeFilling({ open: 4, filled: 0 }, [], true)).toBe(
    "β₁ falls from 4 to 0 here: triangles fill every loop at its birth.",
  );
  expect(describeFilling({ open: 0, filled: 0 }, [], true)).toBe("β₁ stays 0 here.");
  const many = [1, 2, 3, 4].map((birth) => ({ birth, death: 5 }));
  expect(describeFilling({ open: 4, filled: 4 }, many, true)).toBe(
    "β₁ stays 4 here. 4 loops last until they are filled: (1, 5), (2, 5), (3, 5) and more.",
  );
});

function bar(birthVertex: number, birth: number, death: number | null): Bar {
  const kind = death === null ? "h0Essential" : "h0";
  return {
    ...{ id: `${kind}:sub:${birthVertex}`, kind, direction: "sub", birth, death, birthVertex },
    ...{ deathVertex: death === null ? null : 9, multiplicity: 1 },
  };
}

it("counts leaves, nodes and roots, and names nodes of more than two branches", () => {
  const bars = [bar(0, 1, null), bar(1, 2, 4), bar(2, 3, 4)];
  const tied = mergeTree(bars, () => 0);
  expect(describeTree(tied)).toBe(
    "3 leaves, 1 fork, 1 root: each root is a component that never ends. At 1 fork, more than two branches meet at one value.",
  );
  const chain = mergeTree(
    [bar(0, 1, null), bar(1, 2, 5), bar(2, 3, 4)],
    ({ birthVertex }) => birthVertex - 1,
  );
  expect(describeTree(chain)).toBe("3 leaves, 2 forks, 1 root: each root is a component that never ends.");
  expect(describeTree(mergeTree([bar(0, 1, null), bar(1, 1, null)], () => 0))).toBe(
    "2 leaves, 0 forks, 2 roots: each root is a component that never ends.",
  );
});

it("counts the branches at t: a branch contains its birth and not its death", () => {
  const tree = mergeTree([bar(0, 1, null), bar(1, 2, 4)], () => 0);
  const walk = { direction: "sub", values: Float32Array.of(1, 2, 4) } as const;
  const at = (position: number): string =>
    describeCrossing(tree, walk, position, walk.values[position] ?? null);
  expect(at(-1)).toBe("K is empty.");
  expect(at(0)).toBe("t = 1 crosses 1 branch: K has 1 component.");
  expect(at(1)).toBe("t = 2 crosses 2 branches: K has 2 components.");
  expect(at(2)).toBe("t = 4 crosses 1 branch: K has 1 component.");
});
