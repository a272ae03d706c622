// Compares the statements of the lessons with the engine.

import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../../tests/topology";
import { isZeroLength } from "../../../domain/persistence/bars";
import { exampleNamed } from "../../../domain/graph/examples";
import type { Example } from "../../../domain/graph/examples";
import { loopsAt, positionAt } from "../../../domain/persistence/filtration";
import type { Walk } from "../../../domain/persistence/filtration";
import type { Bar, Direction, Graph } from "../../../domain/graph/graph";
import type { Topology } from "../../../engine/topology";
import { reduce } from "../../../store/reduce";
import { emptyState } from "../../../store/testing";
import { COURSE } from "./lessons";
import { MAX_WORDS } from "./format";
import { readMarks, wordCount } from "./marks";
import { changesOf } from "./perform";
import { signAt } from "./unseen/hats";

describe("the course", () => {
  it("has ten lessons in order, each with its idea, its length and its notes", () => {
    expect(COURSE.map(({ id }) => id)).toEqual([
      "later-end",
      "who-ends",
      "bars-over-t",
      "loops-stay",
      "from-above",
      "small-pushes",
      "pairs-jump",
      "ties",
      "bars-to-numbers",
      "learn-the-order",
    ]);
    const minutes = COURSE.reduce((sum, lesson) => sum + lesson.minutes, 0);
    expect(minutes).toBeGreaterThanOrEqual(40);
    expect(minutes).toBeLessThanOrEqual(50);
  });

  it.each(COURSE)(
    "$id: a few short cards, a checked question, and one on an unseen graph at its end",
    (lesson) => {
      const { cards } = lesson;
      expect(cards.length).toBeGreaterThanOrEqual(3);
      expect(cards.length).toBeLessThanOrEqual(6);
      expect(cards.filter(({ question }) => question).length).toBeGreaterThanOrEqual(1);
      // The last lesson also sums up.
      const last = lesson === COURSE.at(-1) ? -2 : -1;
      expect(cards.filter(({ transfer }) => transfer)).toEqual([cards.at(last)]);
      for (const { text, question } of cards) {
        expect(wordCount(text)).toBeLessThanOrEqual(MAX_WORDS);
        for (const { mark, text: part } of readMarks(text))
          if (mark === "plain") expect(part).not.toContain("*");
        for (const { why } of question?.choices ?? []) expect(why.length).toBeGreaterThan(10);
      }
    },
  );

  it.each(COURSE)("$id: every action is a change of the page", (lesson) => {
    for (const { do: card, question } of lesson.cards) {
      let state = emptyState();
      for (const action of [...lesson.start, ...card, ...(question?.reveal ?? [])]) {
        for (const change of changesOf(action)) state = reduce(state, { ...change, source: "lesson" });
      }
      expect(state.notices).toEqual([]);
    }
  });
});

describe.skipIf(!isBuilt)("the right answers", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  const example = (id: string): Example => exampleNamed(id)!;
  function bars(graph: Graph, values: ArrayLike<number>, direction: Direction = "sub"): Bar[] {
    const all = topology.filtration(graph, Float32Array.from(values)).bars;
    return all.filter((bar) => bar.direction === direction && !isZeroLength(bar));
  }
  function walk({ graph, filter }: Example): Walk {
    return topology.walk(graph, topology.filtration(graph, filter), "sub");
  }
  const at = (of: Walk, counts: Uint32Array, t: number): number => counts[positionAt(of, t)]!;
  const said = (all: readonly Bar[]): string[] => all.map(({ birth, death }) => `${birth} ${death}`).sort();
  const rightIn = (id: string): string[] =>
    COURSE.find((lesson) => lesson.id === id)!.cards.flatMap(
      ({ question }) => question?.choices.filter(({ right }) => right).map(({ text }) => text) ?? [],
    );

  it("1: no edge at t = 2, and a and e at 1.5", () => {
    const path = walk(example("path"));
    expect(rightIn("later-end")).toEqual([String(at(path, path.edges, 2))]);
    expect(at(path, path.vertices, 1.5)).toBe(2);
    expect(at(path, path.vertices, 2)).toBe(3);
    expect(at(path, path.edges, 3)).toBe(2);
    expect(path.edges.at(-1)).toBe(4);
  });

  it("2: the younger, larger component ends at 5", () => {
    const { graph, filter } = example("young-and-large");
    const [ending] = bars(graph, filter).filter(({ death }) => death === 5);
    expect(rightIn("who-ends")).toEqual([`(${ending!.birth}, ${ending!.death})`]);
    expect([...topology.component(graph, filter, ending!, null)].sort()).toEqual([2, 3, 4]);
    expect([...topology.joins(graph, filter, ending!)]).toEqual([0]);
  });

  it("3: three components at 2.5, three bars for five vertices", () => {
    const { graph, filter } = example("path");
    const path = walk(example("path"));
    expect(rightIn("bars-over-t")).toEqual([String(at(path, path.components, 2.5))]);
    expect(said(bars(graph, filter))).toEqual(["1 null", "1.5 4", "2 3"]);
  });

  it("4: one loop at 4, four at 5; none with filled triangles, with the bar (4, 5)", () => {
    const { graph, filter } = example("wheel");
    const wheel = walk(example("wheel"));
    expect(loopsAt(wheel, positionAt(wheel, 4))).toBe(1);
    expect(rightIn("loops-stay")).toEqual([String(loopsAt(wheel, positionAt(wheel, 5)))]);
    const { h1, h1_essential } = topology.filled(graph, filter).sublevel;
    expect(h1_essential).toEqual([]);
    expect(h1.filter(({ birth, death }) => birth !== death)).toMatchObject([{ birth: 4, death: 5 }]);
    expect(h1.filter(({ birth, death }) => birth === death).length).toBeLessThanOrEqual(3);
  });

  it("5: the path and the star differ only in the superlevel filtration", () => {
    const of = (id: string, way: Direction): string[] =>
      said(bars(example(id).graph, example(id).filter, way));
    expect(of("rising-path", "sub")).toEqual(of("star", "sub"));
    expect(of("rising-path", "sub")).toEqual(["1 null"]);
    expect(of("rising-path", "super")).toEqual(["4 null"]);
    expect(of("star", "super")).toEqual(["2 1", "3 1", "4 null"]);
    expect(rightIn("from-above")).toEqual(["only superlevel"]);
  });

  it("6: bars move at most as far as values, and a new edge ends a bar without any change of values", () => {
    const { graph, filter } = example("path");
    const finite = (all: readonly Bar[]): Float32Array =>
      Float32Array.from(all.flatMap(({ birth, death }) => (death === null ? [] : [birth, death])));
    const before = finite(bars(graph, filter));
    for (let push = 0; push < 3 ** 5; push++) {
      const moved = filter.map((value, v) => value + 0.5 * ((Math.floor(push / 3 ** v) % 3) - 1));
      expect(topology.bottleneck(before, finite(bars(graph, moved))).value).toBeLessThanOrEqual(0.5);
    }
    const all = filter.map((value) => value + 0.5);
    expect(said(bars(graph, all))).toEqual(["1.5 null", "2 4.5", "2.5 3.5"]);
    const joined = { vertices: 5, edges: Uint32Array.of(...graph.edges, 0, 4) };
    expect(said(bars(joined, filter))).toEqual(["1 null", "2 3", "4 null"]);
    expect(said(bars(graph, [1, 3, 3, 4, 1.5]))).toEqual(["1 null", "1.5 4"]);
    expect(rightIn("small-pushes")).toEqual(["by at most 0.5; a new edge has no such bound"]);
  });

  it("7: only the vertex of the bar that ends at 4 changes", () => {
    const { graph } = example("path");
    const around = [1.0625, 0.9375].map((e) => bars(graph, [1, 3, 2, 4, e]));
    const owners = around.map((all) => all.find(({ death }) => death === 4)!.birthVertex);
    expect(owners).toEqual([4, 0]);
    expect(around.map((all) => all.length)).toEqual([3, 3]);
    expect(said(bars(graph, [1, 3, 2, 4, 0.5]))).toEqual(["0.5 null", "1 4", "2 3"]);
    expect(rightIn("pairs-jump")).toEqual(["the birth vertex of (1, 4)"]);
  });

  it("8: the bar is (1, 2) under every tie rule", () => {
    const { graph } = example("tie");
    for (const older of [0, 2]) {
      const nudged = [1, 2, 1].map((value, v) => (v === older ? value - 2 ** -12 : value));
      const [ending] = bars(graph, nudged).filter(({ death }) => death !== null);
      expect(ending).toMatchObject({ birth: 1, death: 2, birthVertex: 2 - older });
    }
    expect(rightIn("ties")).toEqual(["none"]);
  });

  it("9: a hat is 0 at half its radius, and the star has no finite bar", () => {
    const hat = { birth: 2, death: 3, radius: 2 };
    expect(signAt(hat, { birth: 2, death: 3 })).toBe("positive");
    expect(signAt(hat, { birth: 3, death: 3 })).toBe("zero");
    expect(signAt(hat, { birth: 1.5, death: 4 })).toBe("negative");
    const ending = (id: string): Bar[] =>
      bars(example(id).graph, example(id).filter).filter(({ death }) => death !== null);
    expect(ending("star")).toEqual([]);
    expect(said(ending("path"))).toEqual(["1.5 4", "2 3"]);
    expect(rightIn("bars-to-numbers")).toEqual(["at distance |r| / 2 from its centre"]);
  });

  it("10: equal values give equal bars, different values different bars", () => {
    const { graph, filter } = example("path");
    expect(bars(graph, filter)).toEqual(bars(graph, filter));
    expect(said(bars(graph, [1, 3.5, 2, 4, 1.5]))).not.toEqual(said(bars(graph, filter)));
    expect(rightIn("learn-the-order")).toEqual([
      "about half of the time",
      "it moved f, and the bars followed",
    ]);
  });
});
