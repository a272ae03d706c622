// Questions on the graph or the points of a card, which its author drew; the engine computes the answers.

import { exampleNamed } from "../../../../domain/graph/subject";
import type { OwnGraph, PointCloud } from "../../../../domain/graph/subject";
import { isLoop, vertexName } from "../../../../domain/graph/graph";
import type { Bar, Direction, Graph } from "../../../../domain/graph/graph";
import { isZeroLength } from "../../../../domain/persistence/bars";
import { hasArrived, positionAt } from "../../../../domain/persistence/filtration";
import type { Walk } from "../../../../domain/persistence/filtration";
import { listOf } from "../../../../domain/text/format";
import type { Topology } from "../../../../engine/topology";
import type { Computed, LessonAction, CardQuestion } from "../../../../store/lesson";
import { partsOf } from "../../../../store/shown";
import { stageBars } from "../../filledBars";
import { changesOf } from "../perform";
import { Chance } from "./chance";
import { componentChoices } from "./counting";
import { endingQuestion } from "./elders";
import { choicesOf } from "./question";
import { formatBar, plain } from "./words";

type ComputedTopology = Pick<Topology, "filtration" | "walk" | "joins" | "filled" | "points">;

/** A question; with a barcode, which the learner enters, it has no choices. */
export interface ComputedQuestion extends CardQuestion {
  readonly barcode?: readonly Bar[];
}

/** The stage after the actions of a card, with one filtration. */
export interface Staged {
  readonly graph: Graph;
  readonly isPoints: boolean;
  /** The value at which each vertex enters. */
  readonly filter: Float32Array;
  readonly walk: Walk;
  /** The bars of positive length. */
  readonly bars: readonly Bar[];
  readonly filled: boolean;
  readonly extended: boolean;
  /** The birth of the component that survives when the component of this bar ends. */
  elderBirth(bar: Bar): number;
}

/** Null: the actions show neither a graph of their own nor points. */
export function stagedBy(actions: readonly LessonAction[], topology: ComputedTopology): Staged | null {
  let shown: OwnGraph | PointCloud | string | null = null;
  let values: readonly number[] | null = null;
  const view: { direction: Direction; filled: boolean; extended: boolean } = {
    direction: "sub",
    filled: false,
    extended: false,
  };
  for (const change of actions.flatMap(changesOf)) {
    if (change.type === "show" || change.type === "own-graph") values = null;
    if (change.type === "values") values = change.values;
    if (change.type === "own-graph") shown = change.graph;
    if (change.type === "show") {
      const { subject } = change;
      if (subject.type === "points") shown = subject.cloud;
      else shown = subject.type === "example" ? subject.id : null;
    }
    if (change.type !== "view") continue;
    const { directions, filled, extended } = change.change;
    if (directions) view.direction = directions === "super" ? "super" : "sub";
    view.filled = filled ?? view.filled;
    view.extended = extended ?? view.extended;
  }
  if (shown === null || (typeof shown === "string" && !exampleNamed(shown))) return null;
  if (typeof shown !== "string" && "coordinates" in shown) return pointsOn(shown, topology);
  const { graph, filters } = partsOf(
    typeof shown === "string" ? { type: "example", id: shown } : { type: "own", graph: shown },
  );
  const filter = Float32Array.from(values?.length === graph.vertices ? values : (filters[0]?.values ?? []));
  const filtration = topology.filtration(graph, filter);
  const walk = topology.walk(graph, filtration, view.direction);
  const bars = stageBars(topology, graph, filter, filtration.bars, view.filled)(view.direction);
  const elderBirth = (bar: Bar): number => {
    const births = topology.joins(graph, filter, bar).map((vertex) => filter[vertex]!);
    return view.direction === "sub" ? Math.min(...births) : Math.max(...births);
  };
  const { filled, extended } = view;
  return {
    graph,
    isPoints: false,
    filter,
    walk,
    bars: ofPositiveLength(bars, view.direction),
    filled,
    extended,
    elderBirth,
  };
}

function pointsOn(cloud: PointCloud, topology: ComputedTopology): Staged {
  const { edges, walk, bars } = topology.points(cloud);
  const graph = { vertices: cloud.coordinates.length / 2, edges };
  return {
    graph,
    isPoints: true,
    filter: new Float32Array(graph.vertices),
    walk,
    bars: ofPositiveLength(bars, "sub"),
    filled: true,
    extended: false,
    elderBirth: () => 0,
  };
}

function ofPositiveLength(bars: readonly Bar[], direction: Direction): readonly Bar[] {
  return bars.filter((bar) => bar.direction === direction && !isZeroLength(bar));
}

/** The kinds of questions, in the order of the menu, with their names there. */
export const COMPUTED_TITLES: Readonly<Record<Computed["kind"], string>> = {
  "components-at": "How many components at t?",
  "loops-at": "How many loops at t?",
  "who-ends": "Which bar ends at t?",
  "end-of": "Where does the bar of a vertex end?",
  "longest-bar": "Which finite bar is longest?",
  barcode: "Enter the whole barcode",
};

/** The values of t that a question can be about. */
export function valuesFor(kind: Computed["kind"], staged: Staged): readonly number[] {
  const { values } = staged.walk;
  return [...values].filter(
    (_, position) => kind !== "who-ends" || meetingsAt(staged.walk, position).length > 0,
  );
}

/** The question, or a sentence that says why the stage has none. */
export function computed(asked: Computed, staged: Staged | null): ComputedQuestion | string {
  if (!staged || staged.graph.vertices === 0)
    return "The stage of this card is empty. Draw a graph or open one.";
  if (staged.extended) return "Turn off extended persistence (in View) for this question.";
  if (staged.isPoints && !ON_POINTS.includes(asked.kind))
    return "This question is for graphs, not for points.";
  return QUESTIONS[asked.kind](staged, asked, chanceOf(staged, asked));
}

/** Kinds whose answer does not depend on the order in which components are born. */
const ON_POINTS: readonly Computed["kind"][] = ["components-at", "loops-at", "longest-bar"];

/** The answers of a question are always in the same order, and those of other questions in another one. */
function chanceOf({ walk, graph }: Staged, { kind, at, vertex }: Computed): Chance {
  const numbers = [...walk.values, ...graph.edges, at ?? 0, vertex ?? 0, kind.length];
  return new Chance(numbers.reduce((sum, one) => (Math.imul(sum, 31) + Math.round(1000 * one)) >>> 0, 7));
}

const total = (bars: readonly Bar[]): number => bars.reduce((sum, { multiplicity }) => sum + multiplicity, 0);

const componentsIn = ({ bars }: Staged): readonly Bar[] => bars.filter(({ kind }) => !isLoop(kind));
const loopsIn = ({ bars }: Staged): readonly Bar[] => bars.filter(({ kind }) => isLoop(kind));

function meetingsAt({ events }: Walk, position: number): readonly Bar[] {
  return events[position]?.merges.filter(({ kind }) => !isLoop(kind)) ?? [];
}

type Ask = (staged: Staged, asked: Computed, chance: Chance) => ComputedQuestion | string;

const componentsAt: Ask = (staged, { at }, chance) => {
  const { walk, isPoints } = staged;
  const position = positionAt(walk, at);
  if (position < 0) return `Nothing has entered at t = ${plain(at!)}. Choose another t.`;
  const components = componentsIn(staged);
  const counts = {
    right: walk.components[position]!,
    entered: walk.vertices[position]!,
    started: total(components.filter(({ birth }) => hasArrived(birth, at, walk.direction))),
    all: total(components),
  };
  return {
    ask: `How many components are there at t = ${plain(at!)}?`,
    choices: componentChoices(chance, at!, counts, isPoints ? "points" : "vertices"),
    reveal: [{ type: "threshold", threshold: at }],
  };
};

const loopsAtValue: Ask = (staged, { at }, chance) => {
  const { walk, isPoints, filled } = staged;
  const position = positionAt(walk, at);
  if (position < 0) return `Nothing has entered at t = ${plain(at!)}. Choose another t.`;
  const loops = loopsIn(staged);
  const hasBegun = ({ birth }: Bar): boolean => hasArrived(birth, at, walk.direction);
  const hasEnded = ({ death }: Bar): boolean => death !== null && hasArrived(death, at, walk.direction);
  const started = loops.filter(hasBegun);
  const right = total(started.filter((bar) => !hasEnded(bar)));
  const [edges, components] = [walk.edges[position]!, walk.components[position]!];
  const count = `edges − ${isPoints ? "points" : "vertices"} + components`;
  const again = filled
    ? "Count again the bars of loops that contain t: those that have begun and not yet ended."
    : `Count again: ${count}.`;
  return {
    ask: `How many independent loops are there at t = ${plain(at!)}?`,
    choices: choicesOf(
      chance,
      {
        text: String(right),
        why: filled
          ? `This many bars of loops contain ${plain(at!)}: begun by then and not yet filled.`
          : `${count} = ${edges} − ${walk.vertices[position]!} + ${components} = ${right}.`,
      },
      [
        {
          text: String(total(started)),
          why: "This many loops have begun by then, but some of them are filled.",
        },
        {
          text: String(total(loops)),
          why: "This is the number of all loops, also of those at other values of t.",
        },
        { text: String(components), why: "This is the number of components, not of loops." },
        { text: String(right + 1), why: again },
        { text: String(right + 2), why: again },
        { text: String(right + 3), why: again },
      ],
    ),
    reveal: [{ type: "threshold", threshold: at }],
  };
};

const TIE = "A tie: the two components were born at the same value, so either bar could end. Change a value.";

const whoEnds: Ask = (staged, asked, chance) => {
  const { walk } = staged;
  const position = positionAt(walk, asked.at);
  const meetings = walk.values[position] === asked.at ? meetingsAt(walk, position) : [];
  const [ending] = meetings;
  if (!ending) {
    const values = valuesFor(asked.kind, staged).map(plain);
    return values.length === 0
      ? "No two components meet in this graph. Add an edge or change a value."
      : `No bar ends at t = ${plain(asked.at!)}. Choose ${listOf(values, "or")}.`;
  }
  if (meetings.length > 1) return `Several bars end at t = ${plain(asked.at!)}. Choose another t.`;
  const born = staged.elderBirth(ending);
  return born === ending.birth ? TIE : endingQuestion(chance, staged.graph, ending, born);
};

const endOf: Ask = (staged, { vertex }, chance) => {
  const { graph, filter } = staged;
  if (vertex === null || vertex >= graph.vertices)
    return "This vertex is not in the graph. Choose another one.";
  const name = vertexName(graph, vertex);
  const components = componentsIn(staged);
  const bar = components.find(({ birthVertex }) => birthVertex === vertex) ?? null;
  if (bar && bar.death !== null && staged.elderBirth(bar) === bar.birth) return TIE;
  const [never, none] = ["never", `${name} begins no bar`];
  const right =
    bar === null
      ? {
          text: none,
          why: `When ${name} enters, a neighbour is in, or enters with it. So no component begins.`,
        }
      : bar.death === null
        ? { text: never, why: `No older component joins the one of ${name}, so its bar has no end.` }
        : {
            text: plain(bar.death),
            why: `There, ${vertexName(graph, bar.deathVertex!)} joins the component of ${name} to an older one.`,
          };
  const others = components.flatMap(({ birthVertex, death }) =>
    death === null || birthVertex === vertex
      ? []
      : [{ text: plain(death), why: `This is where the bar of ${vertexName(graph, birthVertex)} ends.` }],
  );
  return {
    ask: `At which t does the bar of ${name} end?`,
    choices: choicesOf(chance, right, [
      ...others.slice(0, 1),
      bar
        ? { text: none, why: `${name} enters before all its neighbours, so it begins a bar.` }
        : {
            text: plain(filter[vertex]!),
            why: `This is where ${name} enters. It joins a component at once.`,
          },
      bar?.death === null
        ? { text: plain(filter[vertex]!), why: `This is where the bar of ${name} begins.` }
        : {
            text: never,
            why: bar ? "An older component joins it, so its bar ends." : `${name} begins no bar.`,
          },
      ...others.slice(1),
    ]),
    reveal: [
      { type: "threshold", threshold: null },
      ...(bar ? [{ type: "highlight", highlight: { type: "bar", id: bar.id } } as const] : []),
    ],
  };
};

const longestBar: Ask = (staged, _, chance) => {
  const all = staged.isPoints ? loopsIn(staged) : staged.bars;
  const length = ({ birth, death }: Bar): number => Math.abs(death! - birth);
  const finite = all.filter(({ death }) => death !== null).sort((a, b) => length(b) - length(a));
  const [longest, second] = finite;
  const what = staged.isPoints ? "loop bar" : "finite bar";
  if (!longest) return `There is no ${what} here.`;
  if (second && plain(length(second)) === plain(length(longest)))
    return `A tie: two bars have the length ${plain(length(longest))}. Move something.`;
  const lengthOf = (bar: Bar): string => plain(length(bar));
  const essential = componentsIn(staged).find(({ death }) => death === null);
  return {
    ask: `Which ${what} is the longest?`,
    choices: choicesOf(
      chance,
      {
        text: formatBar(longest),
        why: `It has the length ${lengthOf(longest)}, and every other ${what} is shorter.`,
      },
      [
        ...finite.slice(1).map((bar) => ({
          text: formatBar(bar),
          why: `It has the length ${lengthOf(bar)}, and ${formatBar(longest)} is longer.`,
        })),
        ...(essential
          ? [
              {
                text: formatBar(essential),
                why: staged.isPoints
                  ? "This is the bar of a component, and it never ends."
                  : "This bar is essential, not finite: it has no death.",
              },
              {
                text: formatBar({ birth: essential.birth, death: longest.death }),
                why: "There is no such bar: the oldest component does not end.",
              },
            ]
          : []),
      ],
    ),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "highlight", highlight: { type: "bar", id: longest.id } },
    ],
  };
};

/** More bars or values do not fit on a card. */
const MAX_VALUES = 10;
const MAX_BARS = 7;

const barcode: Ask = (staged) => {
  const { walk, graph } = staged;
  const bars = componentsIn(staged);
  if (walk.direction === "super") return "Students enter sublevel bars. Choose Sublevel for this card.";
  if (walk.values.length < graph.vertices)
    return "Two vertices have the same value. Give them different ones.";
  if (graph.vertices > MAX_VALUES || bars.length > MAX_BARS)
    return `This takes at most ${MAX_VALUES} vertices and ${MAX_BARS} bars.`;
  const hasLoops = loopsIn(staged).length > 0;
  return {
    ask: hasLoops ? "Which bars do the components have?" : "Which bars does this graph have?",
    choices: [],
    barcode: bars,
    reveal: [{ type: "threshold", threshold: null }],
  };
};

const QUESTIONS: Readonly<Record<Computed["kind"], Ask>> = {
  "components-at": componentsAt,
  "loops-at": loopsAtValue,
  "who-ends": whoEnds,
  "end-of": endOf,
  "longest-bar": longestBar,
  barcode,
};
