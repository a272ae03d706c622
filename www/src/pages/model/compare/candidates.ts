// Candidates of the comparison: the run in view, its other epochs, and the runs stored in the browser.

import { filterIndex, filterLabel, isVertexFilter } from "../../../domain/settings/models";
import { hasUse, isSame, seedOfSplit, SETTING_NAMES, settingsOf } from "../../../domain/settings/settings";
import type { SettingName, Settings } from "../../../domain/settings/settings";
import { describeRun, SETTING_LABELS, valueText } from "../../../domain/settings/settingWords";
import { describeTime } from "../../../domain/text/format";
import type { Compared } from "../../../engine/calls";
import type { RunSummary } from "../../../protocol";
import type { KeptRun } from "../../../store/state";
import { otherData } from "../../../store/runHistory";
import { epochInView } from "../../../store/selectors";
import type { Data, Run, State } from "../../../store/state";

export interface Candidate {
  readonly compared: Compared;
  /** Unique key. */
  readonly key: string;
  /** Title in the list. */
  readonly title: string;
  readonly summary: RunSummary;
  /** Index of its filter in the comparison. */
  readonly filter: number;
  /** Number of optimisation steps of the compared weights. */
  readonly steps: number;
  /** Training time in seconds; null: unknown. */
  readonly seconds: number | null;
  /** Reason for exclusion; null: the candidate can be compared. */
  readonly refused: string | null;
}

export interface Candidates {
  readonly view: Candidate;
  readonly epochs: readonly Candidate[];
  readonly kept: readonly Candidate[];
}

/** `now`: milliseconds since 1970. */
export function candidatesOf(
  { run, data, keptRuns, view }: Pick<State, "run" | "data" | "keptRuns" | "view">,
  now: number,
): Candidates | null {
  if (!run || !data) return null;
  const { summary } = run;
  const epoch = epochOf(run, view);
  const steps = epoch === null ? run.stepsDone : epoch * summary.stepsPerEpoch;
  const filter = filterIndex(summary, view.filterInView);
  const at = (steps: number): Pick<Candidate, "steps" | "summary" | "filter" | "seconds" | "refused"> => ({
    ...{ summary, filter, steps, refused: null },
    seconds: steps === 0 ? 0 : steps === run.stepsDone ? run.seconds : null,
  });
  return {
    view: {
      compared: { type: "view" },
      key: "view",
      title: `Run in view, ${named(summary, filter)}${weightsWords(steps, summary)}`,
      ...at(steps),
    },
    epochs: run.snapshots.map((epoch) => ({
      compared: { type: "epoch", epoch },
      key: `epoch ${epoch}`,
      title: epoch === 0 ? "Epoch 0, untrained" : `Epoch ${epoch}`,
      ...at(epoch * summary.stepsPerEpoch),
    })),
    kept: keptRuns.map((kept) => ofKept(kept, summary, data, view.filterInView, now)),
  };
}

function ofKept(kept: KeptRun, own: RunSummary, data: Data, requested: number, now: number): Candidate {
  const { id, summary, history, saved } = kept;
  const filter = filterIndex(summary, requested);
  const refused = otherData(kept, data);
  const name = kept.name ? `${kept.name}: ` : "";
  // The settings of a run log are unknown.
  const described =
    summary.logged || own.logged
      ? `${summary.logged ? `${kept.dataset}, ` : ""}${describeRun(summary)}`
      : ownWords(summary, own);
  const weights = `${named(summary, filter)}${weightsWords(history.stepsDone, summary)}, ${describeTime(saved, now)}`;
  return {
    compared: { type: "kept", id },
    key: `kept ${id}`,
    title: refused === null ? `${name}${described}, ${weights}` : `${kept.dataset}: ${refused}`,
    summary,
    filter,
    steps: history.stepsDone,
    seconds: history.stepsDone === 0 ? 0 : (history.seconds ?? null),
    refused,
  };
}

/** "filter 2 of 3, "; "": the run has one filter. */
function named(summary: RunSummary, filter: number): string {
  const label = filterLabel(summary, filter);
  return label === null ? "" : `${label}, `;
}

/** The epoch of the weights in view; null: the current weights. */
function epochOf(run: Run, view: State["view"]): number | null {
  if (view.epoch !== null) return epochInView({ run, view });
  return run.phase === "running" ? (run.snapshots.at(-1) ?? null) : null;
}

/** "after epoch 12", "after step 33", "untrained" */
export function weightsWords(steps: number, { stepsPerEpoch }: Pick<RunSummary, "stepsPerEpoch">): string {
  if (steps === 0) return "untrained";
  const epoch = steps / Math.max(1, stepsPerEpoch);
  return Number.isInteger(epoch) ? `after epoch ${epoch}` : `after step ${steps}`;
}

/** Names of the differing settings that at least one of the models uses, in the order of the form. */
export function differing(a: Settings, b: Settings): readonly SettingName[] {
  const ordered = Object.keys(SETTING_LABELS) as SettingName[];
  const used = ordered.filter((name) => hasUse(a.model, name) || hasUse(b.model, name));
  return used.filter(
    (name) =>
      SETTING_NAMES.includes(name) &&
      !isSame(a[name], b[name]) &&
      // Without a seed of their own, the folds have the seed of the run: the same folds can be written in two ways.
      (name !== "splitSeed" || seedOfSplit(a) !== seedOfSplit(b)),
  );
}

/** The value of a setting beside that of another run. */
export function comparedText(name: SettingName, settings: Settings): string {
  return name === "splitSeed" ? String(seedOfSplit(settings) ?? "–") : valueText(name, settings);
}

/** Differences from the run in view: "seed 7, fold 2". */
function ownWords(summary: RunSummary, inView: RunSummary): string {
  const settings = settingsOf(summary);
  const names = differing(settingsOf(inView), settings);
  if (names.length === 0) return "Same settings";
  const words = names.map((name) => `${SETTING_LABELS[name].toLowerCase()} ${comparedText(name, settings)}`);
  const text = words.join(", ");
  return text[0]!.toUpperCase() + text.slice(1);
}

export function learnsFilter({ summary, filter }: Candidate): boolean {
  return isVertexFilter(summary, filter);
}

export function allOf({ view, epochs, kept }: Candidates): readonly Candidate[] {
  return [view, ...epochs, ...kept];
}

/** The pair to compare, given the requested keys; null without a second candidate. */
export function pairOf(
  candidates: Candidates,
  wanted: readonly [string, string | null],
): readonly [Candidate, Candidate | null] {
  const can = allOf(candidates).filter(({ refused }) => refused === null);
  const named = (key: string | null): Candidate | undefined => can.find((one) => one.key === key);
  const first = named(wanted[0]) ?? candidates.view;
  const kept = candidates.kept.find(({ refused }) => refused === null);
  const earlier = candidates.epochs.find(({ steps }) => steps !== candidates.view.steps);
  return [first, named(wanted[1]) ?? kept ?? earlier ?? null];
}
