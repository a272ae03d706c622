// The last runs over folds of each data set, stored beyond the life of the page.

import type { RunFile } from "../../domain/training/folds";
import { forgetStored, readStored, writeStored } from "./browserStorage";

const PREFIX = "sublevel-folds-";

/** Keeps runs of one data set; false: there is no space for them. Those of other data sets are removed first. */
export function keepFolds(files: readonly RunFile[]): boolean {
  const key = PREFIX + (files[0]?.data ?? "");
  const text = JSON.stringify(files);
  writeStored(key, text);
  if (readStored(key) === text) return true;
  forgetStored((other) => other.startsWith(PREFIX) && other !== key);
  writeStored(key, text);
  return readStored(key) === text;
}

/** The text of the list of run files of a data set; null: none is stored. */
export function keptFolds(dataset: string): string | null {
  return readStored(PREFIX + dataset);
}

/** The text of each run file in such a list. Earlier versions stored one file. */
export function textsIn(kept: string): readonly string[] {
  return [JSON.parse(kept) as unknown].flat().map((file) => JSON.stringify(file));
}
