import type { Bar, Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";
import { wholeDistance } from "../../../domain/persistence/stability";
import type { MatchingLine, Matchings, Measure } from "../../../domain/persistence/stability";
import { plural } from "../../../domain/text/format";
import { pairOf } from "../../../domain/text/sentences";
import { formatValue } from "../../../domain/text/values";

export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  bottleneck: "bottleneck",
  wasserstein1: "1-Wasserstein",
  wasserstein2: "2-Wasserstein",
};

/** The lines of both dimensions, the longest first. */
export function allLines({ h0, h1 }: Matchings): readonly MatchingLine[] {
  return [...h0.lines, ...h1.lines].sort((a, b) => (a.length === b.length ? 0 : b.length - a.length));
}

/** The distance of two barcodes and the lines that it consists of. */
export function describeMatching(measure: Measure, matchings: Matchings): string {
  const lines = allLines(matchings);
  if (lines.length === 0) return "Neither filtration has a bar of positive length.";
  const distance = wholeDistance(measure, matchings);
  const name = `The ${MEASURE_NAMES[measure]} distance is`;
  if (distance === Infinity) return `${name} infinite: the numbers of bars that never end differ.`;
  if (distance === 0) return `${name} 0: both barcodes are equal.`;
  const moved = lines.filter(({ length }) => length > 0);
  const of = `of ${plural(moved.length, "line", "lines")}`;
  const times = moved.some(({ count }) => count > 1) ? " A line ×n counts n times." : "";
  const value = formatValue(distance);
  const alone = lines.filter(({ from, to }) => from === null || to === null).length;
  const diagonal = alone === 0 ? "" : ` ${plural(alone, "bar is", "bars are")} matched to the diagonal.`;
  switch (measure) {
    case "bottleneck": {
      const longest = lines.filter(({ length }) => length === distance).length;
      const which = longest === 1 ? "the longest line" : `each of the ${longest} longest lines`;
      return `${name} ${value}, the length of ${which}.${diagonal}`;
    }
    case "wasserstein1":
      return `${name} ${value}, the sum of the lengths ${of}.${times}${diagonal}`;
    case "wasserstein2":
      return `${name} ${value}, the root of the sum of the squared lengths ${of}.${times}${diagonal}`;
  }
}

/** The birth and death of a bar, and the simplex that creates it. */
export function nameOfBar(bar: Bar, graph: Graph): string {
  const creator = bar.simplices?.birth ?? [bar.birthVertex];
  return `${pairOf(bar)} of ${creator.map((vertex) => vertexName(graph, vertex)).join("–")}`;
}

/** Two matched bars with their creators, or a bar and the diagonal. `reference` and `graph` are the graphs of the two barcodes. */
export function describeLine(
  { from, to, length, count }: MatchingLine,
  reference: Graph,
  graph: Graph,
): string {
  const times = count > 1 ? ` ×${count}` : "";
  if (from && to)
    return `The reference bar ${nameOfBar(from, reference)} is matched with ${nameOfBar(to, graph)}${times}: length ${formatValue(length)}.`;
  const bar = from
    ? `The reference bar ${nameOfBar(from, reference)}`
    : `The current bar ${nameOfBar(to!, graph)}`;
  if (length === Infinity)
    return `${bar}${times} has no partner, and its distance from the diagonal is infinite.`;
  return `${bar}${times} is matched to the diagonal: length ${formatValue(length)}, half of its persistence.`;
}

/** Above this number of bars, the distance is not computed. */
export const MAX_BARS = 1000;

export function describeTooMany(bars: number): string {
  return `The distance is computed for at most ${MAX_BARS} bars; this barcode has ${bars}.`;
}
