// The last cross-validation of each data set, which outlives the page.

import type { RunFile } from "../../domain/training/folds";
import { forgetStored, readStored, writeStored } from "./browserStorage";

const PREFIX = "sublevel-folds-";

/** false: there is no room for it. Folds of other data sets make room. */
export function keepFolds(file: RunFile): boolean {
  const key = PREFIX + file.data;
  const text = JSON.stringify(file);
  writeStored(key, text);
  if (readStored(key) === text) return true;
  forgetStored((other) => other.startsWith(PREFIX) && other !== key);
  writeStored(key, text);
  return readStored(key) === text;
}

/** The text of the run file of a data set; null: there is none. */
export function keptFolds(dataset: string): string | null {
  return readStored(PREFIX + dataset);
}
