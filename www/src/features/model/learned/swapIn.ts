// Accuracy of a model with its filter, and with a replacement of the filter.

import { formatShare } from "../../../domain/text/format";
import type { GraphRow, Part } from "../../../protocol";
import { withArticle } from "./quantities";

/** The class with the highest score, for each graph. */
export function classesOf(scores: Float32Array, classes: number): Uint32Array {
  return Uint32Array.from({ length: scores.length / classes }, (_, graph) => {
    const own = scores.subarray(graph * classes, (graph + 1) * classes);
    return own.indexOf(Math.max(...own));
  });
}

export interface SwappedPart {
  readonly part: Part;
  readonly graphs: number;
  /** Share of correct predictions in this part. */
  readonly learned: number;
  readonly swapped: number;
}

const PARTS: readonly Part[] = ["test", "validation", "train"];

/** Part by part, with the test graphs first. */
export function compared(
  rows: readonly GraphRow[],
  learned: Uint32Array,
  swapped: Uint32Array,
): SwappedPart[] {
  return PARTS.flatMap((part) => {
    const own = rows.flatMap((row, graph) => (row.part === part ? [graph] : []));
    if (own.length === 0) return [];
    const right = (said: Uint32Array): number =>
      own.filter((graph) => said[graph] === rows[graph]!.class).length / own.length;
    return [{ part, graphs: own.length, learned: right(learned), swapped: right(swapped) }];
  });
}

export function sentenceOf(ids: readonly string[], { learned, swapped }: SwappedPart): string {
  return `With f replaced by its mean at each level of ${withArticle(ids)}, ${formatShare(swapped)} of the test graphs are right; with f itself ${formatShare(learned)}.`;
}
