// The messages between the page and the session worker: one table of calls, used on both sides.

import type { Graph } from "../domain/graph/graph";
import type { Principal } from "../domain/principal";
import type { Settings } from "../domain/settings/settings";
import type {
  Backend,
  AskedDifferences,
  ClassBars,
  ClassTests,
  ComparedGraph,
  ComparedRuns,
  DatasetSummary,
  DeviceReport,
  ExplainedScores,
  FilterAssociation,
  FilterBeside,
  FoldProgress,
  GraphRow,
  GrownLog,
  CoordinateFunctionTopBars,
  InspectedGraphs,
  InspectedCoordinateFunctions,
  Part,
  PartImportance,
  RunCurves,
  RunSummary,
  TrainingConfig,
  TrainingReport,
  VertexQuantity,
} from "../protocol";
import type { RunFile } from "../domain/training/folds";

/** The output of the model for one graph. */
export interface Evaluation {
  /** Empty if the model has no filter. */
  readonly filter: Float32Array;
  /** The value of every edge; null: f has values of vertices. */
  readonly edgeFilter: Float32Array | null;
  /** Rows of `barsFromRows`; empty with an edge filter. */
  readonly bars: Uint32Array;
  /** Pairs of `extendedBars`; null if the model does not read them. */
  readonly extendedComponents: Uint32Array | null;
  readonly extendedLoops: Uint32Array | null;
  readonly logits: Float64Array;
}

/** A graph outside the data set. */
export interface OtherGraph {
  readonly vertices: number;
  /** Pairs of vertices. */
  readonly edges: readonly number[];
  /** The graph of the data set that it is a copy of, and the original of each vertex; null: none, or a new vertex. */
  readonly origin: { readonly index: number; readonly vertices: readonly (number | null)[] } | null;
}

/** A graph of the data set with the output of the model. */
export interface Inspected extends Evaluation, Graph {}

/** The same, with the contributions of the bars. */
export interface Explained extends Inspected {
  /** Barcode by barcode; empty if the model reads no barcodes. */
  readonly hats: readonly InspectedCoordinateFunctions[];
  /** null: the model reads no barcodes. */
  readonly scores: ExplainedScores | null;
}

export interface NamedFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A part of a run log: lines of its index, and their arrays from the offset of the first line on. */
export interface LogPortion {
  readonly lines: string;
  readonly values: Uint8Array<ArrayBuffer>;
}

/** A run log: the contents of its header and its graphs, and its first epochs. */
export interface LogContent {
  readonly log: {
    readonly header: Uint8Array<ArrayBuffer>;
    readonly graphs: Uint8Array<ArrayBuffer>;
    readonly first: LogPortion;
  };
}

/** The content of a data set: its files, a generator, or a run log. */
export type DataContent =
  readonly NamedFile[] | { readonly generator: string; readonly seed: number } | LogContent;

/** New epochs of a run log, and the epochs with stored values. */
export interface Grown extends GrownLog {
  readonly snapshots: Uint32Array;
}

/** A data set with a new run, and the requested graph. */
export interface Loaded {
  readonly summary: DatasetSummary;
  readonly rows: readonly GraphRow[];
  readonly run: RunSummary;
  /** The reason why no folds ship with the program for it; null: some do. */
  readonly withoutShippedFolds: string | null;
  /** The first epochs of a run log; null: the run is new. */
  readonly grown: Grown | null;
  /** The last graph if the requested index is too large. */
  readonly shown: ({ readonly index: number } & Inspected) | null;
}

export interface Trained {
  readonly report: TrainingReport;
  /** Duration of the steps in the worker. */
  readonly milliseconds: number;
  /** Epochs with stored weights, 0 for those before the first step; null: unchanged. */
  readonly snapshots: Uint32Array | null;
  /** The weights of the model at the end of the last of these epochs. */
  readonly weights: EpochWeights | null;
  /** The same steps of the rival run. */
  readonly rival: TrainingReport | null;
}

export interface TrainedFold {
  readonly progress: FoldProgress;
  /** Duration of the steps in the worker. */
  readonly milliseconds: number;
  /** The fold as a file of weights; null: it is not finished. */
  readonly model: Uint8Array<ArrayBuffer> | null;
}

/** The weights of a model at the end of an epoch; 0 is before the first step. */
export interface EpochWeights {
  readonly epoch: number;
  readonly numbers: Float32Array<ArrayBuffer>;
}

/** What a question reads of the run in use. */
export interface ModelView {
  /** The epoch of the weights, 0 before the first step; null: the current weights. */
  readonly epoch: number | null;
  /** Index of the filter; 0 for a run without filters. */
  readonly filter: number;
}

/** Every graph of the data set as a point. */
export interface DataMap extends Principal {
  /**
   * The vector of a graph: the values of the coordinate functions, or the scores of the classes if its classifier reads no bars.
   */
  readonly of: "readout" | "scores";
  /** Length of the vector. */
  readonly numbers: number;
  /** The scores of the classes, graph by graph. */
  readonly logits: Float64Array;
}

/** A side of a comparison: the run in use with the weights in view, or with those of another epoch, or a stored run. */
export type Compared =
  | { readonly type: "view" }
  | { readonly type: "epoch"; readonly epoch: number }
  | { readonly type: "kept"; readonly id: string };

/** Two runs on the data set in use. */
export type ComparedPair = readonly [Compared, Compared];

/** Place of the training module, below the page. */
export interface ModulePlace {
  readonly module: string;
  /** Place of its WebAssembly; by default beside the module. */
  readonly wasm?: string;
  /** Size of its WebAssembly. */
  readonly bytes: number;
}

/** The compiled WebAssembly of a training module: another engine with the same module can reuse it. */
export interface Compiled {
  readonly module: string;
  readonly wasm: WebAssembly.Module;
}

export interface StartedEngine {
  readonly device: DeviceReport;
  readonly compiled: Compiled;
}

/** All calls of the worker, with arguments and answer. */
export interface Calls {
  open: {
    args: [backend: Backend, pageUrl: string, place: ModulePlace, compiled: Compiled | null];
    answer: StartedEngine;
  };
  /**
   * Replaces the data set in use, with a new run of these settings; unsupported settings get their defaults. On an error,
   * the data set and the run in use stay.
   */
  load: {
    args: [content: DataContent, settings: Partial<Settings>, show: number | null];
    answer: Loaded;
  };
  /** Replaces the data set in use, without a run: a stored run or a run over folds follows. */
  loadAlone: { args: [content: DataContent]; answer: null };
  /**
   * Creates a new run, on the folds of these files if the settings select them; `keep`: `swap` can restore the run in use,
   * otherwise the run that was kept last.
   */
  configure: {
    args: [settings: Partial<Settings>, foldFiles: readonly NamedFile[], keep: boolean];
    answer: RunSummary;
  };
  /** Number of folds in files; fails if they do not match the data set in use. */
  countFolds: { args: [files: readonly NamedFile[]]; answer: number };
  /** Swaps the kept run and the run in use. */
  swap: { args: []; answer: null };
  saveWeights: { args: []; answer: Uint8Array<ArrayBuffer> };
  loadWeights: {
    args: [bytes: Uint8Array, keep: boolean];
    answer: { readonly summary: RunSummary; readonly curves: RunCurves };
  };
  /** The current state of the run, and the weights of epochs after this one. */
  keepRun: {
    args: [after: number];
    answer: {
      readonly summary: RunSummary;
      readonly checkpoint: Uint8Array<ArrayBuffer>;
      readonly weights: readonly EpochWeights[];
    };
  };
  /** Continues a stored run in place of the one in use; returns the epochs with stored weights. */
  continueRun: {
    args: [checkpoint: Uint8Array, weights: readonly EpochWeights[]];
    answer: { readonly summary: RunSummary; readonly snapshots: Uint32Array };
  };
  /** Changes the number of epochs of the run. */
  setEpochs: { args: [epochs: number]; answer: RunSummary };
  /** Adds epochs to the run log in use. */
  growLog: { args: [portion: LogPortion]; answer: Grown };
  rows: { args: []; answer: readonly GraphRow[] };
  setLearningRate: { args: [rate: number]; answer: null };
  train: { args: [steps: number]; answer: Trained };
  /** Trains another run in parallel from now on, with the same number of steps; null: stops it. */
  rival: {
    args: [settings: Partial<Settings> | null, foldFiles: readonly NamedFile[]];
    answer: RunSummary | null;
  };
  /** A graph of the data set with a filter and the scores. */
  inspect: { args: [graph: number, view: ModelView]; answer: Inspected };
  /** The same without the graph: one of the data set, by its index, or one outside it. */
  evaluate: { args: [graph: number | OtherGraph, view: ModelView]; answer: Evaluation };
  predict: { args: [from: number, count: number]; answer: Float64Array };
  /** The weights of the model; null: the current ones. */
  weights: { args: [epoch: number | null]; answer: Float32Array<ArrayBuffer> };
  /** Gives the weights of an epoch to the run for later questions; returns the epochs with stored weights. */
  takeWeights: { args: [weights: EpochWeights]; answer: Uint32Array };
  /** A graph of the data set, the output of the model for it, and the contributions of its bars. */
  explain: { args: [graph: number, view: ModelView]; answer: Explained };
  /** The same graphs as a batch of the model. */
  inspectMany: { args: [graphs: readonly number[], view: ModelView]; answer: readonly Inspected[] };
  /** Filter, bars and scores of these graphs, in concatenated lists. */
  inspectTogether: { args: [graphs: Uint32Array, view: ModelView]; answer: InspectedGraphs };
  /** Names of the quantities that can be compared with a filter of vertices, or with one of edges. */
  quantities: { args: [edges: boolean]; answer: readonly string[] };
  /** The value of a quantity for every vertex or edge of the data set. */
  quantity: { args: [name: string]; answer: VertexQuantity };
  /** The dependence of the filter on each of these: one quantity or two. */
  associations: {
    args: [asked: readonly (readonly string[])[], view: ModelView];
    answer: readonly FilterAssociation[];
  };
  /** The same for a fixed filter, and its agreement with the order of the vertices by the filter of the model. */
  beside: {
    args: [fixed: TrainingConfig["fixedFilter"], asked: readonly (readonly string[])[], view: ModelView];
    answer: FilterBeside;
  };
  /** The prediction for every graph if a function of these quantities replaces the filter. */
  swapIn: { args: [quantities: readonly string[], view: ModelView]; answer: Float64Array };
  /**
   * Differences between the bars of the classes over a part of the split, on grids from 0 to 1 or over the range of the
   * occurring values.
   */
  classes: { args: [part: Part, stretched: boolean, view: ModelView]; answer: ClassBars };
  /** Significant differences between the bars of two classes. */
  classDifferences: { args: [asked: AskedDifferences, view: ModelView]; answer: ClassTests };
  /** The bars with the highest activation of each hat over one part of the data set, barcode by barcode. */
  topBars: { args: [part: Part, view: ModelView]; answer: readonly CoordinateFunctionTopBars[] };
  /** The importance of the coordinate functions over one part of the data set. */
  importances: { args: [part: Part, view: ModelView]; answer: PartImportance };
  /** Computes the output of a stored run for all graphs, for comparisons of this filter under this id; the run in use stays. */
  hear: { args: [id: string, checkpoint: Uint8Array, filter: number]; answer: null };
  /**
   * Compares two runs on the graphs of a part that both have, or on all graphs (null). Stored runs need a previous `hear`.
   */
  compare: { args: [part: Part | null, pair: ComparedPair, view: ModelView]; answer: ComparedRuns };
  /** The outputs of two runs for one graph. */
  compareGraph: { args: [graph: number, pair: ComparedPair, view: ModelView]; answer: ComparedGraph };
  /** Kendall's τ-b of each pair of filters of the run, row by row; NaN if a filter is constant. */
  filterAgreement: { args: [view: ModelView]; answer: Float64Array };
  /** All graphs as points of a plane. */
  dataMap: { args: [view: ModelView]; answer: DataMap };
  /**
   * Begins a run over all folds with these settings, independent of their fold, on the folds of these files if the settings
   * select them.
   */
  beginFolds: { args: [settings: Settings, foldFiles: readonly NamedFile[]]; answer: RunFile };
  /** Trains steps of a fold, fewer at the end of its epoch. */
  trainFold: { args: [fold: number, steps: number]; answer: TrainedFold };
  /** The folds that this engine has trained. */
  foldsFile: { args: []; answer: RunFile };
  /** The run whose folds are in these files. */
  mergeFolds: { args: [files: readonly RunFile[]]; answer: RunFile };
  /** Scores of every graph of a part of the split, or of all, for each class, one graph after the other. */
  scores: { args: [part: Part | null, view: ModelView]; answer: Float64Array };
}

export type CallName = keyof Calls;

/**
 * Priority of a call: 0 changes data set, run or weights, and trains; 1 is about one selected graph; 2 about some; 3 about
 * all; 4 may be needed next.
 */
export type Rank = 0 | 1 | 2 | 3 | 4;

export type Request = {
  [Name in CallName]: {
    readonly id: number;
    readonly call: Name;
    readonly args: Calls[Name]["args"];
    readonly rank: Rank;
  };
}[CallName];

/** The answer to this request is obsolete. */
export interface Drop {
  readonly drop: number;
}

/** Requests an answer; a busy worker answers after its computation. */
export const PING = "ping";

export type Message = Request | Drop | typeof PING;

export type Response =
  | { readonly type: "answer"; readonly id: number; readonly value: Calls[CallName]["answer"] }
  | { readonly type: "error"; readonly id: number; readonly message: string }
  /** No answer follows: it is obsolete, or its subject no longer exists. */
  | { readonly type: "dropped"; readonly id: number }
  /** The engine has crashed; no answers follow. */
  | { readonly type: "crash"; readonly message: string }
  /** Downloaded share of the engine. */
  | { readonly type: "progress"; readonly fraction: number }
  | { readonly type: "alive" };
