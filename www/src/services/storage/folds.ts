// The last cross-validation of each data set, stored beyond the life of the page.

import type { RunFile } from "../../domain/training/folds";
import type { NamedFile } from "../../engine/calls";
import type { Session } from "../engine/session";
import { forgetStored, readStored, writeStored } from "./browserStorage";

const PREFIX = "sublevel-folds-";

/** false: there is no space for it. Folds of other data sets are removed first. */
export function keepFolds(file: RunFile): boolean {
  const key = PREFIX + file.data;
  const text = JSON.stringify(file);
  writeStored(key, text);
  if (readStored(key) === text) return true;
  forgetStored((other) => other.startsWith(PREFIX) && other !== key);
  writeStored(key, text);
  return readStored(key) === text;
}

/** The text of the run file of a data set; null: not stored. */
export function keptFolds(dataset: string): string | null {
  return readStored(PREFIX + dataset);
}

/** The contents of a run over folds after validation by the engine. */
export async function checkedRun(session: Session, file: NamedFile): Promise<RunFile> {
  if (!(await session.wanted())) throw new Error("It requires the training module, which is not available.");
  return session.call("readRunFile", file);
}
