// The measured cases: data sets, each with small and with large batches.

import type { GeneratorSummary } from "../../protocol";
import type { DataSource, ServerFile } from "../../store/state";

export interface Case {
  /** Name of the data set in the table. */
  readonly name: string;
  readonly source: Exclude<DataSource, { readonly type: "files" }>;
  readonly batchSize: number;
}

/** The paper's, and one that fills a GPU better. */
const BATCH_SIZES = [32, 256];
/** A larger file takes long to read: the user starts its measurement on the page itself. */
const MAX_BYTES = 16_000_000;

export function casesOf(
  generators: readonly GeneratorSummary[],
  files: readonly ServerFile[],
): readonly Case[] {
  const sets: Omit<Case, "batchSize">[] = [
    ...generators.map(({ id, title }) => ({
      name: title,
      source: { type: "generator", id, seed: 0 } as const,
    })),
    ...files
      .filter(({ bytes }) => bytes <= MAX_BYTES)
      .map((file) => ({ name: file.name, source: { type: "server", file } as const })),
  ];
  return sets.flatMap((set) => BATCH_SIZES.map((batchSize) => ({ ...set, batchSize })));
}
