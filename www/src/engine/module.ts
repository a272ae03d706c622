// The engine's surface for the worker (src/web/training.rs). An epoch that is `undefined` means the weights of now, and 0
// those before the first step.

import type {
  Backend,
  DeviceReport,
  GraphRow,
  InspectedGraph,
  OpenedDataset,
  OpenedRun,
  RunSummary,
  SessionReport,
  SubjectGraph,
  TrainingConfig,
  TrainingReport,
} from "../protocol";

interface GraphOfDataset {
  vertices: number;
  edges: Uint32Array;
  class: number;
}

/** Any number of data sets and runs, by id. */
export interface Session {
  device(): DeviceReport;
  continueOnCpu(): DeviceReport;
  report(): SessionReport;
  openDataset(paths: readonly string[], contents: readonly Uint8Array[]): OpenedDataset;
  generateDataset(generator: string, seed: number): OpenedDataset;
  /** Answers the runs that were closed with it. */
  closeDataset(dataset: number): Uint32Array;
  graphRows(dataset: number, run?: number): GraphRow[];
  graphOf(dataset: number, index: number): GraphOfDataset;
  createRun(dataset: number, config: Partial<TrainingConfig>, exactFolds: boolean): Promise<OpenedRun>;
  resumeRun(dataset: number, bytes: Uint8Array): Promise<OpenedRun>;
  forkRun(run: number): OpenedRun;
  closeRun(run: number): void;
  runSummary(run: number): RunSummary;
  trainRun(run: number, steps: number): Promise<TrainingReport>;
  setLearningRateOf(run: number, rate: number): void;
  saveRun(run: number): Promise<Uint8Array<ArrayBuffer>>;
  snapshotEpochs(run: number): Uint32Array;
  inspectAt(run: number, epoch: number | undefined, index: number, hats: boolean): Promise<InspectedGraph>;
  inspectGraph(
    run: number,
    epoch: number | undefined,
    graph: SubjectGraph,
    hats: boolean,
  ): Promise<InspectedGraph>;
  predictAt(run: number, epoch: number | undefined, first: number, count: number): Promise<Uint32Array>;
}

export interface EngineModule {
  default(options: { module_or_path: Response }): Promise<unknown>;
  Session: {
    open(backend: Backend): Promise<Session>;
  };
}
