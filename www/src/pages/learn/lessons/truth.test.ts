// Each number, bar and vertex that a card mentions belongs to a graph or to points of its lesson, as the engine computes them.

import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../../tests/topology";
import { components } from "../../../../tests/truth";
import { exampleNamed } from "../../../domain/graph/subject";
import { isZeroLength } from "../../../domain/persistence/bars";
import { distanceTo } from "../../../domain/persistence/vectors";
import { loopsAt, positionAt } from "../../../domain/persistence/filtration";
import { isLoop, LETTERS } from "../../../domain/graph/graph";
import type { Direction, Graph } from "../../../domain/graph/graph";
import { descentStep, ownedBars, slopesOf } from "../../../domain/persistence/slopes";
import type { BarsOf, DescentStep } from "../../../domain/persistence/slopes";
import type { Topology } from "../../../engine/topology";
import type { Card, Lesson, LessonAction } from "../../../store/lesson";
import { readMarks } from "./marks";
import { COURSE } from "./wholeCourse";

interface Shown {
  readonly graph: Graph;
  readonly values: readonly number[];
}

interface KnownBar {
  readonly birth: number;
  readonly death: number | null;
  /** The names of the vertices of birth and death, of points those of their edge and triangle, or "". */
  readonly ends: readonly [string, string];
}

/** What the stage shows on a card and on the one before it, to which its text can refer. */
interface Known {
  readonly graphs: readonly Shown[];
  readonly bars: readonly KnownBar[];
  /** The numbers of vertices, edges, components, loops, bars, cycles and points. */
  readonly counts: ReadonlyMap<string, ReadonlySet<number>>;
  readonly numbers: ReadonlySet<number>;
  /** The values of t at which something happens, or to which the card moves it. */
  readonly times: ReadonlySet<number>;
}

const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));
const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);
const nameIn = ({ names }: Graph, vertex: number): string => (names ?? [...LETTERS])[vertex] ?? "";
const vertexOf = ({ graph }: Shown, name: string): number => (graph.names ?? [...LETTERS]).indexOf(name);

const N = String.raw`(\d+(?:\.\d+)?)`;
const WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const countOf = (text: string): number =>
  WORDS.includes(text.toLowerCase()) ? WORDS.indexOf(text.toLowerCase()) + 1 : Number(text);

/** The cycles of a small graph: subsets of its edges in which each vertex has degree 2 or 0, in one piece. */
function cyclesOf({ vertices, edges }: Graph): number[][] {
  const found: number[][] = [];
  for (let subset = 1; subset < 2 ** (edges.length / 2); subset++) {
    const chosen = Array.from({ length: edges.length / 2 }, (_, e) => e).filter((e) => (subset >> e) & 1);
    const near = Array.from({ length: vertices }, () => [] as number[]);
    for (const e of chosen) {
      near[edges[2 * e]!]!.push(edges[2 * e + 1]!);
      near[edges[2 * e + 1]!]!.push(edges[2 * e]!);
    }
    if (near.some(({ length }) => length !== 0 && length !== 2)) continue;
    const reached = new Set([near.findIndex(({ length }) => length > 0)]);
    for (const v of reached) for (const w of near[v]!) reached.add(w);
    if (reached.size === near.filter(({ length }) => length > 0).length) found.push(chosen);
  }
  return found;
}

function actionsOf({ start }: Lesson, { do: card, compare, question, wait }: Card): readonly LessonAction[] {
  return [...start, ...card, ...compare, ...(wait?.guess?.reveal ?? []), ...(question?.reveal ?? [])];
}

/** The graphs of some cards, also after their tasks. */
function graphsIn(lesson: Lesson, cards: readonly Card[]): readonly Shown[] {
  return cards.flatMap((card) => {
    const found: Shown[] = [];
    for (const action of actionsOf(lesson, card)) {
      const last = found.at(-1);
      if (action.type === "show") {
        const { graph, filter } = exampleNamed(action.example)!;
        found.push({ graph, values: [...filter] });
      } else if (action.type === "own-graph") {
        const { values, edges, names } = action;
        const graph = { vertices: values.length, edges: Uint32Array.from(edges), ...(names && { names }) };
        found.push({ graph, values });
      } else if (action.type === "values" && last) found.push({ ...last, values: action.values });
    }
    const last = found.at(-1);
    const until = card.wait?.until;
    if (last && until?.type === "value") {
      const values = last.values.map((value, v) => (v === until.vertex ? until.near : value));
      found.push({ ...last, values });
    }
    if (last && until?.type === "edge") {
      const edges = Uint32Array.of(...last.graph.edges, ...until.ends);
      found.push({ ...last, graph: { ...last.graph, edges } });
    }
    return found;
  });
}

/** What sentences count. */
const COUNTED = ["vertices", "edges", "components", "loops", "bars", "cycles", "points"] as const;

const withoutMarks = (text: string): string =>
  readMarks(text)
    .map((part) => part.text)
    .join("");

/** The statements of a card: its text, its task, its question, its right answer and all explanations. A wrong answer states nothing. */
function statementsOf({ text, question, wait }: Card): readonly string[] {
  const choices = question?.choices.flatMap(({ right, text: said, why }) => (right ? [said, why] : [why]));
  const guess = wait?.guess;
  return [
    withoutMarks(text),
    ...(wait?.instruction ? [wait.instruction] : []),
    ...(guess ? [guess.right, guess.wrong] : []),
    ...(question ? [question.ask] : []),
    ...(choices ?? []),
  ];
}

/** What a lesson says apart from its cards. */
function framesOf({ idea, notes }: Lesson): readonly string[] {
  return [idea, ...(notes ? [notes.ask, notes.misunderstanding] : [])];
}

describe.skipIf(!isBuilt)("each lesson states what the engine computes:", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  function barsOf(
    { graph, values }: Shown,
    directions: readonly Direction[],
    isExtended: boolean,
  ): readonly KnownBar[] {
    const filter = Float32Array.from(values);
    const extended = isExtended ? topology.extended(graph, filter) : [];
    const named = [...topology.filtration(graph, filter).bars, ...extended]
      .filter((bar) => !isZeroLength(bar) && directions.includes(bar.direction))
      .map(({ birth, death, birthVertex, deathVertex }) => ({
        birth: rounded(birth, 3),
        death: death === null ? null : rounded(death, 3),
        ends: [nameIn(graph, birthVertex), nameIn(graph, deathVertex ?? -1)] as const,
      }));
    const filled = topology.filled(graph, filter).sublevel.h1;
    return [
      ...named,
      ...filled.map(({ birth, death }) => ({ birth, death: death ?? null, ends: ["", ""] as const })),
    ];
  }

  /** The sum of the lengths of the finite bars: the loss of the lessons on gradients. */
  function lossOf({ graph, values }: Shown): number {
    const { bars } = topology.filtration(graph, Float32Array.from(values));
    return sumOf(
      bars.flatMap(({ direction, birth, death }) =>
        direction === "sub" && death !== null ? [death - birth] : [],
      ),
    );
  }

  /** A step of gradient descent on this loss. */
  function stepOn({ graph, values }: Shown): DescentStep {
    const filter = Float32Array.from(values);
    const barsOn: BarsOf = (on, own) => topology.filtration(on, own).bars;
    return descentStep(filter, slopesOf(ownedBars(graph, filter, "sub", "index", barsOn), graph.vertices));
  }

  /** What these cards of a lesson show. */
  function knownOn(lesson: Lesson, cards: readonly Card[]): Known {
    const actions = cards.flatMap((card) => actionsOf(lesson, card));
    const graphs = graphsIn(lesson, cards);
    const directions = cards.flatMap(({ wait }) =>
      wait?.until.type === "directions" ? [wait.until.directions] : [],
    );
    for (const action of actions) if (action.type === "directions") directions.push(action.directions);
    const ways = (["sub", "super"] as const).filter((way) =>
      directions.length === 0 ? way === "sub" : directions.some((one) => one === way || one === "both"),
    );
    const isExtended = actions.some(({ type }) => type === "extended");
    const bars = graphs.flatMap((shown) => barsOf(shown, ways, isExtended));
    const [numbers, times] = [new Set<number>(), new Set<number>([0])];
    const counts = new Map(COUNTED.map((what) => [what, new Set<number>()]));
    const count = (what: (typeof COUNTED)[number], ...found: readonly number[]): void =>
      found.forEach((one) => counts.get(what)!.add(one));
    for (const shown of graphs) {
      const { graph, values } = shown;
      const filtration = topology.filtration(graph, Float32Array.from(values));
      for (const direction of ways) {
        const walk = topology.walk(graph, filtration, direction);
        for (const t of walk.values) {
          const at = positionAt(walk, t);
          count("vertices", walk.vertices[at]!);
          count("edges", walk.edges[at]!);
          count("components", walk.components[at]!);
          // All loops, and those that one value adds.
          count("loops", loopsAt(walk, at), loopsAt(walk, at) - (at > 0 ? loopsAt(walk, at - 1) : 0));
        }
        const own = filtration.bars.filter((bar) => bar.direction === direction && !isZeroLength(bar));
        // Any single bar can be the subject.
        count("bars", 1, own.length, own.filter(({ death }) => death !== null).length);
      }
      // Larger graphs have too many subsets of edges.
      const cycles = graph.edges.length <= 26 ? cyclesOf(graph) : [];
      count("cycles", cycles.length);
      for (const { length } of cycles) count("edges", length);
      for (const value of values) times.add(rounded(value, 3));
      for (const value of [...values, sumOf(values), lossOf(shown)]) numbers.add(rounded(value, 3));
      const { rate, squares } = stepOn(shown);
      if (actions.some((action) => action.type === "tool" && action.tool === "slopes"))
        numbers.add(rate).add(squares);
    }
    for (const action of actions) {
      if (action.type === "threshold" && action.threshold !== null) times.add(action.threshold);
      if (action.type === "hat")
        for (const value of Object.values(action.hat)) numbers.add(value).add(value / 2);
      if (action.type !== "points") continue;
      const { points, complex } = action;
      const cloud = topology.points({ title: "", coordinates: points.flat(), complex });
      const lettersOf = (all: readonly number[] | null = []): string =>
        [...(all ?? [])]
          .map((v) => LETTERS[v]!)
          .sort()
          .join("");
      for (const { birth, death, simplices } of cloud.bars)
        bars.push({
          birth: rounded(birth),
          death: death === null ? null : rounded(death),
          ends: [lettersOf(simplices?.birth), lettersOf(simplices?.death)],
        });
      count("loops", cloud.bars.filter(({ kind }) => isLoop(kind)).length > 0 ? 1 : 0);
      points.forEach(([x, y], i) => {
        // The components end one after another.
        for (const what of ["points", "components", "bars", "edges"] as const) count(what, i + 1);
        for (const [p, q] of points.slice(0, i)) {
          // A disc of diameter t has the radius t / 2.
          const distance = Math.hypot(x - p, y - q);
          numbers.add(rounded(distance)).add(rounded(distance / 2));
        }
      });
    }
    for (const { wait } of cards) {
      if (wait?.until.type === "threshold") times.add(wait.until.threshold);
      if (wait?.until.type === "loop-length") numbers.add(wait.until.length);
      if (wait?.until.type === "epoch") numbers.add(wait.until.epoch);
    }
    for (const { birth, death } of bars) {
      times.add(birth);
      if (death === null) continue;
      times.add(death).add(rounded(death, 1));
      numbers.add(rounded(Math.abs(death - birth)));
    }
    for (const time of times) numbers.add(time);
    // The distances of the bars from the centre of a hat, across and up.
    for (const action of actions)
      if (action.type === "hat")
        for (const { birth, death } of bars)
          for (const part of [birth - action.hat.birth, (death ?? Infinity) - action.hat.death])
            numbers.add(rounded(Math.abs(part)));
    return { graphs, bars, counts, numbers, times };
  }

  /** Whether a vertex has the value in one of the graphs; "O" stands for O1 and O2. */
  const hasValue = ({ graphs }: Known, name: string, value: number): boolean =>
    graphs.some(({ graph, values }) =>
      values.some((own, v) => {
        const known = nameIn(graph, v);
        return (known === name || known.replace(/\d$/, "") === name) && rounded(own, 3) === value;
      }),
    );

  /** The vertices that began the components that survive when one ends at t, with its flood. */
  function eldersAt({ graph, values }: Shown, t: number): number[] {
    const filter = Float32Array.from(values);
    const ending = topology
      .filtration(graph, filter)
      .bars.filter(({ direction, death }) => direction === "super" && death === t);
    return ending.map((bar) => {
      const older = [...topology.joins(graph, filter, bar)];
      return older.reduce((best, v) => (values[v]! > values[best]! ? v : best));
    });
  }

  /** A bar with these ends: values or names, null for any. */
  const hasBar = ({ bars }: Known, birth: number | string | null, death: number | string | null): boolean =>
    bars.some((bar) =>
      [birth, death].every((end, i) =>
        typeof end === "string"
          ? bar.ends[i]!.startsWith(end)
          : end === null || end === [bar.birth, bar.death][i],
      ),
    );
  const isEnding = ({ bars }: Known, name: string): boolean =>
    bars.some(({ ends, death }) => ends[0].startsWith(name) && death !== null);
  const beginsNone = ({ graphs }: Known, names: readonly string[]): boolean =>
    barsOf(graphs.at(-1)!, ["sub"], false).every(({ ends }) => !names.includes(ends[0]));
  const neighboursOf = ({ graph }: Shown, vertex: number): string[] =>
    [...graph.edges].flatMap((end, i) => (end === vertex ? [nameIn(graph, graph.edges[i ^ 1]!)] : [])).sort();
  const together = (all: readonly (string | undefined)[]): string => all.toSorted().join("");

  /** The name of a summit or a pass. */
  const NAME = String.raw`([A-Z][a-z]+(?: [A-Z][a-z]+)*)`;
  /** A letter of a vertex, or an atom. */
  const V = String.raw`\b([a-eg-su-z]|[A-Z]\d?)`;
  const TERM = String.raw`\d+(?:\.\d+)?(?: [a-z]+)?`;

  /** The kinds of statements: a pattern, and whether what it found is true. */
  const KINDS: readonly (readonly [
    RegExp,
    (known: Known, found: string[], card: Card, said: string) => boolean,
  ])[] = [
    [
      RegExp(String.raw`\(${N}, (−?∞|\d+(?:\.\d+)?)\)`, "g"),
      ({ bars }, [birth, death]) =>
        bars.some(
          (bar) => bar.birth === Number(birth) && String(bar.death ?? "∞") === death!.replace("−", ""),
        ),
    ],
    [RegExp(`born at ${N}`, "g"), ({ bars }, [at]) => bars.some(({ birth }) => birth === Number(at))],
    [
      RegExp(String.raw`(?<!of |to )${V} (?:at|(?:enter|join|appear|arrive)[^.;,:]*? at) ${N}`, "g"),
      (known, [name, at]) => hasValue(known, name!, Number(at)),
    ],
    [RegExp(String.raw`${N} for ${V}\b`, "g"), (known, [at, name]) => hasValue(known, name!, Number(at))],
    [
      RegExp(`${V} enters next to ${V}`, "g"),
      ({ graphs }, [late, early]) =>
        graphs.some((shown) => {
          const [a, b] = [vertexOf(shown, late!), vertexOf(shown, early!)];
          const { edges } = shown.graph;
          const joined = edges.some((end, i) => end === a && edges[i ^ 1] === b);
          return joined && shown.values[b]! <= shown.values[a]!;
        }),
    ],
    [
      /Point at the bar of ([A-Z]?[a-z]*\d?)/g,
      ({ graphs }, [name], { wait }) =>
        wait?.until.type === "bar" &&
        graphs.some(({ graph }) =>
          nameIn(graph, wait.until.type === "bar" ? wait.until.vertex : -1).startsWith(name!),
        ),
    ],
    [
      RegExp(String.raw`death − birth, here f\((\w)\) − f\((\w)\)`, "g"),
      ({ graphs, bars }, [death, birth], { do: actions }) =>
        bars.some(({ ends }) => String(ends) === String([birth, death])) &&
        actions.some(
          (action) =>
            action.type === "highlight" &&
            action.highlight?.type === "bar" &&
            action.highlight.id === `h0:sub:${vertexOf(graphs[0]!, birth!)}`,
        ),
    ],
    [
      RegExp(String.raw`${N} − ${N} × ${N} = ${N}`, "g"),
      ({ graphs }, found) =>
        graphs.some((shown) => {
          const { rate, squares, values } = stepOn(shown);
          const after = lossOf({ ...shown, values });
          return String([lossOf(shown), rate, squares, after]) === String(found.map(Number));
        }),
    ],
    [
      RegExp(String.raw`slope at (\w) is ([+−]?)${N}`, "g"),
      ({ graphs }, [name, sign, slope]) =>
        graphs.some((shown) => {
          const up = shown.values.map((own, v) => (v === vertexOf(shown, name!) ? own + 0.125 : own));
          const change = (lossOf({ ...shown, values: up }) - lossOf(shown)) / 0.125;
          return change === (sign === "−" ? -1 : 1) * Number(slope);
        }),
    ],
    [
      /with (\w+) neighbours the value (\d)/g,
      ({ graphs }, [degree, own]) =>
        graphs.every(({ graph, values }) =>
          values.every((value, v) => {
            const near = graph.edges.filter((end) => end === v).length;
            return near !== countOf(degree!) || value === Number(own);
          }),
        ),
    ],
    [
      /path between them (\d), and the leaves (\d)/g,
      ({ graphs }, found) =>
        graphs.every(({ graph, values }) =>
          values.every((value, v) => {
            const near = graph.edges.filter((end) => end === v).length;
            return near > 2 || value === Number(found[2 - near]);
          }),
        ),
    ],
    [
      RegExp(`Here it is [^=]* = ${N}`, "g"),
      ({ graphs }, [loss]) => graphs.some((shown) => lossOf(shown) === Number(loss)),
    ],
    [
      RegExp(String.raw`${N} edges − ${N} vertices \+ ${N} components? = ${N}`, "g"),
      ({ graphs }, found) =>
        graphs.some(({ graph, values }) => {
          const walk = topology.walk(graph, topology.filtration(graph, Float32Array.from(values)), "sub");
          return [...walk.values].some((t) => {
            const at = positionAt(walk, t);
            const counts = [walk.edges[at], walk.vertices[at], walk.components[at], loopsAt(walk, at)];
            return String(counts) === String(found);
          });
        }),
    ],
    [
      /The (?:star|path) has (no|one|two|three) finite/g,
      ({ graphs }, [count]) =>
        graphs.some(
          (shown) =>
            barsOf(shown, ["sub"], false).filter(({ death, ends }) => death !== null && ends[0] !== "")
              .length === (count === "no" ? 0 : countOf(count!)),
        ),
    ],
    [
      RegExp(String.raw`\(${N}, ${N}\) is (half|a third) as long as before`, "g"),
      ({ bars }, [birth, death, part]) => {
        const before = (Number(death) - Number(birth)) * (part === "half" ? 2 : 3);
        return bars.some((bar) => bar.death === Number(death) && bar.death - bar.birth === before);
      },
    ],
    [
      RegExp(String.raw`from ${N} to ${N}\. Its bar (grows|shrinks)`, "g"),
      ({ graphs }, [, , change], { wait }) => {
        const name = wait?.until.type === "value" ? nameIn(graphs[0]!.graph, wait.until.vertex) : "";
        const [before, after] = graphs.slice(-2).map((shown) => {
          const { birth, death } = barsOf(shown, ["sub"], false).find(({ ends }) => ends[0] === name)!;
          return (death ?? Infinity) - birth;
        });
        return (change === "grows") === after! > before!;
      },
    ],
    // Which vertices begin and end bars.
    [/\b(\w) and (\w) (?:join components, so they begin none|begin no bar)/g, beginsNone],
    [/\b(\w) begins and ends no bar/g, beginsNone],
    [
      RegExp(String.raw`(\w), which ends \(${N}, ${N}\)`, "g"),
      (known, [name, birth]) => hasBar(known, Number(birth), name!),
    ],
    [
      RegExp(String.raw`bar \(${N}, ${N}\) begins with (\w)`, "g"),
      (known, [, death, name]) => hasBar(known, name!, Number(death)),
    ],
    [
      RegExp(String.raw`bar of (\w) becomes \(${N}, ${N}\)`, "g"),
      (known, [name, , death]) => hasBar(known, name!, Number(death)),
    ],
    [
      /So (\w) and (\w) receive a slope from it, and no other/g,
      (known, [death, birth]) => hasBar(known, birth!, death!),
    ],
    [/(?:^|[:;] )(\w) is younger, so it ends/g, (known, [name]) => isEnding(known, name!)],
    [RegExp(`bar of ${NAME} ends`, "g"), (known, [name]) => isEnding(known, name!.split(" ")[0]!)],
    [
      RegExp(`islands of ${NAME} and ${NAME} join\\. ${NAME} is the lower`, "g"),
      ({ graphs }, names) =>
        graphs.some((shown) => {
          const [one, other, lower] = names.map((name) => shown.values[vertexOf(shown, name)]!);
          return lower === Math.min(one!, other!);
        }),
    ],
    [RegExp(`${NAME} has nothing higher to join`, "g"), (known, [name]) => !isEnding(known, name!)],
    [
      /Had (\w) moved to the left, (\w) would end/g,
      ({ graphs }, [moved, name]) => {
        const { graph, values } = graphs[0]!;
        const left = values.map((value, v) => (nameIn(graph, v) === moved ? value - 0.25 : value));
        return barsOf({ graph, values: left }, ["sub"], false).some(
          ({ ends, death }) => ends[0] === name && death !== null,
        );
      },
    ],
    [
      /^Then (\w) ends at/g,
      ({ graphs }, [name], { question }, said) => {
        const { graph, values } = graphs[0]!;
        const rule =
          question?.choices.find(({ why }) => why === said)?.text === "reversed" ? "reversed" : "index";
        const barsOn: BarsOf = (on, own) => topology.filtration(on, own).bars;
        const [owned] = ownedBars(graph, Float32Array.from(values), "sub", rule, barsOn);
        return nameIn(graph, owned!.birth[0]!.vertex) === name;
      },
    ],
    // Discs and edges.
    [
      RegExp(`lives from ${N} to ${N}`, "g"),
      (known, ends) => hasBar(known, Number(ends[0]), Number(ends[1])),
    ],
    [/discs of (\w), (\w) and (\w) meet/g, (known, found) => hasBar(known, null, together(found))],
    [/ring closes between (\w) and (\w)\b/g, (known, found) => hasBar(known, together(found), null)],
    [
      /\b(\w) and (\w) decide (?:when the ring|only the (birth|death))/g,
      (known, [a, b, end]) => end !== "death" && hasBar(known, together([a, b]), null),
    ],
    [
      /Each edge has (\w) or (\w) as an endpoint/g,
      ({ graphs }, names) =>
        graphs.some(({ graph }) =>
          [...graph.edges].every((end, i) =>
            [end, graph.edges[i ^ 1]!].some((one) => names.includes(nameIn(graph, one))),
          ),
        ),
    ],
    [
      /edges touch (\w), but their other endpoints, (\w) and (\w)/g,
      ({ graphs }, [name, ...others]) =>
        graphs.some((shown) => String(neighboursOf(shown, vertexOf(shown, name!))) === String(others.sort())),
    ],
    [
      /(\w) and (\w) are not neighbours/g,
      ({ graphs }, [a, b]) => graphs.every((shown) => !neighboursOf(shown, vertexOf(shown, a!)).includes(b!)),
    ],
    [
      RegExp(`At ${N}, (\\w) and (\\w) join`, "g"),
      (known, [at, ...names]) => names.every((name) => hasValue(known, name, Number(at))),
    ],
    [
      /component of (\w) is the oldest one(?: of all, but no path joins it to the component of (\w))?/g,
      ({ graphs, bars }, [oldest, apart]) =>
        bars.some(({ ends, death }) => ends[0] === oldest && death === null) &&
        (apart === undefined ||
          graphs.some((shown) =>
            components(shown.graph, () => true).every(
              (all) => !(all.has(vertexOf(shown, oldest!)) && all.has(vertexOf(shown, apart))),
            ),
          )),
    ],
    [
      /f is the (?:number of neighbours|degree)|Every vertex has (two) neighbours/g,
      ({ graphs }, [two]) =>
        graphs.some(({ graph, values }) =>
          values.every((value, v) => graph.edges.filter((end) => end === v).length === (two ? 2 : value)),
        ),
    ],
    [
      /(\w+) more are born with the hub/g,
      ({ graphs }, [count]) => {
        const { graph, values } = graphs.at(-1)!;
        const { bars } = topology.filtration(graph, Float32Array.from(values));
        const born = bars.filter(
          ({ kind, direction, birth }) =>
            isLoop(kind) && direction === "sub" && birth === Math.max(...values),
        );
        return sumOf(born.map(({ multiplicity }) => multiplicity)) === countOf(count!);
      },
    ],
    [
      /(superlevel|sublevel) (?:bars|barcodes) (differ|are equal)/g,
      ({ graphs }, [way, how]) => {
        const distinct = new Map(graphs.map((shown) => [`${shown.graph.edges} ${shown.values}`, shown]));
        const found = [...distinct.values()]
          .slice(-2)
          .map((shown) => barsOf(shown, [way === "sublevel" ? "sub" : "super"], false));
        const [one, other] = found.map((all) =>
          together(all.map(({ birth, death }) => `${birth} ${death},`)),
        );
        return (one === other) === (how === "are equal");
      },
    ],
    // Who enters, joins and ends.
    [RegExp(`At ${N}, ${NAME} joined`, "g"), (known, [at, name]) => hasValue(known, name!, Number(at))],
    [
      RegExp(`joins the island of ${NAME}[^.;]*? at ${N}`, "g"),
      ({ graphs }, [name, at]) =>
        graphs.some((shown) =>
          eldersAt(shown, Number(at)).some((elder) => nameIn(shown.graph, elder) === name),
        ),
    ],
    [
      RegExp(`${NAME} is the highest`, "g"),
      ({ graphs }, [name]) =>
        graphs.some((shown) => shown.values[vertexOf(shown, name!)] === Math.max(...shown.values)),
    ],
    [
      /(?:^|Now )((?:\w, )*\w) and (\w) are in\b/g,
      ({ graphs }, [first, last], { do: actions }) => {
        const shown = graphs.at(-1)!;
        const t = actions.find(({ type }) => type === "threshold");
        const level = t?.type === "threshold" ? (t.threshold ?? Infinity) : Infinity;
        const entered = shown.values.flatMap((value, v) => (value <= level ? [nameIn(shown.graph, v)] : []));
        return String(entered.sort()) === String([...first!.split(", "), last].sort());
      },
    ],
    [
      RegExp(`born at ${N}, ends at ${N}`, "g"),
      ({ bars }, [birth, death]) =>
        bars.some((bar) => bar.birth === Number(birth) && bar.death === Number(death)),
    ],
    [
      RegExp(String.raw`bar \(${N}, ${N}\) is at the distance ${N}`, "g"),
      (_, [birth, death, distance], { do: actions }) =>
        actions.some(
          (action) =>
            action.type === "hat" &&
            distanceTo(action.hat, { birth: Number(birth), death: Number(death) }) === Number(distance),
        ),
    ],
    [
      RegExp(`(\\w+) of the (\\w+) carbon atoms have at most ${N}`, "g"),
      ({ graphs }, [some, all, most]) => {
        const { graph, values } = graphs[0]!;
        const carbon = values.filter((_, v) => nameIn(graph, v).startsWith("C"));
        const low = carbon.filter((value) => rounded(value, 3) <= Number(most));
        return low.length === countOf(some!) && carbon.length === countOf(all!);
      },
    ],
    [
      /(C\d) and its mirror image begin components, until (C\d) and (C\d) join everything/g,
      ({ graphs, bars }, [begins, ...joins]) => {
        const finite = bars.filter(({ death }) => death !== null);
        const at = Math.min(...finite.map(({ death }) => death!));
        return (
          finite.some(({ ends }) => ends[0] === begins) &&
          joins.every((name) =>
            graphs.some((shown) => rounded(shown.values[vertexOf(shown, name)]!, 3) === at),
          )
        );
      },
    ],
    [
      /the last (\w+) atoms close a ring each/g,
      ({ graphs }, [count]) => {
        const { graph, values } = graphs[0]!;
        const rings = topology
          .filtration(graph, Float32Array.from(values))
          .bars.filter(({ kind, direction }) => isLoop(kind) && direction === "super");
        const last = [...values].sort((a, b) => a - b).slice(0, countOf(count!));
        return String(rings.map(({ birthVertex }) => values[birthVertex]!).sort()) === String(last.sort());
      },
    ],
    // The elder rule.
    [/\b(?:ends?|cuts) the (older|younger)/g, (_, [age]) => age === "younger"],
    [
      /\b(older|younger) one (stays|survives|ends)/g,
      (_, [age, fate]) => (age === "younger") === (fate === "ends"),
    ],
    // The times of events, which are no counts.
    [
      /\bat ((?:t = )?[\d.]+(?:(?:,| and) \d[\d.]*)*)/g,
      ({ times }, [all]) => [...all!.matchAll(RegExp(N, "g"))].every(([, time]) => times.has(Number(time))),
    ],
    [RegExp(`\\bt = ${N}`, "g"), ({ times }, [time]) => times.has(Number(time))],
    [
      RegExp(`prominence is (?:${N} − ${N} = )?${N}`, "g"),
      ({ bars }, [from, to, length]) =>
        bars.some(
          ({ birth, death }) =>
            death !== null &&
            birth - death === Number(length) &&
            (from === undefined || (birth === Number(from) && death === Number(to))),
        ),
    ],
    [
      RegExp(String.raw`from \(${N}, ${N}\) to \(${N}, ${N}\) it is ${N} \+ ${N}`, "g"),
      (_, found) => {
        const [a, b, c, d, across, up] = found.map(Number);
        return Math.abs(c! - a!) === across && Math.abs(d! - b!) === up;
      },
    ],
    [
      RegExp(
        String.raw`\b(\d+|${WORDS.join("|")}) (?:finite |independent |essential )?(vertices|edges|components?|loops?|cycles|bars?|points)\b`,
        "gi",
      ),
      ({ counts }, [count, what]) => counts.get(what!.replace(/s?$/, "s"))!.has(countOf(count!)),
    ],
    // Also with words, such as "8 edges − 5 vertices + 1 component = 4".
    [
      RegExp(`(${TERM}(?: [+−] ${TERM})+) = ${N}`, "g"),
      (_, [left, right]) => {
        const terms = [...left!.matchAll(RegExp(`([+−]?) ?${N}`, "g"))];
        const values = terms.map(([, sign, term]) => (sign === "−" ? -1 : 1) * Number(term));
        return rounded(sumOf(values)) === Number(right);
      },
    ],
    [
      RegExp(N, "g"),
      ({ numbers, counts }, [one]) =>
        numbers.has(Number(one)) || [...counts.values()].some((all) => all.has(Number(one))),
    ],
  ];

  /**
   * What no picture shows, by card, or "" for the idea and the notes of a lesson: numbers of training runs, whose origin is in the notes, and
   * what a question supposes. A number counts only in its phrase, and each phrase has to occur.
   */
  const RECORDED: Readonly<Record<string, readonly string[]>> = {
    "real-graphs 1": ["mutagenic, with 58 %"],
    "real-graphs 2": [
      "trained this network 40 times",
      "this molecule and 18 others",
      "got 13 to 16 of these 19 right",
      "How many of the 40 runs",
      "About this one, 30 runs are wrong",
      "In 7 of these 10, an atom",
      "of the 30 wrong ones, in 10.",
      "9 others are right, too, and 3 of the 10",
    ],
    "real-graphs ": [
      "graph 115 of MUTAG (Debnath et al. 1991; Kriege and Mutzel 2012)",
      "after 100 epochs: the molecule is one of its 19 test graphs",
      "the seeds 0 to 39",
    ],
    // The version of a data base.
    "landscape ": ["version 17.4, CC BY 4.0"],
    // True of every graph.
    "loops-stay 1": ["joins two components or closes a loop"],
    // What the question supposes; `lessons.test.ts` checks the bound.
    "small-pushes 4": [
      "changes by at most 0.5. How far",
      "by at most 0.5; a new edge",
      "each value changes by at most 0.5.",
    ],
    // A small change that the lecturer only names.
    "small-pushes ": ["I change one value by 0.1"],
  };
  const withoutRecorded = (texts: readonly string[], recorded: readonly string[]): string[] => {
    for (const phrase of recorded) expect(texts.join("\n").split(phrase), phrase).toHaveLength(2);
    return texts.map((text) => recorded.reduce((rest, phrase) => rest.replace(phrase, ""), text));
  };
  /** The kinds of statements that do not hold, in their sentences. */
  function faultsIn(statements: readonly string[], known: Known, card: Card, name: string): string[] {
    return statements.flatMap((statement) =>
      KINDS.flatMap(([pattern, isTrue]) =>
        [...statement.matchAll(pattern)]
          .filter(([, ...found]) => !isTrue(known, found, card, statement))
          .map(([all]) => `${name}: “${all}” in “${statement}”`),
      ),
    );
  }

  it.each(COURSE)("$id", (lesson) => {
    const faults = lesson.cards.flatMap((card, index) => {
      // The engine writes the questions on new graphs, and only a run knows the values of a data set.
      if (card.transfer || actionsOf(lesson, card).some(({ type }) => type === "data")) return [];
      const statements = withoutRecorded(statementsOf(card), RECORDED[`${lesson.id} ${index}`] ?? []);
      const known = knownOn(lesson, lesson.cards.slice(Math.max(index - 1, 0), index + 1));
      return faultsIn(statements, known, card, `card ${index + 1}`);
    });
    expect(faults).toEqual([]);
  });

  it("has no pattern that no sentence matches", () => {
    const all = COURSE.flatMap((lesson) => [...framesOf(lesson), ...lesson.cards.flatMap(statementsOf)]);
    const unused = KINDS.filter(([pattern]) => !all.some((said) => said.match(pattern)));
    expect(unused.map(([pattern]) => pattern)).toEqual([]);
  });

  it.each(COURSE)("$id: also its idea and its notes", (lesson) => {
    const statements = withoutRecorded(framesOf(lesson), RECORDED[`${lesson.id} `] ?? []);
    expect(faultsIn(statements, knownOn(lesson, lesson.cards), lesson.cards[0]!, "notes")).toEqual([]);
  });
});
