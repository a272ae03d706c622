// Everything the page knows, as plain data. `updates.ts` makes the next state out of the last one; nothing else does.

import type {
  Backend,
  DatasetSummary,
  DeviceReport,
  EpochReport,
  GraphRow,
  Part,
  RunSummary,
  StepReport,
  TrainingConfig,
} from "../protocol";
import type { Example } from "../examples/examples";
import type { Filtration, Graph, Highlight } from "../types";
import type { GeneratorInfo } from "../worker/messages";

/** Where the engine (the wasm in its worker) stands. */
export type EngineState =
  | { readonly status: "loading"; readonly fraction: number | null }
  | { readonly status: "ready"; readonly device: DeviceReport }
  | { readonly status: "crashed"; readonly message: string };

/** A zip that the server offers. */
export interface ServerFile {
  readonly name: string;
  readonly url: string;
  readonly bytes: number;
}

/** Where a data set comes from: enough to load it again after a restart. */
export type Source =
  | { readonly type: "generator"; readonly id: string; readonly seed: number }
  | { readonly type: "server"; readonly file: ServerFile }
  | { readonly type: "file"; readonly name: string; readonly blob: Blob };

export interface Data {
  readonly source: Source;
  readonly summary: DatasetSummary;
  readonly rows: readonly GraphRow[];
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
  readonly summary: RunSummary;
  readonly phase: Phase;
  readonly steps: readonly StepReport[];
  readonly epochs: readonly EpochReport[];
  readonly stepsPerSecond: number | null;
  /** Why training stopped by itself. */
  readonly stopped: string | null;
  readonly predictions: Predictions | null;
}

/** Optimisation steps that a run has behind it, also those before it was saved and loaded. */
export function stepsDone({ steps, summary }: Run): number {
  return steps.at(-1)?.step ?? summary.stepsDone;
}

/** Epochs that a run has behind it. */
export function epochsDone({ epochs, summary }: Run): number {
  return epochs.at(-1)?.epoch ?? summary.epochsDone;
}

/** The settings of a run that the page offers. */
export type Settings = Pick<TrainingConfig, "features" | "seed" | "fold" | "epochs" | "learningRate">;

/** What the plots show: an example of the page, or a graph of the data set. */
export type Subject =
  | { readonly type: "example"; readonly example: Example }
  | { readonly type: "graph"; readonly index: number };

export interface Shown {
  readonly subject: Subject;
  readonly graph: Graph;
  readonly filtration: Filtration;
  /** Scores of the classes; null for an example. */
  readonly logits: Float32Array | null;
}

export type Directions = "sub" | "super" | "both";

export interface View {
  readonly shown: Shown;
  readonly directions: Directions;
  /** The filter value up to which vertices are in; null: all of them. */
  readonly threshold: number | null;
  readonly highlight: Highlight;
}

export interface GraphFilter {
  readonly class: number | null;
  readonly part: Part | null;
  readonly wrongOnly: boolean;
}

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
  readonly generators: readonly GeneratorInfo[];
  readonly serverFiles: readonly ServerFile[];
  readonly loading: Loading | null;
  readonly data: Data | null;
  readonly run: Run | null;
  /** Settings chosen while a run has progress: they wait for the next run. */
  readonly draft: Partial<Settings>;
  readonly keepRunning: boolean;
  readonly view: View;
  readonly graphFilter: GraphFilter;
  readonly notices: readonly Notice[];
  readonly theme: Theme;
}
