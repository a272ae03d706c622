// Texts about the differences between classes.

import { formatApart, formatValue } from "../../../domain/text/values";
import type { Direction } from "../../../domain/graph/graph";
import { listOf, formatCount, formatShare } from "../../../domain/text/format";
import type { ClassBars, CellTest, ClassTests, ModelKind, Part } from "../../../protocol";
import { cellAt, curveOf, densityOf, pointsOf, rangeOf } from "./grids";
import type { Aspect, CellRange, Scale } from "./grids";
import { nameOfPart } from "../parts";

/** Unit of a mean number of bars. */
export const UNITS: Readonly<Record<Scale, string>> = {
  vertices: "per 100 vertices",
  graph: "per graph",
};

/** Formats a mean with enough digits to distinguish small values from 0. */
export function formatMean(mean: number): string {
  if (mean === 0) return "0";
  if (mean >= 100) return mean.toFixed(0);
  return mean < 0.01 ? "< 0.01" : mean.toFixed(mean < 1 ? 2 : 1);
}

const spanOf = ([low, high]: CellRange): string => formatApart([low, high]).join(" to ");

/** "components born from 0.1 to 0.15 that end from 0.3 to 0.35" */
export function nameOfCell(bars: ClassBars, number: number): string {
  const { kind, birth, death } = cellAt(number, bars.sizes[1]);
  const born = `born from ${spanOf(rangeOf(bars, birth))}`;
  if (kind === "h1Essential") return `loops ${born}`;
  if (death === null) return `components ${born} that are essential`;
  return `${kind === "h0" ? "components" : "loops"} ${born} that end from ${spanOf(rangeOf(bars, death))}`;
}

/** Describes the densities of the compared classes in a cell. */
export function describeCell(
  bars: ClassBars,
  aspect: Aspect,
  classes: readonly number[],
  number: number,
  nameOf: (label: number) => string,
): string {
  const name = nameOfCell(bars, number);
  const means = classes.map(
    (label) => `${formatMean(densityOf(bars, aspect, label)[number]!)} in ${nameOf(label)}`,
  );
  return `${name[0]!.toUpperCase()}${name.slice(1)}: ${means.join(", ")} (mean ${UNITS[aspect.scale]}).`;
}

/** Describes the Betti numbers of the compared classes at one value of t. */
export function describePoint(
  bars: ClassBars,
  aspect: Aspect,
  classes: readonly number[],
  point: number,
  nameOf: (label: number) => string,
): string {
  const known = classes.filter((label) => bars.graphs[label]);
  if (known.length === 0) return "There is no graph.";
  const numbers = ([0, 1] as const).map((dimension) => {
    const medians = known.map((label) => {
      const { median } = curveOf(bars, aspect, label, dimension)[point]!;
      return `${formatMean(median)} in ${nameOf(label)}`;
    });
    return `${dimension === 0 ? "β₀" : "β₁"} is ${listOf(medians)}`;
  });
  const t = formatValue(pointsOf(bars)[point]!);
  return `At t = ${t}, ${numbers.join(", ")} (median ${UNITS[aspect.scale]}).`;
}

/** Describes the position of loops with deaths. */
export function whereLoopsEnd(direction: Direction): string {
  return `This model also reads extended persistence: its loops lie ${direction === "sub" ? "below" : "above"} the diagonal.`;
}

// Texts about the tests of differences between two classes.

/** "< 0.001", "0.36". */
export function formatP(p: number): string {
  if (p < 0.001) return "< 0.001";
  return p < 0.1 ? p.toFixed(3) : p.toFixed(2);
}

const equal = (p: number): string => (p < 0.001 ? "p < 0.001" : `p = ${formatP(p)}`);

/** The AUC with its interval, seen from the first class or from the second. */
export function formatAuc({ auc, interval }: CellTest, first = true): string {
  const seen = (share: number): string => (first ? share : 1 - share).toFixed(2);
  if (!interval) return seen(auc);
  const [low, high] = first ? interval : [interval[1], interval[0]];
  return `${seen(auc)} (${seen(low)} to ${seen(high)})`;
}

/** The share of the graphs of a class with bars in a cell. */
function shareWith({ withBars }: CellTest, { graphs }: ClassBars, classes: Pair, place: 0 | 1): string {
  return formatShare(withBars[place] / Math.max(graphs[classes[place]] ?? 0, 1));
}

type Pair = readonly [number, number];

interface Context {
  readonly bars: ClassBars;
  readonly scale: Scale;
  /** null: not computed yet. */
  readonly tests: ClassTests | null;
  readonly classes: Pair;
  readonly part: Part;
  readonly untrained: boolean;
  /** Whether f was fitted to the labels of these graphs. */
  readonly fitted: boolean;
  readonly nameOf: (label: number) => string;
}

/**
 * Whether f was fitted to the labels of a part. It then separates the classes of these graphs even if their labels are random, so that a
 * test of them has no null hypothesis, and only sizes of effects are stated.
 */
export function isFitted(part: Part, untrained: boolean, model: ModelKind): boolean {
  return part === "train" && !untrained && model !== "ph-only";
}

/** The most reliable difference between two classes, or that there is none, and the test of the whole picture. */
export function findingOf(context: Context): string {
  const { bars, scale, tests, classes, part, untrained, fitted, nameOf } = context;
  const before = untrained ? "These weights are untrained. " : "";
  const graphs = `${nameOfPart(part)} graphs`;
  const missing = classes.find((label) => !bars.graphs[label]);
  if (missing !== undefined)
    return `${before}No ${graphs} belong to ${nameOf(missing)}: there is nothing to compare.`;
  if (tests === null) return `${before}Testing the differences …`;
  if (fitted) return before + fittedWords(tests, { bars, scale, classes, graphs, nameOf }).join(" ");
  const [best] = tests.cells;
  const sentences = best?.reliable
    ? reliableWords(best, tests, { bars, scale, classes, graphs, nameOf })
    : [noneWords(tests, `${graphs} of ${nameOf(classes[0])} and of ${nameOf(classes[1])}`)];
  return before + [...sentences, pictureWords(tests)].join(" ");
}

type ClassComparison = Pick<Context, "bars" | "scale" | "classes" | "nameOf"> & { readonly graphs: string };

/** The cell with the largest difference first. */
export function bySize(cells: readonly CellTest[]): readonly CellTest[] {
  const size = ({ auc }: CellTest): number => Math.abs(auc - 0.5);
  return cells.toSorted((a, b) => size(b) - size(a));
}

/** The largest difference of the graphs that f was fitted to, and its size for other graphs. */
function fittedWords({ cells, confirming }: ClassTests, compared: ClassComparison): readonly string[] {
  const { bars, scale, classes, graphs, nameOf } = compared;
  const [best] = bySize(cells);
  const reason = `f was fitted to the labels of the ${graphs}, so that a p-value for them would mean nothing, and none is stated.`;
  if (!best) return [`No cell of the ${graphs} has bars.`];
  const more = best.auc > 0.5 ? 0 : 1;
  const upper = graphs[0]!.toUpperCase() + graphs.slice(1);
  const { confirmed } = best;
  const elsewhere = confirmed === null ? null : more === 0 ? confirmed : 1 - confirmed;
  return [
    `${upper} of ${nameOf(classes[more])} have more ${nameOfCell(bars, best.cell)} (${UNITS[scale]}):`,
    `AUC ${formatAuc(best, more === 0)}${elsewhere === null ? "" : `, and ${elsewhere.toFixed(2)} over the ${nameOfPart(confirming)} graphs`}.`,
    reason,
  ];
}

function reliableWords(
  best: CellTest,
  { cells, confirming }: ClassTests,
  { bars, scale, classes, graphs, nameOf }: ClassComparison,
): readonly string[] {
  const more = best.auc > 0.5 ? 0 : 1;
  const fewer = more === 0 ? 1 : 0;
  const share = (place: 0 | 1): string => shareWith(best, bars, classes, place);
  const reliable = cells.filter((cell) => cell.reliable).length;
  const upper = graphs[0]!.toUpperCase() + graphs.slice(1);
  return [
    `${upper} of ${nameOf(classes[more])} have more ${nameOfCell(bars, best.cell)} (${UNITS[scale]}):`,
    `AUC ${formatAuc(best, more === 0)}, corrected ${equal(best.q)}.`,
    `${share(more)} of these graphs have any, against ${share(fewer)} of those of ${nameOf(classes[fewer])}.`,
    `The ${nameOfPart(confirming)} graphs confirm the sign.`,
    `${formatCount(reliable)} of ${formatCount(cells.length)} cells differ reliably.`,
  ];
}

function noneWords({ cells, confirming }: ClassTests, graphs: string): string {
  const least = Math.min(...cells.map(({ q }) => q));
  const none = `No cell differs reliably between the ${graphs}`;
  if (cells.length === 0) return `${none}: no cell has bars.`;
  const number = formatCount(cells.length);
  return least > 0.05
    ? `${none}: the smallest corrected p of ${number} cells is ${formatP(least)}.`
    : `${none}: the ${nameOfPart(confirming)} graphs do not confirm the sign of any of ${number} cells.`;
}

function pictureWords({ permutationP, permutations }: ClassTests): string {
  if (permutationP === null) return "A permutation test needs two graphs of each class.";
  const differ = permutationP <= 0.05 ? "differ" : "do not differ reliably";
  return `As a whole, the bars ${differ}: permutation test with ${formatCount(permutations)} permutations, ${equal(permutationP)}.`;
}

/** The test of a cell, for its description. */
export function describeTest(
  test: CellTest,
  nameOf: (label: number) => string,
  first: number,
  fitted: boolean,
): string {
  if (fitted) return `AUC ${formatAuc(test)} for ${nameOf(first)}.`;
  return `AUC ${formatAuc(test)} for ${nameOf(first)}, corrected ${equal(test.q)}${test.reliable ? ", reliable" : ""}.`;
}
