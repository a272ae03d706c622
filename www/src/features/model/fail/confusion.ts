// What a model predicts for the graphs of one part of the split, held against what they are.

import type { GraphRow, Part } from "../../../protocol";

/** The prediction of one graph. */
export interface Verdict {
  /** In the data set. */
  readonly index: number;
  readonly truth: number;
  readonly said: number;
  /** How far the score of the class said is above that of the true class, or of the next one where it is right. */
  readonly margin: number;
}

/** Verdicts of one true class and one class said; "wrong": all where these differ. */
export type Cell = { readonly truth: number; readonly said: number } | "wrong";

/** The class with the largest score, the first where several have it: the engine counts them like this, too. */
function largest(scores: Float32Array): number {
  return scores.reduce((best, score, label) => (score > scores[best]! ? label : best), 0);
}

/** The graphs of a part in the order of the data set; `scores` has a number for each class, one of them after the other. */
export function verdictsOf(scores: Float32Array, rows: readonly GraphRow[], part: Part): readonly Verdict[] {
  const graphs = rows.flatMap((row, index) => (row.part === part ? [{ row, index }] : []));
  const classes = scores.length / graphs.length;
  return graphs.map(({ row, index }, place) => {
    const own = scores.subarray(place * classes, (place + 1) * classes);
    const said = largest(own);
    const rival =
      said === row.class ? Math.max(...own.filter((_, label) => label !== said)) : own[row.class]!;
    return { index, truth: row.class, said, margin: own[said]! - rival };
  });
}

/** How many graphs of each true class (rows) are said to be of each class (columns). */
export function confusionOf(verdicts: readonly Verdict[], classes: number): readonly (readonly number[])[] {
  const counts = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (const { truth, said } of verdicts) counts[truth]![said]! += 1;
  return counts;
}

/** The graphs of a cell: the most confident mistakes first; where the model is right, the least certain ones. */
export function chosenOf(verdicts: readonly Verdict[], cell: Cell): readonly Verdict[] {
  const wrong = cell === "wrong" || cell.truth !== cell.said;
  const passes = ({ truth, said }: Verdict): boolean =>
    cell === "wrong" ? truth !== said : truth === cell.truth && said === cell.said;
  return verdicts
    .filter(passes)
    .sort((a, b) => (wrong ? b.margin - a.margin : a.margin - b.margin) || a.index - b.index);
}

/** All graphs, the least certain ones first. */
export function leastCertain(verdicts: readonly Verdict[]): readonly Verdict[] {
  return [...verdicts].sort((a, b) => a.margin - b.margin || a.index - b.index);
}

/** The most frequent class of the training part, and how often always saying it is right in this part. */
export function guessing(
  rows: readonly GraphRow[],
  part: Part,
  classes: number,
): { readonly class: number; readonly share: number } {
  const count = (label: number, where: Part): number =>
    rows.filter((row) => row.class === label && row.part === where).length;
  const training = Array.from({ length: classes }, (_, label) => count(label, "train"));
  const most = training.indexOf(Math.max(...training));
  return { class: most, share: count(most, part) / rows.filter((row) => row.part === part).length };
}
