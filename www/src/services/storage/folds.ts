// The last runs over folds of each data set, stored beyond the life of the page.

import { runKey } from "../../domain/training/experiment";
import type { RunFile } from "../../domain/training/folds";
import { settingsOf } from "../../domain/settings/settings";
import { forgetStored, readStored, writeStored } from "./browserStorage";

const PREFIX = "sublevel-folds-";

/**
 * Keeps runs of one data set beside its earlier ones, which the user may not have opened yet. If there is no space for them, these go, and
 * those of other data sets. false: there is no space for the runs alone.
 */
export function keepFolds(files: readonly RunFile[]): boolean {
  const key = PREFIX + (files[0]?.data ?? "");
  const write = (runs: readonly RunFile[]): boolean => {
    const text = JSON.stringify(runs);
    writeStored(key, text);
    return readStored(key) === text;
  };
  if (write([...earlierRuns(key, files), ...files])) return true;
  forgetStored((other) => other.startsWith(PREFIX) && other !== key);
  return write(files);
}

/** The stored runs that these do not replace. */
function earlierRuns(key: string, files: readonly RunFile[]): readonly RunFile[] {
  const identity = (file: RunFile): string => `${file.fingerprint} ${runKey(settingsOf(file))}`;
  try {
    const stored = [JSON.parse(readStored(key) ?? "[]") as RunFile].flat();
    const replaced = new Set(files.map(identity));
    return stored.filter((file) => !replaced.has(identity(file)));
  } catch {
    // Written by another version, or damaged.
    return [];
  }
}

/** The text of the list of run files of a data set; null: none is stored. */
export function keptFolds(dataset: string): string | null {
  return readStored(PREFIX + dataset);
}

/** The text of each run file in such a list. Earlier versions stored one file. */
export function textsIn(kept: string): readonly string[] {
  return [JSON.parse(kept) as unknown].flat().map((file) => JSON.stringify(file));
}
