// Every change of the page, as plain data. `source` is the origin of the change.

import type { Grown } from "../engine/calls";
import type { BuildProgress } from "../engine/preparation";
import type { Settings } from "../domain/settings/settings";
import type { Backend, DeviceReport, GraphRow, RunSummary, TrainingReport } from "../protocol";
import type { Experiment } from "../domain/training/experiment";
import type { FoldsRun } from "../domain/training/folds";
import type { Curves, KeptRun, RunHistory, RunLabel } from "./state";
import type { Draft, OwnLesson, Playback } from "./lesson";
import type { Linked } from "./linked";
import type { OwnGraph, PointCloud, Subject } from "../domain/graph/subject";
import type {
  GivenAnswer,
  OtherGraphResult,
  Data,
  DatasetName,
  FoldFiles,
  GraphFilter,
  Inspection,
  Loading,
  Notice,
  Race,
  ServerFile,
  TableId,
  Theme,
  View,
} from "./state";

/** The origin of an action: the pointer, the keyboard, a lesson, a link, a script, or an answer of the engine. */
export type ActionSource = "ui" | "keyboard" | "lesson" | "link" | "api" | "engine";

/** Whether the user asked for it now, also by a script, unlike a link, a lesson or the engine. */
export const isByUser = (source: ActionSource): boolean => ["ui", "keyboard", "api"].includes(source);

/** What a trained run has beside its weights. */
export interface Trained {
  readonly history: RunHistory;
  readonly name?: string | undefined;
  readonly note?: string | undefined;
  /** Epochs with stored weights. */
  readonly snapshots: readonly number[];
}

/** Changes of the document: undo and redo apply to them. */
export type DocumentChange =
  | { readonly type: "show"; readonly subject: Subject }
  /** The filter of an example or the user's graph: one that comes with the graph, or one of its structure. */
  | { readonly type: "filter"; readonly filter: string | null; readonly gesture?: string }
  /** A drag or continuous typing is one gesture, and one entry of the history. */
  | { readonly type: "values"; readonly values: readonly number[] | null; readonly gesture?: string }
  /** The height of a vertex on the learning page, from 0 to 1. */
  | { readonly type: "height"; readonly vertex: number; readonly height: number; readonly gesture: string }
  | { readonly type: "settings"; readonly change: Partial<Settings>; readonly gesture?: string }
  /** Files with folds of the data set in use: the next run uses the first fold. */
  | { readonly type: "fold-files"; readonly foldFiles: FoldFiles }
  /** With one of its filters; by default, the first. */
  | {
      readonly type: "own-graph";
      readonly graph: OwnGraph;
      readonly filter?: string;
      readonly gesture?: string;
    }
  /** The graph in view after an edit; the filter stays, with these values in its place. */
  | {
      readonly type: "edit";
      readonly graph: OwnGraph;
      readonly values: readonly number[] | null;
      readonly gesture?: string;
    }
  /** The points in view after an edit. */
  | { readonly type: "points"; readonly cloud: PointCloud; readonly gesture?: string };

export type ViewChange =
  /** Changes of the view. */
  | { readonly type: "view"; readonly change: Partial<View> }
  | { readonly type: "unseen"; readonly question: string; readonly seed: number }
  | { readonly type: "scored"; readonly right: boolean }
  | { readonly type: "answer"; readonly question: string; readonly answer: GivenAnswer }
  /** The learner completed the task of a card. */
  | { readonly type: "passed"; readonly card: string }
  /** Plays an answer. */
  | { readonly type: "play-answer"; readonly playback: Playback }
  | { readonly type: "own-lesson"; readonly lesson: OwnLesson }
  /** The lesson that the user makes. */
  | { readonly type: "draft"; readonly draft: Draft }
  | { readonly type: "table"; readonly table: TableId; readonly shown: boolean }
  | { readonly type: "graph-filter"; readonly change: Partial<GraphFilter> }
  | { readonly type: "theme"; readonly theme: Theme }
  | { readonly type: "keep-running"; readonly keepRunning: boolean }
  | { readonly type: "notify"; readonly notice: Omit<Notice, "id"> }
  | { readonly type: "dismiss"; readonly notice: number }
  /** Names the run in use, or notes something on it. */
  | { readonly type: "run-label"; readonly label: RunLabel }
  /** Compares the run in view with a stored run, by its id. */
  | { readonly type: "compared-run"; readonly run: string }
  /** Rejects the offer of a stored run. */
  | { readonly type: "dismiss-offer" };

/** Actions that the page and the engine exchange. */
export type EngineChange =
  | { readonly type: "engine-starting"; readonly backend: Backend }
  | { readonly type: "engine-building"; readonly progress: BuildProgress }
  | { readonly type: "engine-failed"; readonly message: string; readonly command: string }
  | { readonly type: "engine-progress"; readonly fraction: number | null }
  | {
      readonly type: "engine-ready";
      readonly device: DeviceReport;
    }
  | { readonly type: "engine-crashed"; readonly message: string }
  /** The devices are being compared, or the result of the comparison; null: none. */
  | { readonly type: "race"; readonly race: Race | null }
  | { readonly type: "server-files"; readonly files: readonly ServerFile[] }
  | { readonly type: "wanted"; readonly wanted: DatasetName | null }
  | { readonly type: "loading"; readonly loading: Loading | null }
  /** A data set with its first run and the graph to show; null: the view stays. `given`: the run is that of a session. */
  | {
      readonly type: "data-loaded";
      readonly data: Data;
      readonly run: RunSummary;
      readonly given?: Trained | null;
      readonly show: InspectionResult | null;
    }
  /** A run that is known only by its summary: a new one, or a saved one. */
  | {
      readonly type: "run-started";
      readonly run: RunSummary;
      readonly rows: readonly GraphRow[];
      /** The settings at the time of the request: later changes wait for the next run. */
      readonly asked?: Partial<Settings>;
      /** The curves of a saved run. */
      readonly curves?: Curves;
    }
  /** Continues a stored run with its history. */
  | ({
      readonly type: "run-continued";
      readonly run: RunSummary;
      readonly rows: readonly GraphRow[];
    } & Trained)
  /** Changes the planned number of epochs of the run. */
  | { readonly type: "run-length"; readonly run: RunSummary }
  /** A run over folds was opened, or trained further. */
  | { readonly type: "folds"; readonly folds: FoldsRun | null }
  | { readonly type: "experiment"; readonly change: Partial<Experiment> }
  | { readonly type: "kept-runs"; readonly runs: readonly KeptRun[] }
  /** The previous run is in use again. */
  | { readonly type: "run-swapped"; readonly rows: readonly GraphRow[] }
  | { readonly type: "train" }
  | { readonly type: "pause" }
  | {
      readonly type: "trained";
      readonly report: TrainingReport;
      readonly milliseconds: number;
      readonly snapshots?: readonly number[];
      readonly rival?: TrainingReport | null;
    }
  /** New epochs of a run log. */
  | { readonly type: "log-grown"; readonly grown: Grown }
  | { readonly type: "rival"; readonly rival: RunSummary | null }
  | { readonly type: "learning-rate"; readonly learningRate: number }
  | { readonly type: "inspected"; readonly inspection: Inspection }
  | { readonly type: "asked"; readonly asked: OtherGraphResult }
  | {
      readonly type: "predicted";
      readonly from: number;
      readonly values: Float64Array;
      readonly step: number;
    };

/** An inspection before it is assigned to a run. */
export type InspectionResult = Omit<Inspection, "run" | "step" | "epoch" | "filter">;

export type Change =
  | DocumentChange
  | ViewChange
  | EngineChange
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  /** Applies all pieces of a link. */
  | { readonly type: "open-link"; readonly linked: Linked };

export type Action = Change & { readonly source: ActionSource };
