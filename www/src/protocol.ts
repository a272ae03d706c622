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
 * Name of a real GPU that can be chosen, one that is no emulation. Natively nobody looks for one where the CPU was chosen.
 */
gpuOffered: string | null, 
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
 * The learned functions that read a barcode, see `model::hats`.
 */
export type CoordinateFunction = "rational" | "exponential" | "triangle" | "gaussian" | "line" | "deep-sets";

/**
 * What a bar counts, see `model::bar_weight`.
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
export type DatasetSummary = { name: string, 
/**
 * What run files know it by: 16 hexadecimal digits that change with its graphs, classes, labels and attributes.
 */
fingerprint: string, graphs: number, classes: Array<ClassSummary>, 
/**
 * Number of different vertex labels; 0 where there are none.
 */
vertexLabels: number, 
/**
 * Number of real attributes of each vertex; 0 where there are none.
 */
vertexAttributes: number, edgeLabels: number, 
/**
 * Number of real attributes of each edge; 0 where there are none.
 */
edgeAttributes: number, averageVertices: number, averageEdges: number, largestGraph: number, 
/**
 * The features this data set offers, the sensible default first.
 */
features: Array<Features>, 
/**
 * What messages can be told of its edges, nothing first.
 */
edgeFeatures: Array<EdgeFeatures>, 
/**
 * The fixed filters that its vertices can have, the degree first.
 */
fixedFilters: TrainingConfig["fixedFilter"][], 
/**
 * Its file names the part of each graph: these are its folds, and there is one.
 */
namesSplit: boolean, 
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
 * CoordinateFunctions per barcode.
 */
hats: number, 
/**
 * What the hats are. Only for a model that reads barcodes.
 */
hat: CoordinateFunction, 
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
 * How far a cross-validation is.
 */
export type FoldsProgress = { 
/**
 * The fold at hand, or the next one, counted from 1; none after the last.
 */
fold: number | null, 
/**
 * How many folds there are.
 */
folds: number, 
/**
 * How many of them are finished.
 */
finished: number, 
/**
 * Epochs that the fold at hand has behind it.
 */
epoch: number, 
/**
 * Epochs of every fold.
 */
epochs: number, 
/**
 * Share of all epochs of all folds that is done, in [0, 1], by steps.
 */
share: number, };

/**
 * The curves of a run, as far as it knows them. Crosses as a typed array.
 */
export type RunCurves = { 
/**
 * Loss and accuracy of each step, one step after the other; the last one is the last of the run.
 */
steps: Float32Array, 
/**
 * The last one is the last that ended.
 */
epochs: Array<EpochReport>, };

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
 * Where the folds of a run came from.
 */
export type FoldOrigin = "seed" | "icml2020" | "files" | "data";

/**
 * The state of a session before and between training calls.
 */
export type RunSummary = { config: TrainingConfig, 
/**
 * Where its folds came from.
 */
splits: FoldOrigin, stepsPerEpoch: number, 
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
parameters: number, 
/**
 * Whether a GPU takes each of its steps as one submission. Otherwise it takes operation by operation, and the time
 * between them is more than the CPU needs for the step.
 */
recordable: boolean, 
/**
 * What the run does otherwise than it was asked to, one sentence each.
 */
notes: Array<string>, };

/**
 * The programs that made a run.
 */
export type Versions = { sublevel: string, };

/**
 * One epoch of a fold.
 */
export type EpochRun = { 
/**
 * Counted from 1.
 */
epoch: number, train_loss: number, train_accuracy: number, test_accuracy: number, 
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
test_accuracy: number, epochs: Array<EpochRun>, 
/**
 * Graphs of the test part after the last epoch: a row for every true class, a column for every predicted one.
 */
confusion: Array<Array<number>>, 
/**
 * Graph, class and predicted class of the test part after the last epoch, all counted from 0.
 */
predictions: Array<[number, number, number]>, };

/**
 * A fold that is to be begun, or to be gone on with from its checkpoint.
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
 * A training run over some folds of a data set. Accuracies are shares in [0, 1].
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
 * Names of the classes.
 */
classes: Array<string>, 
/**
 * The finished folds, ascending.
 */
folds: Array<FoldRun>, 
/**
 * Over the finished folds; 0 where there are none.
 */
mean_test_accuracy: number, 
/**
 * Population standard deviation over the finished folds.
 */
std_test_accuracy: number, 
/**
 * The folds that an interrupted run has left, ascending.
 */
unfinished?: Array<UnfinishedFold>, };

/**
 * A barcode that a model reads, in the order in which its hats stand in the readout.
 */
export type BarcodeName = "h0" | "h0Essential" | "h1Essential" | "h1Extended";

/**
 * A data set that was opened.
 */
export type OpenedDataset = { 
/**
 * What the session is asked for it by.
 */
id: number, summary: DatasetSummary, };

/**
 * A run that was created, forked or resumed.
 */
export type OpenedRun = { 
/**
 * What the session is asked for it by.
 */
id: number, summary: RunSummary, };

/**
 * A graph that a run is asked about and that is in no data set. Labels and attributes are those of the data set of the
 * run; they may be left out where the model does not read them.
 */
export type SubjectGraph = { vertices: number, 
/**
 * Ends of each edge, one edge after the other. Self-loops, and edges that were named before, are left out.
 */
edges: Uint32Array, 
/**
 * A label for each vertex.
 */
vertexLabels?: Uint32Array, 
/**
 * The numbers of each vertex, one vertex after the other.
 */
vertexAttributes?: Float32Array, 
/**
 * A label for each edge.
 */
edgeLabels?: Uint32Array, 
/**
 * The numbers of each edge, one edge after the other.
 */
edgeAttributes?: Float32Array, };

/**
 * The hats of one barcode, and what they make of the bars of one graph. Crosses as typed arrays.
 */
export type InspectedCoordinateFunctions = { barcode: BarcodeName, 
/**
 * The formula of the hats; a Gaussian is an exponential one, and Deep Sets is a line that leaks.
 */
element: "rational" | "exponential" | "triangle" | "line" | "leaky-line", 
/**
 * Parameters of each hat, one hat after the other: of a rational one the coordinates of the centre, then the radius.
 */
hats: Float32Array, 
/**
 * What each hat adds to the vector of the graph.
 */
values: Float32Array, 
/**
 * The bars that count, in rows as in `InspectedGraph`; a loop of extended persistence is of the kind 3.
 */
bars: Uint32Array, 
/**
 * What each bar adds to each value: a number for each hat, one bar after the other. Over the bars they sum up to
 * `values`, but for rounding.
 */
shares: Float32Array, };

/**
 * What a run says of a graph. Crosses as typed arrays.
 */
export type InspectedGraph = { 
/**
 * Value of every vertex; none where the model has no filter.
 */
filter: Float32Array, 
/**
 * The bars that the model read, in rows of five: kind (0: B0, 1: B0^∞, 2: B1^∞), direction (0: sublevel, 1:
 * superlevel), birth vertex, death vertex or 2³² − 1, multiplicity. Bars of length zero are here, and count nothing;
 * only where a vertex would be both ends they are left out.
 */
bars: Uint32Array, 
/**
 * Birth and death vertex of each loop of extended persistence, one after the other; only where the model reads it.
 */
extendedLoops: Uint32Array | null, 
/**
 * First and last vertex of each component, likewise.
 */
extendedComponents: Uint32Array | null, 
/**
 * The vector that the classifier was given: a number for each hat, one barcode after the other; none where the
 * model reads no barcodes.
 */
readout: Float32Array, 
/**
 * Score of every class.
 */
logits: Float32Array, };

/**
 * What a run says of many graphs, one after the other in lists without gaps. Crosses as typed arrays.
 */
export type InspectedGraphs = { 
/**
 * Which graphs, as they were asked for.
 */
graphs: Uint32Array, 
/**
 * Where the vertices of each graph begin in `filter`, and at the end how many there are: one more than graphs.
 */
vertexOffsets: Uint32Array, 
/**
 * Filter value of every vertex, in [0, 1]; empty where the model has no filter.
 */
filter: Float32Array, 
/**
 * Where the bars of each graph begin, counted in bars, and at the end how many there are.
 */
barOffsets: Uint32Array, 
/**
 * Five numbers for each bar, as in `InspectedGraph`; vertices are counted from 0 within each graph.
 */
bars: Uint32Array, 
/**
 * Score of every class, as many numbers for each graph.
 */
logits: Float32Array, };

/**
 * The scores that a run gave a graph, taken apart: the contributions of all bars and the bias sum up to them. Crosses as
 * typed arrays.
 */
export type ExplainedScores = { 
/**
 * The bars that count, those of one direction at one point of a barcode together, in rows of five: place of the barcode
 * (0: B0, 1: B0^∞, 2: B1^∞, 3: loops of extended persistence), direction (0: sublevel, 1: superlevel; 0 for these
 * loops), birth vertex and death vertex (or 2³² − 1) of one of them, how many they are.
 */
bars: Uint32Array, 
/**
 * What these add to the score of each class, activation × gradient: a number for each class, one row after the other.
 */
contributions: Float32Array, 
/**
 * The score of each class without these bars, computed anew.
 */
without: Float32Array, 
/**
 * What is added to the score of each class whatever the bars are.
 */
bias: Float32Array, 
/**
 * What each number of the readout adds to the score of each class.
 */
hats: Float32Array, 
/**
 * What one more unit of each number of the readout would add to it, as long as no unit of the hidden layer is switched.
 */
gradient: Float32Array, };

/**
 * What a run says of a graph, and why. Crosses as typed arrays.
 */
export type ExplainedGraph = { graph: InspectedGraph, 
/**
 * Barcode by barcode; none where the model reads no barcodes.
 */
hats: Array<InspectedCoordinateFunctions>, 
/**
 * null: the model reads no barcodes.
 */
scores: ExplainedScores | null, };

/**
 * The bars of many graphs that excite each hat of one barcode most. Equal bars are together, also those of several graphs.
 * Crosses as typed arrays.
 */
export type CoordinateFunctionTopBars = { barcode: BarcodeName, 
/**
 * The points at which these bars lie, in rows of six: direction (0: sublevel, 1: superlevel; 0 for loops of extended
 * persistence), the first graph that has one, birth vertex and death vertex (or 2³² − 1) there, how many bars they
 * are, over how many graphs.
 */
points: Uint32Array, 
/**
 * Filter values at birth and death of each; NaN: they never end.
 */
ends: Float32Array, 
/**
 * Where the list of each hat begins in `places` and `values`, and the end of the last one.
 */
first: Uint32Array, 
/**
 * Which points, those that excite a hat most first.
 */
places: Uint32Array, 
/**
 * What one bar there adds to the hat.
 */
values: Float32Array, };

/**
 * A quantity of the vertices of a data set. Crosses as a typed array.
 */
export type VertexQuantity = { 
/**
 * A number for each vertex, all graphs one after the other.
 */
values: Float32Array, 
/**
 * Where the numbers stand for names, these names.
 */
categories: Array<string> | null, };

/**
 * How the filter of a run depends on one quantity of the vertices or on two. Vertices with the same level of each are taken
 * together; the L levels that occur are in ascending order. Crosses as typed arrays.
 */
export type FilterAssociation = { 
/**
 * Of each quantity, does a level have several of its values?
 */
binned: Array<boolean>, 
/**
 * Least and greatest value of each quantity at each level: two numbers a quantity, one level after the other.
 */
ranges: Float32Array, 
/**
 * Vertices at each level: those of training graphs, then those of the others.
 */
counts: Uint32Array, 
/**
 * Mean of the filter over these, NaN where there are none.
 */
means: Float32Array, 
/**
 * What a tenth of the values of the filter at each level lie below, and above.
 */
bands: Float32Array, 
/**
 * η², the share of the variance of the filter between the levels: over the training graphs, and over the others. null
 * where the filter is constant.
 */
etaSquared: [number | null, number | null], 
/**
 * The share, over the training graphs, that a function of the quantity explains at most if it never falls, or never
 * rises; null where that has no meaning.
 */
monotone: number | null, };

/**
 * A fixed filter beside the filter of a run. Crosses as typed arrays.
 */
export type FilterBeside = { 
/**
 * How the fixed filter depends on each of the quantities that were asked for.
 */
associations: Array<FilterAssociation>, 
/**
 * Of the pairs of vertices of the same graph that neither filter leaves tied, the share that both put in the same order:
 * over the training graphs, and over the others. null where there is no such pair.
 */
agreement: [number | null, number | null], 
/**
 * The share of all pairs that neither filter leaves tied; null where there are no pairs.
 */
untied: [number | null, number | null], };

/**
 * How the bars that a run reads differ between the C classes, over the graphs of one part of its split. Numbers of a graph
 * are taken as they are (scale 0) and for each 100 of its vertices (scale 1); directions are 0, sublevel, and 1, superlevel.
 * Crosses as typed arrays.
 */
export type ClassBars = { 
/**
 * Number of values of t in a curve, and of ranges that births and deaths are dealt into.
 */
sizes: [number, number], 
/**
 * Least and greatest value of t, and of births and deaths.
 */
range: [number, number], 
/**
 * Number of graphs of each class.
 */
graphs: Uint32Array, 
/**
 * β₀ and β₁ at evenly spread values of t, by direction, scale, class, dimension and value: lower end, median and upper
 * end of the middle 80 % of the graphs of a class. NaN where there are none.
 */
curves: Float32Array, 
/**
 * Mean number of bars in each cell, by direction, scale and class: components by birth and death, then those that stay by
 * birth, then loops by birth, then, where the model reads extended persistence, loops by birth and death.
 */
densities: Float32Array, 
/**
 * Which graphs fill a cell: direction, cell, graph and number of bars, cell by cell, most bars first.
 */
filled: Uint32Array, };

/**
 * Two runs on one data set, or one at two epochs, over the graphs that are in one part of the split of both. Crosses as typed
 * arrays.
 */
export type ComparedRuns = { 
/**
 * The graphs that both have in this part, ascending.
 */
graphs: Uint32Array, 
/**
 * Number of graphs that each of the two has in it.
 */
own: [number, number], 
/**
 * The class that the first says each of these graphs has.
 */
said: Uint32Array, 
/**
 * The class that the second says.
 */
saidByOther: Uint32Array, 
/**
 * Graphs of training, validation and test part of each that it is right about, and how many these parts have: two numbers
 * a part, the parts of the first run, then those of the second.
 */
right: Uint32Array, 
/**
 * How the filters agree; null where one of the models has none.
 */
agreement: FilterAgreement | null, };

/**
 * How two filters agree over some graphs, up to monotone maps. Crosses as a typed array.
 */
export type FilterAgreement = { 
/**
 * Kendall's τ-b over the vertices of each graph, in [−1, 1]; NaN where a filter is constant on it.
 */
taus: Float64Array, 
/**
 * Graphs on which the first filter alone is constant, the second alone, and both.
 */
constant: [number, number, number], 
/**
 * The share of the variance of the second filter, over all vertices of these graphs, that a function of the first explains
 * at most which never falls, and which never rises; null where the second is constant.
 */
monotone: [number, number] | null, };

/**
 * What two runs say of one graph. Crosses as typed arrays.
 */
export type ComparedGraph = { 
/**
 * The filter of each; null where its model has none.
 */
filters: [Float32Array | null, Float32Array | null], 
/**
 * The class that each says it has.
 */
said: [number, number], };

/**
 * What is known of a graph that was opened.
 */
export type OpenedGraph = { vertices: number, 
/**
 * Repeated ones and self-loops counted.
 */
edges: number, 
/**
 * What the file calls the vertices; empty where it counts them from 0.
 */
names: Array<string>, 
/**
 * The filters it can have, its own first: `values`, `attribute:NAME`, then those of structure alone.
 */
filters: Array<string>, 
/**
 * Whether its edges have values of their own.
 */
edgeValues: boolean, 
/**
 * What the reader assumed of the file, one sentence each.
 */
notes: Array<string>, };

/**
 * Which way the filtration runs.
 */
export type FiltrationDirection = "sublevel" | "superlevel";

/**
 * One direction of a graph, value by value. Lists have an entry for each step, K¹ first, unless they say otherwise.
 */
export type FiltrationSteps = { 
/**
 * The different filter values in the order in which they enter; NaN last going up.
 */
values: Float32Array, 
/**
 * Number of vertices that are in.
 */
vertices: Uint32Array, 
/**
 * Number of edges that are in, self-loops and parallel ones counted.
 */
edges: Uint32Array, 
/**
 * β₀: number of components.
 */
components: Uint32Array, 
/**
 * All vertices as they enter. Those of step i are `order[first[i]..first[i + 1]]`.
 */
order: Uint32Array, 
/**
 * Where each step begins in `order`, and after the last one its length.
 */
first: Uint32Array, 
/**
 * Of each vertex the step with which it enters.
 */
stepOf: Uint32Array, };

/**
 * A component from its birth to its end. Lists of vertices are ascending.
 */
export type Component = { 
/**
 * The vertex with whose arrival it ends; none where it stays.
 */
deathVertex: number | null, 
/**
 * What is born: the vertices of the same value that hang together with the birth vertex. Mostly that
 * vertex alone.
 */
atBirth: Array<number>, 
/**
 * What it has grown to just before the death vertex arrives, or in the end where it stays. The birth
 * vertex alone where the two are the same vertex.
 */
atDeath: Array<number>, 
/**
 * The component that it joins, just before: the one with the eldest vertex of those that meet at
 * the death vertex. Empty where it stays.
 */
joins: Array<number>, };

/**
 * A cycle: the edge that closes it and the shortest way back.
 */
export type Cycle = { 
/**
 * The vertices on the way, from the birth vertex to the other end of the closing edge. A self-loop has one.
 */
vertices: Array<number>, 
/**
 * `edges[i]` leads from `vertices[i]` to the next one, the last, closing one back to the first. Numbers
 * in the list of edges.
 */
edges: Array<number>, };

/**
 * How far two diagrams are from each other.
 */
export type Distance = { 
/**
 * At least 0, and never NaN.
 */
value: number, 
/**
 * A matching that attains it, every point once.
 */
matching: Array<Match>, };

/**
 * Two points that are matched, or one that goes to the diagonal.
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
 * What it costs.
 */
cost: number, };

/**
 * Which columns are added when.
 */
export type TraceMode = "sequential" | "rounds" | "word";

/**
 * A vertex or an edge.
 */
export type TraceSimplex = { 
/**
 * The vertex, or the ends of the edge, the elder first.
 */
vertices: Array<number>, 
/**
 * Filter value with which it enters: that of its youngest vertex.
 */
value: number, 
/**
 * Number of the edge in the list; none for a vertex.
 */
edge: number | null, };

/**
 * What a step does to its column. Rows and columns are places in [`Trace::simplices`].
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
 * The column that was the owner. It is added to next.
 */
owner: number, } | { "kind": "add", 
/**
 * The other column.
 */
source: number, 
/**
 * Its entries before, the elder first.
 */
before: [number, number], 
/**
 * Its entries after; none where they cancel.
 */
after: [number, number] | null, } | { "kind": "zero" };

/**
 * One step.
 */
export type TraceStep = { 
/**
 * Steps of one round could be taken at once. Counted from 0.
 */
round: number, 
/**
 * The column that it is about.
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
 * The column that was the owner. It is added to next.
 */
owner: number, } | { "kind": "add", 
/**
 * The other column.
 */
source: number, 
/**
 * Its entries before, the elder first.
 */
before: [number, number], 
/**
 * Its entries after; none where they cancel.
 */
after: [number, number] | null, } | { "kind": "zero" });

/**
 * The matrix between two steps. Rows and columns are places in [`Trace::simplices`].
 */
export type TraceState = { 
/**
 * Entries of each column, the elder first; none in the columns of vertices and in those that are zero.
 */
columns: Array<[number, number] | null>, 
/**
 * The column that owns each row as its pivot.
 */
owner: Array<number | null>, };

/**
 * The reduction of one graph in one direction.
 */
export type Trace = { 
/**
 * The direction.
 */
direction: FiltrationDirection, 
/**
 * How it was reduced.
 */
mode: TraceMode, 
/**
 * Vertices and edges in the order in which they enter: each vertex is followed by the edges of which
 * it is the younger end, those sorted by their elder end and then by their number.
 */
simplices: Array<TraceSimplex>, 
/**
 * The matrix at the beginning: the boundary of every simplex, no owners.
 */
start: TraceState, 
/**
 * All that happens.
 */
steps: Array<TraceStep>, };
