// Pure steps from one state to the next.

import type { DeviceReport, RunSummary, TrainingReport } from "../protocol";
import type { Highlight } from "../types";
import type { GeneratorInfo } from "../worker/messages";
import { UNKNOWN } from "./state";
import type {
  Data,
  Directions,
  GraphFilter,
  Loading,
  Notice,
  Phase,
  Run,
  ServerFile,
  Settings,
  Shown,
  State,
  Theme,
} from "./state";

export type Update = (state: State) => State;

export const withProgress =
  (fraction: number | null): Update =>
  (state) => ({ ...state, engine: { status: "loading", fraction } });

export const withEngine =
  (device: DeviceReport, generators: readonly GeneratorInfo[]): Update =>
  (state) => ({ ...state, engine: { status: "ready", device }, generators });

/** The engine died: the run keeps its curves, and nothing is being loaded any more. */
export const withCrash =
  (message: string): Update =>
  (state) => ({
    ...withPhase("paused")(state),
    engine: { status: "crashed", message },
    loading: null,
  });

export const withBackend =
  (backend: State["backend"]): Update =>
  (state) => ({ ...state, backend });

export const withServerFiles =
  (serverFiles: readonly ServerFile[]): Update =>
  (state) => ({ ...state, serverFiles });

export const withLoading =
  (loading: Loading | null): Update =>
  (state) => ({ ...state, loading });

/** A new data set: the run, the list's filter and the waiting settings of the last one go. */
export const withData =
  (data: Data): Update =>
  (state) => ({
    ...state,
    data,
    run: null,
    draft: {},
    graphFilter: { class: null, part: null, wrongOnly: false },
  });

/** A run of which nothing is known but what the summary says: a new one, or one that was saved. */
export const withRun =
  (summary: RunSummary, rows: Data["rows"] | null = null): Update =>
  (state) => ({
    ...state,
    data: state.data && rows ? { ...state.data, rows } : state.data,
    run: {
      summary,
      phase: summary.epochsDone >= summary.config.epochs ? "finished" : "ready",
      steps: [],
      epochs: [],
      stepsPerSecond: null,
      stopped: null,
      predictions: null,
    },
    draft: {},
  });

const changeRun =
  (change: (run: Run) => Run): Update =>
  (state) =>
    state.run ? { ...state, run: change(state.run) } : state;

/** Moves a run to another phase; what has finished or stopped by itself stays so. */
export const withPhase = (phase: Phase): Update =>
  changeRun((run) => (run.phase === "finished" || run.phase === "stopped" ? run : { ...run, phase }));

/** The steps and epochs of one answer of the engine, which took `milliseconds`. */
export const withReport = (report: TrainingReport, milliseconds: number): Update =>
  changeRun((run) => {
    const rate = milliseconds > 0 ? (1000 * report.steps.length) / milliseconds : null;
    const phase: Phase = report.stopped !== null ? "stopped" : report.finished ? "finished" : run.phase;
    return {
      ...run,
      phase,
      stopped: report.stopped,
      steps: [...run.steps, ...report.steps],
      epochs: [...run.epochs, ...report.epochs],
      // A moving average: single answers jitter too much to be read.
      stepsPerSecond:
        rate === null
          ? run.stepsPerSecond
          : run.stepsPerSecond === null
            ? rate
            : 0.8 * run.stepsPerSecond + 0.2 * rate,
    };
  });

export const withLearningRate = (learningRate: number): Update =>
  changeRun((run) => ({
    ...run,
    summary: { ...run.summary, config: { ...run.summary.config, learningRate } },
  }));

/** Settings that differ from the run's wait; those equal to it are no change. */
export const withDraft =
  (change: Partial<Settings>): Update =>
  (state) => {
    const config = state.run?.summary.config;
    const draft = Object.entries({ ...state.draft, ...change }).filter(
      ([name, value]) => !config || config[name as keyof Settings] !== value,
    );
    return { ...state, draft: Object.fromEntries(draft) as Partial<Settings> };
  };

/** The predicted classes of the graphs from `from` on, made at optimisation step `step`. */
export const withPredictions = (from: number, classes: Uint32Array, step: number, graphs: number): Update =>
  changeRun((run) => {
    const all = run.predictions ? run.predictions.classes.slice() : new Uint32Array(graphs).fill(UNKNOWN);
    all.set(classes.subarray(0, Math.max(0, all.length - from)), from);
    return { ...run, predictions: { classes: all, step } };
  });

export const withKeepRunning =
  (keepRunning: boolean): Update =>
  (state) => ({ ...state, keepRunning });

/** Another graph forgets where the last one was pointed at and scrubbed to; a new filter on the same graph does not. */
export const withShown =
  (shown: Shown): Update =>
  (state) => {
    const same = state.view.shown.graph === shown.graph;
    const view = same ? { ...state.view, shown } : { ...state.view, shown, threshold: null, highlight: null };
    return { ...state, view };
  };

export const withDirections =
  (directions: Directions): Update =>
  (state) => ({ ...state, view: { ...state.view, directions, highlight: null } });

export const withThreshold =
  (threshold: number | null): Update =>
  (state) => ({ ...state, view: { ...state.view, threshold } });

export const withHighlight =
  (highlight: Highlight): Update =>
  (state) => ({ ...state, view: { ...state.view, highlight } });

export const withGraphFilter =
  (change: Partial<GraphFilter>): Update =>
  (state) => ({ ...state, graphFilter: { ...state.graphFilter, ...change } });

/** Adds a notice; the same one again replaces the first, and only the newest three stay. */
export const withNotice =
  (notice: Omit<Notice, "id">): Update =>
  (state) => {
    const id = 1 + Math.max(0, ...state.notices.map((other) => other.id));
    const others = state.notices.filter(
      (other) => other.title !== notice.title || other.detail !== notice.detail,
    );
    return { ...state, notices: [...others, { ...notice, id }].slice(-3) };
  };

export const withoutNotice =
  (id: number): Update =>
  (state) => ({ ...state, notices: state.notices.filter((notice) => notice.id !== id) });

export const withTheme =
  (theme: Theme): Update =>
  (state) => ({ ...state, theme });
