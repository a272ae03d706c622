// Texts about the differences between classes.

import { formatValue } from "../../../domain/text/sentences";
import type { Direction } from "../../../domain/graph/graph";
import { listOf } from "../../../domain/text/format";
import type { ClassBars, Part } from "../../../protocol";
import { nameOfPart } from "../parts";
import { cellAt, curveOf, densityOf, largestDifference, pointsOf, rangeOf } from "./grids";
import type { Aspect, Range, Scale } from "./grids";

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

const spanOf = ([low, high]: Range): string => `${formatValue(low)} to ${formatValue(high)}`;

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

/** Describes the largest difference between two classes. */
export function findingOf(
  bars: ClassBars,
  aspect: Aspect,
  classes: readonly [number, number],
  part: Part,
  untrained: boolean,
  nameOf: (label: number) => string,
): string {
  const before = untrained ? "These weights are untrained. " : "";
  const graphs = `${nameOfPart(part)} graphs`;
  const upper = graphs[0]!.toUpperCase() + graphs.slice(1);
  const missing = classes.find((label) => !bars.graphs[label]);
  if (missing !== undefined)
    return `${before}No ${graphs} belong to ${nameOf(missing)}: there is nothing to compare.`;
  const [first, second] = classes;
  const found = largestDifference(bars, aspect, classes);
  if (!found)
    return `${before}${upper} of ${nameOf(first)} and of ${nameOf(second)} have, on average, as many bars in every cell.`;
  const [more, fewer] = found.means[0] > found.means[1] ? classes : ([second, first] as const);
  const means = [...found.means].sort((a, b) => b - a).map(formatMean);
  const unit = aspect.scale === "graph" ? "a graph" : "100 vertices";
  return `${before}${upper} of ${nameOf(more)} have more ${nameOfCell(bars, found.cell)}: on average ${means[0]} in ${unit} against ${means[1]} in ${nameOf(fewer)}.`;
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
