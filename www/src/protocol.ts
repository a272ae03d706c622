// Generated from src/protocol.rs: change that file, then run `cargo test protocol`.

export type Backend = "auto" | "cpu" | "gpu";
export type DeviceReport = { gpu: boolean; name: string; software: boolean; reason: string };
export type Features = "degree" | "label" | "degree+label" | "uninformative";
export type ClassSummary = { name: string; graphs: number };
export type DatasetSummary = {
  name: string; graphs: number; classes: Array<ClassSummary>; vertexLabels: number; vertexAttributes: number; edgeLabels: number;
  averageVertices: number; averageEdges: number; largestGraph: number; features: Array<Features>; notes: Array<string>;
};
export type TrainingConfig = {
  features: Features; epochs: number; batchSize: number; learningRate: number; weightDecay: number; halveAt: Array<number>;
  width: number; hats: number; seed: number; folds: number; fold: number; validation: boolean;
};
export type StepReport = { step: number; epoch: number; loss: number; accuracy: number; learningRate: number };
export type EpochReport = { epoch: number; trainLoss: number; trainAccuracy: number; testAccuracy: number };
export type TrainingReport = { steps: Array<StepReport>; epochs: Array<EpochReport>; finished: boolean; stopped: string | null };
export type Part = "train" | "validation" | "test";
export type GraphRow = { vertices: number; edges: number; class: number; part: Part };
export type RunSummary = {
  config: TrainingConfig; stepsPerEpoch: number; trainGraphs: number; validationGraphs: number; testGraphs: number;
  majorityShare: number; parameters: number;
};
