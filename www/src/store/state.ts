// The complete state of the page, as plain data and ids. Only `reduce.ts` creates new states, from actions.

import type { Against } from "../domain/contributions/bars";
import type { Curve } from "../domain/training/curve";
import type { Bar, Direction, Filtration, Graph, Highlight } from "../domain/graph/graph";
import type { Subject } from "../domain/graph/subject";
import type { DescentTarget } from "../domain/points/descent";
import type { Hat } from "../domain/persistence/vectors";
import type { Settings } from "../domain/settings/settings";
import type { TieRule } from "../domain/persistence/slopes";
import type { ColourBy, Sort, Zoom } from "../domain/view";
import type {
  Backend,
  BarcodeName,
  DatasetSummary,
  DeviceReport,
  EpochReport,
  GeneratorSummary,
  GraphRow,
  ModelKind,
  Part,
  RunSummary,
  StepReport,
} from "../protocol";
import type { BuildProgress } from "../engine/preparation";
import type { Experiment } from "../domain/training/experiment";
import type { FoldsRun } from "../domain/training/folds";
import type { Directions, Pace, Placement, Tool } from "./choices";
import type { Draft, OwnLesson, Playback } from "./lesson";

/** The state of the engine (the training module in its worker). */
export type EngineState =
  /** Not requested yet. */
  | { readonly status: "idle" }
  /** The server still builds it. */
  | ({ readonly status: "building" } & BuildProgress)
  | { readonly status: "failed"; readonly message: string; readonly command: string }
  | { readonly status: "loading"; readonly fraction: number | null }
  | { readonly status: "ready"; readonly device: DeviceReport }
  | { readonly status: "crashed"; readonly message: string };

/** Training steps per second; 0 for a device without a step in time. */
export interface Paces {
  readonly cpu: number;
  readonly gpu: number;
}

/** Comparison of both devices on a data set. */
export interface Race {
  readonly source: DataSource;
  readonly model: ModelKind;
  /** null: the comparison is in progress, or there is a problem. */
  readonly paces: Paces | null;
  /** The reason for no comparison. */
  readonly problem: string | null;
}

/** A zip file or a run log of the server. */
export interface ServerFile {
  readonly name: string;
  /** The file; the folder of a run log. */
  readonly url: string;
  readonly bytes: number;
  /** Whether it is the folder of a run log. */
  readonly log?: boolean;
  /** Whether it is a session: a data set with a trained run. */
  readonly session?: boolean;
}

/** The source of a data set: enough to load it again after a restart. */
export type DataSource =
  | { readonly type: "generator"; readonly id: string; readonly seed: number }
  | { readonly type: "server"; readonly file: ServerFile }
  | FileSource;

/** Files of the user: a zip file, the text files of a data set, or a run log. */
export interface FileSource {
  readonly type: "files";
  readonly name: string;
  readonly files: readonly SourceFile[];
  /** Receives the event `grown` when the files of a run log have grown. */
  readonly growth?: EventTarget;
}

export interface SourceFile {
  readonly path: string;
  readonly blob: Blob;
}

/** A data set that can be shared: its part of a link. */
export interface DatasetName {
  readonly name: string;
  /** Seed of a generated data set. */
  readonly seed: number;
}

/** Folds from files of the user. */
export interface FoldFiles {
  readonly folds: number;
  readonly files: readonly SourceFile[];
}

export interface Data {
  readonly source: DataSource;
  readonly summary: DatasetSummary;
  readonly rows: readonly GraphRow[];
  /** The reason why no folds ship with the program for it; null: some do. */
  readonly withoutShippedFolds: string | null;
  readonly foldFiles: FoldFiles | null;
}

/** A pending data set. */
export interface Loading {
  readonly name: string;
  readonly stage: "fetching" | "reading";
  readonly fraction: number | null;
}

export type Phase = "ready" | "running" | "paused" | "finished" | "stopped";

/** The predictions of the model for all graphs. */
export interface Predictions {
  /** Index of the predicted class of graph i, or the predicted number; NaN before its prediction. */
  readonly values: Float64Array;
  /** The optimization step of the predictions. */
  readonly step: number;
}

/** One training run of the data set in use. */
export interface Run {
  /** Distinguishes runs: late answers about an old one are dropped. */
  readonly id: number;
  readonly summary: RunSummary;
  /** Whether the engine in use has the run; a restarted engine does not. */
  readonly held: boolean;
  readonly phase: Phase;
  /** Finished optimization steps, including those before it was saved and loaded. */
  readonly stepsDone: number;
  /** The steps that come with its data set, as in a session of the site: the browser stores the run only if it has more. */
  readonly stepsGiven: number;
  readonly lastStep: StepReport | null;
  readonly loss: Curve;
  readonly metric: Curve;
  readonly epochs: readonly EpochReport[];
  readonly stepsPerSecond: number | null;
  /** Total duration of its steps, in seconds; null: some steps were not measured. */
  readonly seconds: number | null;
  /** The reason why training stopped automatically. */
  readonly stopped: string | null;
  readonly predictions: Predictions | null;
  /** Epochs with stored weights, ascending; 0 is before the first step. */
  readonly snapshots: readonly number[];
  /** A run that trains in parallel, step by step. */
  readonly rival: Rival | null;
  /** From the user; "": none. */
  readonly name: string;
  readonly note: string;
}

/** The data about a run that only the page has. */
export type RunHistory = Pick<Run, "stepsDone" | "lastStep" | "loss" | "metric" | "epochs" | "stopped"> &
  // Runs that were stored by earlier versions do not have it.
  Partial<Pick<Run, "seconds">>;

/** The part of the history that a file of weights contains. */
export type Curves = Pick<RunHistory, "loss" | "metric" | "epochs">;

/** A stored run as an entry of lists. */
export interface KeptRun {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly saved: number;
  readonly source: DataSource;
  /** Name of its data set. */
  readonly dataset: string;
  /** Hash of the graphs and classes of its data set; undefined: stored by an earlier version. */
  readonly fingerprint?: string;
  /** From the user; newer runs do not replace runs with a name or a note. */
  readonly name?: string;
  readonly note?: string;
  readonly summary: RunSummary;
  readonly history: RunHistory;
}

/** What the user calls a run, and writes about it; "": nothing. */
export interface RunLabel {
  readonly name: string;
  readonly note: string;
}

export interface Rival {
  readonly summary: RunSummary;
  readonly epochs: readonly EpochReport[];
}

/** Finished epochs of a run. */
export function epochsDone({ epochs, summary }: Run): number {
  return epochs.at(-1)?.epoch ?? summary.epochsDone;
}

/** The learned filter of an example or the user's graph, from the run in use. */
export const LEARNED = "learned";

/** Heights that the user has set, by vertex. */
export type Heights = Readonly<Record<number, number>>;
export const NO_HEIGHTS: Heights = {};

/** The part of the state that undo and redo restore. */
export interface Document {
  readonly subject: Subject;
  /** The filter of an example or the user's graph, by name (`LEARNED`: from the run); null: the first of the graph. */
  readonly filter: string | null;
  /** Filter values that replace those of that filter; null: its own. */
  readonly values: readonly number[] | null;
  /** Heights of vertices on the learning page that were set by hand, from 0 to 1. */
  readonly heights: Heights;
  /** The chosen settings; differences from the run wait for the next run. */
  readonly settings: Partial<Settings>;
  /** Number of the opened graph: its edited versions have the same number. */
  readonly opening: number;
  /** The id of the run that the document belongs to, if there are several; null: the run in use. */
  readonly run: number | null;
}

export interface History {
  readonly past: readonly Document[];
  readonly future: readonly Document[];
  /** The gesture of the last change: further changes of the same gesture belong to the same entry. */
  readonly gesture: string | null;
}

/** A graph of the data set with its filtration, bars and scores. */
export interface Inspection {
  readonly index: number;
  /** The run and the step of the weights; null during training. */
  readonly run: number;
  readonly step: number | null;
  /** The epoch of the weights; null: the current weights. */
  readonly epoch: number | null;
  /** Index of the filter. */
  readonly filter: number;
  readonly graph: Graph;
  /** null: the model has no filter. */
  readonly filtration: Filtration | null;
  /** The bars of extended persistence, if the model reads them. */
  readonly extended: readonly Bar[] | null;
  /** Scores of the classes. */
  readonly logits: Float64Array;
}

/** Filtration and scores of the run in use for an example or the user's graph. */
export interface OtherGraphResult extends Pick<
  Inspection,
  "run" | "step" | "epoch" | "filter" | "filtration" | "extended"
> {
  readonly subject: Subject;
  /** Scores of the classes; null if the model could not evaluate the graph. */
  readonly logits: Float64Array | null;
  /** The reason why the model cannot evaluate it; null: it did. */
  readonly problem: string | null;
}

/** The pages in the order of the header: lessons, a graph of a data set, the model on all graphs, and the comparison of two graphs. */
export const PAGE_IDS = ["learn", "inspect", "model", "separate"] as const;
export type PageId = (typeof PAGE_IDS)[number];

/** Two graphs in graph6, and the descriptor whose evidence is in view. */
export interface Separation {
  readonly graphs: readonly [string, string];
  readonly descriptor: string;
  /** Number of layers of the GIN. */
  readonly layers: number;
  /** The round of colour refinement in view; null: the last one. */
  readonly round: number | null;
}
/** Necklaces of 11 vertices: 1-WL gives equal colours, and a filter of the colours separates the graphs. */
export const FIRST_SEPARATION: Separation = {
  graphs: ["JhCGH?`A?O_", "JhCGH?HG?O_"],
  descriptor: "persistence",
  layers: 1,
  round: null,
};

/** A card of a lesson, counted from 0. */
export interface LessonPlace {
  readonly lesson: string;
  readonly card: number;
}

/** The answer to a question. */
export interface GivenAnswer {
  readonly choice: number;
  readonly right: boolean;
}

export interface Score {
  readonly asked: number;
  readonly right: number;
}
export const NO_SCORE: Score = { asked: 0, right: 0 };

export type PanelId = "bars" | "diagram" | "train" | "data";
/** The topics of the model page. */
export const TOPICS = ["filter", "fail", "classes", "hats", "map", "compare", "folds", "runs"] as const;
export type Topic = (typeof TOPICS)[number];
export type DataTab = "sources" | "graphs";
export type TableId = "vertices" | "bars" | "learned" | "classes" | "hats" | "compare";

/** The listed graphs of the panel of errors: those of a cell of the confusion matrix, or all wrong ones. */
export interface ErrorsView {
  /** Part of the split; if it is empty, the first part with graphs. */
  readonly part: Part;
  readonly cell: "wrong" | { readonly truth: number; readonly predicted: number };
}
export const FIRST_ERRORS_VIEW: ErrorsView = { part: "test", cell: "wrong" };

/** The state of the class panel. */
export interface ClassesView {
  /** Part of the split; if it is empty, the first part with graphs. */
  readonly part: Part;
  readonly direction: Direction;
  /** Normalization of bar counts. */
  readonly scale: "vertices" | "graph";
  /** The axis covers only the range of the occurring values of f. */
  readonly stretched: boolean;
  /** The two compared classes; null: the first two. */
  readonly compared: readonly [number, number] | null;
  /** The cell whose graphs are listed, and their class. */
  readonly filling: { readonly cell: number; readonly class: number } | null;
}
export const FIRST_CLASSES_VIEW: ClassesView = {
  part: "test",
  direction: "sub",
  scale: "vertices",
  stretched: false,
  compared: null,
  filling: null,
};

/** A barcode and the number of one of its hats, counted from 1. */
export type CoordinateId = `${BarcodeName}:${number}`;

/** What is explained of the prediction for a graph, and by which coordinate functions. */
export interface ReadoutView {
  /** The class whose score receives the contributions; null: the predicted one. */
  readonly class: number | null;
  /** The class whose score is subtracted. */
  readonly against: Against;
  readonly coordinate: CoordinateId | null;
  /** The barcode in the square. */
  readonly square: "h0" | "h1Extended";
}
export const FIRST_READOUT_VIEW: ReadoutView = {
  class: null,
  against: "next",
  coordinate: null,
  square: "h0",
};

/** The pictures of the coordinate functions of a graph. */
export const READOUT_PICTURES = ["diagram", "paths"] as const;
export type ReadoutPicture = (typeof READOUT_PICTURES)[number];

/** The quantities that colour the points of the map. */
export const MAP_COLOURS = ["class", "right", "part"] as const;
export type MapColour = (typeof MAP_COLOURS)[number];

export interface View {
  readonly page: PageId;
  readonly placement: Placement;
  /** Colours cover the range of the occurring values, also for learned filters. */
  readonly stretch: boolean;
  /** The quantity of the vertex colours on the page of a graph. */
  readonly colour: ColourBy;
  readonly tool: Tool | null;
  readonly tieRule: TieRule;
  /** The target of the gradient descent of points. */
  readonly target: DescentTarget;
  readonly hat: Hat | null;
  /** Whether triangles are filled in: the clique complex. */
  readonly filled: boolean;
  readonly lesson: LessonPlace | null;
  /** Whether the user makes a lesson, in the place of the list of lessons. */
  readonly making: boolean;
  /** Presentation mode, for a projector. */
  readonly present: boolean;
  /** The epoch of the weights in view; null: the current weights. */
  readonly epoch: number | null;
  /** Index of the filter in view, of a run with several; the last one if the run has fewer. */
  readonly filterInView: number;
  /** Optimization steps per second; null: the maximum. */
  readonly pace: Pace;
  readonly directions: Directions;
  /** The threshold: vertices up to this filter value are visible; null: all of them. */
  readonly threshold: number | null;
  readonly highlight: Highlight;
  /** The selected vertex. */
  readonly selection: number | null;
  readonly zoom: Zoom;
  /** Whether the walk through the filtration plays automatically. */
  readonly playing: boolean;
  /** Whether the walk stops before components merge, with a question about the one that ends. */
  readonly asks: boolean;
  readonly speed: number;
  readonly sort: Sort;
  readonly zeroLength: boolean;
  /** Whether the axes of the plots cover only the range of the occurring values of f. */
  readonly fit: boolean;
  /** Whether the diagram shows the positions of its points at earlier epochs. */
  readonly trails: boolean;
  /** Whether essential bars are shown with their deaths in extended persistence; null: if the model in view reads them. */
  readonly extended: boolean | null;
  readonly panel: PanelId;
  readonly topic: Topic;
  readonly errorsView: ErrorsView;
  readonly classesView: ClassesView;
  readonly readoutView: ReadoutView;
  readonly readoutPicture: ReadoutPicture;
  readonly mapColour: MapColour;
  readonly separation: Separation;
  readonly dataTab: DataTab;
  /** Pictures that are shown as tables. */
  readonly tables: readonly TableId[];
}

export interface GraphFilter {
  readonly class: number | null;
  readonly part: Part | null;
  readonly wrongOnly: boolean;
}
export const ALL_GRAPHS: GraphFilter = { class: null, part: null, wrongOnly: false };

export interface Notice {
  readonly id: number;
  readonly kind: "error" | "info";
  readonly title: string;
  readonly detail: string;
  /** The ways to show an opened file, the current one first. */
  readonly choices?: readonly { readonly title: string; readonly subject: Subject }[];
  /** What the notice is about: it leaves when the user shows something else. */
  readonly about?: readonly Subject[];
  /** The text of the button that dismisses it, for a notice about something that its end cancels. */
  readonly dismissal?: string;
}

export type Theme = "light" | "dark";

export interface State {
  readonly engine: EngineState;
  readonly backend: Backend;
  /** The last comparison; null: none. */
  readonly race: Race | null;
  readonly generators: readonly GeneratorSummary[];
  readonly serverFiles: readonly ServerFile[];
  /** The data set that a link requests; null: no specific one. */
  readonly wanted: DatasetName | null;
  readonly loading: Loading | null;
  readonly data: Data | null;
  readonly run: Run | null;
  /** The previous run, which can be restored. */
  readonly previousRun: Run | null;
  /** Stored runs, the newest first, without those in use. */
  readonly keptRuns: readonly KeptRun[];
  /** The id of the stored run in the comparison with the run in view; null: the newest. */
  readonly comparedRun: string | null;
  /** A run over folds, shown besides the one in use; null: none. */
  readonly folds: FoldsRun | null;
  readonly experiment: Experiment;
  /** Whether a stored run is offered. */
  readonly offering: boolean;
  readonly document: Document;
  readonly history: History;
  /** The subject of the plots: that of the document, or the previous one until the engine answers. */
  readonly displayed: Subject;
  readonly inspection: Inspection | null;
  /** The same for a graph outside the data set that uses the learned filter. */
  readonly asked: OtherGraphResult | null;
  readonly keepRunning: boolean;
  readonly view: View;
  readonly graphFilter: GraphFilter;
  readonly notices: readonly Notice[];
  readonly theme: Theme;
  /** The answers so far, by question: a lesson's id and the number of its card. */
  readonly answers: Readonly<Record<string, GivenAnswer>>;
  /** The cards with completed tasks, by question: they do not wait again. */
  readonly passed: readonly string[];
  /** The number of the last unseen graph of a card, by question. */
  readonly unseen: Readonly<Record<string, number>>;
  /** Number of questions in the current walk, and of correct answers. */
  readonly score: Score;
  /** The answer that the walk plays; null: it plays to the end. */
  readonly playback: Playback | null;
  /** A lesson from a file of the user. */
  readonly ownLesson: OwnLesson | null;
  /** The lesson that the user makes; null: the maker was not opened yet. */
  readonly draft: Draft | null;
}
