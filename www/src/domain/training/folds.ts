// A run over folds: from a file, or trained here.

import { DEFAULT_CONFIG } from "../settings/settings";
import type { FoldsProgress, RunFile as WrittenRunFile } from "../../protocol";

/** A run file, including the optional parts that its text omits. */
export type RunFile = Required<WrittenRunFile>;

export interface FoldsRun {
  /** null: the first fold has not begun. */
  readonly file: RunFile | null;
  /** The name of its file; null: it was trained here. */
  readonly name: string | null;
  /** null: no training in progress. */
  readonly training: FoldsTraining | null;
}

export interface FoldsTraining {
  /** null: the engine is loading. */
  readonly progress: FoldsProgress | null;
  /** Estimated; null: not computed yet. */
  readonly secondsLeft: number | null;
  /** It ends after the current steps. */
  readonly ending: boolean;
}

/** Parses a run file from the engine; omitted parts are empty or have their defaults. */
export function runFileIn(text: string): RunFile {
  const file = JSON.parse(text) as WrittenRunFile;
  return { unfinished: [], ...file, config: { ...DEFAULT_CONFIG, ...file.config } };
}
