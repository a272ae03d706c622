// Generated from src/protocol: change these files, then run `cargo test protocol`.

/**
 * The requested device of a session.
 */
export type Backend = "auto" | "cpu" | "gpu";

/**
 * The device in use, with the reason.
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
 * Name of an available real GPU, not an emulation. A native program with the CPU does not look for one.
 */
gpuOffered: string | null, 
/**
 * The reason for this device, one sentence for the user.
 */
reason: string, };

/**
 * First features of the vertices.
 */
export type Features = "degree" | "label" | "degree+label" | "attributes" | "degree+attributes" | "label+attributes" | "uninformative";

/**
 * Features of the edge that a message passes along.
 */
export type EdgeFeatures = "none" | "label" | "attributes";

/**
 * The persistence of filters that message passing learns, see `model::topology_layer` and `model::rephine`.
 */
export type TopologyLayer = "none" | "persistence" | "static" | "rephine" | "spectre";

/**
 * The models of the paper: its own and those it is compared with.
 */
export type ModelKind = "gfl" | "ph-only" | "sum" | "sort-pool" | "deep-sets" | "dgcnn" | "dcnn" | "patchysan" | "1-2-3-gnn";

/**
 * The target of the gradient of a bar, where several vertices of a graph have the filter value at its end.
 */
export type Ties = "index" | "random" | "mean";

/**
 * The learned functions that read a barcode, see `model::coordinate_functions`.
 */
export type CoordinateFunction = "rational" | "exponential" | "triangle" | "gaussian" | "line" | "deep-sets";

/**
 * The barcodes that a readout reads, see `model::readout` and `model::extended_readout`.
 */
export type ReadoutBarcodes = "gfl" | "extended";

/**
 * The values of edges in the filtration of a learned filter, see `model::filter`.
 */
export type EdgeFilter = "max" | "learned";

/**
 * The weight of a bar, see `model::bar_weight`.
 */
export type BarWeight = "none" | "length" | "grid" | "gaussians";

/**
 * A generator of data sets.
 */
export type GeneratorSummary = { 
/**
 * Id for `generate`.
 */
id: string, title: string, 
/**
 * The difference between the classes, in one or two sentences.
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
 * The targets of a data set.
 */
export type TargetSummary = { min: number, max: number, mean: number, };

/**
 * The quantity that a model predicts for a graph.
 */
export type Task = "classification" | "regression";

/**
 * Description of a loaded data set.
 */
export type DatasetSummary = { name: string, 
/**
 * Identifies the data set in run files: 16 hexadecimal digits that change with its graphs, classes, labels and attributes.
 */
fingerprint: string, graphs: number, 
/**
 * Empty if the graphs have targets.
 */
classes: Array<ClassSummary>, 
/**
 * The targets, the numbers that a model predicts. `None` if the graphs have classes.
 */
targets: TargetSummary | null, 
/**
 * Number of different vertex labels; 0 without labels.
 */
vertexLabels: number, 
/**
 * Number of real attributes of each vertex; 0 without attributes.
 */
vertexAttributes: number, edgeLabels: number, 
/**
 * Number of real attributes of each edge; 0 without attributes.
 */
edgeAttributes: number, averageVertices: number, averageEdges: number, largestGraph: number, 
/**
 * The features this data set offers, the sensible default first.
 */
features: Array<Features>, 
/**
 * The edge features that messages can use, none first.
 */
edgeFeatures: Array<EdgeFeatures>, 
/**
 * The fixed filters that its vertices can have, the degree first.
 */
fixedFilters: Array<"degree" | "core" | "closeness" | "heat-kernel" | "forman-ricci" | `attribute:${string}`>, 
/**
 * Its file names the part of each graph: these are its folds, and there is one.
 */
namesSplit: boolean, 
/**
 * The reason why no model can be trained on it: its graphs have one class. `None` if one can.
 */
withoutTraining: string | null, 
/**
 * The repairs of the reader, one sentence each ("193062 duplicate edges were dropped").
 */
notes: Array<string>, };

/**
 * Every number of a training run. The default is the preset `icml2020`.
 */
export type TrainingConfig = { model: ModelKind, 
/**
 * Message-passing layers, or steps of the diffusion, from 1 to 5; 1 where the model has none or a fixed number.
 */
layers: number, features: Features, 
/**
 * Only models with GIN layers have any.
 */
edges: EdgeFeatures, 
/**
 * Only SUM can have one.
 */
topologyLayer: TopologyLayer, 
/**
 * Only PH-only has one other than the degree.
 */
fixedFilter: "degree" | "core" | "closeness" | "heat-kernel" | "forman-ricci" | `attribute:${string}`, epochs: number, batchSize: number, learningRate: number, weightDecay: number, 
/**
 * The learning rate is halved at the start of each of these epochs, counted from 1.
 */
halveAt: Array<number>, 
/**
 * Width of embeddings and hidden layers. A model with fixed widths ignores it.
 */
width: number, 
/**
 * Share of the hidden layer of the classifier that each step omits, in [0, 1). None: the default of the model.
 */
dropout: number | null, 
/**
 * Number of coordinate functions per barcode.
 */
hats: number, 
/**
 * Kind of the coordinate functions. Only for a model that reads barcodes.
 */
hat: CoordinateFunction, 
/**
 * Weight of each bar in the sum over a barcode. Only for a model that reads barcodes.
 */
barWeight: BarWeight, 
/**
 * The barcodes that are read. Only for a model that reads barcodes.
 */
readout: ReadoutBarcodes, 
/**
 * Read loops of extended persistence in an additional barcode. Only for the paper's barcodes.
 */
extended: boolean, 
/**
 * Number of learned filters. Only for a model that learns a filter.
 */
filters: number, 
/**
 * The values of edges. Only for a model that learns a filter.
 */
edgeFilter: EdgeFilter, 
/**
 * Only for a model that learns a filter.
 */
ties: Ties, seed: number, 
/**
 * The seed of the stratified folds; none: `seed`.
 */
splitSeed: number | null, 
/**
 * Number of folds of the split, at least 2; 1 where the file of the data set names the part of each graph.
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
 * Mean cross-entropy of the batch. With targets, the mean absolute error in standard deviations of the training targets.
 */
loss: number, 
/**
 * Metric of the batch, see [`Task`].
 */
metric: number, learningRate: number, };

/**
 * One finished epoch.
 */
export type EpochReport = { 
/**
 * Counted from 1.
 */
epoch: number, 
/**
 * Running mean over the training graphs during the epoch.
 */
trainLoss: number, 
/**
 * Metric of the predictions during the epoch, see [`Task`].
 */
trainMetric: number, 
/**
 * Metric of the test part after the epoch.
 */
testMetric: number, };

/**
 * Result of `train(n)`: its steps, and the epochs that ended.
 */
export type TrainingReport = { steps: Array<StepReport>, epochs: Array<EpochReport>, 
/**
 * Whether the configured number of epochs is finished.
 */
finished: boolean, 
/**
 * The reason why training stopped (a loss that is not finite); the last finite weights are kept.
 */
stopped: string | null, };

/**
 * Progress of a fold of a cross-validation.
 */
export type FoldProgress = { 
/**
 * Counted from 1.
 */
fold: number, 
/**
 * Whether it has its result.
 */
finished: boolean, 
/**
 * Its finished epochs.
 */
epoch: number, 
/**
 * Epochs per fold.
 */
epochs: number, 
/**
 * Its completed share in [0, 1], by steps.
 */
share: number, };

/**
 * The stored curves of a run.
 */
export type RunCurves = { 
/**
 * Loss and metric of each step, concatenated, up to the last step of the run.
 */
steps: Float32Array, 
/**
 * Reports up to the last finished epoch.
 */
epochs: Array<EpochReport>, };

/**
 * The part of the split that a graph belongs to.
 */
export type Part = "train" | "validation" | "test";

/**
 * One row of the list of graphs.
 */
export type GraphRow = { vertices: number, edges: number, 
/**
 * Index into the classes of the data set; null: the graph has a target, or is of a run log without labels.
 */
class: number | null, 
/**
 * The number that a model predicts; null: the graph has a class.
 */
target: number | null, part: Part, };

/**
 * The origin of the folds of a run.
 */
export type FoldOrigin = "seed" | "icml2020" | "sklearn-0.21" | "sklearn-0.22" | "files" | "data";

/**
 * The channels of a run log.
 */
export type LoggedSummary = { 
/**
 * Names of the filters: those of vertices, then those of edges.
 */
channels: Array<string>, 
/**
 * Number of filters of vertices.
 */
vertexChannels: number, 
/**
 * Smallest and largest value of each channel so far; [0, 1] without values.
 */
ranges: Array<[number, number]>, 
/**
 * Whether the graphs have classes. Without them, each has the first class here.
 */
labelled: boolean, 
/**
 * Whether the contributions of the bars to the scores are logged.
 */
attributions: boolean, };

/**
 * The state of a session before and between training calls.
 */
export type RunSummary = { 
/**
 * The quantity that the model predicts.
 */
task: Task, config: TrainingConfig, 
/**
 * Origin of its folds.
 */
splits: FoldOrigin, stepsPerEpoch: number, 
/**
 * Finished epochs; 0 for a new run.
 */
epochsDone: number, stepsDone: number, trainGraphs: number, validationGraphs: number, testGraphs: number, 
/**
 * Metric of the best constant prediction over the training part: the share of its most frequent class, or the mean absolute error
 * of its median target.
 */
baseline: number, 
/**
 * Number of parameters.
 */
parameters: number, 
/**
 * Whether a GPU runs each step as one submission. Otherwise it runs operation by operation, with more overhead than a whole step
 * on the CPU.
 */
recordable: boolean, 
/**
 * Deviations from the request, one sentence each.
 */
notes: Array<string>, 
/**
 * Number of filters of the model; 0 for a model without filters. For a run log, the number of its channels.
 */
filters: number, 
/**
 * The channels of a run log; null: a run of this program, with weights.
 */
logged: LoggedSummary | null, };

/**
 * The new epochs of a run log.
 */
export type GrownLog = { summary: RunSummary, 
/**
 * A step and an epoch for each logged epoch. The loss is NaN if it was not logged, and the metric if the part is empty.
 */
report: TrainingReport, 
/**
 * The problem of the next epoch, a sentence; null: all are complete.
 */
problem: string | null, };

/**
 * The program that trained a run.
 */
export type Versions = { sublevel: string, 
/**
 * Commit of the sources, as 12 hexadecimal digits. Only a release build from a clone knows it.
 */
commit?: string, 
/**
 * Fingerprint of the arithmetic on the CPU, see `training::arithmetic`. Absent if the folds have different ones.
 */
arithmetic?: string, };

/**
 * One epoch of a fold.
 */
export type EpochRun = { 
/**
 * Counted from 1.
 */
epoch: number, train_loss: number, train_accuracy?: number, test_accuracy?: number, 
/**
 * In place of the accuracies, if the model predicts a number.
 */
train_error?: number, test_error?: number, 
/**
 * Mean loss over the validation part after the epoch; absent without such a part, and in files of older versions.
 */
validation_loss?: number, 
/**
 * Wall time of the epoch, evaluation included: the only entry that differs between two runs.
 */
seconds: number, };

/**
 * One fold of a run.
 */
export type FoldRun = { 
/**
 * Counted from 1.
 */
fold: number, 
/**
 * [`fingerprint`] of its split.
 */
split: string, 
/**
 * Of the last epoch.
 */
test_accuracy?: number, 
/**
 * Of the last epoch, if the model predicts a number.
 */
test_error?: number, epochs: Array<EpochRun>, 
/**
 * Graphs of the test part after the last epoch: a row for every true class, a column for every predicted one.
 */
confusion?: Array<Array<number>>, 
/**
 * Graph, class and predicted class of the test part after the last epoch, all counted from 0.
 */
predictions?: Array<[number, number, number]>, 
/**
 * Graph, target and predicted number of the test part after the last epoch, if the model predicts a number.
 */
values?: Array<[number, number, number]>, };

/**
 * A fold that has not begun, or resumes from its checkpoint.
 */
export type UnfinishedFold = { 
/**
 * Counted from 1.
 */
fold: number, 
/**
 * [`fingerprint`] of its split.
 */
split: string, 
/**
 * The epochs up to the checkpoint.
 */
epochs: Array<EpochRun>, 
/**
 * Name of the checkpoint, a file beside the run file; none before the first.
 */
checkpoint: string | null, };

/**
 * A training run over some folds of a data set. Accuracies are shares in [0, 1]. A run that predicts numbers has errors in their
 * place: mean absolute errors, in the unit of the targets.
 */
export type RunFile = { 
/**
 * Name of the data set.
 */
data: string, 
/**
 * [`fingerprint`] of the data set.
 */
fingerprint: string, config: TrainingConfig, seed: number, 
/**
 * Where the folds came from.
 */
splits: FoldOrigin, 
/**
 * Name of the device that computed.
 */
device: string, versions: Versions, 
/**
 * Names of the classes. Empty if the model predicts a number.
 */
classes: Array<string>, 
/**
 * The finished folds, ascending.
 */
folds: Array<FoldRun>, 
/**
 * Over the finished folds; 0 where there are none. Absent if the model predicts a number.
 */
mean_test_accuracy?: number, 
/**
 * Population standard deviation over the finished folds.
 */
std_test_accuracy?: number, 
/**
 * The mean of the test errors over the finished folds; 0 where there are none. Absent if the model predicts a class.
 */
mean_test_error?: number, 
/**
 * Population standard deviation over the finished folds.
 */
std_test_error?: number, 
/**
 * The folds that an interrupted run has left, ascending.
 */
unfinished?: Array<UnfinishedFold>, };

/**
 * A barcode of the readout.
 */
export type BarcodeName = "h0" | "h0Essential" | "h1Essential" | "h1Extended" | "h0Sublevel" | "h0Superlevel" | "h0Extended";

/**
 * An opened data set.
 */
export type OpenedDataset = { 
/**
 * Id in the session.
 */
id: number, summary: DatasetSummary, 
/**
 * Whether it is from a run log.
 */
logged: boolean, };

/**
 * A created or resumed run.
 */
export type OpenedRun = { 
/**
 * Id in the session.
 */
id: number, summary: RunSummary, };

/**
 * A graph outside the data set, for a request to a run. Labels and attributes have the meaning of the run's data set and may be
 * omitted if the model does not read them.
 */
export type SubjectGraph = { vertices: number, 
/**
 * Endpoints of the edges, concatenated. Self-loops and repeated edges are ignored.
 */
edges: Uint32Array, 
/**
 * A label for each vertex.
 */
vertexLabels?: Uint32Array, 
/**
 * The attributes of the vertices, concatenated.
 */
vertexAttributes?: Float32Array, 
/**
 * A label for each edge.
 */
edgeLabels?: Uint32Array, 
/**
 * The attributes of the edges, concatenated.
 */
edgeAttributes?: Float32Array, };

/**
 * The coordinate functions of one barcode, and their values on the bars of one graph.
 */
export type InspectedCoordinateFunctions = { barcode: BarcodeName, 
/**
 * The formula; a Gaussian has the exponential formula, and Deep Sets the line with a LeakyReLU.
 */
element: "rational" | "exponential" | "triangle" | "line" | "leaky-line", 
/**
 * Parameters of the functions, concatenated: of a rational hat the coordinates of the centre, then the radius.
 */
hats: Float32Array, 
/**
 * The readout value of each function.
 */
values: Float32Array, 
/**
 * The bars of positive length in rows as in `InspectedGraph`. A loop of extended persistence has the kind 3, and a component the
 * kind 4.
 */
bars: Uint32Array, 
/**
 * The share of each bar in each value: a number per function, bar by bar. Up to rounding, the shares of all bars sum to `values`.
 */
shares: Float32Array, };

/**
 * Filter, bars and scores of a graph.
 */
export type InspectedGraph = { 
/**
 * Value of every vertex by the filter in view; empty if the model has no filter. With an edge filter, the smallest value of the edges
 * of the vertex.
 */
filter: Float32Array, 
/**
 * Value of every edge, if the filter is one of edges. Its bars begin and end at edges, and `bars` is empty.
 */
edgeFilter: Float32Array | null, 
/**
 * The bars of the readout of this filter in rows of five: kind (0: B₀, 1: B₀^∞, 2: B₁^∞), direction (0: sublevel, 1: superlevel), birth vertex,
 * death vertex or 2³² − 1, multiplicity. Contains bars of length zero, which contribute nothing, but no bars with one vertex as
 * both ends.
 */
bars: Uint32Array, 
/**
 * Birth and death vertex of each loop of extended persistence, concatenated; only if the model reads it.
 */
extendedLoops: Uint32Array | null, 
/**
 * First and last vertex of each component, for the same models.
 */
extendedComponents: Uint32Array | null, 
/**
 * The part of the readout vector that belongs to this filter: a number for each coordinate function, barcode by barcode. Empty if
 * the model reads no barcodes.
 */
readout: Float32Array, 
/**
 * Score of every class.
 */
logits: Float64Array, };

/**
 * Filter, bars and scores of many graphs in concatenated lists.
 */
export type InspectedGraphs = { 
/**
 * The graphs in the requested order.
 */
graphs: Uint32Array, 
/**
 * Start index of each graph in `filter`, and the total: one element more than graphs.
 */
vertexOffsets: Uint32Array, 
/**
 * Filter value of every vertex, in [0, 1]; empty if the model has no filter, or the one in view is one of edges.
 */
filter: Float32Array, 
/**
 * Start index of each graph in `edge_filter`, and the total.
 */
edgeOffsets: Uint32Array, 
/**
 * Value of every edge, if the filter is one of edges; empty otherwise.
 */
edgeFilter: Float32Array, 
/**
 * Index of the first bar of each graph, and the total.
 */
barOffsets: Uint32Array, 
/**
 * Five numbers per bar, as in `InspectedGraph`; vertices are counted from 0 within each graph.
 */
bars: Uint32Array, 
/**
 * Scores of every class, graph by graph.
 */
logits: Float64Array, };

/**
 * Additive explanation of the scores of a graph. The scores are the sum of the contributions of all bars of the filter in view, the
 * part of the other filters and the bias.
 */
export type ExplainedScores = { 
/**
 * Groups of equal bars of positive length in rows of five: barcode, direction, birth vertex, death vertex (or 2³² − 1), number of
 * bars. Barcodes are 0: B₀, 1: B₀^∞, 2: B₁^∞, 3 and 4: loops and components of extended persistence. Directions are 0: sublevel
 * and extended persistence, 1: superlevel. The vertices are those of one bar.
 */
bars: Uint32Array, 
/**
 * Contribution of each group to the score of each class, activation × gradient, row by row.
 */
contributions: Float32Array, 
/**
 * The recomputed score of each class without the group.
 */
without: Float64Array, 
/**
 * Bias of each class, of the hidden units that are active for the bars.
 */
bias: Float64Array, 
/**
 * Contribution of the bars of all other filters to the score of each class; 0 if the model has one filter.
 */
others: Float32Array, 
/**
 * Contribution of each readout value to the score of each class.
 */
hats: Float32Array, 
/**
 * Gradient of each score by each readout value, for the current active hidden units.
 */
gradient: Float32Array, };

/**
 * An inspected graph with explanation.
 */
export type ExplainedGraph = { graph: InspectedGraph, 
/**
 * One entry per barcode; empty if the model reads no barcodes.
 */
hats: Array<InspectedCoordinateFunctions>, 
/**
 * null if the model reads no barcodes.
 */
scores: ExplainedScores | null, };

/**
 * The importance of some parts of the readout over many graphs.
 */
export type ReadoutImportance = { 
/**
 * Mean absolute contribution to the margin, the score of the predicted class less that of the runner-up. With targets, to the
 * prediction.
 */
contributions: Float64Array, 
/**
 * Accuracy, or mean absolute error, if the part has its mean over these graphs in each of them.
 */
metrics: Float64Array, 
/**
 * Number of predicted classes that this changes. With targets, the mean absolute change of the prediction.
 */
changed: Float64Array, };

/**
 * The importance of the readout over the graphs of a part of the split.
 */
export type PartImportance = { 
/**
 * Number of graphs.
 */
graphs: number, 
/**
 * Accuracy, or mean absolute error.
 */
metric: number, 
/**
 * Mean margin. With targets, 0.
 */
margin: number, 
/**
 * The barcodes of the readout.
 */
names: Array<BarcodeName>, 
/**
 * Number of coordinate functions of each barcode.
 */
sizes: Array<number>, 
/**
 * All coordinate functions of each barcode together.
 */
barcodes: ReadoutImportance, 
/**
 * Each coordinate function.
 */
functions: ReadoutImportance, };

/**
 * The bars of many graphs with the highest activation for each coordinate function of one barcode. Equal bars form one point, also
 * across graphs.
 *
 */
export type CoordinateFunctionTopBars = { barcode: BarcodeName, 
/**
 * The points of these bars in rows of six: direction, first graph with such a bar, its birth vertex, its death vertex (or 2³² − 1),
 * number of bars, number of graphs. Directions are 0: sublevel and loops of extended persistence, 1: superlevel.
 */
points: Uint32Array, 
/**
 * Filter values at birth and death of each point; NaN for essential bars.
 */
ends: Float32Array, 
/**
 * Start index of each function in `places` and `values`, and the end of the last one.
 */
first: Uint32Array, 
/**
 * Indices of points, highest activation first.
 */
places: Uint32Array, 
/**
 * Share of one bar at the point in the function's value.
 */
values: Float32Array, };

/**
 * A quantity of the vertices of a data set.
 */
export type VertexQuantity = { 
/**
 * A number for each vertex of all graphs, concatenated.
 */
values: Float32Array, 
/**
 * The names, if the numbers are indices of names.
 */
categories: Array<string> | null, };

/**
 * The L occurring levels of one or two vertex quantities, in ascending order: vertices with the same level form a group.
 */
export type FilterLevels = { 
/**
 * Minimum and maximum of each quantity at each level: two numbers per quantity, level by level.
 */
ranges: Float32Array, 
/**
 * Number of vertices at each level: in training graphs, then in other graphs.
 */
counts: Uint32Array, 
/**
 * Mean of the filter over these vertices, NaN without vertices.
 */
means: Float32Array, 
/**
 * The 10 % and 90 % quantiles of the filter at each level.
 */
bands: Float32Array, };

/**
 * Association of the filter of a run with one or two vertex quantities.
 */
export type FilterAssociation = { 
/**
 * The levels of the shares below. Each value is a level, unless a real quantity has many values.
 */
levels: FilterLevels, 
/**
 * The same vertices in few levels, for pictures.
 */
columns: FilterLevels, 
/**
 * For each quantity: whether a level has several of its values.
 */
grouped: Array<boolean>, 
/**
 * For each quantity: whether a column has several of its values.
 */
binned: Array<boolean>, 
/**
 * η², the share of the variance of the filter between the levels, over the training graphs and over the others; null for a
 * constant filter.
 */
etaSquared: [number | null, number | null], 
/**
 * The share that as many levels explain of independent random numbers, on average; null for fewer than two vertices.
 */
chance: [number | null, number | null], 
/**
 * The largest shares of the variance over the training graphs that a non-decreasing and a non-increasing function of the
 * quantity explain; null if undefined.
 */
monotone: [number, number] | null, };

/**
 * Comparison of a fixed filter with the filter of a run.
 */
export type FilterBeside = { 
/**
 * Associations of the fixed filter with the requested quantities.
 */
associations: Array<FilterAssociation>, 
/**
 * The share of vertex pairs that both filters order equally, among the pairs within a graph without a tie in either filter. Over
 * the training graphs, and over the others; null without such pairs.
 */
agreement: [number | null, number | null], 
/**
 * The share of pairs without a tie in either filter; null without pairs.
 */
untied: [number | null, number | null], };

/**
 * Barcodes of the C classes over the graphs of one part of the split. Counts are per graph (scale 0) and per 100 vertices (scale
 * 1); directions are 0, sublevel, and 1, superlevel.
 *
 */
export type ClassBars = { 
/**
 * Number of values of t in a curve, and of bins for births and deaths.
 */
sizes: [number, number], 
/**
 * Minimum and maximum of t, births and deaths.
 */
range: [number, number], 
/**
 * Number of graphs of each class.
 */
graphs: Uint32Array, 
/**
 * β₀ and β₁ at evenly spaced values of t, by direction, scale, class, dimension and value: 10 % quantile, median and 90 %
 * quantile over the graphs of a class; NaN without graphs.
 */
curves: Float32Array, 
/**
 * Mean number of bars in each cell, by direction, scale and class. Cells are components by birth and death, essential components by
 * birth, and loops by birth. Models with extended persistence also have loops by birth and death.
 */
densities: Float32Array, 
/**
 * Graphs of each cell: direction, cell, graph and number of bars, cell by cell, in descending number of bars.
 */
filled: Uint32Array, };

/**
 * A request to compare the bars of two classes.
 */
export type AskedDifferences = { 
/**
 * The part of the split.
 */
part: Part, 
/**
 * Whether the grids cover only the filter values that occur.
 */
stretched: boolean, 
/**
 * The direction of the filtration.
 */
direction: FiltrationDirection, 
/**
 * Whether bars are counted per 100 vertices.
 */
perVertex: boolean, 
/**
 * The two classes.
 */
classes: [number, number], };

/**
 * Test of one cell of [`ClassBars`] in the graphs of two classes.
 */
export type CellTest = { 
/**
 * Index of the cell.
 */
cell: number, 
/**
 * AUC: the probability that a graph of the first class has more bars in the cell than one of the second, ties counted half.
 */
auc: number, 
/**
 * Its 95 % interval (DeLong); null if a class has fewer than two graphs.
 */
interval: [number, number] | null, 
/**
 * The p-value of the Mann–Whitney test, corrected for the number of cells (Benjamini–Hochberg).
 */
q: number, 
/**
 * Number of graphs of each class with bars in the cell.
 */
withBars: [number, number], 
/**
 * The same AUC over the confirming part; null if a class has no graphs there.
 */
confirmed: number | null, 
/**
 * Whether q is at most 0.05 and the confirming part has the same sign.
 */
reliable: boolean, };

/**
 * Tests of the differences between two classes.
 */
export type ClassTests = { 
/**
 * All cells with bars: reliable ones first, then by the distance of the AUC from ½.
 */
cells: Array<CellTest>, 
/**
 * The part that confirms the sign of a difference.
 */
confirming: Part, 
/**
 * The p-value of the permutation test of all cells together; null if a class has fewer than two graphs.
 */
permutationP: number | null, 
/**
 * Number of permutations.
 */
permutations: number, };

/**
 * Comparison of two runs, or of two epochs of a run, over the graphs in one part of both splits, or over all graphs.
 */
export type ComparedRuns = { 
/**
 * The compared graphs, ascending.
 */
graphs: Uint32Array, 
/**
 * Number of graphs of each run of which these are.
 */
own: [number, number], 
/**
 * Predictions of the first run: indices of classes, or numbers.
 */
predicted: Float64Array, 
/**
 * Predictions of the second run.
 */
predictedByOther: Float64Array, 
/**
 * Two numbers per part (training, validation, test), first run, then second run: the sum of the metric over its graphs, and their
 * number. The sum is the number of correct predictions, or the absolute errors.
 */
metrics: Float64Array, 
/**
 * Agreement of the filters; null if a model has no filter.
 */
agreement: FilterAgreement | null, };

/**
 * Agreement of two filters over some graphs, up to monotone maps.
 */
export type FilterAgreement = { 
/**
 * Kendall's τ-b over the vertices of each graph, in [−1, 1]; NaN if a filter is constant on the graph.
 */
taus: Float64Array, 
/**
 * Number of graphs on which only the first filter, only the second, and both are constant.
 */
constant: [number, number, number], 
/**
 * The largest share of the variance of the second filter that a non-decreasing and a non-increasing function of the first explain.
 * Over all vertices of these graphs; null if the second filter is constant.
 */
monotone: [number, number] | null, };

/**
 * Results of two runs for one graph.
 */
export type ComparedGraph = { 
/**
 * The filter of each; null if its model has none.
 */
filters: [Float32Array | null, Float32Array | null], 
/**
 * Prediction of each: the index of a class, or a number.
 */
predicted: [number, number], };

/**
 * Summary of an opened graph.
 */
export type OpenedGraph = { vertices: number, 
/**
 * Number of edges, including repeated edges and self-loops.
 */
edges: number, 
/**
 * Vertex names of the file; empty for vertices 0, 1, 2 …
 */
names: Array<string>, 
/**
 * The available filters: `values`, `attribute:NAME`, then structural filters.
 */
filters: Array<string>, 
/**
 * Whether the edges have filter values.
 */
edgeValues: boolean, 
/**
 * Assumptions of the reader, one sentence each.
 */
notes: Array<string>, };

/**
 * A view of a table.
 */
export type TableView = "edges" | "values" | "points";

/**
 * What a column of a table can be.
 */
export type ColumnRole = { word: string, label: string, 
/**
 * What the rows are. All columns have roles of one view.
 */
view: TableView, 
/**
 * Whether the view needs this column.
 */
required: boolean, 
/**
 * Whether several columns can have this role.
 */
repeated: boolean, };

/**
 * The first rows of a table, for a user who names its columns.
 */
export type TablePreview = { 
/**
 * The first row as headings.
 */
headings: Array<string>, 
/**
 * Whether it is probably one.
 */
hasHeading: boolean, 
/**
 * The first rows, with the one that may be a heading; each has a cell for each column.
 */
rows: Array<Array<string>>, 
/**
 * The likely content of each column: the word of a role, or nothing.
 */
suggested: Array<string>, roles: Array<ColumnRole>, };

/**
 * The direction of a filtration.
 */
export type FiltrationDirection = "sublevel" | "superlevel";

/**
 * One direction of a graph, value by value. Lists have one entry per step, K¹ first, unless stated otherwise.
 */
export type FiltrationSteps = { 
/**
 * The distinct filter values in the order of entry; NaN last in the sublevel direction.
 */
values: Float32Array, 
/**
 * Number of vertices so far.
 */
vertices: Uint32Array, 
/**
 * Number of edges so far, including self-loops and parallel edges.
 */
edges: Uint32Array, 
/**
 * β₀: number of components.
 */
components: Uint32Array, 
/**
 * All vertices in the order of entry. Those of step i are `order[first[i]..first[i + 1]]`.
 */
order: Uint32Array, 
/**
 * The start of each step in `order`, followed by its length.
 */
first: Uint32Array, 
/**
 * The step with which each vertex enters.
 */
stepOf: Uint32Array, };

/**
 * A component from birth to death. Lists of vertices are ascending.
 */
export type Component = { 
/**
 * The death vertex; none if the component is essential.
 */
deathVertex: number | null, 
/**
 * The vertices connected to the birth vertex at the birth value; usually the birth vertex alone.
 */
atBirth: Array<number>, 
/**
 * The component just before the death vertex enters; in the whole graph for an essential component. If birth and death vertex
 * are the same, that vertex alone.
 */
atDeath: Array<number>, 
/**
 * The elder component that it joins, just before the death vertex enters; it has the eldest vertex of all components that
 * meet there. Empty if the component is essential.
 */
joins: Array<number>, };

/**
 * A cycle: the closing edge and a shortest path between its ends.
 */
export type Cycle = { 
/**
 * The path from the birth vertex to the other end of the closing edge. For a self-loop, one vertex.
 */
vertices: Array<number>, 
/**
 * `edges[i]` joins `vertices[i]` to the next vertex; the last one closes the cycle. Indices in the list of edges.
 */
edges: Array<number>, };

/**
 * A distance between two diagrams.
 */
export type Distance = { 
/**
 * Not negative and never NaN.
 */
value: number, 
/**
 * An optimal matching that contains every point once.
 */
matching: Array<Match>, };

/**
 * Two matched points, or a point matched to the diagonal.
 */
export type Match = { 
/**
 * Index of the point of the first diagram.
 */
a: number | null, 
/**
 * Index of the point of the second diagram.
 */
b: number | null, 
/**
 * Distance in the maximum norm; to the diagonal, half the length of the bar.
 */
cost: number, };

/**
 * A complex of points in the plane.
 */
export type PointComplex = "alpha" | "rips";

/**
 * The order of column additions.
 */
export type TraceMode = "sequential" | "rounds" | "word";

/**
 * A vertex or an edge.
 */
export type TraceSimplex = { 
/**
 * The vertex, or the ends of the edge, elder first.
 */
vertices: Array<number>, 
/**
 * Filter value of entry: that of its youngest vertex.
 */
value: number, 
/**
 * Index of the edge in the list; none for a vertex.
 */
edge: number | null, };

/**
 * The effect of a step on its column. Rows and columns are indices in [`Trace::simplices`].
 */
export type TraceChange = { "kind": "claim", 
/**
 * The row.
 */
pivot: number, } | { "kind": "displace", 
/**
 * The row.
 */
pivot: number, 
/**
 * The previous owner, which is added next.
 */
owner: number, } | { "kind": "add", 
/**
 * The other column.
 */
source: number, 
/**
 * The entries before, elder first.
 */
before: [number, number], 
/**
 * The entries after; none if they cancel.
 */
after: [number, number] | null, } | { "kind": "zero" };

export type TraceStep = { 
/**
 * Round, counted from 0. The steps of one round can run in parallel.
 */
round: number, 
/**
 * The column of the step.
 */
column: number, } & ({ "kind": "claim", 
/**
 * The row.
 */
pivot: number, } | { "kind": "displace", 
/**
 * The row.
 */
pivot: number, 
/**
 * The previous owner, which is added next.
 */
owner: number, } | { "kind": "add", 
/**
 * The other column.
 */
source: number, 
/**
 * The entries before, elder first.
 */
before: [number, number], 
/**
 * The entries after; none if they cancel.
 */
after: [number, number] | null, } | { "kind": "zero" });

/**
 * The matrix between two steps. Rows and columns are indices in [`Trace::simplices`].
 */
export type TraceState = { 
/**
 * Entries of each column, elder first; none for vertices and zero columns.
 */
columns: Array<[number, number] | null>, 
/**
 * The column that has a row as its pivot, for each row.
 */
owner: Array<number | null>, };

/**
 * The reduction of one graph in one direction.
 */
export type Trace = { direction: FiltrationDirection, 
/**
 * The algorithm.
 */
mode: TraceMode, 
/**
 * Vertices and edges in the order of entry: each vertex is followed by the edges whose younger end it is, sorted by elder
 * end, then index.
 */
simplices: Array<TraceSimplex>, 
/**
 * The initial matrix: the boundary of every simplex, without owners.
 */
start: TraceState, steps: Array<TraceStep>, };

/**
 * A descriptor.
 */
export type DescriptorSummary = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its displayed name.
 */
label: string, 
/**
 * The differences that it reads.
 */
help: string, };

/**
 * Two graphs of a family.
 */
export type PairSummary = { 
/**
 * The names of the graphs.
 */
names: [string, string], 
/**
 * The graphs in graph6.
 */
graphs: [string, string], };

/**
 * The result of a comparison.
 */
export type Verdict = "separates" | "cannot" | "undecided";

/**
 * The vertices of one colour.
 */
export type ColourClass = { 
/**
 * The colour. Numbers of different rounds are not related.
 */
colour: number, 
/**
 * Numbers of vertices.
 */
counts: [number, number], };

/**
 * The colours after a round.
 */
export type Round = { 
/**
 * The colours that occur, ascending.
 */
classes: Array<ColourClass>, 
/**
 * The colour of each vertex.
 */
colours: [Array<number>, Array<number>], };

/**
 * The subgraphs of two graphs with all vertices and the edges up to a value.
 */
export type EdgeLevel = { value: number, 
/**
 * Numbers of edges.
 */
edges: [number, number], 
/**
 * Numbers of components.
 */
components: [number, number], 
/**
 * Numbers of independent loops.
 */
loops: [number, number], };

/**
 * A tuple of RePHINE with its numbers.
 */
export type TupleCount = { 
/**
 * 0 for components, 1 for loops.
 */
dimension: number, 
/**
 * The death of a component, or the birth of a loop; null for surviving components.
 */
value: number | null, 
/**
 * The degree of the vertex; null for loops.
 */
degree: number | null, 
/**
 * γ, the least curvature of its edges; null for loops and isolated vertices.
 */
gamma: number | null, 
/**
 * Number of occurrences.
 */
counts: [number, number], };

/**
 * The evidence of a comparison. Every pair is for the two graphs.
 */
export type Evidence = { "kind": "counts", 
/**
 * Numbers of vertices.
 */
vertices: [number, number], 
/**
 * Numbers of edges.
 */
edges: [number, number], } | { "kind": "colours", 
/**
 * The colours before the first round and after each. The last ones are stable.
 */
rounds: Array<Round>, 
/**
 * The first round after which the numbers of vertices differ; null if they never do.
 */
first: number | null, } | { "kind": "filter", 
/**
 * The value of each vertex.
 */
values: [Array<number>, Array<number>] | null, 
/**
 * Number of rounds after which the filter is a function of the colours; null for the degree.
 */
rounds: number | null, } | { "kind": "edges", 
/**
 * The value of each edge.
 */
values: [Array<number>, Array<number>] | null, 
/**
 * Number of rounds after which the filter is a function of the colours; null for the curvature.
 */
rounds: number | null, 
/**
 * The subgraphs of the edges up to each value, with all vertices.
 */
levels: Array<EdgeLevel>, } | { "kind": "tuples", 
/**
 * Each tuple that occurs.
 */
rows: Array<TupleCount>, } | { "kind": "spectrum", 
/**
 * The eigenvalues, ascending; for the spectra of components, by component. Rounded numbers, for display; null for large graphs.
 */
values: [Array<Array<number>>, Array<Array<number>>] | null, } | { "kind": "cycles", lengths: Array<number>, 
/**
 * The number of cycles of each length; fewer if the maximum number of steps was reached.
 */
counts: [Array<number>, Array<number>], } | { "kind": "loops", 
/**
 * The lengths, ascending; null if the maximum number of steps was reached.
 */
lengths: [Array<number> | null, Array<number> | null], } | { "kind": "isomorphism", 
/**
 * The image of each vertex of the first graph; null without an isomorphism.
 */
image: Array<number> | null, };

/**
 * The result of one descriptor for two graphs.
 */
export type Comparison = { 
/**
 * The id of the descriptor.
 */
descriptor: string, 
/**
 * The result.
 */
verdict: Verdict, 
/**
 * One or two sentences.
 */
reason: string, 
/**
 * The numbers behind them.
 */
evidence: Evidence, };

/**
 * A part of a comparison, without markup.
 */
export type ComparisonBlock = { "type": "title", "value": string } | { "type": "table", "value": { header: Array<string>, 
/**
 * Number of left-aligned columns. The others are right-aligned.
 */
left: number, rows: Array<Array<string>>, } } | { "type": "list", "value": Array<string> } | { "type": "text", "value": string };

/**
 * The result of a setting, in the metric of its task.
 */
export type SettingResult = { label: string, 
/**
 * Absent without a finished fold.
 */
mean: number | null, 
/**
 * 95 %, of the mean. Absent for too few splits or equal results.
 */
interval: [number, number] | null, };

/**
 * The settings of one data set.
 */
export type ComparedSettings = { 
/**
 * Whether one setting is better than another; absent with one setting only.
 */
answer: string | null, task: Task, settings: Array<SettingResult>, 
/**
 * The metric of the best constant prediction.
 */
baseline: number | null, blocks: Array<ComparisonBlock>, };

/**
 * The comparison of the settings of some run files.
 */
export type SettingsComparison = { 
/**
 * One for each data set.
 */
sections: Array<ComparedSettings>, 
/**
 * The methods in words.
 */
notes: Array<string>, 
/**
 * Files that were not merged, with the reason.
 */
remarks: Array<string>, markdown: string, latex: string, 
/**
 * Comma-separated values.
 */
csv: string, };
