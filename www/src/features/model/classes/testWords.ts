// Texts about the tests of differences between two classes.

import { formatCount, formatShare } from "../../../domain/text/format";
import type { CellTest, ClassBars, ClassTests, Part } from "../../../protocol";
import { nameOfPart } from "../parts";
import type { Scale } from "./grids";
import { nameOfCell, UNITS } from "./words";

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
export function shareWith(
  { withBars }: CellTest,
  { graphs }: ClassBars,
  classes: Pair,
  place: 0 | 1,
): string {
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
  readonly nameOf: (label: number) => string;
}

/** The most reliable difference between two classes, or that there is none, and the test of the whole picture. */
export function findingOf({ bars, scale, tests, classes, part, untrained, nameOf }: Context): string {
  const before = untrained ? "These weights are untrained. " : "";
  const graphs = `${nameOfPart(part)} graphs`;
  const missing = classes.find((label) => !bars.graphs[label]);
  if (missing !== undefined)
    return `${before}No ${graphs} belong to ${nameOf(missing)}: there is nothing to compare.`;
  if (tests === null) return `${before}Testing the differences …`;
  const [best] = tests.cells;
  const sentences = best?.reliable
    ? reliableWords(best, tests, { bars, scale, classes, graphs, nameOf })
    : [noneWords(tests, `${graphs} of ${nameOf(classes[0])} and of ${nameOf(classes[1])}`)];
  return before + [...sentences, pictureWords(tests)].join(" ");
}

function reliableWords(
  best: CellTest,
  { cells, confirming }: ClassTests,
  {
    bars,
    scale,
    classes,
    graphs,
    nameOf,
  }: Pick<Context, "bars" | "scale" | "classes" | "nameOf"> & {
    graphs: string;
  },
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
export function describeTest(test: CellTest, nameOf: (label: number) => string, first: number): string {
  return `AUC ${formatAuc(test)} for ${nameOf(first)}, corrected ${equal(test.q)}${test.reliable ? ", reliable" : ""}.`;
}
