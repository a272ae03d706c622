// Everything the page knows, as plain data and ids. `reduce.ts` makes the next state out of an action; nothing else does.

import type { Curve } from "../domain/training/curve";
import type { Bar, Direction, Filtration, Graph, Highlight } from "../domain/graph/graph";
import type { Subject } from "../domain/graph/subject";
import type { Hat } from "../domain/persistence/hat";
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
import type { FoldsRun } from "../domain/training/folds";
import type { Directions, Pace, Placement, Tool } from "./choices";
import type { Lesson, Playback } from "./lesson";

/** Where the engine (the training module in its worker) stands. */
export type EngineState =
  /** Nobody has wanted it yet. */
  | { readonly status: "idle" }
  /** The server still builds it. */
  | ({ readonly status: "building" } & BuildProgress)
  | { readonly status: "failed"; readonly message: string; readonly command: string }
  | { readonly status: "loading"; readonly fraction: number | null }
  | { readonly status: "ready"; readonly device: DeviceReport }
  | { readonly status: "crashed"; readonly message: string };

/** Steps of training a second; 0 of a device that did none in time. */
export interface Paces {
  readonly cpu: number;
  readonly gpu: number;
}

/** How the two devices did on a data set. */
export interface Race {
  readonly source: DataSource;
  readonly model: ModelKind;
  /** null: they are being compared, or there is a problem. */
  readonly paces: Paces | null;
  /** Why they were not compared. */
  readonly problem: string | null;
}

/** A zip that the server offers. */
export interface ServerFile {
  readonly name: string;
  readonly url: string;
  readonly bytes: number;
}

/** Where a data set comes from: enough to load it again after a restart. */
export type DataSource =
  | { readonly type: "generator"; readonly id: string; readonly seed: number }
  | { readonly type: "server"; readonly file: ServerFile }
  /** Files of the user's: a zip, or the text files of a data set. */
  | { readonly type: "files"; readonly name: string; readonly files: readonly SourceFile[] };

export interface SourceFile {
  readonly path: string;
  readonly blob: Blob;
}

/** A data set that anybody can be sent to: what a link says of it. */
export interface DatasetName {
  readonly name: string;
  /** For generated ones. */
  readonly seed: number;
}

/** Folds from files of the user's. */
export interface FoldFiles {
  readonly folds: number;
  readonly files: readonly SourceFile[];
}

export interface Data {
  readonly source: DataSource;
  readonly summary: DatasetSummary;
  readonly rows: readonly GraphRow[];
  /** Why no folds ship with the program for it; null: some do. */
  readonly withoutShippedFolds: string | null;
  readonly foldFiles: FoldFiles | null;
}

/** A data set on its way. */
export interface Loading {
  readonly name: string;
  readonly stage: "fetching" | "reading";
  readonly fraction: number | null;
}

export type Phase = "ready" | "running" | "paused" | "finished" | "stopped";

/** What the model said of every graph. */
export interface Predictions {
  /** Predicted class of graph i; `UNKNOWN` where it was not asked yet. */
  readonly classes: Uint32Array;
  /** The optimisation step they belong to. */
  readonly step: number;
}
export const UNKNOWN = 0xffffffff;

/** One training run of the data set in use. */
export interface Run {
  /** Tells runs apart: a late answer to an old one is dropped. */
  readonly id: number;
  readonly summary: RunSummary;
  /** The engine in use has it; one that was restarted does not. */
  readonly held: boolean;
  readonly phase: Phase;
  /** Optimisation steps behind the run, also those before it was saved and loaded. */
  readonly stepsDone: number;
  readonly lastStep: StepReport | null;
  readonly loss: Curve;
  readonly accuracy: Curve;
  readonly epochs: readonly EpochReport[];
  readonly stepsPerSecond: number | null;
  /** What its steps took together, in seconds; null: not all of them were measured. */
  readonly seconds: number | null;
  /** Why training stopped by itself. */
  readonly stopped: string | null;
  readonly predictions: Predictions | null;
  /** Epochs whose weights are kept, ascending; 0 is before the first step. */
  readonly snapshots: readonly number[];
  /** A run that trains beside it, step by step. */
  readonly rival: Rival | null;
  /** The name that the user gave it; "": none. */
  readonly name: string;
}

/** What the page knows of a run and the engine does not. */
export type RunHistory = Pick<Run, "stepsDone" | "lastStep" | "loss" | "accuracy" | "epochs" | "stopped"> &
  // Runs that were kept before the page measured it do not have it.
  Partial<Pick<Run, "seconds">>;

/** What a file of weights knows of it. */
export type Curves = Pick<RunHistory, "loss" | "accuracy" | "epochs">;

/** A run that is kept, as lists show it. */
export interface KeptRun {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly saved: number;
  readonly source: DataSource;
  /** Name of its data set. */
  readonly dataset: string;
  /** The name that the user gave it; runs with a name are not replaced by newer ones. */
  readonly name?: string;
  readonly summary: RunSummary;
  readonly history: RunHistory;
}

export interface Rival {
  readonly summary: RunSummary;
  readonly epochs: readonly EpochReport[];
}

/** Epochs that a run has behind it. */
export function epochsDone({ epochs, summary }: Run): number {
  return epochs.at(-1)?.epoch ?? summary.epochsDone;
}

/** The filter of an example or an own graph that the run in use gives it. */
export const LEARNED = "learned";

/** By vertex. */
export type Heights = Readonly<Record<number, number>>;
export const NO_HEIGHTS: Heights = {};

/** What undo and redo go through. */
export interface Document {
  readonly subject: Subject;
  /** The filter of an example or an own graph, by its name (`LEARNED`: the run is asked); null: the first that it came with. */
  readonly filter: string | null;
  /** Filter values put in the place of those of that filter; null: its own. */
  readonly values: readonly number[] | null;
  /** Heights of vertices on the learning page that were set by hand, from 0 to 1. */
  readonly heights: Heights;
  /** What was chosen; where a run differs from it, it waits for the next run. */
  readonly settings: Partial<Settings>;
  /** Counts what was opened: what comes of a graph by editing it has its number. */
  readonly opening: number;
  /** The run that it belongs to, by its id, where there is another one to tell it from; null: whichever is in use. */
  readonly run: number | null;
}

export interface History {
  readonly past: readonly Document[];
  readonly future: readonly Document[];
  /** The gesture that made the last change: more of it is the same entry. */
  readonly gesture: string | null;
}

/** A graph of the data set with what the model makes of it. */
export interface Inspection {
  readonly index: number;
  /** The run and the step that it was made at; null while training goes on. */
  readonly run: number;
  readonly step: number | null;
  /** The epoch whose weights were asked; null: those of now. */
  readonly epoch: number | null;
  readonly graph: Graph;
  /** null: the model has no filter. */
  readonly filtration: Filtration | null;
  /** The bars of extended persistence, where the model reads them. */
  readonly extended: readonly Bar[] | null;
  /** Scores of the classes. */
  readonly logits: Float32Array;
}

/** What the run in use makes of an example or an own graph. */
export interface Asked extends Pick<Inspection, "run" | "step" | "epoch" | "filtration" | "extended"> {
  readonly subject: Subject;
  /** Scores of the classes; null where the model could not be asked. */
  readonly logits: Float32Array | null;
  /** Why the model cannot say anything of it; null: it did. */
  readonly problem: string | null;
}

/** Learning, looking at a graph of a data set, and asking what a model has learned of all of them. */
export type PageId = "learn" | "inspect" | "model";

/** A card of a lesson, counted from 0. */
export interface LessonPlace {
  readonly lesson: string;
  readonly card: number;
}

/** What was answered to a question. */
export interface Answer {
  readonly choice: number;
  readonly right: boolean;
}

export interface Score {
  readonly asked: number;
  readonly right: number;
}
export const NO_SCORE: Score = { asked: 0, right: 0 };

export type PanelId = "bars" | "diagram" | "train" | "data";
/** What the middle of the model page answers. */
export const TOPICS = ["filter", "classes", "hats", "map", "compare", "folds", "runs"] as const;
export type Topic = (typeof TOPICS)[number];
export type DataTab = "sources" | "graphs";
export type TableId = "vertices" | "bars" | "learned" | "classes" | "hats" | "compare";

/** What the panel of the classes shows. */
export interface ClassesView {
  /** Of the split; where it has no graphs, the first that has. */
  readonly part: Part;
  readonly direction: Direction;
  /** Normalization of bar counts. */
  readonly scale: "vertices" | "graph";
  /** Only the values of f that occur. */
  readonly stretched: boolean;
  /** The two classes that are compared; null: the first two. */
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

/** What the panel of the hats shows. */
export interface CoordinatesView {
  /** The class whose score the hats add to; null: the predicted one. */
  readonly class: number | null;
  readonly coordinate: CoordinateId | null;
  /** The barcode in the square. */
  readonly square: "h0" | "h1Extended";
}
export const FIRST_COORDINATES_VIEW: CoordinatesView = { class: null, coordinate: null, square: "h0" };

export interface View {
  readonly page: PageId;
  readonly placement: Placement;
  /** Colours go from the least value that occurs to the greatest, also those of learned filters. */
  readonly stretch: boolean;
  /** What the colours of the vertices say, where a graph is looked at. */
  readonly colour: ColourBy;
  readonly tool: Tool | null;
  readonly tieRule: TieRule;
  readonly hat: Hat | null;
  /** Triangles are filled in: the clique complex. */
  readonly filled: boolean;
  readonly lesson: LessonPlace | null;
  /** For a projector. */
  readonly present: boolean;
  /** The epoch whose weights are looked at; null: those of now. */
  readonly epoch: number | null;
  /** Optimisation steps a second; null: as many as there can be. */
  readonly pace: Pace;
  readonly directions: Directions;
  /** The filter value up to which vertices are in; null: all of them. */
  readonly threshold: number | null;
  readonly highlight: Highlight;
  /** The vertex that was chosen. */
  readonly selection: number | null;
  readonly zoom: Zoom;
  /** The walk through the filtration goes on by itself. */
  readonly playing: boolean;
  /** The walk stops before components meet, and asks which one ends. */
  readonly asks: boolean;
  readonly speed: number;
  readonly sort: Sort;
  readonly zeroLength: boolean;
  /** The axes of the plots go from the least value of f that occurs to the greatest. */
  readonly fit: boolean;
  /** The diagram shows where its points were at the epochs before. */
  readonly trails: boolean;
  /** What stays in the ordinary barcodes is shown with its ends; null: where the model in view reads them. */
  readonly extended: boolean | null;
  readonly panel: PanelId;
  readonly topic: Topic;
  readonly classesView: ClassesView;
  readonly coordinatesView: CoordinatesView;
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
}

export type Theme = "light" | "dark";

export interface State {
  readonly engine: EngineState;
  readonly backend: Backend;
  /** The last one; null: there was none. */
  readonly race: Race | null;
  readonly generators: readonly GeneratorSummary[];
  readonly serverFiles: readonly ServerFile[];
  /** The data set that a link asks for; null: none in particular. */
  readonly wanted: DatasetName | null;
  readonly loading: Loading | null;
  readonly data: Data | null;
  readonly run: Run | null;
  /** The run before it, which can be taken back. */
  readonly previousRun: Run | null;
  /** Runs that the browser keeps, the newest first; not those in use. */
  readonly keptRuns: readonly KeptRun[];
  /** The stored run that the comparison shows beside the run in view, by its id; null: the newest. */
  readonly comparedRun: string | null;
  /** A run over folds that is shown beside the one in use; null: none. */
  readonly folds: FoldsRun | null;
  /** A run that was left is offered. */
  readonly offering: boolean;
  readonly document: Document;
  readonly history: History;
  /** What the plots show: the subject of the document, or the one before it until the engine has answered. */
  readonly displayed: Subject;
  readonly inspection: Inspection | null;
  /** The same of a graph that is in no data set, where the run is asked. */
  readonly asked: Asked | null;
  readonly keepRunning: boolean;
  readonly view: View;
  readonly graphFilter: GraphFilter;
  readonly notices: readonly Notice[];
  readonly theme: Theme;
  /** What was answered so far, by question: a lesson's id and the number of its card. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The cards whose tasks were done, by question: they do not wait again. */
  readonly passed: readonly string[];
  /** The number of the unseen graph that a card of a lesson has shown last, by question. */
  readonly unseen: Readonly<Record<string, number>>;
  /** Questions of the walk since it asks, and how many of the answers were right. */
  readonly score: Score;
  /** The answer that the walk plays; null: it goes to the end. */
  readonly playback: Playback | null;
  /** A lesson from a file of the user's. */
  readonly ownLesson: Lesson | null;
}
