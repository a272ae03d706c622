import type { Direction, Graph } from "../../../domain/graph/graph";
import type { DescentStep, TieRule, OwnedBar, Share } from "../../../domain/persistence/slopes";
import { formatMinus, formatValue } from "../../../domain/text/values";
import { formatSigned } from "../../../plots/shared/axis";
import { vertexName } from "../../../domain/graph/graph";

/** Slopes that differ by less count as equal: the loss is computed in single precision. */
const SAME = 1e-4;

export function describeRule(rule: TieRule, direction: Direction): string {
  if (rule === "mean") return "Vertices with equal values share the endpoint of a bar and its slope.";
  // The superlevel order is the reverse.
  const first = (rule === "index") === (direction === "sub") ? "lower" : "higher";
  return `Among vertices with equal values, the one with the ${first} index enters first.`;
}

/** The slopes of the loss at the value of a vertex. */
export interface SlopesAt {
  readonly name: string;
  /** The slope that the tie rule gives. */
  readonly slope: number;
  /** Slopes of the drawn loss just below and just above the value. */
  readonly below: number;
  readonly above: number;
  /** The drawing shows all kinks. */
  readonly exact: boolean;
}

export function describeSlope({ name, slope, below, above, exact }: SlopesAt): string {
  const given = formatSigned(slope);
  if (exact && Math.abs(above - below) > SAME) {
    return `The loss has a kink here: slope ${formatSigned(below)} below, ${formatSigned(above)} above; the tie rule gives ${given}.`;
  }
  if (exact && Math.abs(above - slope) > SAME) {
    return `When only ${name} moves, the loss has slope ${formatSigned(above)}; the tie rule gives ${given}.`;
  }
  return `Slope ${given} at f(${name}).`;
}

/** What a step of gradient descent did to the loss, as a sum that one can check. */
export function describeDescentStep(
  before: number,
  { rate, squares }: Pick<DescentStep, "rate" | "squares">,
  after: number,
): string {
  const predicted = before - rate * squares;
  const sum = `${formatValue(before)} − ${formatValue(rate)} × ${formatValue(squares)} = ${formatValue(predicted)}`;
  return Math.abs(after - predicted) < SAME * Math.max(1, Math.abs(before))
    ? `Each value moved by −${formatValue(rate)} × its slope. The loss: ${sum}.`
    : `The slopes predict ${sum}, but the loss is ${formatValue(after)}: the step went past a kink.`;
}

/** The most parts of a sum that one can check in the head. */
const MAX_PARTS = 6;

/**
 * How the slopes of the vertices reach a weight that all of them share, for the simplest network, f = w · x with w = 1; null: there are none,
 * or too many to add up in the head.
 */
export function describeSharedWeight(filter: ArrayLike<number>, slopes: ArrayLike<number>): string | null {
  const parts = Array.from(slopes, (slope, vertex) => slope * filter[vertex]!).filter(
    (_, vertex) => slopes[vertex] !== 0,
  );
  if (parts.length === 0 || parts.length > MAX_PARTS) return null;
  const sorted = parts.sort((a, b) => Number(a < 0) - Number(b < 0));
  const sum = sorted.map(formatMinus).join(" + ").replaceAll("+ −", "− ");
  const total = formatMinus(parts.reduce((all, part) => all + part, 0));
  return `If all values are f = w · x with one weight w = 1, its slope is ${sum} = ${total}: each value times its slope, added up.`;
}

export function describeSteep(steep: number): string {
  return steep === 0 ? "All slopes are 0" : "Nonzero slopes";
}

// Texts for bars and the owners of their endpoints.

const FRACTIONS: Readonly<Record<number, string>> = { 2: "½", 3: "⅓", 4: "¼", 5: "⅕", 6: "⅙", 8: "⅛" };

/** "b", or "½ a and ½ c", or "⅛ of each of 8 vertices". */
export function sharesText(shares: readonly Share[], graph: Graph): string {
  if (shares.length === 1) return vertexName(graph, shares[0]!.vertex);
  const part = FRACTIONS[shares.length] ?? `1/${shares.length}`;
  if (shares.length > 3) return `${part} of each of ${shares.length} vertices`;
  return shares.map(({ vertex }) => `${part} ${vertexName(graph, vertex)}`).join(" and ");
}

/** How the loss depends on the endpoints of a bar, with their owners. */
export function describeSlopes({ bar, birth, death }: OwnedBar, graph: Graph): string {
  const ends = [`its birth (${sharesText(birth, graph)})`, `its death (${sharesText(death, graph)})`];
  const [down, up] = bar.direction === "sub" ? ends : ends.reverse();
  return `The loss grows with ${up} and falls with ${down}.`;
}
