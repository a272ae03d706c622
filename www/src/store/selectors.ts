// Questions about the state that several parts of the page ask.

import type { Direction } from "../domain/graph/graph";
import { DIRECTIONS } from "../domain/graph/graph";
import { keptUpTo } from "../domain/training/kept";
import { fitted, isSame, SETTING_NAMES, settingsOf } from "../domain/settings/settings";
import type { Offered, SettingName, Settings } from "../domain/settings/settings";
import { LEARNED } from "./state";
import type { Data, Document, Race, Run, State } from "./state";

/** A run that will not go on: its epochs are done, or its loss is no number any more. */
export function isOver({ phase }: Run): boolean {
  return phase === "finished" || phase === "stopped";
}

/** What the data set in use offers to choose from. */
export function offeredBy({ summary, withoutShippedFolds }: Data): Offered {
  return { ...summary, shippedFolds: withoutShippedFolds === null };
}

/** The settings that the next run would have. */
export function wantedSettings({ document: { settings }, run, data }: State): Settings | null {
  return run && data && fitted({ ...settingsOf(run.summary), ...settings }, offeredBy(data));
}

/** Names of the settings that differ from the run's: they wait for the next one. The learning rate changes at once. */
export function waitingSettings(state: State): readonly SettingName[] {
  const { run, data } = state;
  const wanted = wantedSettings(state);
  if (!run || !data || !wanted) return [];
  const own = fitted(settingsOf(run.summary), offeredBy(data));
  return SETTING_NAMES.filter((name) => name !== "learningRate" && !isSame(wanted[name], own[name]));
}

const ONE: Readonly<Record<Direction, readonly Direction[]>> = { sub: ["sub"], super: ["super"] };

/** Does the document belong to the run before, as after undo? Then that one comes back. */
export function wantsRunBefore({ document, run, previousRun }: State): boolean {
  return document.run !== null && document.run !== run?.id && document.run === previousRun?.id;
}

/** The filtrations that the barcode and the diagram show. */
export function shownDirections({ view: { directions } }: State): readonly Direction[] {
  return directions === "both" ? DIRECTIONS : ONE[directions];
}

/** The filtration that the scrubber walks through. */
export function walkDirection({ view: { directions } }: State): Direction {
  return directions === "super" ? "super" : "sub";
}

/** The epoch whose weights are in view: the last one kept, up to the one that was asked for; null: those of now. */
export function epochInView({ run, view }: Pick<State, "run" | "view">): number | null {
  return view.epoch === null || !run ? null : keptUpTo(run.snapshots, view.epoch);
}

/** Is the run asked for the filter of a graph that is in no data set? Values of the user's own are what they are. */
export function isAskedAbout({ subject, filter, values }: Document): boolean {
  return subject.type !== "graph" && filter === LEARNED && values === null;
}

/** How the devices did on what is trained, where the page chose between them. */
export function raceInUse({ backend, race, data, run }: State): Race | null {
  const same = race?.source === data?.source && race?.model === run?.summary.config.model;
  return backend === "auto" && same ? race : null;
}
