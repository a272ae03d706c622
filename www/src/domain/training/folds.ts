// A run over folds: from a file, or trained here.

import { DEFAULT_CONFIG } from "../settings/settings";
import type { EpochRun, FoldRun, RunFile as WrittenRunFile } from "../../protocol";
import { METRICS } from "./metric";
import type { Metric } from "./metric";

/** Memory limit of the models of all folds, in bytes. */
export const MODELS_LIMIT = 64 * 2 ** 20;

/** A run file, including the list that its text omits if it is empty. */
export type RunFile = WrittenRunFile & Required<Pick<WrittenRunFile, "unfinished">>;

/** The metric of a run file. A run that predicts a number has no classes. */
export const metricOfFile = ({ classes }: Pick<RunFile, "classes">): Metric =>
  METRICS[classes.length === 0 ? "regression" : "classification"];

/** The test metric of an epoch, or of a fold after its last epoch. */
export const testMetricOf = (of: Pick<EpochRun | FoldRun, "test_accuracy" | "test_error">): number =>
  of.test_error ?? of.test_accuracy ?? NaN;

/** A run over folds with results. */
export interface KnownRun {
  readonly file: RunFile;
  /** The name of its file; null: it was trained here. */
  readonly name: string | null;
  /** The finished folds whose weights are in memory, so that their models can be opened. */
  readonly models: readonly number[];
  /** The key of the requested settings: a data set can have too few graphs for their folds. */
  readonly asked?: string;
}

/** The run over folds in view. */
export interface FoldsRun extends Omit<KnownRun, "file"> {
  /** null: the first fold has not begun. */
  readonly file: RunFile | null;
  /** null: no training in progress. */
  readonly training: FoldsTraining | null;
}

/** A fold in training, with its finished epochs. */
export interface FoldAtWork {
  readonly fold: number;
  readonly epoch: number;
}

export interface FoldsProgress {
  /** Number of folds. */
  readonly folds: number;
  /** Number of finished folds. */
  readonly finished: number;
  /** The folds in training, ascending. */
  readonly current: readonly FoldAtWork[];
  /** Epochs per fold. */
  readonly epochs: number;
  /** Completed share of all folds in [0, 1]. */
  readonly share: number;
}

/** The place of a run among those of an experiment, from 1. */
export interface RunOfSeveral {
  readonly run: number;
  readonly of: number;
}

export interface FoldsTraining {
  /** null: it is the only run. */
  readonly place: RunOfSeveral | null;
  /** null: the engine is loading. */
  readonly progress: FoldsProgress | null;
  /** Estimated; null: not computed yet. */
  readonly secondsLeft: number | null;
  /** It ends after the current steps. */
  readonly ending: boolean;
}

/**
 * Parses a run file from the engine; omitted parts are empty or have their defaults. The long lists of folds stay last: a reader recognizes
 * a run file by its first keys.
 */
export function runFileIn(text: string): RunFile {
  const file = JSON.parse(text) as WrittenRunFile;
  return { ...file, config: { ...DEFAULT_CONFIG, ...file.config }, unfinished: file.unfinished ?? [] };
}
