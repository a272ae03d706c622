// The last cross-validation of this page, which outlives it.

import type { RunFile } from "../../domain/training/folds";
import { readStored, writeStored } from "./browserStorage";

const KEY = "sublevel-folds";

/** false: there is no room for it. */
export function keepFolds(file: RunFile): boolean {
  const text = JSON.stringify(file);
  writeStored(KEY, text);
  return readStored(KEY) === text;
}

/** The text of its run file; null: there is none. */
export function keptFolds(): string | null {
  return readStored(KEY);
}
