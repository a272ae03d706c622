// Texts about a run over folds.

import { originName } from "../../../domain/settings/settings";
import { listOf, plural } from "../../../domain/text/format";
import { MODELS_LIMIT } from "../../../domain/training/folds";
import type { FoldsProgress, FoldsRun, FoldsTraining, RunFile } from "../../../domain/training/folds";
import type { Data } from "../../../store/state";

/** "10 folds of the paper’s code, scikit-learn 0.20" */
export function foldsText({ splits, config }: Pick<RunFile, "splits" | "config">): string {
  const folds = plural(config.folds, "fold", "folds");
  if (splits === "seed") return `${folds} by seed ${config.seed}`;
  if (splits === "files") return `${folds} from files`;
  if (splits === "data") return "the split of the file of the data set";
  return `${folds} of ${originName(splits)}`;
}

/** The folds that are missing from the file or unfinished; empty: none. */
export function missingText({ folds, unfinished, config }: RunFile): string {
  const begun = unfinished.filter(({ epochs }) => epochs.length > 0);
  const parts = begun.map(
    ({ fold, epochs }) => `fold ${fold} (${epochs.length} of ${plural(config.epochs, "epoch", "epochs")})`,
  );
  const waiting = unfinished.length - begun.length;
  if (waiting > 0) parts.push(`${plural(waiting, "fold", "folds")} not started`);
  const others = config.folds - folds.length - unfinished.length;
  const left = parts.length > 0 ? [`Not finished: ${listOf(parts)}.`] : [];
  if (others > 0) left.push(`${plural(others, "fold was", "folds were")} not requested.`);
  return left.join(" ");
}

/** "Fold 3 of 10, epoch 12 of 100; about 2 minutes left", or "2 of 10 folds finished, 4 in progress; …" */
export function progressText({ progress, secondsLeft, ending }: FoldsTraining): string {
  if (ending) return "Stopping after the pending steps …";
  if (!progress) return "Starting separate engines …";
  return `${placeText(progress)}${secondsLeft === null ? "" : `; ${leftText(secondsLeft)}`}`;
}

function placeText({ folds, finished, current, epochs }: FoldsProgress): string {
  const [only, another] = current;
  if (!only) return `${finished} of ${folds} folds finished`;
  if (another) return `${finished} of ${folds} folds finished, ${current.length} in progress`;
  return `Fold ${only.fold} of ${folds}, epoch ${Math.min(only.epoch + 1, epochs)} of ${epochs}`;
}

/** The reason why the models of some finished folds cannot be opened; "": all can. */
export function withoutModelText({ file, models }: Pick<FoldsRun, "file" | "models">): string {
  const lacking = (file?.folds ?? []).map(({ fold }) => fold).filter((fold) => !models.includes(fold));
  if (lacking.length === 0) return "";
  const remedy = "To inspect the model of a fold, use these settings, choose the fold and train.";
  if (models.length === 0) return `A run file contains no weights. ${remedy}`;
  const folds = `${lacking.length === 1 ? "fold" : "folds"} ${listOf(lacking.map(String))}`;
  return `The weights of ${folds} exceed the memory limit of ${MODELS_LIMIT / 2 ** 20} MiB. ${remedy}`;
}

function leftText(seconds: number): string {
  if (seconds < 10) return "a few seconds left";
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} seconds left`;
  if (seconds < 5400) return `about ${plural(Math.round(seconds / 60), "minute", "minutes")} left`;
  return `about ${plural(Math.round(seconds / 3600), "hour", "hours")} left`;
}

/** The reason why the graphs in view are not those of the folds; null: they are. */
export function strangerText(file: RunFile, data: Data | null): string | null {
  if (!data) return `These folds are of ${file.data}, and no data set is open.`;
  const { name, fingerprint } = data.summary;
  if (fingerprint !== file.fingerprint) {
    return name === file.data
      ? `These folds are of another version of ${file.data}: its graphs, classes, labels or attributes differ.`
      : `These folds are of ${file.data}, and ${name} is in view.`;
  }
  const unknown = file.folds.flatMap(({ predictions = [], values = [] }) => [
    ...predictions.filter(([graph, truth]) => data.rows[graph]?.class !== truth),
    ...values.filter(([graph, target]) => data.rows[graph]?.target !== target),
  ]);
  return unknown.length === 0
    ? null
    : `The file claims these graphs, but its ${file.classes.length === 0 ? "target" : "class"} of graph ${unknown[0]![0] + 1} differs from the data set: the file was changed.`;
}
