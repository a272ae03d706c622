import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heightFilter, STRUCTURE_FILTERS } from "../../domain/filters";
import { EXAMPLES } from "../../domain/graph/subject";
import type { BarId } from "../../domain/graph/graph";
import { DIRECTIONS, EXTENDED_KINDS, ORDINARY_KINDS } from "../../domain/graph/graph";
import { linkedOf, UNLINKED, withLinked } from "../../store/linked";
import type { Linked } from "../../store/linked";
import { reduce } from "../../store/reduce";
import { CHOICES, DEFAULTS } from "../../domain/settings/settings";
import type { Settings } from "../../domain/settings/settings";
import { TOOL_IDS } from "../../store/choices";
import { MAP_COLOURS, READOUT_PICTURES, TOPICS } from "../../store/state";
import type { PointCloud } from "../../domain/graph/subject";
import { TARGET_IDS } from "../../domain/points/descent";
import { isCoordinate } from "../../domain/points/points";
import { emptyState } from "../../store/testing";
import type { OwnLesson } from "../../store/lesson";
import { addressWith, cardIn, linkIn, linkOf, readLink, writeLink } from "./address";

const RUNS = { numRuns: 1000 };

const real = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true }).map((value) => value + 0);
const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const maybe = <T>(inner: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(inner);
const index = fc.nat({ max: 2 ** 31 - 2 });

const ownGraph = fc.nat({ max: 40 }).chain((vertices) =>
  fc.record(
    {
      title: fc.string({ maxLength: 30, unit: "grapheme" }).filter((title) => [...title].length <= 80),
      vertices: fc.constant(vertices),
      edges:
        vertices === 0
          ? fc.constant([])
          : fc
              .array(fc.tuple(fc.nat({ max: vertices - 1 }), fc.nat({ max: vertices - 1 })), {
                maxLength: 60,
              })
              .map((pairs) => pairs.flat()),
      filters: fc.array(
        fc.record({
          name: fc.oneof(
            fc.constant("values"),
            fc.string({ maxLength: 20 }).map((name) => `attribute:${name}`),
          ),
          values: fc.array(float, { minLength: vertices, maxLength: vertices }),
        }),
        { maxLength: 3 },
      ),
      names: fc.array(
        fc.string({ maxLength: 12, unit: "grapheme" }).filter((name) => [...name].length <= 80),
        { minLength: vertices, maxLength: vertices },
      ),
      origin: fc.record({
        dataset: fc
          .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
          .filter((name) => [...name].length <= 80),
        index: fc.nat({ max: 99_999 }),
        vertices: fc.array(maybe(fc.nat({ max: 99_999 })), { minLength: vertices, maxLength: vertices }),
      }),
      places: fc.array(
        fc.nat({ max: 0xffff }).map((share) => share / 0xffff),
        { minLength: 2 * vertices, maxLength: 2 * vertices },
      ),
    },
    { requiredKeys: ["title", "vertices", "edges", "filters"] },
  ),
);

const coordinate = fc.float({ noNaN: true, noDefaultInfinity: true }).filter(isCoordinate);
const plane: fc.Arbitrary<PointCloud> = fc.record({
  title: fc.string({ maxLength: 40, unit: "grapheme" }),
  coordinates: fc.array(fc.tuple(coordinate, coordinate), { maxLength: 30 }).map((places) => places.flat()),
  complex: fc.constantFrom("alpha" as const, "rips" as const),
});
const weightedGraphs: fc.Arbitrary<PointCloud> = plane.chain(({ title, coordinates }) => {
  const vertices = coordinates.length / 2;
  const end = fc.nat(Math.max(vertices - 1, 0));
  const edge = fc.tuple(end, end, fc.float({ min: 0, noNaN: true, noDefaultInfinity: true }));
  const name = fc.string({ maxLength: 20 });
  return fc
    .tuple(
      fc.array(edge, { maxLength: vertices === 0 ? 0 : 40 }),
      fc.option(fc.array(name, { minLength: vertices, maxLength: vertices }), { nil: undefined }),
    )
    .map(([edges, names]) => ({
      ...{ title, coordinates, complex: "rips" as const },
      weighted: {
        ends: edges.flatMap(([a, b]) => [a, b]),
        values: edges.map(([, , value]) => value),
        ...(names ? { names } : {}),
      },
    }));
});
const points: fc.Arbitrary<PointCloud> = fc.oneof(plane, weightedGraphs);

/** Chosen training settings; a link omits those with the default of the command line. */
const settings: fc.Arbitrary<Partial<Settings>> = fc
  .record<Settings, keyof Settings>(
    {
      model: fc.constantFrom(...CHOICES.model),
      layers: fc.integer({ min: 1, max: 5 }),
      features: fc.constantFrom(...CHOICES.features),
      edges: fc.constantFrom(...CHOICES.edges),
      topologyLayer: fc.constantFrom(...CHOICES.topologyLayer),
      fixedFilter: fc.oneof(
        fc.constantFrom(...CHOICES.fixedFilter),
        fc.string({ minLength: 1, maxLength: 20 }).map((name) => `attribute:${name}` as const),
      ),
      epochs: fc.integer({ min: 1, max: 10_000 }),
      batchSize: fc.integer({ min: 2, max: 1000 }),
      learningRate: real(1e-7, 10),
      weightDecay: real(0, 1),
      halveAt: fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 6 }),
      width: fc.integer({ min: 1, max: 4096 }),
      splitSeed: fc.option(fc.nat(1000)),
      dropout: fc.option(real(0, 0.99)),
      hats: fc.integer({ min: 1, max: 4096 }),
      hat: fc.constantFrom(...CHOICES.hat),
      barWeight: fc.constantFrom(...CHOICES.barWeight),
      readout: fc.constantFrom(...CHOICES.readout),
      extended: fc.boolean(),
      filters: fc.integer({ min: 1, max: 64 }),
      edgeFilter: fc.constantFrom(...CHOICES.edgeFilter),
      ties: fc.constantFrom(...CHOICES.ties),
      seed: fc.nat({ max: 2 ** 32 - 1 }),
      splits: fc.constantFrom("seed" as const, "icml2020" as const),
      folds: fc.integer({ min: 2, max: 100 }),
      fold: fc.integer({ min: 1, max: 100 }),
      validation: fc.boolean(),
    },
    { requiredKeys: ["seed"] },
  )
  .map((chosen) => chosen as Partial<Settings>);

/** All states that a link can express. */
const linkedStates: fc.Arbitrary<Linked> = fc.record<Linked>({
  backend: fc.constantFrom("auto", "cpu", "gpu"),
  dataset: maybe(
    fc.record({
      name: fc
        .string({ minLength: 1, maxLength: 40, unit: "grapheme" })
        .filter((name) => !name.includes("~")),
      seed: fc.nat({ max: 2 ** 32 - 1 }),
    }),
  ),
  subject: fc.oneof(
    fc.constantFrom(...EXAMPLES).map(({ id }) => ({ type: "example" as const, id })),
    index.map((at) => ({ type: "graph" as const, index: at })),
    ownGraph.map((graph) => ({ type: "own" as const, graph })),
    points.map((cloud) => ({ type: "points" as const, cloud })),
  ),
  filter: maybe(
    fc.oneof(
      fc.constantFrom("values", "learned", ...STRUCTURE_FILTERS.map(({ id }) => id)),
      fc.integer({ min: 0, max: 359 }).map(heightFilter),
      fc.string({ minLength: 1, maxLength: 20 }).map((name) => `attribute:${name}`),
    ),
  ),
  values: maybe(fc.array(float, { minLength: 1, maxLength: 50 })),
  settings: fc.oneof(fc.constant({}), settings),
  page: fc.constantFrom("learn", "inspect"),
  placement: fc.constantFrom("value", "free"),
  stretch: fc.boolean(),
  colour: fc.oneof(
    fc.constantFrom("f" as const, "rank" as const, "label" as const),
    fc.integer({ min: 1, max: 9999 }).map((column) => `attribute${column}` as const),
  ),
  tool: maybe(fc.constantFrom(...TOOL_IDS)),
  tieRule: fc.constantFrom("index", "reversed", "mean"),
  target: fc.constantFrom(...TARGET_IDS),
  hat: maybe(fc.record({ birth: real(-1e30, 1e30), death: real(-1e30, 1e30), radius: real(-1e30, 1e30) })),
  filled: fc.boolean(),
  lesson: maybe(fc.record({ lesson: fc.stringMatching(/^[a-z0-9-]{1,20}$/), card: fc.nat({ max: 99_998 }) })),
  making: fc.boolean(),
  present: fc.boolean(),
  epoch: maybe(fc.nat({ max: 10_000 })),
  pace: fc.constantFrom(1, 4, 16, null),
  directions: fc.constantFrom("sub", "super", "both"),
  threshold: maybe(real(-1e30, 1e30)),
  highlight: maybe(
    fc.oneof(
      fc.nat({ max: 99_999 }).map((vertex) => ({ type: "vertex" as const, vertex })),
      fc
        .tuple(fc.constantFrom(...ORDINARY_KINDS), fc.constantFrom(...DIRECTIONS), fc.nat({ max: 99_999 }))
        .map((parts) => ({ type: "bar" as const, id: parts.join(":") as BarId })),
      fc
        .tuple(
          fc.constantFrom(...EXTENDED_KINDS),
          fc.constantFrom(...DIRECTIONS),
          fc.nat({ max: 99_999 }),
          fc.nat({ max: 99_999 }),
        )
        .map((parts) => ({ type: "bar" as const, id: parts.join(":") as BarId })),
    ),
  ),
  selection: maybe(index),
  zoom: fc.record({ k: real(0.5, 40), x: real(-1, 2), y: real(-1, 2) }),
  playing: fc.boolean(),
  asks: fc.boolean(),
  speed: fc.constantFrom(0.5, 1, 2, 4),
  sort: fc.constantFrom("birth", "length"),
  zeroLength: fc.boolean(),
  fit: fc.boolean(),
  trails: fc.boolean(),
  extended: maybe(fc.boolean()),
  panel: fc.constantFrom("bars", "diagram", "train", "data"),
  topic: fc.constantFrom(...TOPICS),
  errorsView: fc.record({
    part: fc.constantFrom("train", "validation", "test"),
    cell: fc.oneof(
      fc.constant("wrong" as const),
      fc.record({ truth: fc.nat({ max: 99 }), predicted: fc.nat({ max: 99 }) }),
    ),
  }),
  classesView: fc.record({
    part: fc.constantFrom("train", "validation", "test"),
    direction: fc.constantFrom(...DIRECTIONS),
    scale: fc.constantFrom("vertices", "graph"),
    stretched: fc.boolean(),
    compared: maybe(fc.constantFrom([0, 2] as const, [31, 4] as const)),
    filling: maybe(fc.record({ cell: fc.nat({ max: 999 }), class: fc.nat({ max: 99 }) })),
  }),
  readoutView: fc.record({
    class: maybe(fc.nat({ max: 99 })),
    against: fc.oneof(fc.constantFrom("none" as const, "next" as const), fc.nat({ max: 99 })),
    coordinate: maybe(fc.constantFrom("h0:1", "h1Extended:100", "h1Essential:7", "h0Essential:12")),
    square: fc.constantFrom("h0", "h1Extended"),
  }),
  filterInView: index,
  readoutPicture: fc.constantFrom(...READOUT_PICTURES),
  mapColour: fc.constantFrom(...MAP_COLOURS),
  separation: fc.record({
    graphs: fc.tuple(fc.stringMatching(/^:?[?-~]{1,20}$/), fc.stringMatching(/^:?[?-~]{1,20}$/)),
    descriptor: fc.stringMatching(/^[a-z-]{1,20}$/),
    layers: fc.nat(1000),
    round: fc.option(fc.nat(1000)),
  }),
  dataTab: fc.constantFrom("sources", "graphs"),
  tables: fc.subarray(["bars", "classes", "compare", "hats", "learned", "vertices"] as const),
  class: maybe(index),
  part: maybe(fc.constantFrom("train", "validation", "test")),
  wrongOnly: fc.boolean(),
  keepRunning: fc.boolean(),
});

/** Malicious links, and links that were damaged in transit. */
const KEYS = [...new URLSearchParams(writeLink(UNLINKED)).keys()].concat(
  "data graph filter f features epochs seed fold rate model layers edges fixed batch decay halve width dropout hats reads weigh reads-extended tied splits folds validation way t lit vertex zoom play speed sort zero fit trails extended panel topic differ readout list tables class part wrong background backend".split(
    " ",
  ),
);
const hostileWord = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    ..."NaN Infinity -1 1e999 0x10 -0 99999999999999999999 own. own.AAAA own.____ ../../etc null undefined [object Object] h0:sub:-1 h9:sub:1 h0:sub:1:2 h1Extended:sub:1 v-1 ~ ~~ 1~2~3~4 test~sub~vertices~all~3-3~ test~up~graph~own~1-~9-1 train~~~~~ 0~h0:0~h0 ~h9:1~ 01~~h0".split(
      " ",
    ),
    "<script>alert(1)</script>",
    "%E0%A4%A",
  ),
  fc.integer().map(String),
  fc.double().map(String),
  fc.base64String().map((text) => `own.${text}`),
);
const hostileLinks = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.tuple(fc.constantFrom(...KEYS), hostileWord), { maxLength: 12 })
    .map((words) => new URLSearchParams(words).toString()),
  fc.tuple(linkedStates, fc.nat(), fc.string({ unit: "binary", maxLength: 3 })).map(([linked, at, noise]) => {
    const link = writeLink(linked);
    const cut = at % (link.length + 1);
    return link.slice(0, cut) + noise + link.slice(cut + noise.length);
  }),
);

/** Checks that a page can be in this state: it is equal after a round trip, and its numbers are in range. */
function expectValid(linked: Linked): void {
  expect(readLink(writeLink(linked))).toMatchObject({ linked, clamped: [] });
  expect([0.5, 1, 2, 4]).toContain(linked.speed);
  for (const number of [linked.selection, linked.class]) {
    expect(number === null || (Number.isInteger(number) && number >= 0)).toBe(true);
  }
  const { epochs, seed, fold, layers, batchSize, halveAt = [] } = linked.settings;
  for (const number of [epochs, seed, fold, layers, batchSize, ...halveAt]) {
    expect(number === undefined || (Number.isInteger(number) && number >= 0)).toBe(true);
  }
  const { subject } = linked;
  if (subject.type === "example") expect(EXAMPLES.some(({ id }) => id === subject.id)).toBe(true);
  if (subject.type === "graph") expect(subject.index).toBeGreaterThanOrEqual(0);
  if (subject.type === "own") {
    const { vertices, edges, filters, names, places } = subject.graph;
    expect(edges.every((vertex) => vertex < vertices)).toBe(true);
    if (names) expect(names).toHaveLength(vertices);
    if (places) expect(places).toHaveLength(2 * vertices);
    expect((places ?? []).every((place) => place >= 0 && place <= 1)).toBe(true);
    expect(filters.every(({ values }) => values.length === vertices)).toBe(true);
  }
}

describe("links", () => {
  it("restore their state", () => {
    fc.assert(
      fc.property(linkedStates, (linked) => {
        const state = withLinked(emptyState(), linked);
        const { linked: read, clamped } = readLink(writeLink(linkedOf(state)));
        expect(clamped).toEqual([]);
        expect(withLinked(emptyState(), read)).toEqual(state);
      }),
      RUNS,
    );
  });

  it("that are malformed give a valid state, and no exception", () => {
    fc.assert(
      fc.property(hostileLinks, (text) => {
        const { linked } = readLink(text);
        expectValid(linked);
        const state = reduce(emptyState(), { type: "open-link", linked, source: "link" });
        // Settings with the default of the command line are omitted.
        const { settings, ...others } = linkedOf(state);
        const { settings: own, ...read } = linked;
        expect(others).toEqual(read);
        expect(own).toMatchObject(settings);
        const again = withLinked(emptyState(), { ...others, settings });
        expect({ ...DEFAULTS, ...again.document.settings }).toEqual({
          ...DEFAULTS,
          ...state.document.settings,
        });
      }),
      RUNS,
    );
  });

  it("name the address of a lesson whose file is too long for them, with the card", () => {
    const address = "https://course.example/flood.json?v=2";
    const own = { id: "flood-1", packed: null, address } as OwnLesson;
    const state = {
      ...emptyState(),
      ownLesson: own,
      view: { ...emptyState().view, lesson: { lesson: own.id, card: 2 }, threshold: 0.5 },
    };
    const link = linkOf(state);
    const read = linkIn({ hash: `#${link}`, search: "?lesson=else" });
    expect([read.lessonAddress, cardIn(read.lessonAddress ?? "")]).toEqual([`${address}#3`, 2]);
    expect(read.linked.threshold).toBe(0.5);
    expect(cardIn(address)).toBe(0);
    // A file from the disk has no address, and another lesson needs none.
    expect(linkOf({ ...state, ownLesson: { ...own, address: null } })).not.toContain("course.example");
    expect(linkOf({ ...state, view: emptyState().view })).not.toContain("course.example");
  });

  it("of a new page contain only their version", () => {
    expect(writeLink(UNLINKED)).toBe("v=1");
    expect(readLink("v=1")).toEqual({
      linked: UNLINKED,
      lessonFile: null,
      lessonAddress: null,
      clamped: [],
      stated: new Set(),
    });
  });

  it("with a data set and without a graph show its first graph, and name any other graph", () => {
    const dataset = { name: "MUTAG", seed: 0 };
    const first = { type: "graph", index: 0 } as const;
    expect(readLink("data=MUTAG").linked).toMatchObject({ dataset, subject: first, page: "inspect" });
    expect(writeLink({ ...UNLINKED, dataset, subject: first, page: "inspect", directions: "both" })).toBe(
      "v=1&data=MUTAG",
    );
    expect(writeLink({ ...UNLINKED, dataset })).toBe("v=1&data=MUTAG&graph=path&page=learn");
  });

  it("to a card contain its graph", () => {
    const lesson = { lesson: "later-end", card: 0 };
    const link = writeLink({ ...UNLINKED, lesson });
    expect(link).toBe("v=1&graph=path&lesson=later-end%7E1");
    expect([...readLink(link).stated]).toEqual(["subject", "lesson"]);
  });

  it("report invalid values, and use the nearest valid values", () => {
    const { linked, clamped } = readLink("v=1&graph=-3&seed=1e99&way=sideways&speed=3&epochs=20");
    expect([...clamped].sort()).toEqual(["filtration", "graph", "seed", "speed"]);
    expect(linked).toMatchObject({
      subject: { type: "graph", index: 0 },
      settings: { seed: 2 ** 32 - 1, epochs: 20 },
      directions: "both",
    });
  });

  it("restore the valid choices of the classes and the coordinate functions", () => {
    const { linked, clamped } = readLink(
      "v=1&differ=train~super~graph~own~2-0~417-2&readout=1~h0:12~h1Extended",
    );
    expect(clamped).toEqual([]);
    expect(linked).toMatchObject({
      classesView: {
        ...{ part: "train", direction: "super", scale: "graph", stretched: true },
        ...{ compared: [2, 0], filling: { cell: 417, class: 2 } },
      },
      readoutView: { class: 1, against: "next", coordinate: "h0:12", square: "h1Extended" },
    });
    expect(readLink("v=1&differ=test~sub~loops~all~1-1~&readout=~h0:0~h0")).toMatchObject({
      linked: { classesView: UNLINKED.classesView, readoutView: UNLINKED.readoutView },
      clamped: ["choices of the classes", "choices of the coordinate functions"],
    });
  });

  it("contain only the settings that differ from the defaults of the command line", () => {
    const written = (settings: Partial<Settings>): string =>
      writeLink(linkedOf(withLinked(emptyState(), { ...UNLINKED, settings })));
    expect(written({ seed: 4, model: "sum", batchSize: 32, halveAt: [] })).toBe(
      "v=1&model=sum&halve=never&seed=4",
    );
    const state = withLinked(emptyState(), readLink("v=1&seed=4&hats=0&fixed=nothing&decay=-1").linked);
    expect(state.document.settings).toMatchObject({
      model: "gfl",
      hats: 1,
      fixedFilter: "degree",
      weightDecay: 0,
    });
  });

  it("of a later version restore their known parts, and report the version", () => {
    expect(readLink("v=7&graph=3&colour=rank")).toMatchObject({
      linked: { subject: { type: "graph", index: 2 } },
      clamped: ["version"],
    });
  });

  it("from before vertices had names are still read", () => {
    expect(readLink("v=1&graph=own.BG1pbmUDAgABAQIBBnZhbHVlcwAAgD8AAEBAAAAAQA").linked.subject).toEqual({
      type: "own",
      graph: {
        title: "mine",
        vertices: 3,
        edges: [0, 1, 1, 2],
        filters: [{ name: "values", values: [1, 3, 2] }],
      },
    });
  });

  it("omit points that are too many or damaged", () => {
    const coordinates = new Array<number>(2 * 501).fill(0.5);
    const subject = { type: "points", cloud: { title: "many", coordinates, complex: "alpha" } } as const;
    expect(readLink(writeLink({ ...UNLINKED, subject })).linked).toEqual(UNLINKED);
    const edge = "points.rips..AAAAAAAAAAAAAIA_AAAAAA.AAABAA.AACAPw";
    expect(readLink(`v=1&graph=${edge}`).linked.subject).toMatchObject({
      cloud: { coordinates: [0, 0, 1, 0], weighted: { ends: [0, 1], values: [1] } },
    });
    for (const damaged of [
      "points.",
      "points.cech..",
      "points.alpha..AAAA",
      "points.alpha..AADAfwAAAAA",
      "points.alpha..AAAAAJl2ln4",
      "points.alpha..BwAAAAAAAAA",
      // Two points and an edge: to a third point, with the value −1, with one end, and with the names of three points.
      "points.rips..AAAAAAAAAAAAAIA_AAAAAA.AAACAA.AACAPw",
      "points.rips..AAAAAAAAAAAAAIA_AAAAAA.AAABAA.AACAvw",
      "points.rips..AAAAAAAAAAAAAIA_AAAAAA.AAA.AACAPw",
      "points.rips..AAAAAAAAAAAAAIA_AAAAAA.AAABAA.AACAPw.WyJhIiwiYiIsImMiXQ",
    ])
      expect(readLink(`v=1&graph=${damaged}`).linked).toEqual(UNLINKED);
  });

  it("omit a graph that is too large", () => {
    const graph = { title: "large", vertices: 501, edges: [], filters: [] };
    expect(readLink(writeLink({ ...UNLINKED, subject: { type: "own", graph } })).linked).toEqual(UNLINKED);
  });
});

describe("the address", () => {
  it("can have parameters in the query, which a full link overrides", () => {
    expect(linkIn({ search: "?data=MUTAG&backend=webgpu", hash: "" }).linked).toMatchObject({
      dataset: { name: "MUTAG", seed: 0 },
      backend: "gpu",
    });
    expect(linkIn({ search: "?data=MUTAG", hash: "#v=1&data=PROTEINS" }).linked.dataset?.name).toBe(
      "PROTEINS",
    );
  });

  it("keeps unknown parameters", () => {
    expect(addressWith({ pathname: "/a/", search: "?data=MUTAG&embed=1" }, "v=1&graph=2")).toBe(
      "/a/?embed=1#v=1&graph=2",
    );
  });
});
