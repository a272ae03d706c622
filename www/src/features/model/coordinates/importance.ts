// The importance of the readout over a part of the split: the rows of its table, and a sentence.

import { formatCount, formatShare, plural } from "../../../domain/text/format";
import { formatNumber } from "../../../domain/training/metric";
import type { Part, PartImportance, ReadoutImportance, Task } from "../../../protocol";
import type { CoordinateId } from "../../../store/state";
import { nameOfPart } from "../parts";
import { formatScore } from "../why/words";
import { BARCODES } from "./words";

export interface ImportanceRow {
  readonly name: string;
  /** null: all functions of a barcode. */
  readonly id: CoordinateId | null;
  readonly contribution: number;
  /** Accuracy, or mean absolute error, without it. */
  readonly metric: number;
  /** Number of changed classes, or mean absolute change of the prediction. */
  readonly changed: number;
}

/** The words and formats of the table. */
export interface ImportanceWords {
  /** The quantity that parts of the readout contribute to. */
  readonly of: string;
  readonly metric: string;
  readonly changed: string;
  readonly format: (contribution: number) => string;
  readonly formatMetric: (metric: number) => string;
  readonly formatChanged: (changed: number) => string;
  /** "80.0 % are right and the mean lead of the prediction is 1.25" */
  readonly summary: (found: PartImportance) => string;
}

export const IMPORTANCE: Readonly<Record<Task, ImportanceWords>> = {
  classification: {
    of: "lead of the predicted class over the next one",
    metric: "Right without it",
    changed: "Changed predictions",
    format: formatScore,
    formatMetric: formatShare,
    formatChanged: formatCount,
    summary: ({ metric, margin }) =>
      `${formatShare(metric)} are right and the mean lead of the prediction is ${formatScore(margin)}`,
  },
  regression: {
    of: "prediction",
    metric: "Error (MAE) without it",
    changed: "Mean change of the prediction",
    format: formatNumber,
    formatMetric: formatNumber,
    formatChanged: formatNumber,
    summary: ({ metric }) => `the mean absolute error is ${formatNumber(metric)}`,
  },
};

/** All barcodes, and their coordinate functions, each by descending contribution. */
export function importanceRows({ names, sizes, barcodes, functions }: PartImportance): {
  readonly barcodes: readonly ImportanceRow[];
  readonly functions: readonly ImportanceRow[];
} {
  const row = (of: ReadoutImportance, at: number, name: string, id: CoordinateId | null): ImportanceRow => ({
    name,
    id,
    contribution: of.contributions[at]!,
    metric: of.metrics[at]!,
    changed: of.changed[at]!,
  });
  const inOrder = (rows: ImportanceRow[]): readonly ImportanceRow[] =>
    rows.sort((a, b) => b.contribution - a.contribution);
  let before = 0;
  const own = sizes.flatMap((size, place) => {
    const barcode = names[place]!;
    const first = before;
    before += size;
    return Array.from({ length: size }, (_, k) =>
      row(functions, first + k, `${BARCODES[barcode]}, no. ${k + 1}`, `${barcode}:${k + 1}`),
    );
  });
  return {
    barcodes: inOrder(sizes.map((_, at) => row(barcodes, at, `${BARCODES[names[at]!]}, all bars`, null))),
    functions: inOrder(own),
  };
}

/** "Over 45 test graphs, 80.0 % are right and the mean lead of the prediction is 1.25." */
export function describeImportance(found: PartImportance, part: Part, task: Task): string {
  const { graphs } = found;
  if (graphs === 0) return `There are no ${nameOfPart(part)} graphs.`;
  const all = plural(graphs, `${nameOfPart(part)} graph`, `${nameOfPart(part)} graphs`);
  return `Over ${all}, ${IMPORTANCE[task].summary(found)}.`;
}
