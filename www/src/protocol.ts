// Generated from src/protocol.rs: change that file, then run `cargo test protocol`.

/**
 * What the page asks for when it opens a session.
 */
export type Backend = "auto" | "cpu" | "gpu";

/**
 * The device that computes, and why it was chosen.
 */
export type DeviceReport = { 
/**
 * `true`: WebGPU; `false`: the CPU.
 */
gpu: boolean, 
/**
 * Name of the adapter, or "CPU".
 */
name: string, 
/**
 * The adapter emulates a GPU on the CPU.
 */
software: boolean, 
/**
 * One sentence for the user: why this device.
 */
reason: string, };

/**
 * What a vertex is given as its first features.
 */
export type Features = "degree" | "label" | "degree+label" | "attributes" | "degree+attributes" | "label+attributes" | "uninformative";

/**
 * What a message is told of the edge it passes along.
 */
export type EdgeFeatures = "none" | "label" | "attributes";

/**
 * The models of the paper: its own and those it is compared with.
 */
export type ModelKind = "gfl" | "ph-only" | "sum" | "sort-pool" | "deep-sets";

/**
 * Where the gradient of a bar goes, where several vertices of a graph have the filter value at its end.
 */
export type Ties = "index" | "random" | "mean";

/**
 * The learned functions that read a barcode, see [`crate::model::hats`].
 */
export type Hat = "rational" | "exponential" | "triangle" | "gaussian" | "line" | "deep-sets";

/**
 * What a bar counts, see [`crate::model::bar_weight`].
 */
export type BarWeight = "none" | "length" | "grid" | "gaussians";

/**
 * A problem that the program can generate by itself.
 */
export type GeneratorSummary = { 
/**
 * What `generate` is asked for.
 */
id: string, title: string, 
/**
 * What distinguishes the classes, in a sentence or two.
 */
description: string, };

/**
 * One class of a data set.
 */
export type ClassSummary = { 
/**
 * The label as the file has it, or a word for a generated class.
 */
name: string, 
/**
 * Number of graphs of this class.
 */
graphs: number, };

/**
 * What the page shows of a data set that was just loaded.
 */
export type DatasetSummary = { name: string, graphs: number, classes: Array<ClassSummary>, 
/**
 * Number of different vertex labels; 0 where there are none.
 */
vertexLabels: number, 
/**
 * Number of real attributes of each vertex; 0 where there are none.
 */
vertexAttributes: number, edgeLabels: number, averageVertices: number, averageEdges: number, largestGraph: number, 
/**
 * The features this data set offers, the sensible default first.
 */
features: Array<Features>, 
/**
 * What the reader repaired, one sentence each ("193062 duplicate edges were dropped").
 */
notes: Array<string>, };

/**
 * Every number of a training run. The default is the preset `icml2020`.
 */
export type TrainingConfig = { model: ModelKind, 
/**
 * Message-passing layers, from 1 to 5; 1 where the model has none.
 */
layers: number, features: Features, 
/**
 * Only models with messages have any.
 */
edges: EdgeFeatures, 
/**
 * Only PH-only has one other than the degree.
 */
fixedFilter: "degree" | "core" | "closeness" | "heat-kernel" | `attribute:${string}`, epochs: number, batchSize: number, learningRate: number, weightDecay: number, 
/**
 * The learning rate is halved at the start of each of these epochs, counted from 1.
 */
halveAt: Array<number>, 
/**
 * Width of embeddings and hidden layers.
 */
width: number, 
/**
 * Share of the hidden layer of the classifier that each step leaves out, in [0, 1); the model's own where there is
 * none: 0 for one that reads barcodes, 0.5 for the others.
 */
dropout: number | null, 
/**
 * Hats per barcode.
 */
hats: number, 
/**
 * What the hats are. Only for a model that reads barcodes.
 */
hat: Hat, 
/**
 * What a bar counts. Only for a model that reads barcodes.
 */
barWeight: BarWeight, 
/**
 * Read loops as bars that end, in one more barcode. Only for a model that reads barcodes.
 */
extended: boolean, 
/**
 * Only for a model that learns a filter.
 */
ties: Ties, seed: number, 
/**
 * Number of folds of the split, at least 2.
 */
folds: number, 
/**
 * The fold whose part is the test set, counted from 1.
 */
fold: number, 
/**
 * Leave a further tenth of the training part out, as the paper's code does.
 */
validation: boolean, };

/**
 * One optimisation step.
 */
export type StepReport = { 
/**
 * Counted from 1 over the whole run.
 */
step: number, 
/**
 * Counted from 1.
 */
epoch: number, 
/**
 * Mean cross-entropy of the batch.
 */
loss: number, 
/**
 * Share of the batch that was classified correctly, in [0, 1].
 */
accuracy: number, learningRate: number, };

/**
 * One finished epoch.
 */
export type EpochReport = { 
/**
 * Counted from 1.
 */
epoch: number, 
/**
 * Mean over the graphs as they passed.
 */
trainLoss: number, 
/**
 * Share in [0, 1], counted as the batches passed.
 */
trainAccuracy: number, 
/**
 * Share in [0, 1] of the test part after the epoch.
 */
testAccuracy: number, };

/**
 * What `train(n)` answers: the steps it did, and the epochs that ended with them.
 */
export type TrainingReport = { steps: Array<StepReport>, epochs: Array<EpochReport>, 
/**
 * The configured number of epochs is done.
 */
finished: boolean, 
/**
 * Why training cannot go on (a loss that is not a number); the last good weights are kept.
 */
stopped: string | null, };

/**
 * Which part of the split a graph belongs to.
 */
export type Part = "train" | "validation" | "test";

/**
 * One row of the list of graphs.
 */
export type GraphRow = { vertices: number, edges: number, 
/**
 * Index into the classes of the data set.
 */
class: number, part: Part, };

/**
 * The state of a session before and between training calls.
 */
export type RunSummary = { config: TrainingConfig, stepsPerEpoch: number, 
/**
 * Epochs behind the run: none where it is new.
 */
epochsDone: number, stepsDone: number, trainGraphs: number, validationGraphs: number, testGraphs: number, 
/**
 * Share of the most frequent class in the training part, in [0, 1]: what guessing gives.
 */
majorityShare: number, 
/**
 * Number of learned numbers.
 */
parameters: number, };
