import type { Direction } from "../../../domain/graph/graph";
import type { TieRule } from "../../../domain/persistence/slopes";
import { formatSigned } from "./numbers";

/** Slopes that differ by less are one: the loss is known in single precision. */
const SAME = 1e-4;

export function describeRule(rule: TieRule, direction: Direction): string {
  if (rule === "mean") return "Vertices with equal values share an end of a bar, and its slope.";
  // From above everything comes the other way round.
  const first = (rule === "index") === (direction === "sub") ? "lower" : "higher";
  return `Among equal values the vertex with the ${first} number enters first.`;
}

/** What there is to say of the loss where a vertex is. */
export interface SlopesAt {
  readonly name: string;
  /** By the tie rule. */
  readonly slope: number;
  /** Of the loss just below and just above the value, as it is drawn. */
  readonly below: number;
  readonly above: number;
  /** All of its bends are drawn. */
  readonly exact: boolean;
}

export function describeSlope({ name, slope, below, above, exact }: SlopesAt): string {
  const given = formatSigned(slope);
  if (exact && Math.abs(above - below) > SAME) {
    return `The loss bends here: slope ${formatSigned(below)} below, ${formatSigned(above)} above; the rule gives ${given}.`;
  }
  if (exact && Math.abs(above - slope) > SAME) {
    return `Moving ${name} alone, the loss has slope ${formatSigned(above)}; the rule gives ${given}.`;
  }
  return `Slope ${given} at f(${name}).`;
}

export function describeSteep(steep: number): string {
  return steep === 0 ? "All slopes are 0" : "Slopes; all others are 0";
}
