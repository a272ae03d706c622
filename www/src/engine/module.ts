// The engine's surface as the worker uses it (src/web.rs).

import type {
  Backend,
  DatasetSummary,
  DeviceReport,
  GeneratorSummary,
  GraphRow,
  RunSummary,
  TrainingConfig,
  TrainingReport,
} from "../protocol";
import type { Evaluation } from "./calls";

export interface Session {
  device(): DeviceReport;
  load(name: string, bytes: Uint8Array): DatasetSummary;
  generate(id: string, seed: number): DatasetSummary;
  rows(): GraphRow[];
  configure(config: Partial<TrainingConfig>): RunSummary;
  saveWeights(): Promise<Uint8Array<ArrayBuffer>>;
  loadWeights(bytes: Uint8Array): RunSummary;
  setLearningRate(rate: number): void;
  train(steps: number): Promise<TrainingReport>;
  graph(index: number): { vertices: number; edges: Uint32Array; class: number };
  evaluate(index: number): Promise<Evaluation>;
  evaluateMany(from: number, count: number): Promise<Uint32Array>;
}

export interface EngineModule {
  default(options: { module_or_path: Response }): Promise<unknown>;
  generators(): GeneratorSummary[];
  Session: {
    open(backend: Backend): Promise<Session>;
  };
}
