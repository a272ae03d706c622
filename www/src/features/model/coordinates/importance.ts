// The importance of the readout over a part of the split: the rows of its table, and a sentence.

import { formatShare, plural } from "../../../domain/text/format";
import type { Part, PartImportance, ReadoutImportance } from "../../../protocol";
import type { CoordinateId } from "../../../store/state";
import { nameOfPart } from "../parts";
import { formatScore } from "../why/words";
import { BARCODES } from "./words";

export interface ImportanceRow {
  readonly name: string;
  /** null: all functions of a barcode. */
  readonly id: CoordinateId | null;
  readonly contribution: number;
  /** Share of correctly classified graphs without it. */
  readonly right: number;
  readonly changed: number;
}

/** All barcodes, and their coordinate functions, each by descending contribution. */
export function importanceRows({ graphs, names, sizes, barcodes, functions }: PartImportance): {
  readonly barcodes: readonly ImportanceRow[];
  readonly functions: readonly ImportanceRow[];
} {
  const row = (of: ReadoutImportance, at: number, name: string, id: CoordinateId | null): ImportanceRow => ({
    name,
    id,
    contribution: of.contributions[at]!,
    right: of.right[at]! / Math.max(graphs, 1),
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

/** "Over the 45 test graphs, 80.0 % are right and the mean lead of the prediction is 1.25." */
export function describeImportance({ graphs, right, margin }: PartImportance, part: Part): string {
  if (graphs === 0) return `There are no ${nameOfPart(part)} graphs.`;
  const all = plural(graphs, `${nameOfPart(part)} graph`, `${nameOfPart(part)} graphs`);
  return `Over ${all}, ${formatShare(right / graphs)} are right and the mean lead of the prediction is ${formatScore(margin)}.`;
}
