import { formatBar } from "./words";
import type { Bar, Direction, Graph } from "../../../../domain/graph/graph";
import { isZeroLength } from "../../../../domain/persistence/bars";
import type { Topology } from "../../../../engine/topology";
import type { Placement } from "../../../../store/choices";
import type { CardChoice, LessonAction } from "../../../../store/lesson";
import type { OwnGraph, PointCloud } from "../../../../domain/graph/subject";
import type { Chance } from "./chance";

/** The engine functions that the questions use. */
export type QuestionTopology = Pick<
  Topology,
  "filtration" | "walk" | "joins" | "filled" | "extended" | "points" | "toGraph6" | "pair"
>;

/** A question on one or two random graphs, or on points. */
export interface Unseen {
  /** Empty in a question on points. */
  readonly graphs: readonly OwnGraph[];
  readonly cloud?: PointCloud;
  readonly ask: string;
  /** Empty if the learner enters a barcode. */
  readonly choices: readonly CardChoice[];
  /** The barcode to enter; missing in a question with choices. */
  readonly barcode?: readonly Bar[];
  /** The filtration of the question; the default is sublevel. */
  readonly direction?: Direction;
  /** The placement of the vertices; the default is by value. */
  readonly placement?: Placement;
  /** The descriptor with which *Separate* shows the two graphs; missing in other questions. */
  readonly descriptor?: string;
  /** The actions of the page when the answer appears. */
  readonly reveal: readonly LessonAction[];
}

/** Tries to make a question; null if the graph is unsuitable. */
export type Attempt = (chance: Chance, topology: QuestionTopology, title: string) => Unseen | null;

const MAX_WRONG = 3;

interface Wrong {
  readonly text: string;
  readonly why: string;
}

/** The right choice and the first distinct wrong ones. */
export function choicesOf(chance: Chance, right: Wrong, wrong: readonly Wrong[]): CardChoice[] {
  const texts = new Set([right.text]);
  const kept = wrong.filter(({ text }) => !texts.has(text) && texts.add(text)).slice(0, MAX_WRONG);
  return chance.shuffled([{ ...right, right: true }, ...kept.map((choice) => ({ ...choice, right: false }))]);
}

/** All possible answers, always in the same order. */
export function choicesAmong<T extends string>(
  texts: Readonly<Record<T, string>>,
  right: T,
  why: Readonly<Record<T, string>>,
): CardChoice[] {
  const names = Object.keys(texts) as T[];
  return names.map((name) => ({ text: texts[name], right: name === right, why: why[name] }));
}

/**
 * Why an answer about two differences is right or wrong: the facts about which it is wrong; all of them if it is right. Each has whether
 * the graphs differ in it, the fact, and whether the answer says so.
 */
export function whyAmong(
  ...facts: readonly (readonly [differs: boolean, fact: string, said: boolean])[]
): string {
  const missed = facts.filter(([differs, , said]) => differs !== said);
  return (missed.length > 0 ? missed : facts).map(([, fact]) => fact).join(" ");
}

/** The bars of one direction without zero-length ones. */
export function barsOf(
  topology: QuestionTopology,
  graph: Graph,
  values: readonly number[],
  direction: Direction,
): Bar[] {
  const { bars } = topology.filtration(graph, Float32Array.from(values));
  return bars.filter((bar) => bar.direction === direction && !isZeroLength(bar));
}

/** A barcode as one text: equal barcodes are equal texts. */
export function barcodeText(bars: readonly Bar[]): string {
  return bars
    .map((bar) => `${bar.kind} ${formatBar(bar)} ×${bar.multiplicity}`)
    .sort()
    .join("; ");
}
