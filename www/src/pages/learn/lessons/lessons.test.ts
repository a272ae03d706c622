// Compares the statements of the lessons with the engine.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../../tests/topology";
import { isZeroLength, persistenceOf } from "../../../domain/persistence/bars";
import { exampleNamed } from "../../../domain/graph/subject";
import type { PointCloud, Example } from "../../../domain/graph/subject";
import { loopsAt, positionAt } from "../../../domain/persistence/filtration";
import { pointSlopes } from "../../../domain/persistence/vectors";
import type { Walk } from "../../../domain/persistence/filtration";
import { isLoop, boxOf } from "../../../domain/graph/graph";
import type { Bar, Direction, Graph } from "../../../domain/graph/graph";
import { descended, pointLoss } from "../../../domain/points/descent";
import type { PointLoss } from "../../../domain/points/descent";
import type { PointComplex } from "../../../protocol";
import type { Topology } from "../../../engine/topology";
import { MODEL_PARTS } from "../../../store/lesson";
import { reduce } from "../../../store/reduce";
import { emptyState } from "../../../store/testing";
import { COURSE, computed, stagedBy } from "./wholeCourse";
import { MAX_WORDS } from "./format";
import { COURSE_OUTLINES, DEEPER, MAIN_PATH, partsMet, showsReferences } from "./lessons";
import { readMarks, wordCount } from "./marks";
import { changesOf } from "./perform";
import { signAt } from "./unseen/signAt";

describe("the course", () => {
  it("has its lessons in order, each with its idea, its length and its notes", () => {
    expect(COURSE.map(({ id }) => id)).toEqual([
      "landscape",
      "pull",
      "later-end",
      "who-ends",
      "learn-the-order",
      "loops-stay",
      "small-pushes",
      "bars-to-numbers",
      "one-gradient",
      "ties",
      "real-graphs",
      "explain",
      "bars-over-t",
      "diagram",
      "from-above",
      "pairs-jump",
      "sum-or-bars",
      "discs",
      "holes",
      "rips",
      "way-back",
      "colours-or-bars",
    ]);
    expect([...MAIN_PATH, ...DEEPER]).toEqual(COURSE_OUTLINES);
    expect(DEEPER.filter(({ deeper }) => !deeper)).toEqual([]);
  });

  it("has a main path that people finish: at most 12 lessons, 55 cards, 2200 words and 45 minutes", () => {
    const path = COURSE.filter(({ deeper }) => !deeper);
    const cards = path.flatMap((lesson) => lesson.cards.filter(({ deeper }) => !deeper));
    expect(path.length).toBeLessThanOrEqual(12);
    expect(cards.length).toBeLessThanOrEqual(55);
    expect(cards.reduce((sum, { text }) => sum + wordCount(text), 0)).toBeLessThanOrEqual(2200);
    expect(path.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(45);
  });

  it("the documentation has the same lessons, minutes and ideas", () => {
    const learn = readFileSync(new URL("../../../../../docs/learn.md", import.meta.url), "utf8");
    const rows = [...learn.matchAll(/^\| (?:(\d+)\. )?(.+?) *\| +(\d+) \| (.+?) *\|$/gm)].map(
      ([, number, title, minutes, idea]) => [number ?? "", title, Number(minutes), idea],
    );
    expect(rows).toEqual(
      COURSE.map(({ title, minutes, idea, deeper }, i) => [
        deeper ? "" : String(i + 1),
        title,
        minutes,
        idea,
      ]),
    );
    const sums = [MAIN_PATH, DEEPER].flatMap((lessons) => [
      lessons.length,
      lessons.reduce((sum, { minutes }) => sum + minutes, 0),
    ]);
    const [, ...told] =
      /has (\d+) lessons of (\d+) minutes in total.*?and (\d+) deeper lessons of (\d+) minutes/s.exec(
        learn,
      ) ?? [];
    expect(told.map(Number)).toEqual(sums);
  });

  it("the way of a model grows card by card along the main path, up to its six parts", () => {
    const path = COURSE.filter(({ deeper }) => !deeper);
    const sizes = path.flatMap((lesson, index) =>
      lesson.cards.map((card, at) => {
        const met = partsMet(path, { lesson, index, card, place: { lesson: lesson.id, card: at } });
        if (card.part) expect(met).toContain(card.part);
        return met.size;
      }),
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes.at(-1)).toBe(MODEL_PARTS.length);
  });

  it.each(COURSE)("$id: its minutes are those of reading it and doing its tasks", (lesson) => {
    const { minutes } = lesson;
    const cards = lesson.cards.filter(({ deeper }) => !deeper);
    const words = cards.flatMap(({ text, question, computed, transfer }) => [
      wordCount(text),
      ...(question
        ? [
            wordCount(question.ask),
            ...question.choices.map((choice) => wordCount(choice.text)),
            Math.max(...question.choices.map(({ why }) => wordCount(why))),
          ]
        : []),
      ...(transfer || computed ? [60] : []),
    ]);
    const estimate = words.reduce((sum, count) => sum + count, 0) / 150 + 0.4 * cards.length;
    expect(Math.abs(minutes - estimate)).toBeLessThanOrEqual(0.5);
  });

  it.each(COURSE)("$id: it says where to read on, also on its main path", (lesson) => {
    const { references, cards } = lesson;
    expect(references.length).toBeGreaterThanOrEqual(1);
    const shown = [...cards.keys()].filter((index) => showsReferences(lesson, index));
    expect(shown.map((index) => cards[index]!.deeper)).toContain(false);
    expect(shown).toContain(cards.length - 1);
    for (const text of references) expect(text).toMatch(/\d{4}|Database/);
  });

  // The generators shuffle, so only the engine knows the class of a graph of a data set, and its bars.
  it.each(COURSE)("$id: no card states a fact about generated data", ({ start, cards }) => {
    for (const { text, do: actions, question, transfer } of cards) {
      if (![...start, ...actions].some(({ type }) => type === "data") && !transfer) continue;
      const said = [text, ...(question?.choices.map(({ why }) => why) ?? [])].join(" ");
      expect(said).not.toMatch(
        /other class|belongs to|the first graph|has (one|several|two|four)\b|\(\d|t = \d/,
      );
    }
  });

  it.each(COURSE)(
    "$id: a few short cards, a checked question, and one on an unseen graph at its end",
    (lesson) => {
      const { cards } = lesson;
      expect(cards.length).toBeGreaterThanOrEqual(3);
      expect(cards.length).toBeLessThanOrEqual(6);
      expect(cards.filter(({ question, computed }) => question ?? computed).length).toBeGreaterThanOrEqual(1);
      // The last lesson on graphs also sums up.
      const last = lesson.id === "explain" ? -2 : -1;
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
    for (const { do: card, question, compare } of lesson.cards) {
      let state = emptyState();
      for (const action of [...lesson.start, ...card, ...compare, ...(question?.reveal ?? [])]) {
        for (const change of changesOf(action)) state = reduce(state, { ...change, source: "lesson" });
      }
      expect(state.notices).toEqual([]);
    }
  });
});

const keyOf = (a: number, b: number): string => [a, b].sort((p, q) => p - q).join();

/** The edges of a closed walk through these vertices. */
function edgesOf({ edges }: Graph, through: readonly number[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (let e = 0; e < edges.length; e += 2) all.add(keyOf(edges[e]!, edges[e + 1]!));
  const keys = through.map((v, i) => keyOf(v, through[(i + 1) % through.length]!));
  for (const key of keys) expect(all).toContain(key);
  return new Set(keys.sort());
}

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
  const pairsOf = (all: readonly Bar[]): string[] =>
    all.map(({ birth, death }) => `${birth} ${death}`).sort();
  const rightIn = (id: string): string[] =>
    COURSE.find((lesson) => lesson.id === id)!.cards.flatMap(
      ({ question }) => question?.choices.filter(({ right }) => right).map(({ text }) => text) ?? [],
    );

  /** The bars of the questions in which the learner draws them. */
  const drawnIn = (id: string): string[][] => {
    const { start, cards } = COURSE.find((lesson) => lesson.id === id)!;
    return cards.flatMap(({ computed: asked, do: actions }) => {
      const made = asked && computed(asked, stagedBy([...start, ...actions], topology));
      return made && typeof made !== "string" && made.barcode ? [pairsOf(made.barcode)] : [];
    });
  };

  it("landscape: the heights and prominences of the summits, and the bars that the cards name", () => {
    const { graph, filter } = example("ridge");
    // Published to the decimetre, the prominences are 29.1, 91.6, 68.9 and 109.0 m.
    const pairs = ["844 775", "857 748", "883 791", "891 862", "950 null"];
    expect(pairsOf(bars(graph, filter, "super"))).toEqual(pairs);
    expect(rightIn("landscape")).toEqual(["Great Dodd, 857 m"]);
  });

  it("later-end: no edge at t = 2", () => {
    const path = walk(example("path"));
    expect(rightIn("later-end")).toEqual([String(at(path, path.edges, 2))]);
  });

  it("2: the younger, larger component ends at 5", () => {
    const { graph, filter } = example("young-and-large");
    const [ending] = bars(graph, filter).filter(({ death }) => death === 5);
    const apart = { vertices: 5, edges: Uint32Array.of(0, 1, 1, 2, 3, 4) };
    const essential = bars(apart, [1, 3, 2, 1.5, 4]).filter(({ death: end }) => end === null);
    expect(pairsOf(essential)).toEqual(["1 null", "1.5 null"]);
    expect(rightIn("who-ends")).toEqual([String(essential.length)]);
    expect(drawnIn("who-ends")).toEqual([[`${ending!.birth} ${ending!.death}`, "1 null"].sort()]);
    expect([...topology.component(graph, filter, ending!, null)].sort()).toEqual([2, 3, 4]);
    expect([...topology.joins(graph, filter, ending!)]).toEqual([0]);
  });

  it("3: three components at 2.5, three bars for five vertices", () => {
    const { graph, filter } = example("path");
    const path = walk(example("path"));
    expect(rightIn("bars-over-t")).toEqual([String(at(path, path.components, 2.5))]);
    expect(pairsOf(bars(graph, filter))).toEqual(["1 null", "1.5 4", "2 3"]);
  });

  it("loops-stay: four loops at 5, and the triangles that combine to the rim", () => {
    const { graph } = example("wheel");
    const wheel = walk(example("wheel"));
    expect(rightIn("loops-stay")).toEqual([String(loopsAt(wheel, positionAt(wheel, 5))), "all four"]);
    const spokes = [0, 1, 2, 3].map((rim) => edgesOf(graph, [rim, (rim + 1) % 4, 4]));
    const sum = spokes.reduce(
      (all, one) => new Set([...all, ...one].filter((e) => all.has(e) !== one.has(e))),
    );
    expect(sum).toEqual(edgesOf(graph, [0, 1, 2, 3]));
  });

  it("5: the path and the star differ only in the superlevel filtration", () => {
    const of = (id: string, way: Direction): string[] =>
      pairsOf(bars(example(id).graph, example(id).filter, way));
    expect(of("rising-path", "sub")).toEqual(of("star", "sub"));
    expect(of("rising-path", "sub")).toEqual(["1 null"]);
    expect(of("rising-path", "super")).toEqual(["4 null"]);
    expect(of("star", "super")).toEqual(["2 1", "3 1", "4 null"]);
    expect(rightIn("from-above")).toEqual(["only superlevel"]);
  });

  it("small-pushes: bars move at most as far as values", () => {
    const { graph, filter } = example("path");
    const finite = (all: readonly Bar[]): Float32Array =>
      Float32Array.from(all.flatMap(({ birth, death }) => (death === null ? [] : [birth, death])));
    const before = finite(bars(graph, filter));
    for (let push = 0; push < 3 ** 5; push++) {
      const moved = filter.map((value, v) => value + 0.5 * ((Math.floor(push / 3 ** v) % 3) - 1));
      expect(topology.distance("bottleneck", before, finite(bars(graph, moved))).value).toBeLessThanOrEqual(
        0.5,
      );
    }
    expect(rightIn("small-pushes")).toEqual(["by at most 0.5; a new edge has no such bound"]);
  });

  it("7: only the vertex of the bar that ends at 4 changes", () => {
    const { graph } = example("path");
    const around = [1.0625, 0.9375].map((e) => bars(graph, [1, 3, 2, 4, e]));
    const owners = around.map((all) => all.find(({ death }) => death === 4)!.birthVertex);
    expect(owners).toEqual([4, 0]);
    expect(around.map((all) => all.length)).toEqual([3, 3]);
    expect(pairsOf(bars(graph, [1, 3, 2, 4, 0.5]))).toEqual(["0.5 null", "1 4", "2 3"]);
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
    expect(pairsOf(ending("path"))).toEqual(["1.5 4", "2 3"]);
    // The slope at (1.5, 4) points to the centre (2, 3), up to the distance 1.5 < |r| = 2.
    expect(Math.sign(pointSlopes({ birth: 2, death: 3, radius: 2 }, { birth: 1.5, death: 4 }).death)).toBe(
      -1,
    );
    expect(Math.sign(pointSlopes({ birth: 2, death: 3, radius: 1.4 }, { birth: 1.5, death: 4 }).death)).toBe(
      1,
    );
    expect(rightIn("bars-to-numbers")).toEqual(["It falls."]);
  });

  it("diagram: the lengths of the two finite bars", () => {
    const { graph, filter } = example("path");
    const finite = bars(graph, filter).filter(({ death }) => death !== null);
    const lengths = finite.map(({ birth, death }) => `(${birth}, ${death}) ${death! - birth}`).sort();
    expect(lengths).toEqual(["(1.5, 4) 2.5", "(2, 3) 1"]);
    expect(rightIn("diagram")).toEqual(["(2, 3)"]);
  });

  it("one-gradient: the owners of the bar", () => {
    expect(rightIn("one-gradient")).toEqual(["3"]);
    // The vertices of the task are the owners of the bar that its card names.
    const { wait } = COURSE.find(({ id }) => id === "one-gradient")!.cards[2]!;
    expect(wait!.until).toEqual({ type: "select", vertices: [3, 4] });
  });

  it("learn-the-order: the two small graphs agree except for their bars", () => {
    const [one, several] = ["one-loop", "several-loops"].map((id) => example(id).graph);
    const around = (graph: Graph): string[] => {
      const beside = Array.from({ length: graph.vertices }, () => [] as number[]);
      for (let e = 0; e < graph.edges.length; e += 2) {
        beside[graph.edges[e]!]!.push(graph.edges[e + 1]!);
        beside[graph.edges[e + 1]!]!.push(graph.edges[e]!);
      }
      return beside
        .map(
          (near, v) =>
            `${beside[v]!.length}: ${near
              .map((w) => beside[w]!.length)
              .sort()
              .join()}`,
        )
        .sort();
    };
    expect(around(one!)).toEqual(around(several!));
    expect(one!.edges.length).toBe(several!.edges.length);
    const [first, second] = ["one-loop", "several-loops"].map((id) => {
      const { graph, filter } = example(id);
      const all = bars(graph, filter);
      return {
        components: pairsOf(all.filter(({ kind }) => kind !== "h1Essential")),
        loops: pairsOf(all.filter(({ kind }) => kind === "h1Essential")),
      };
    });
    expect(first!.components).toEqual(["1 null"]);
    expect(second!.components).toEqual(["1 2", "1 null"]);
    expect(first!.loops).toContain("1 null");
    expect(second!.loops).toContain("1 null");
  });

  it("sum-or-bars: b moves no bar of the rising path", () => {
    const { graph, filter } = example("rising-path");
    for (const way of ["sub", "super"] as const)
      expect(pairsOf(bars(graph, [1, 2.5, 3, 4], way))).toEqual(pairsOf(bars(graph, filter, way)));
    expect(rightIn("sum-or-bars")).toEqual(["the bars", "the sum only"]);
  });

  it("real-graphs: the order of the atoms, and the bar of the second centre", () => {
    const { graph, filter } = example("molecule");
    const names = graph.names!;
    const order = [...names.keys()].sort((a, b) => filter[b]! - filter[a]!).map((v) => names[v]);
    expect(order.slice(0, 3)).toEqual(["N", "O1", "O2"]);
    const thread = example("thread");
    expect(pairsOf(bars(thread.graph, thread.filter, "super"))).toEqual(["5 2", "6 null"]);
    expect(rightIn("real-graphs")).toEqual(["the nitro group: N, then both O", "10", "(5, 2)"]);
  });

  it("explain: the bars that a learner draws, of a graph with two bars that end", () => {
    expect(drawnIn("explain")).toEqual([["1 null", "2 5", "3 4"]]);
  });

  /** The component and loop bars of points. */
  function pointBars(points: readonly (readonly [number, number])[], complex: PointComplex): string[][] {
    const coordinates = points.flat();
    const all = topology.points({ title: "", coordinates, complex }).bars;
    return [false, true].map((loops) =>
      all
        .filter(({ kind }) => isLoop(kind) === loops)
        .map(({ birth, death }) => `${Number(birth.toFixed(2))} ${death && Number(death.toFixed(2))}`)
        .sort(),
    );
  }
  /** The points of the actions of a lesson, in their order. */
  const pointsIn = (id: string): (readonly (readonly [number, number])[])[] => {
    const { start, cards } = COURSE.find((lesson) => lesson.id === id)!;
    const actions = [
      ...start,
      ...cards.flatMap(({ do: card, question }) => [...card, ...(question?.reveal ?? [])]),
    ];
    return actions.flatMap((action) => (action.type === "points" ? [action.points] : []));
  };

  it("discs: the bars of the five points", () => {
    const [five] = pointsIn("discs");
    const [components] = pointBars(five!, "alpha");
    expect(components).toEqual(["0 1", "0 2", "0 3", "0 4", "0 null"]);
    expect(rightIn("discs")).toEqual(["2", "4"]);
  });

  it("holes: the loop bars of the rectangle, of four and twelve points of a circle, and with an outlier", () => {
    const [rectangle, four, twelve, , thirteen] = pointsIn("holes");
    expect(pointBars(rectangle!, "alpha")[1]).toEqual(["4 5"]);
    expect(pointBars(four!, "alpha")[1]).toEqual(["7.07 10"]);
    expect(pointBars(twelve!, "alpha")[1]).toEqual(["3.16 10"]);
    const early = pointBars(thirteen!, "alpha")[1]!.filter((bar) => bar.startsWith("3.16 "));
    expect(early).toEqual(["3.16 5.27"]);
    expect(rightIn("holes")).toEqual(["at t = 5", "only the birth", "at about 5.3"]);
  });

  it("rips: the loop of the triangle, with discs only", () => {
    const [triangle] = pointsIn("rips");
    const [discs, rips] = (["alpha", "rips"] as const).map((complex) => pointBars(triangle!, complex));
    expect(discs![1]).toEqual(["4 4.33"]);
    expect(rips![1]).toEqual([]);
    expect(rips![0]).toEqual(discs![0]);
    expect(rightIn("rips")).toEqual(["loop bars"]);
  });

  it("pull: the bar of the eight points, its simplices, and the bars of two loops", () => {
    const [eight, two] = pointsIn("pull");
    expect(pointBars(eight!, "alpha")[1]).toEqual(["4.94 10"]);
    const cloud = { title: "", coordinates: eight!.flat(), complex: "alpha" } as const;
    const [loop] = topology.points(cloud).bars.filter(({ kind }) => isLoop(kind));
    const lengths = topology
      .points({ ...cloud, coordinates: two!.flat() })
      .bars.filter(({ kind }) => isLoop(kind))
      .map(persistenceOf)
      .sort((a, b) => b - a);
    expect(lengths[0]! / lengths[1]!).toBeGreaterThan(5);
    expect(lengths[1]! / lengths[2]!).toBeGreaterThan(3);
    const { wait } = COURSE.find(({ id }) => id === "pull")!.cards[1]!;
    const vertices = [...loop!.simplices!.death!].sort((a, b) => a - b);
    expect(wait!.until).toEqual({ type: "select", vertices });
    expect(rightIn("pull")).toEqual(["They lengthen the longest bar and shorten the others."]);
  });

  it("pull: descent from the start of its card reaches the length that the card waits for", () => {
    const { cards } = COURSE.find(({ id }) => id === "pull")!;
    const lengths = cards.flatMap(({ wait }) =>
      wait?.until.type === "loop-length" ? [wait.until.length] : [],
    );
    let cloud: PointCloud = { title: "", coordinates: pointsIn("pull")[0]!.flat(), complex: "alpha" };
    const box = boxOf(cloud.coordinates);
    const loss = (): PointLoss => pointLoss("longest", topology.points(cloud).bars, cloud);
    for (let step = 0; step < 300 && -loss().value < Math.max(...lengths); step++)
      cloud = descended(cloud, loss().gradient, step, box);
    expect(-loss().value).toBeGreaterThanOrEqual(Math.max(...lengths));
  });

  describe("colours-or-bars", () => {
    const lesson = COURSE.find(({ id }) => id === "colours-or-bars")!;
    const pairs = lesson.cards.map(({ compare }) => compare.filter((shown) => shown.type === "own-graph"));
    const graphOf = ({ values, edges }: { values: readonly number[]; edges: readonly number[] }): Graph => ({
      vertices: values.length,
      edges: Uint32Array.from(edges),
    });
    /** Whether a descriptor separates the two graphs of a card, counted from 1. */
    const verdictOf = (card: number, descriptor: string): string => {
      const [first, second] = pairs[card - 1]!.map((shown) => topology.toGraph6(graphOf(shown)));
      return topology.pair(first!, second!).compare(descriptor, 1).verdict;
    };
    const stableColours = (card: number): number[][] => {
      const [first, second] = pairs[card - 1]!.map((shown) => topology.toGraph6(graphOf(shown)));
      const { evidence } = topology.pair(first!, second!).compare("wl", 1);
      return evidence.kind === "colours" ? evidence.rounds.at(-1)!.colours : [];
    };
    const barsOf = (shown: { values: readonly number[]; edges: readonly number[] }): string[] =>
      bars(graphOf(shown), shown.values)
        .flatMap(({ kind, birth, death, multiplicity }) =>
          Array.from({ length: multiplicity }, () => `${kind} ${birth} ${death}`),
        )
        .sort();
    /** The numbers of components and loops at t. */
    const countsAt = (
      shown: { values: readonly number[]; edges: readonly number[] },
      t: number,
    ): number[] => {
      const [graph, filter] = [graphOf(shown), Float32Array.from(shown.values)];
      const steps = topology.walk(graph, topology.filtration(graph, filter), "sub");
      return [at(steps, steps.components, t), loopsAt(steps, positionAt(steps, t))];
    };

    it.each([1, 3, 5])("card %i: 1-WL cannot separate the two graphs, which are not isomorphic", (card) => {
      expect(verdictOf(card, "wl")).toBe("cannot");
      expect(verdictOf(card, "isomorphism")).toBe("separates");
    });

    it("the bars of the hexagon and of two triangles", () => {
      const [hexagon, triangles] = pairs[1]!;
      expect(barsOf(hexagon!)).toEqual(["h0Essential 2 null", "h1Essential 2 null"]);
      const twice = ["h0Essential 2 null", "h1Essential 2 null"].flatMap((bar) => [bar, bar]);
      expect(barsOf(triangles!)).toEqual(twice);
      expect(verdictOf(2, "persistence")).toBe("separates");
    });

    it("d is the only vertex whose colour separates the necklaces if it enters last", () => {
      const { wait } = lesson.cards[2]!;
      const [first, second] = stableColours(3);
      expect([...first!].sort()).toEqual([...second!].sort());
      const separating = first!.flatMap((colour, vertex) => {
        const late = (of: readonly number[]): number[] => of.map((other) => (other === colour ? 3 : 2));
        const [p, q] = pairs[2]!.map((shown, i) =>
          barsOf({ ...shown, values: late(i === 0 ? first! : second!) }),
        );
        return String(p) === String(q) ? [] : [vertex];
      });
      expect(wait?.until).toEqual({ type: "select", vertices: separating });
      // The replies speak of the graph without the vertex, at t = 2.
      const reveal = wait!.guess!.reveal.find((action) => action.type === "values")!;
      expect(pairs[3]!.map(({ values }) => values)).toEqual([reveal.values, reveal.values]);
      // A constant f separates nothing.
      const constant = pairs[2]!.map(barsOf);
      expect(constant[0]).toEqual(constant[1]);
    });

    it("components and loops of the necklaces at t = 2 and 3", () => {
      const [triangles, long] = pairs[3]!;
      expect([2, 3].map((t) => countsAt(triangles!, t))).toEqual([
        [2, 2],
        [1, 2],
      ]);
      expect([2, 3].map((t) => countsAt(long!, t))).toEqual([
        [1, 1],
        [1, 2],
      ]);
    });

    it("neither sees the triangle with the pentagon and the squares; the lengths of the loops do", () => {
      expect(
        ["persistence", "extended", "loop-lengths"].map((descriptor) => verdictOf(5, descriptor)),
      ).toEqual(["cannot", "cannot", "separates"]);
      const [pentagon, squares] = pairs[4]!;
      const left = [pentagon!, squares!].map((shown) => {
        const filled = topology.filled(graphOf(shown), Float32Array.from(shown.values));
        return filled.sublevel.h1_essential.length;
      });
      expect(left).toEqual([1, 2]);
    });

    it("the right choices", () => {
      expect(rightIn("colours-or-bars")).toEqual([
        "never",
        "two of components, two of loops",
        "the components and the loops",
        "the lengths of the loops",
      ]);
      expect(lesson.cards.at(-1)!.text).toContain(`${topology.descriptors().length} descriptors`);
    });
  });

  it("pull: descent lengthens the longest bar and shortens the others", () => {
    let cloud: PointCloud = { title: "", coordinates: pointsIn("pull")[1]!.flat(), complex: "alpha" };
    const box = boxOf(cloud.coordinates);
    const values = (): number[] =>
      (["longest", "others"] as const).map(
        (target) => pointLoss(target, topology.points(cloud).bars, cloud).value,
      );
    const before = values();
    for (let step = 0; step < 100; step++)
      cloud = descended(cloud, pointLoss("one", topology.points(cloud).bars, cloud).gradient, step, box);
    const after = values();
    expect(after[0]).toBeLessThan(before[0]!);
    expect(after[1]).toBeLessThan(0.5 * before[1]!);
  });

  it("way-back: the essential bars, and their ends on the way back", () => {
    const [shown] = COURSE.find(({ id }) => id === "way-back")!.start;
    if (shown?.type !== "own-graph") throw new Error("the lesson starts with a graph");
    const graph = { vertices: shown.values.length, edges: Uint32Array.from(shown.edges) };
    expect(pairsOf(bars(graph, shown.values))).toEqual(["1 null", "6 null", "7 null"]);
    const ends = (of: Graph, values: ArrayLike<number>): string[] =>
      pairsOf(
        topology.extended(of, Float32Array.from(values)).filter(({ direction }) => direction === "sub"),
      );
    expect(ends(graph, shown.values)).toEqual(["1 7", "6 1", "7 4"]);
    const path = example("path");
    expect(ends(path.graph, path.filter)).toEqual(["1 4"]);
    expect(rightIn("way-back")).toEqual(["(6, 1)"]);
  });

  it("10: equal values give equal bars, different values different bars", () => {
    const { graph, filter } = example("path");
    expect(bars(graph, filter)).toEqual(bars(graph, filter));
    expect(pairsOf(bars(graph, [1, 3.5, 2, 4, 1.5]))).not.toEqual(pairsOf(bars(graph, filter)));
    expect(rightIn("learn-the-order")).toEqual([
      "about half of the time",
      "the component bar (1, 2)",
      "it moved f, and the bars followed",
    ]);
  });
});
