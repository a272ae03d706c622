// Selectors that several parts of the page use.

import { decimalsOf } from "../domain/contributions/bars";
import { stageOf } from "../domain/graph/subject";
import type { StageKind } from "../domain/graph/subject";
import { filterIndex, isEdgeFilter, isVertexFilter } from "../domain/settings/models";
import type { ModelView } from "../engine/calls";
import type { Direction } from "../domain/graph/graph";
import { DIRECTIONS } from "../domain/graph/graph";
import { keptUpTo } from "../domain/training/epochs";
import { asSentence } from "../domain/text/format";
import { fitted, isSame, seedOfSplit, SETTING_NAMES, settingsOf } from "../domain/settings/settings";
import type { Offered, SettingName, Settings } from "../domain/settings/settings";
import { LEARNED } from "./state";
import type { Data, Document, Race, Run, State } from "./state";

/** A run that cannot continue: its epochs are done, or its loss is NaN. */
export function isOver({ phase }: Run): boolean {
  return phase === "finished" || phase === "stopped";
}

/** The choices of the data set in use. */
export function offeredBy({ summary, withoutShippedFolds }: Data): Offered {
  return { ...summary, shippedFolds: withoutShippedFolds === null };
}

/** The reason why no model can be trained on the data set in use; null: none. */
export function withoutTraining({ data }: Pick<State, "data">): string | null {
  const reason = data?.summary.withoutTraining ?? null;
  return reason === null ? null : asSentence(reason);
}

/** The settings of the next run. */
export function wantedSettings({ document: { settings }, run, data }: State): Settings | null {
  return run && data && fitted({ ...settingsOf(run.summary), ...settings }, offeredBy(data));
}

/**
 * Names of the settings that differ from those of the run: they wait for the next one. The learning rate changes
 * immediately.
 */
export function waitingSettings(state: State): readonly SettingName[] {
  const { run, data } = state;
  const wanted = wantedSettings(state);
  if (!run || !data || !wanted) return [];
  const own = fitted(settingsOf(run.summary), offeredBy(data));
  const isSameSplit = seedOfSplit(wanted) === seedOfSplit(own);
  return SETTING_NAMES.filter(
    (name) =>
      name !== "learningRate" && !isSame(wanted[name], own[name]) && !(name === "splitSeed" && isSameSplit),
  );
}

type InView = Pick<State, "displayed" | "run" | "document" | "asked" | "inspection" | "view">;
const ONE: Readonly<Record<Direction, readonly Direction[]>> = { sub: ["sub"], super: ["super"] };

/** Whether the document belongs to the previous run, for example after undo: then that run is restored. */
export function wantsPreviousRun({ document, run, previousRun }: State): boolean {
  return document.run !== null && document.run !== run?.id && document.run === previousRun?.id;
}

/** Whether the displayed graph has an edge filter. */
export function showsEdgeFilter({ displayed, run, document, asked, inspection, view }: InView): boolean {
  if (run === null) return false;
  const isDrawn = displayed.type === "graph" && inspection?.run === run.id;
  const filter = isDrawn ? inspection.filter : filterInView({ run, view });
  if (!isEdgeFilter(run.summary, filter)) return false;
  if (displayed.type === "graph") return true;
  // Another graph has it after the answer of the run.
  const isAnswered = asked?.subject === displayed && asked.run === run.id && asked.filtration !== null;
  return isAnswered && isAskedAbout(document);
}

/** The stage that shows the displayed subject. */
export function stageInView(state: InView): StageKind {
  return showsEdgeFilter(state) ? "edges" : stageOf(state.displayed);
}

/** The filtrations that the barcode and the diagram show. Complexes of points and graphs with an edge filter only grow. */
export function shownDirections(state: InView): readonly Direction[] {
  const { directions } = state.view;
  if (stageInView(state) !== "values") return ONE.sub;
  return directions === "both" ? DIRECTIONS : ONE[directions];
}

/** The filtration that the scrubber walks through. */
export function walkDirection(state: InView): Direction {
  return shownDirections(state)[0]!;
}

/** The epoch of the weights in view: the last stored one, up to the requested one; null: the current weights. */
export function epochInView({ run, view }: Pick<State, "run" | "view">): number | null {
  return view.epoch === null || !run ? null : keptUpTo(run.snapshots, view.epoch);
}

/**
 * The filter in view: its index among those of the run in use. Requests to the engine take it from here, and the headings and files of
 * their answers name the filter of the answer.
 */
export function filterInView({ run, view }: Pick<State, "run" | "view">): number {
  return run ? filterIndex(run.summary, view.filterInView) : 0;
}

/** The weights and the filter in view. */
export function modelView(state: Pick<State, "run" | "view">): ModelView {
  return { epoch: epochInView(state), filter: filterInView(state) };
}

/** Whether the filter in view has a value for every edge. */
export function hasEdgesInView({ run, view }: Pick<State, "run" | "view">): boolean {
  return run !== null && isEdgeFilter(run.summary, filterInView({ run, view }));
}

/** Whether the filter in view has a value for every vertex. */
export function hasVerticesInView({ run, view }: Pick<State, "run" | "view">): boolean {
  return run !== null && isVertexFilter(run.summary, filterInView({ run, view }));
}

/** Whether the filter of a graph outside the data set comes from the run. Values of the user are independent of the run. */
export function isAskedAbout({ subject, filter, values }: Document): boolean {
  return subject.type !== "graph" && filter === LEARNED && values === null;
}

/** The range of a channel of a run log whose values are not in [0, 1], the range of learned filters; null: [0, 1]. */
export function rangeOfLog({ summary: { logged } }: Run, filter: number): readonly [number, number] | null {
  const range = logged?.ranges[filter];
  if (!range) return null;
  const [low, high] = range;
  if (low >= 0 && high <= 1) return null;
  return low === high ? [low - 0.5, high + 0.5] : range;
}

/** The same of the filter in view. */
export function rangeInView({ run, view }: Pick<State, "run" | "view">): readonly [number, number] | null {
  return run && rangeOfLog(run, filterInView({ run, view }));
}

/** The paces of the devices for the current training, if the page chose between them. */
export function raceInUse({ backend, race, data, run }: State): Race | null {
  const same = race?.source === data?.source && race?.model === run?.summary.config.model;
  return backend === "auto" && same ? race : null;
}

/** Decimals of scores and of contributions to them, for the data set in use. */
export function scoreDecimals({ data }: Pick<State, "data">): number {
  return decimalsOf(data?.summary.targets);
}
