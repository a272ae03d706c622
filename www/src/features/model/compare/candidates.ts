// What can be compared: the run in view, its other epochs, and the runs that the browser keeps.

import { hasFilter } from "../../../domain/settings/models";
import { hasUse, isSame, SETTING_NAMES, settingsOf } from "../../../domain/settings/settings";
import type { SettingName, Settings } from "../../../domain/settings/settings";
import { SETTING_LABELS, valueText } from "../../../domain/settings/settingWords";
import { describeTime } from "../../../domain/text/format";
import type { Compared } from "../../../engine/calls";
import type { RunSummary } from "../../../protocol";
import type { KeptRun } from "../../../store/state";
import { epochInView } from "../../../store/selectors";
import type { Data, Run, State } from "../../../store/state";

export interface Candidate {
  readonly compared: Compared;
  /** Tells candidates apart. */
  readonly key: string;
  /** What a list says of it. */
  readonly title: string;
  readonly summary: RunSummary;
  /** Optimisation steps behind the weights that are compared. */
  readonly steps: number;
  /** What these took in seconds; null: not known. */
  readonly seconds: number | null;
  /** Why it cannot be compared; null: it can. */
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
  const at = (steps: number): Pick<Candidate, "steps" | "summary" | "seconds" | "refused"> => ({
    ...{ summary, steps, refused: null },
    seconds: steps === 0 ? 0 : steps === run.stepsDone ? run.seconds : null,
  });
  return {
    view: {
      compared: { type: "view" },
      key: "view",
      title: `Run in view, ${weightsWords(steps, summary)}`,
      ...at(steps),
    },
    epochs: run.snapshots.map((epoch) => ({
      compared: { type: "epoch", epoch },
      key: `epoch ${epoch}`,
      title: epoch === 0 ? "Epoch 0, untrained" : `Epoch ${epoch}`,
      ...at(epoch * summary.stepsPerEpoch),
    })),
    kept: keptRuns.map((kept) => ofKept(kept, summary, data, now)),
  };
}

function ofKept(kept: KeptRun, own: RunSummary, data: Data, now: number): Candidate {
  const { id, summary, history, saved } = kept;
  const refused = refusal(kept, data);
  const weights = `${weightsWords(history.stepsDone, summary)}, ${describeTime(saved, now)}`;
  return {
    compared: { type: "kept", id },
    key: `kept ${id}`,
    title: refused === null ? `${ownWords(summary, own)}, ${weights}` : `${kept.dataset}: ${refused}`,
    summary,
    steps: history.stepsDone,
    seconds: history.stepsDone === 0 ? 0 : (history.seconds ?? null),
    refused,
  };
}

/** The engine compares the graphs themselves; what is known before is not even tried. */
function refusal({ dataset, source }: KeptRun, data: Data): string | null {
  if (dataset !== data.summary.name) return "another data set";
  const [one, other] = [source, data.source];
  const differs = one.type === "generator" && other.type === "generator" && one.seed !== other.seed;
  return differs ? `generated with seed ${one.seed}, not ${other.seed}` : null;
}

/** The epoch whose weights are in view; null: those of now. */
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

/** Names of the settings that differ, as the form has them in order, of those that one of the models has a use for. */
export function differing(a: Settings, b: Settings): readonly SettingName[] {
  const ordered = Object.keys(SETTING_LABELS) as SettingName[];
  const used = ordered.filter((name) => hasUse(a.model, name) || hasUse(b.model, name));
  return used.filter((name) => SETTING_NAMES.includes(name) && !isSame(a[name], b[name]));
}

/** What a run has otherwise than the one in view: "seed 7, fold 2". */
function ownWords(summary: RunSummary, inView: RunSummary): string {
  const settings = settingsOf(summary);
  const names = differing(settingsOf(inView), settings);
  if (names.length === 0) return "Same settings";
  const words = names.map((name) => `${SETTING_LABELS[name].toLowerCase()} ${valueText(name, settings)}`);
  const text = words.join(", ");
  return text[0]!.toUpperCase() + text.slice(1);
}

export function learnsFilter({ summary }: Candidate): boolean {
  return hasFilter(summary.config.model);
}

export function allOf({ view, epochs, kept }: Candidates): readonly Candidate[] {
  return [view, ...epochs, ...kept];
}

/** The two that are compared, of those that were wanted; without a second one there is nothing to compare with. */
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
