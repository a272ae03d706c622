// Texts about the differences between classes.

import { formatApart, formatValue } from "../../../domain/text/values";
import type { Direction } from "../../../domain/graph/graph";
import { listOf } from "../../../domain/text/format";
import type { ClassBars } from "../../../protocol";
import { cellAt, curveOf, densityOf, pointsOf, rangeOf } from "./grids";
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

const spanOf = ([low, high]: Range): string => formatApart([low, high]).join(" to ");

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
