/* tslint:disable */
/* eslint-disable */
import type {
    AskedDifferences, Backend, ClassBars, ClassTests, ComparedGraph, ComparedRuns, DeviceReport, ExplainedGraph, FilterAssociation, FilterBeside, FoldOrigin,
    FoldProgress, GraphRow, GrownLog, CoordinateFunctionTopBars, InspectedGraph, InspectedGraphs, OpenedDataset, OpenedRun, Part, PartImportance, RunCurves, RunFile, RunSummary,
    SubjectGraph, TrainingConfig, TrainingReport,
    VertexQuantity,
} from "../src/protocol";



/**
 * The folds of a configuration, for training one at a time.
 */
export class CrossValidation {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The current run: the JSON text of a `RunFile`.
     */
    file(): string;
    /**
     * The weights of the fold that finished last, as the bytes of a [`Checkpoint`](crate::training::Checkpoint), once.
     */
    takeModel(): Uint8Array<ArrayBuffer> | undefined;
    /**
     * Does up to `steps` steps of a fold. Returns a `FoldProgress`.
     */
    train(fold: number, steps: number): Promise<FoldProgress>;
}

/**
 * The results of a run for every graph of its data set, with one set of weights.
 */
export class Outputs {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The results of two runs for a graph of their data set: a `ComparedGraph`.
     */
    compareGraph(other: Outputs, graph: number): ComparedGraph;
    /**
     * Compares two runs over the graphs in this part of both splits, or over all graphs: a `ComparedRuns`.
     */
    compare(other: Outputs, part: Part | null): ComparedRuns;
}

/**
 * A device with its open data sets and runs.
 */
export class Session {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The dependence of the filter of a run on each of these, one quantity or two: a `FilterAssociation` for each.
     */
    associationsAt(run: number, epoch: number | null | undefined, filter: number, asked: readonly (readonly string[])[]): Promise<FilterAssociation[]>;
    /**
     * A fixed filter for comparison with that of a run, and its dependence on each of these quantities or pairs: a `FilterBeside`.
     */
    besideAt(run: number, epoch: number | null | undefined, filter: number, fixed: TrainingConfig["fixedFilter"], asked: readonly (readonly string[])[]): Promise<FilterBeside>;
    /**
     * The reliable differences between the bars of two classes: `ClassTests`.
     */
    classDifferencesAt(run: number, epoch: number | null | undefined, filter: number, asked: AskedDifferences): Promise<ClassTests>;
    /**
     * The bars of a run for each class of a part of its data set: a `ClassBars`. Its grids cover [0, 1] or, if `stretched`, the
     * occurring filter values.
     */
    classesAt(run: number, epoch: number | null | undefined, filter: number, part: Part, stretched: boolean): Promise<ClassBars>;
    /**
     * Frees a data set and the runs on it. Returns the ids of these runs as a `Uint32Array`.
     */
    closeDataset(dataset: number): Uint32Array;
    /**
     * Frees a run.
     */
    closeRun(run: number): void;
    /**
     * Number of folds in files, one path for each content. Throws if they do not belong to this data set.
     */
    countFolds(dataset: number, paths: string[], contents: Uint8Array[]): number;
    /**
     * Creates a run on a data set. Fields missing from `config` have their defaults. For folds from files, these files follow, one
     * path for each content. For folds by seed, a class with fewer graphs than folds reduces the number of folds. Returns an
     * `OpenedRun`.
     */
    createRun(dataset: number, config: Partial<TrainingConfig>, folds: FoldOrigin, paths: string[], contents: Uint8Array[]): Promise<OpenedRun>;
    /**
     * Starts a cross-validation over the folds of the split for `createRun`. The fold in the configuration has no effect.
     */
    crossValidate(dataset: number, config: Partial<TrainingConfig>, folds: FoldOrigin, paths: string[], contents: Uint8Array[]): Promise<CrossValidation>;
    /**
     * The available curves of a run: a `RunCurves`.
     */
    curvesOf(run: number): RunCurves;
    /**
     * A `DeviceReport`.
     */
    device(): DeviceReport;
    /**
     * Inspection of a graph of the data set of a run, with explanation: an `ExplainedGraph`.
     */
    explainAt(run: number, epoch: number | null | undefined, filter: number, index: number): Promise<ExplainedGraph>;
    /**
     * Kendall's τ-b of each pair of filters of a run, row by row. NaN if a filter is constant.
     */
    filterAgreementAt(run: number, epoch?: number | null): Promise<Float64Array>;
    /**
     * Computes a fixed filter for some more graphs, for comparison with that of a run. Returns the number of remaining graphs.
     */
    fixedFilterMore(run: number, fixed: TrainingConfig["fixedFilter"]): number;
    /**
     * Generates a data set. Returns an `OpenedDataset`.
     */
    generateDataset(generator: string, seed: number): OpenedDataset;
    /**
     * One graph of a data set. `labels` has an index into `labelNames` for each vertex. `attributes` has the same number of values
     * for each vertex. Each is empty if the data set has none.
     */
    graphOf(dataset: number, index: number): { vertices: number; edges: Uint32Array; class: number; labels: Uint32Array; labelNames: string[]; attributes: Float32Array };
    /**
     * A `GraphRow` for every graph of a data set, with its part in the split of a run.
     */
    graphRows(dataset: number, run?: number | null): GraphRow[];
    /**
     * Adds epochs to a run log: lines of its index, and their arrays. Returns a `GrownLog`.
     */
    growLog(run: number, lines: string, values: Uint8Array | number[]): GrownLog;
    /**
     * The importance of the coordinate functions of a run over one part of its data set: a `PartImportance`.
     */
    importancesAt(run: number, epoch: number | null | undefined, filter: number, part: Part): Promise<PartImportance>;
    /**
     * Inspection of a graph of the data set of a run, with the weights at the end of an epoch or the current ones: an
     * `InspectedGraph`.
     */
    inspectAt(run: number, epoch: number | null | undefined, filter: number, index: number): Promise<InspectedGraph>;
    /**
     * The same for any graph, a `SubjectGraph`.
     */
    inspectGraph(run: number, epoch: number | null | undefined, filter: number, graph: SubjectGraph): Promise<InspectedGraph>;
    /**
     * Inspections of these graphs of the data set of a run in shared batches: an `InspectedGraph` for each.
     */
    inspectMany(run: number, epoch: number | null | undefined, filter: number, graphs: Uint32Array | number[]): Promise<InspectedGraph[]>;
    /**
     * Inspects some more of these graphs and caches the results for requests about many graphs. Returns the number of remaining
     * graphs.
     */
    inspectMore(run: number, epoch: number | null | undefined, filter: number, graphs: Uint32Array | number[]): Promise<number>;
    /**
     * Filter, bars and scores of these graphs in concatenated lists, with one array for each list: `InspectedGraphs`.
     */
    inspectTogether(run: number, epoch: number | null | undefined, filter: number, graphs: Uint32Array | number[]): Promise<InspectedGraphs>;
    /**
     * Gives a run the weights of one of its epochs for later inspections.
     */
    keepWeights(run: number, epoch: number, numbers: Float32Array | number[]): void;
    /**
     * Merges files with different folds of one run. Returns the JSON text of a `RunFile`.
     */
    mergeRunFiles(files: readonly RunFile[]): string;
    /**
     * Reads a data set from its zip or its text files, one path for each content. Returns an `OpenedDataset`.
     */
    openDataset(paths: string[], contents: Uint8Array[]): OpenedDataset;
    /**
     * Opens the graphs of a run log: its header and its JSON lines. Returns an `OpenedDataset`.
     */
    openLog(header: Uint8Array | number[], graphs: Uint8Array | number[]): OpenedDataset;
    /**
     * Opens a session on `"auto"`, `"cpu"` or `"gpu"`.
     */
    static open(backend: Backend): Promise<Session>;
    /**
     * The results of a run for every graph of its data set, for comparison with another run. The run can be closed.
     */
    outputsOf(run: number, epoch: number | null | undefined, filter: number): Promise<Outputs>;
    /**
     * The graphs in a part of the split of a run.
     */
    partOf(run: number, part: Part): Uint32Array;
    /**
     * The predictions of a run for `count` graphs from `first` on, with the weights at the end of an epoch or the current ones.
     */
    predictAt(run: number, epoch: number | null | undefined, first: number, count: number): Promise<Float64Array>;
    /**
     * Names of the available quantities of the vertices of a data set, or of its edges.
     */
    quantitiesOf(dataset: number, edges: boolean): string[];
    /**
     * Computes one of these for some more graphs. Returns the number of remaining graphs.
     */
    quantityMore(dataset: number, name: string): number;
    /**
     * One of these: a `VertexQuantity`.
     */
    quantityOf(dataset: number, name: string): VertexQuantity;
    /**
     * Opens a saved run on this data set. Returns an `OpenedRun`.
     */
    resumeRun(dataset: number, bytes: Uint8Array | number[]): Promise<OpenedRun>;
    /**
     * A `RunSummary`.
     */
    runSummary(run: number): RunSummary;
    /**
     * A run as the bytes of a [`Checkpoint`](crate::training::Checkpoint).
     */
    saveRun(run: number): Promise<Uint8Array<ArrayBuffer>>;
    /**
     * The scores of a run for these graphs: a number for each class, in the order of the graphs.
     */
    scoresAt(run: number, epoch: number | null | undefined, filter: number, graphs: Uint32Array | number[]): Promise<Float64Array<ArrayBuffer>>;
    /**
     * Changes the number of epochs of a run. Returns a `RunSummary`.
     */
    setEpochsOf(run: number, epochs: number): RunSummary;
    /**
     * Changes the learning rate of further steps of a run.
     */
    setLearningRateOf(run: number, rate: number): void;
    /**
     * The epochs of which a run keeps the weights, ascending.
     */
    snapshotEpochs(run: number): Uint32Array;
    /**
     * Creates the run of a run log on its data set, without epochs. Returns an `OpenedRun`.
     */
    startLog(dataset: number): OpenedRun;
    /**
     * The predictions of a run for these graphs of its data set with a filter that is only a function of these quantities.
     */
    swapInAt(run: number, epoch: number | null | undefined, filter: number, quantities: string[], graphs: Uint32Array | number[]): Promise<Float64Array>;
    /**
     * The bars with the highest activation for each hat of a run, over one part of its data set: a `CoordinateFunctionTopBars` for
     * each barcode.
     */
    topBarsAt(run: number, epoch: number | null | undefined, filter: number, part: Part): Promise<CoordinateFunctionTopBars[]>;
    /**
     * Does up to `steps` steps of a run. Returns a `TrainingReport`.
     */
    trainRun(run: number, steps: number): Promise<TrainingReport>;
    /**
     * The numbers of the model of a run at the end of an epoch, or the current ones.
     */
    weightsAt(run: number, epoch?: number | null): Promise<Float32Array<ArrayBuffer>>;
    /**
     * The reason why no folds ship with the program for a data set. `undefined` if some do.
     */
    withoutShippedFolds(dataset: number): string | undefined;
}

/**
 * Runs once when a module is loaded: panics reach the console with a message.
 */
export function start(): void;
