// The next state from a state and an action. Pure: no clock, no randomness, no access to the page.

import { EMPTY_CURVE, extend } from "../domain/training/curve";
import { withKnown } from "../domain/training/experiment";
import type { Experiment } from "../domain/training/experiment";
import type { XY } from "../domain/training/curve";
import { exampleNamed } from "../domain/graph/subject";
import { areSame, isSame, SETTING_NAMES, settingsOf } from "../domain/settings/settings";
import type { SettingName, Settings } from "../domain/settings/settings";
import { FIT } from "../domain/view";
import type { RunSummary } from "../protocol";
import { isByUser } from "./actions";
import type { Action, Change, Trained } from "./actions";
import type { Curves } from "./state";
import { change, forgetRuns, NO_HISTORY, redo, undo } from "./history";
import { withLinked } from "./linked";
import { ALL_GRAPHS, FIRST_ERRORS_VIEW, FIRST_READOUT_VIEW, NO_HEIGHTS, NO_SCORE } from "./state";
import type { Subject } from "../domain/graph/subject";
import type { Document, History, Notice, Phase, Run, State, View } from "./state";

export function reduce(state: State, action: Action): State {
  const next = reduceChange(state, action);
  if (next.document === state.document) return next;
  const isOpened = next.document.opening !== state.document.opening;
  return followed(state, isOpened ? leaving(next) : next);
}

function reduceChange(state: State, action: Action): State {
  const { view } = state;
  switch (action.type) {
    case "show":
      return changed(state, showing(state, action.subject), null);
    case "own-graph":
      return changed(
        state,
        { ...showing(state, { type: "own", graph: action.graph }), filter: action.filter ?? null },
        action.gesture ?? null,
      );
    case "filter": {
      const { document } = state;
      const same = document.filter === action.filter && document.values === null;
      return document.subject.type === "graph" || same
        ? state
        : changed(state, { ...document, filter: action.filter, values: null }, action.gesture ?? null);
    }
    case "values":
      if (state.document.subject.type === "graph") return state;
      return changed(state, { ...state.document, values: action.values }, action.gesture ?? null);
    case "height": {
      const heights = { ...state.document.heights, [action.vertex]: action.height };
      return changed(state, { ...state.document, heights }, action.gesture);
    }
    case "settings":
      return changed(state, withSettings(state.document, action.change), action.gesture ?? null);
    case "fold-files": {
      const { foldFiles } = action;
      const { folds } = foldFiles;
      const data = state.data && { ...state.data, foldFiles };
      // Their settings do not tell the files, so runs on other ones would be taken for runs on these.
      const runs = state.experiment.runs.filter(({ file, name }) => name !== null || file.splits !== "files");
      const experiment = { ...state.experiment, runs };
      const document = withSettings(state.document, { splits: "files", folds, fold: 1 });
      return changed({ ...state, data, experiment }, document, null);
    }
    case "undo":
      return { ...state, ...undo(state) };
    case "redo":
      return { ...state, ...redo(state) };
    case "open-link": {
      const linked = withLinked(state, action.linked);
      const document = { ...linked.document, opening: state.document.opening + 1 };
      return { ...linked, ...change(state, document, null) };
    }

    case "edit": {
      const { graph, values, gesture } = action;
      const subject = { type: "own", graph } as const;
      // After the removal of a vertex, the others have new numbers.
      const same = verticesOf(state, state.document.subject) <= graph.vertices;
      const heights = same ? state.document.heights : NO_HEIGHTS;
      return changed(state, { ...state.document, subject, values, heights }, gesture ?? null);
    }

    case "points": {
      const subject = { type: "points", cloud: action.cloud } as const;
      return changed(state, { ...state.document, subject }, action.gesture ?? null);
    }

    case "view":
      return withView(state, action.change);
    case "rival": {
      const rival = action.rival && { summary: action.rival, epochs: [] };
      return { ...state, run: state.run && { ...state.run, rival } };
    }
    case "unseen":
      return { ...state, unseen: { ...state.unseen, [action.question]: action.seed } };
    case "scored": {
      const { asked, right } = state.score;
      return { ...state, score: { asked: asked + 1, right: right + (action.right ? 1 : 0) } };
    }
    case "answer":
      return { ...state, answers: { ...state.answers, [action.question]: action.answer } };
    case "passed":
      return state.passed.includes(action.card)
        ? state
        : { ...state, passed: [...state.passed, action.card] };
    case "own-lesson":
      return { ...state, ownLesson: action.lesson };
    case "draft":
      return { ...state, draft: action.draft };
    case "play-answer":
      return { ...withView(state, { playing: true }), playback: action.playback };
    case "folds":
      return { ...state, folds: action.folds, experiment: withResults(state.experiment, action.folds) };
    case "experiment":
      return withExperiment(state, { ...state.experiment, ...action.change });
    case "table": {
      const others = view.tables.filter((table) => table !== action.table);
      const tables = action.shown ? [...others, action.table].sort() : others;
      return { ...state, view: { ...view, tables } };
    }
    case "graph-filter":
      return { ...state, graphFilter: { ...state.graphFilter, ...action.change } };
    case "theme":
      return { ...state, theme: action.theme };
    case "keep-running":
      return { ...state, keepRunning: action.keepRunning };
    case "notify":
      return { ...state, notices: withNotice(state.notices, action.notice) };
    case "dismiss":
      return { ...state, notices: state.notices.filter(({ id }) => id !== action.notice) };

    case "engine-starting":
      return {
        ...withoutEngine(state),
        backend: action.backend,
        engine: { status: "loading", fraction: null },
        loading: null,
      };
    case "engine-building":
      return { ...state, engine: { status: "building", ...action.progress } };
    case "engine-failed":
      return { ...state, engine: { status: "failed", message: action.message, command: action.command } };
    case "engine-progress":
      return { ...state, engine: { status: "loading", fraction: action.fraction } };
    case "engine-ready":
      return { ...state, engine: { status: "ready", device: action.device } };
    // The run keeps its curves, and pending loads end.
    case "engine-crashed":
      return {
        ...withoutEngine(state),
        engine: { status: "crashed", message: action.message },
        loading: null,
      };
    case "race":
      return { ...state, race: action.race };
    case "server-files":
      return { ...state, serverFiles: action.files };
    case "wanted":
      return { ...state, wanted: action.wanted };
    case "loading":
      return { ...state, loading: action.loading };
    case "data-loaded":
      return withData(state, action, isByUser(action.source));
    case "run-started": {
      const data = state.data && { ...state.data, rows: action.rows };
      const { run, asked, curves } = action;
      if (!keepsRun(state)) return withoutLostRuns(withRun({ ...state, data }, run, asked, curves));
      const previousRun = inPhase(state, "paused").run;
      const next = withRun({ ...state, data, previousRun }, run, asked, curves);
      return withoutLostRuns({ ...next, ...change(ofRun(state), ofRun(next).document, null) });
    }
    case "run-continued": {
      const data = state.data && { ...state.data, rows: action.rows };
      const next = withRun({ ...state, data, offering: false }, action.run);
      return { ...next, run: next.run && trained(next.run, action) };
    }
    case "run-length": {
      const { run } = state;
      if (!run) return state;
      const { config, epochsDone: done } = action.run;
      const over = done >= config.epochs;
      const phase = over ? "finished" : run.phase === "finished" ? "paused" : run.phase;
      const document = withSettings(state.document, { epochs: config.epochs });
      return { ...state, document, run: { ...run, summary: { ...run.summary, config }, phase } };
    }
    case "kept-runs":
      return { ...state, keptRuns: action.runs };
    case "run-label":
      return { ...state, run: state.run && { ...state.run, ...action.label } };
    case "compared-run":
      return { ...state, comparedRun: action.run, view: { ...view, page: "model", topic: "compare" } };
    case "dismiss-offer":
      return { ...state, offering: false };
    case "run-swapped": {
      const { previousRun } = state;
      if (!previousRun) return state;
      const settings = settingsOf(previousRun.summary);
      const paused = inPhase(state, "paused").run;
      const data = state.data && { ...state.data, rows: action.rows };
      const next = { ...state, data, run: previousRun, previousRun: paused, view: { ...view, epoch: null } };
      // Undo and redo already did this.
      if (state.document.run === previousRun.id) return next;
      const document = { ...state.document, settings, run: previousRun.id };
      return { ...next, ...change(ofRun(state), document, null) };
    }
    case "train":
      return inPhase(state, "running");
    case "pause":
      return state.run?.phase === "running" ? inPhase(state, "paused") : state;
    case "trained":
      // After the start of a run on this page, no stored run is offered.
      return { ...state, offering: false, run: state.run && withReport(state.run, action) };
    case "log-grown": {
      const { run } = state;
      if (!run?.summary.logged) return state;
      const { summary, report, snapshots } = action.grown;
      const grown = withReport({ ...run, summary }, { report, milliseconds: 0, snapshots: [...snapshots] });
      const document = withSettings(state.document, { epochs: summary.config.epochs });
      return { ...state, document, run: grown };
    }
    case "learning-rate": {
      const { run } = state;
      if (!run) return state;
      const config = { ...run.summary.config, learningRate: action.learningRate };
      return { ...state, run: { ...run, summary: { ...run.summary, config } } };
    }
    case "inspected": {
      const { inspection } = action;
      if (state.run?.id !== inspection.run) return state;
      const { subject } = state.document;
      const arrived = subject.type === "graph" && subject.index === inspection.index;
      return { ...state, inspection, displayed: arrived ? subject : state.displayed };
    }
    case "asked": {
      const { asked } = action;
      const { document, run } = state;
      if (run?.id !== asked.run || document.subject !== asked.subject) return state;
      return { ...state, asked, displayed: asked.subject };
    }
    case "predicted":
      return withPredictions(state, action.from, action.values, action.step);
  }
}

/** Another page stops the walk, other bars clear the highlight, questions start without a score, and a card closes the maker. */
function withView(state: State, change: Partial<View>): State {
  const { asks, page, directions, extended, playing, lesson } = change;
  return {
    ...state,
    playback: playing === undefined ? state.playback : null,
    score: asks === undefined ? state.score : NO_SCORE,
    view: {
      ...state.view,
      ...(page !== undefined && { playing: false }),
      ...(lesson && { making: false }),
      ...((directions !== undefined || extended !== undefined) && { highlight: null }),
      ...change,
    },
  };
}

function changed(state: State, document: Document, gesture: string | null): State {
  return { ...state, ...change(state, document, gesture) };
}

function showing(state: State, wanted: Subject): Document {
  const { document, data } = state;
  const subject = within(wanted, data?.rows.length ?? null);
  const same =
    sameSubject(document.subject, subject) &&
    document.filter === null &&
    document.values === null &&
    document.heights === NO_HEIGHTS;
  const opening = document.opening + 1;
  const fresh = { filter: null, values: null, heights: NO_HEIGHTS };
  return same ? document : { ...document, subject, ...fresh, opening };
}

/** The subject; the index of a graph of the data set is clamped to its range. */
function within(subject: Subject, graphs: number | null): Subject {
  if (subject.type !== "graph") return subject;
  const index = Math.max(0, Math.trunc(subject.index) || 0);
  return { type: "graph", index: graphs === null ? index : Math.min(index, Math.max(0, graphs - 1)) };
}

function sameSubject(a: Subject, b: Subject): boolean {
  switch (a.type) {
    case "example":
      return b.type === "example" && a.id === b.id;
    case "graph":
      return b.type === "graph" && a.index === b.index;
    case "own":
      return b.type === "own" && a.graph === b.graph;
    case "points":
      return b.type === "points" && a.cloud === b.cloud;
  }
}

function withSettings(document: Document, change: Partial<Settings>): Document {
  const settings = { ...document.settings, ...change };
  return areSame(settings, document.settings) ? document : { ...document, settings };
}

/**
 * Updates the rest of the state after a change of the document. Another graph resets the highlight and the threshold. An
 * example and the user's graph are in view immediately, a graph of the data set after the answer of the engine.
 */
function followed(before: State, after: State): State {
  const { subject } = after.document;
  const known =
    subject.type !== "graph" ||
    (after.inspection?.index === subject.index && after.inspection.run === after.run?.id);
  const displayed = known ? subject : after.displayed;
  const last = before.document.subject;
  const keeps = sameSubject(last, subject) || after.view !== before.view;
  if (keeps) return { ...after, displayed };
  const view =
    before.document.opening === after.document.opening
      ? edited(after.view, verticesOf(after, subject))
      : forgetful(after.view);
  return { ...after, displayed, view };
}

function verticesOf({ data }: State, subject: Subject): number {
  switch (subject.type) {
    case "own":
      return subject.graph.vertices;
    case "example":
      return exampleNamed(subject.id)?.graph.vertices ?? 0;
    case "graph":
      return data?.rows[subject.index]?.vertices ?? 0;
    case "points":
      return subject.cloud.coordinates.length / 2;
  }
}

/** The view of an edited graph stays, without vertices or bars that may not exist any more. */
function edited(view: View, vertices: number): View {
  const gone = view.selection !== null && view.selection >= vertices;
  return { ...view, highlight: null, selection: gone ? null : view.selection };
}

/** The view of another graph: no highlight, no threshold and no zoom. */
function forgetful(view: View): View {
  return { ...view, threshold: null, highlight: null, selection: null, zoom: FIT, playing: false };
}

/** Classes and hats have other numbers in another data set. */
function ofOtherData(view: View): View {
  const classesView = { ...view.classesView, compared: null, filling: null };
  return {
    ...forgetful(view),
    classesView,
    errorsView: FIRST_ERRORS_VIEW,
    readoutView: FIRST_READOUT_VIEW,
    dataTab: "graphs",
  };
}

function withNotice(notices: readonly Notice[], notice: Omit<Notice, "id">): readonly Notice[] {
  const id = 1 + Math.max(0, ...notices.map((other) => other.id));
  const others = notices.filter(({ title, detail }) => title !== notice.title || detail !== notice.detail);
  // A repeated notice replaces the first, and only the newest three stay, because more would cover the page. Those whose
  // end cancels something stay as well.
  const oldest = others.length > 2 ? others.find(({ dismissal }) => !dismissal) : undefined;
  return [...others.filter((other) => other !== oldest), { ...notice, id }];
}

/** Without the notices about a subject that another one has replaced: their buttons would bring it back, and they cover the page. */
function leaving(state: State): State {
  const shown = state.document.subject;
  const stays = ({ about }: Notice): boolean => about?.some((subject) => sameSubject(subject, shown)) ?? true;
  return state.notices.every(stays) ? state : { ...state, notices: state.notices.filter(stays) };
}

/** Moves a run to another phase; a finished or stopped run stays unchanged. */
function inPhase(state: State, phase: Phase): State {
  const { run } = state;
  if (!run || run.phase === "finished" || run.phase === "stopped") return state;
  return { ...state, run: { ...run, phase } };
}

/** The engine and its run are lost; the curves of the run stay. */
function withoutEngine(state: State): State {
  const paused = inPhase(state, "paused");
  const document = paused.document.run === null ? paused.document : { ...paused.document, run: null };
  return withoutLostRuns({
    ...paused,
    document,
    run: paused.run && { ...paused.run, held: false },
    previousRun: null,
  });
}

function newRun(summary: RunSummary, id: number): Run {
  return {
    id,
    summary,
    held: true,
    phase: summary.epochsDone >= summary.config.epochs ? "finished" : "ready",
    stepsDone: summary.stepsDone,
    stepsGiven: 0,
    lastStep: null,
    loss: EMPTY_CURVE,
    metric: EMPTY_CURVE,
    epochs: [],
    stepsPerSecond: null,
    seconds: summary.stepsDone === 0 ? 0 : null,
    stopped: null,
    predictions: null,
    snapshots: [0],
    rival: null,
    name: "",
    note: "",
  };
}

/** A run with what was stored beside its weights. */
function trained(run: Run, { history, snapshots, name = "", note = "" }: Trained): Run {
  const phase = run.phase === "ready" && history.stepsDone > 0 ? "paused" : run.phase;
  return { ...run, ...history, snapshots, name, note, phase };
}

/** Only a run with finished steps is worth restoring. */
export function keepsRun({ run }: Pick<State, "run">): boolean {
  return run?.held === true && run.stepsDone > 0;
}

/** Records in the document which run it belongs to. */
function ofRun(state: State): State {
  return { ...state, document: { ...state.document, run: state.run?.id ?? null } };
}

function withoutLostRuns(state: State): State {
  const { document, history, run, previousRun } = state;
  const kept = [run, previousRun].flatMap((one) => (one ? [one.id] : []));
  return { ...state, history: forgetRuns(history, document, kept) };
}

function nextRunId({ run, previousRun }: Pick<State, "run" | "previousRun">): number {
  return 1 + Math.max(run?.id ?? 0, previousRun?.id ?? 0);
}

/** A new run; no settings are pending, except those that changed after its request. */
function withRun(state: State, summary: RunSummary, asked?: Partial<Settings>, curves?: Curves): State {
  const run = { ...newRun(summary, nextRunId(state)), ...curves };
  const own = settingsOf(summary);
  const chosen = state.document.settings;
  const changed = (name: SettingName): boolean => asked !== undefined && !isSame(chosen[name], asked[name]);
  const settings = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, changed(name) ? chosen[name] : own[name]]),
  );
  return {
    ...state,
    run,
    document: { ...state.document, settings, run: null },
    view: { ...state.view, epoch: null },
  };
}

/** Another data set: removes the data about the last one, and the history of its view. */
function withData(
  state: State,
  { data, run: summary, given, show }: Change & { type: "data-loaded" },
  byHand: boolean,
): State {
  // After a restart of the engine it is the same data set.
  const foldFiles = state.data?.source === data.source ? state.data.foldFiles : data.foldFiles;
  const startedState = { ...withRun({ ...state, data: { ...data, foldFiles } }, summary), previousRun: null };
  const run = given && { ...trained(startedState.run!, given), stepsGiven: given.history.stepsDone };
  const next = run ? { ...startedState, run } : startedState;
  const subject = show
    ? ({ type: "graph", index: show.index } as const)
    : within(state.document.subject, data.rows.length);
  const asked = state.data !== null && state.data.source !== data.source;
  const isBeside = state.data === null && !show;
  return {
    ...next,
    ...foldsBeside(state, data.summary.name),
    history: isBeside ? withSettingsOf(next.document, state.history) : NO_HISTORY,
    document: show
      ? { ...next.document, subject, filter: null, values: null, heights: NO_HEIGHTS }
      : { ...next.document, subject },
    displayed: show ? subject : next.displayed,
    inspection: show && { ...show, run: next.run!.id, step: next.run!.stepsDone, epoch: null, filter: 0 },
    // The filter of the list belongs to its data set; one from the link belongs to this data set.
    graphFilter: state.data === null ? state.graphFilter : ALL_GRAPHS,
    // A requested data set comes into view next; after an automatic load, the choice stays in view.
    view: {
      ...(asked ? ofOtherData(next.view) : next.view),
      // A trained run is there to be looked at, graph by graph.
      ...(given && state.data?.source !== data.source && { dataTab: "graphs" as const }),
      // A lesson with a data set stays on its page; a link keeps its page, too.
      page:
        byHand && show && next.view.lesson === null && next.view.page === "learn"
          ? "inspect"
          : next.view.page,
    },
  };
}

/** The first data set arrives beside a graph that the user may have changed: its changes can still be undone. */
function withSettingsOf({ settings, run }: Document, history: History): History {
  const of = (one: Document): Document => ({ ...one, settings, run });
  return { ...history, past: history.past.map(of), future: history.future.map(of) };
}

/** Folds of another data set are closed, and so are settings for it; those in training stay. */
function foldsBeside(
  { folds, experiment, data }: State,
  dataset: string,
): Pick<State, "folds" | "experiment"> {
  const planned = data?.summary.name === dataset ? experiment.planned : [];
  if (folds?.training) return { folds, experiment: { ...experiment, planned } };
  const runs = experiment.runs.filter(({ file }) => file.data === dataset);
  return {
    folds: folds?.file?.data === dataset ? folds : null,
    experiment: { ...experiment, planned, runs },
  };
}

function withResults(experiment: Experiment, folds: State["folds"]): Experiment {
  if (!folds?.file) return experiment;
  const { file, name, models, asked } = folds;
  return {
    ...experiment,
    runs: withKnown(experiment.runs, { file, name, models, ...(asked !== undefined && { asked }) }),
  };
}

/** If the run in view was removed, another one is in view. */
function withExperiment(state: State, experiment: Experiment): State {
  const { folds } = state;
  const { runs } = experiment;
  const stays = folds === null || folds.training !== null || runs.some(({ file }) => file === folds.file);
  const last = runs.at(-1);
  return { ...state, experiment, folds: stays ? folds : last ? { ...last, training: null } : null };
}

function withReport(
  run: Run,
  { report, milliseconds, snapshots, rival }: Omit<Change & { type: "trained" }, "type">,
): Run {
  const { summary } = run;
  const rate = milliseconds > 0 ? (1000 * report.steps.length) / milliseconds : null;
  const going = run.phase === "ready" ? "paused" : run.phase;
  const phase: Phase = report.stopped !== null ? "stopped" : report.finished ? "finished" : going;
  const last = report.steps.at(-1) ?? run.lastStep;
  const at = (step: number): number => step / Math.max(summary.stepsPerEpoch, 1);
  return {
    ...run,
    snapshots: snapshots ?? run.snapshots,
    rival: run.rival && rival ? { ...run.rival, epochs: [...run.rival.epochs, ...rival.epochs] } : run.rival,
    phase,
    stopped: report.stopped,
    stepsDone: last?.step ?? run.stepsDone,
    lastStep: last,
    loss: extend(run.loss, report.steps.map(({ step, loss }): XY => [at(step), loss]).filter(isKnown)),
    metric: extend(
      run.metric,
      report.steps.map(({ step, metric }): XY => [at(step), metric]).filter(isKnown),
    ),
    epochs: report.epochs.length > 0 ? [...run.epochs, ...report.epochs] : run.epochs,
    seconds: run.seconds === null ? null : run.seconds + milliseconds / 1000,
    // A moving average: single answers jitter too much for reading.
    stepsPerSecond:
      rate === null
        ? run.stepsPerSecond
        : run.stepsPerSecond === null
          ? rate
          : 0.8 * run.stepsPerSecond + 0.2 * rate,
  };
}

/** A run log may have no loss, and a part of its split may be empty. */
function isKnown([, value]: XY): boolean {
  return Number.isFinite(value);
}

/** The predictions for the graphs from `from` on, after optimization step `step`. */
function withPredictions(state: State, from: number, values: Float64Array, step: number): State {
  const { run } = state;
  const graphs = state.data?.rows.length ?? 0;
  if (!run) return state;
  const all = run.predictions?.values.slice() ?? new Float64Array(graphs).fill(NaN);
  all.set(values.subarray(0, Math.max(0, all.length - from)), from);
  return { ...state, run: { ...run, predictions: { values: all, step } } };
}
