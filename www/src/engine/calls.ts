// What the page and the session worker say to each other: one table of calls, used by both ends.

import type { VertexLabels } from "../domain/graph/graph";
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
  FoldsProgress,
  GraphRow,
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

/** What the model makes of one graph. */
export interface Evaluation {
  /** Empty where the model has no filter. */
  readonly filter: Float32Array;
  /** Rows of `barsFromRows`. */
  readonly bars: Uint32Array;
  /** Pairs of `extendedBars`; null where the model does not read them. */
  readonly extendedComponents: Uint32Array | null;
  readonly extendedLoops: Uint32Array | null;
  readonly logits: Float32Array;
}

/** A graph that is in no data set. */
export interface OtherGraph {
  readonly vertices: number;
  /** Pairs of vertices. */
  readonly edges: readonly number[];
  /** The graph of the data set that it is a copy of, and which vertex of it each vertex was; null: none, or a new one. */
  readonly origin: { readonly index: number; readonly vertices: readonly (number | null)[] } | null;
}

/** A graph of the data set with what the model makes of it. */
export interface Inspected extends Evaluation {
  readonly vertices: number;
  readonly edges: Uint32Array;
  readonly labels?: VertexLabels | undefined;
  readonly attributes?: Float32Array | undefined;
}

/** The same, and which bars decide. */
export interface Explained extends Inspected {
  /** Barcode by barcode; none where the model reads no barcodes. */
  readonly hats: readonly InspectedCoordinateFunctions[];
  /** null: the model reads no barcodes. */
  readonly scores: ExplainedScores | null;
}

export interface NamedFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a data set is made from: its files, or a generator. */
export type DataContent = readonly NamedFile[] | { readonly generator: string; readonly seed: number };

/** A data set with a new run on it, and the graph of it that was to be shown. */
export interface Loaded {
  readonly summary: DatasetSummary;
  readonly rows: readonly GraphRow[];
  readonly run: RunSummary;
  /** Why no folds ship with the program for it; null: some do. */
  readonly withoutShippedFolds: string | null;
  /** The last graph where there are fewer than was thought. */
  readonly shown: ({ readonly index: number } & Inspected) | null;
}

export interface Trained {
  readonly report: TrainingReport;
  /** What the steps took in the worker. */
  readonly milliseconds: number;
  /** Epochs whose weights are kept, 0 those before the first step; null: no other ones than before. */
  readonly snapshots: Uint32Array | null;
  /** The numbers of the model at the end of the last of these epochs. */
  readonly weights: EpochWeights | null;
  /** The same steps of the run beside it. */
  readonly rival: TrainingReport | null;
}

/** The numbers of a model at the end of an epoch; 0 is before the first step. */
export interface EpochWeights {
  readonly epoch: number;
  readonly numbers: Float32Array<ArrayBuffer>;
}

/** Every graph of the data set as a point. */
export interface DataMap extends Principal {
  /** The numbers of a graph: the values of the coordinate functions, or the scores of the classes where the model reads no bars. */
  readonly of: "readout" | "scores";
  /** How many numbers a graph has. */
  readonly numbers: number;
  /** The scores of the classes, graph by graph. */
  readonly logits: Float32Array;
}

/** What is compared: the run in use with the weights in view, or with those of another epoch, or a run that is kept. */
export type Compared =
  | { readonly type: "view" }
  | { readonly type: "epoch"; readonly epoch: number }
  | { readonly type: "kept"; readonly id: string };

/** Two runs on the data set in use. */
export type ComparedPair = readonly [Compared, Compared];

/** Where the training module is, below the page. */
export interface ModulePlace {
  readonly module: string;
  /** Where its WebAssembly is; without it, beside the module. */
  readonly wasm?: string;
  /** Size of its WebAssembly. */
  readonly bytes: number;
}

/** The WebAssembly of a training module as an engine has compiled it: another one of the same module need not do that again. */
export interface Compiled {
  readonly module: string;
  readonly wasm: WebAssembly.Module;
}

/** An engine that has been started. */
export interface Opened {
  readonly device: DeviceReport;
  readonly compiled: Compiled;
}

/** Every call of the worker: its arguments and its answer. */
export interface Calls {
  open: {
    args: [backend: Backend, pageUrl: string, place: ModulePlace, compiled: Compiled | null];
    answer: Opened;
  };
  /**
   * Takes a data set into use, with a run of these settings; what it does not offer becomes its default. Where any of that is
   * refused, data set and run in use stay.
   */
  load: {
    args: [content: DataContent, settings: Partial<Settings>, show: number | null];
    answer: Loaded;
  };
  /** Takes a data set into use without a run: one is continued on it, or folds are begun. */
  loadAlone: { args: [content: DataContent]; answer: null };
  /**
   * A new run, on folds of these files where the settings say so; `keep`: the one in use can be taken back with `swap`,
   * otherwise the one that was kept last.
   */
  configure: {
    args: [settings: Partial<Settings>, foldFiles: readonly NamedFile[], keep: boolean];
    answer: RunSummary;
  };
  /** Number of folds in files; refused where they are none of the data set in use. */
  countFolds: { args: [files: readonly NamedFile[]]; answer: number };
  /** The run that was kept, and the one in use in its place. */
  swap: { args: []; answer: null };
  saveWeights: { args: []; answer: Uint8Array<ArrayBuffer> };
  loadWeights: {
    args: [bytes: Uint8Array, keep: boolean];
    answer: { readonly summary: RunSummary; readonly curves: RunCurves };
  };
  /** The run as it stands, and the weights of epochs after this one. */
  keepRun: {
    args: [after: number];
    answer: {
      readonly summary: RunSummary;
      readonly checkpoint: Uint8Array<ArrayBuffer>;
      readonly weights: readonly EpochWeights[];
    };
  };
  /** Goes on with a run that was kept in place of the one in use; answers which epochs it can be asked about. */
  continueRun: {
    args: [checkpoint: Uint8Array, weights: readonly EpochWeights[]];
    answer: { readonly summary: RunSummary; readonly snapshots: Uint32Array };
  };
  /** Changes after how many epochs the run is over. */
  setEpochs: { args: [epochs: number]; answer: RunSummary };
  rows: { args: []; answer: readonly GraphRow[] };
  setLearningRate: { args: [rate: number]; answer: null };
  train: { args: [steps: number]; answer: Trained };
  /** Trains another run beside the one in use from now on, each as many steps; null: none any more. */
  rival: {
    args: [settings: Partial<Settings> | null, foldFiles: readonly NamedFile[]];
    answer: RunSummary | null;
  };
  /** With the weights after an epoch, 0 for those before the first step; null: with those of now. */
  inspect: { args: [graph: number, epoch: number | null]; answer: Inspected };
  /** The same without the graph: one of the data set, by its index, or one that is in no data set. */
  evaluate: { args: [graph: number | OtherGraph, epoch: number | null]; answer: Evaluation };
  predict: { args: [from: number, count: number]; answer: Uint32Array };
  /** The numbers of the model; null: those of now. */
  weights: { args: [epoch: number | null]; answer: Float32Array<ArrayBuffer> };
  /** Gives the run the weights of an epoch, to be asked with them; answers which epochs it keeps. */
  takeWeights: { args: [weights: EpochWeights]; answer: Uint32Array };
  /** A graph of the data set, what the model makes of it, and why. */
  explain: { args: [graph: number, epoch: number | null]; answer: Explained };
  /** The same graphs as they go through the model side by side. */
  inspectMany: { args: [graphs: readonly number[], epoch: number | null]; answer: readonly Inspected[] };
  /** Filter, bars and scores of these graphs, in lists without gaps. */
  inspectTogether: { args: [graphs: Uint32Array, epoch: number | null]; answer: InspectedGraphs };
  /** Names of what the filter can be compared with. */
  quantities: { args: []; answer: readonly string[] };
  /** One of these for every vertex of the data set. */
  quantity: { args: [name: string]; answer: VertexQuantity };
  /** How the filter depends on each of these, one quantity or two. */
  associations: {
    args: [asked: readonly (readonly string[])[], epoch: number | null];
    answer: readonly FilterAssociation[];
  };
  /** The same of a fixed filter, and how far the filter of the model puts the vertices in the same order. */
  beside: {
    args: [fixed: TrainingConfig["fixedFilter"], asked: readonly (readonly string[])[], epoch: number | null];
    answer: FilterBeside;
  };
  /** Predicted class of every graph, were the filter no more than a function of these quantities. */
  swapIn: { args: [quantities: readonly string[], epoch: number | null]; answer: Uint32Array };
  /** How the bars of the classes differ over a part of the split; on grids from 0 to 1, or over the values that occur. */
  classes: { args: [part: Part, stretched: boolean, epoch: number | null]; answer: ClassBars };
  /** Where the bars of two classes differ reliably. */
  classDifferences: { args: [asked: AskedDifferences, epoch: number | null]; answer: ClassTests };
  /** The bars that excite each hat most, over one part of the data set; barcode by barcode. */
  topBars: { args: [part: Part, epoch: number | null]; answer: readonly CoordinateFunctionTopBars[] };
  /** The importance of the coordinate functions over one part of the data set. */
  importances: { args: [part: Part, epoch: number | null]; answer: PartImportance };
  /** Has a kept run say of every graph what can be compared, under this id; the run in use stays. */
  hear: { args: [id: string, checkpoint: Uint8Array]; answer: null };
  /** Two runs over the graphs that both have in a part, or over all (null); those that are kept have been heard. */
  compare: { args: [part: Part | null, pair: ComparedPair, epoch: number | null]; answer: ComparedRuns };
  /** What two runs say of one graph. */
  compareGraph: { args: [graph: number, pair: ComparedPair, epoch: number | null]; answer: ComparedGraph };
  /** All graphs as points of a plane. */
  dataMap: { args: [epoch: number | null]; answer: DataMap };
  /** Checks the file of a run over folds. */
  readRunFile: { args: [file: NamedFile]; answer: RunFile };
  /** Begins with all folds of these settings, whichever they name, on folds of these files where they say so. */
  beginFolds: { args: [settings: Settings, foldFiles: readonly NamedFile[]]; answer: RunFile };
  /** Steps of the fold at hand, fewer where its epoch ends. */
  trainFolds: {
    args: [steps: number];
    answer: { readonly progress: FoldsProgress; readonly milliseconds: number };
  };
  /** The folds so far. */
  foldsFile: { args: []; answer: RunFile };
  /** Score of every graph of a part of the split, or of all, for each class, one graph after the other. */
  scores: { args: [part: Part | null, epoch: number | null]; answer: Float32Array };
}

export type CallName = keyof Calls;

/**
 * What is done first: 0 changes data set, run or weights, and trains; 1 is about one graph, which somebody has just chosen; 2
 * about some; 3 about all; 4 may be wanted next.
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

/** Nobody wants the answer to this request any more. */
export interface Drop {
  readonly drop: number;
}

/** Asks for a sign of life; a worker that computes answers when it is done. */
export const PING = "ping";

export type Message = Request | Drop | typeof PING;

export type Response =
  | { readonly type: "answer"; readonly id: number; readonly value: Calls[CallName]["answer"] }
  | { readonly type: "error"; readonly id: number; readonly message: string }
  /** There will be no answer: nobody wants it any more, or what was asked about is not there any more. */
  | { readonly type: "dropped"; readonly id: number }
  /** The engine is dead; nothing will be answered any more. */
  | { readonly type: "crash"; readonly message: string }
  /** Share of the engine that has arrived. */
  | { readonly type: "progress"; readonly fraction: number }
  | { readonly type: "alive" };
