// A run over folds: from a file, or trained here.

import { DEFAULT_CONFIG } from "../settings/settings";
import type { FoldsProgress, RunFile as WrittenRunFile } from "../../protocol";

/** A run file, also with what its text leaves out where it is empty. */
export type RunFile = Required<WrittenRunFile>;

export interface FoldsRun {
  /** null: the first fold is not begun. */
  readonly file: RunFile | null;
  /** The file that it came from; null: it was trained here. */
  readonly name: string | null;
  /** null: nothing is trained. */
  readonly training: FoldsTraining | null;
}

export interface FoldsTraining {
  /** null: the engine is on its way. */
  readonly progress: FoldsProgress | null;
  /** Estimated; null: not computed yet. */
  readonly secondsLeft: number | null;
  /** It ends as soon as the steps at hand are done. */
  readonly ending: boolean;
}

/** The run file of a text that the engine wrote or checked; what it leaves out is empty, or as it is by default. */
export function runFileIn(text: string): RunFile {
  const file = JSON.parse(text) as WrittenRunFile;
  return { unfinished: [], ...file, config: { ...DEFAULT_CONFIG, ...file.config } };
}
