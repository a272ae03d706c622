/* tslint:disable */
/* eslint-disable */
import type {
    AskedDifferences, Backend, ClassBars, ClassTests, ComparedGraph, ComparedRuns, DeviceReport, ExplainedGraph, FilterAssociation, FilterBeside, FoldOrigin,
    FoldsProgress, GraphRow, CoordinateFunctionTopBars, InspectedGraph, InspectedGraphs, OpenedDataset, OpenedRun, Part, PartImportance, RunCurves, RunSummary,
    SubjectGraph, TrainingConfig, TrainingReport,
    VertexQuantity,
} from "../src/protocol";



/**
 * All folds of a configuration, one after the other.
 */
export class CrossValidation {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The run so far: the JSON text of a `RunFile`.
     */
    file(): string;
    /**
     * Does up to `steps` steps of the fold at hand; answers a `FoldsProgress`.
     */
    train(steps: number): Promise<FoldsProgress>;
}

/**
 * What a run says of every graph of its data set, with some weights.
 */
export class Said {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * What two runs say of a graph of their data set: a `ComparedGraph`.
     */
    compareGraph(other: Said, graph: number): ComparedGraph;
    /**
     * Compares two runs over the graphs that are in this part of the split of both, or over all graphs: a `ComparedRuns`.
     */
    compare(other: Said, part: Part | null): ComparedRuns;
}

/**
 * A device with the data sets and runs that are open on it.
 */
export class Session {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * How the filter of a run depends on each of these, one quantity or two: a `FilterAssociation` for each.
     */
    associationsAt(run: number, epoch: number | null | undefined, asked: readonly (readonly string[])[]): Promise<FilterAssociation[]>;
    /**
     * A fixed filter beside the one of a run, with how it depends on each of these quantities or pairs: a `FilterBeside`.
     */
    besideAt(run: number, epoch: number | null | undefined, fixed: TrainingConfig["fixedFilter"], asked: readonly (readonly string[])[]): Promise<FilterBeside>;
    /**
     * Where the bars of two classes differ reliably: `ClassTests`.
     */
    classDifferencesAt(run: number, epoch: number | null | undefined, asked: AskedDifferences): Promise<ClassTests>;
    /**
     * How the bars that a run reads differ between the classes of a part of its data set: a `ClassBars`, on grids that go from
     * 0 to 1 or, `stretched`, over the filter values that occur.
     */
    classesAt(run: number, epoch: number | null | undefined, part: Part, stretched: boolean): Promise<ClassBars>;
    /**
     * Frees a data set and the runs on it; answers which runs, a `Uint32Array`.
     */
    closeDataset(dataset: number): Uint32Array;
    /**
     * Frees a run.
     */
    closeRun(run: number): void;
    /**
     * Number of folds in files, one path for each content; refused where they are none of this data set.
     */
    countFolds(dataset: number, paths: string[], contents: Uint8Array[]): number;
    /**
     * Creates a run on a data set; fields left out of `config` keep their defaults. Where the folds are to be from files,
     * these follow, one path for each content; where they are by seed, and a class has fewer graphs than there are to be
     * folds, there are fewer. Answers an `OpenedRun`.
     */
    createRun(dataset: number, config: Partial<TrainingConfig>, folds: FoldOrigin, paths: string[], contents: Uint8Array[]): Promise<OpenedRun>;
    /**
     * Begins with all folds that `createRun` has one of, whichever the configuration names.
     */
    crossValidate(dataset: number, config: Partial<TrainingConfig>, folds: FoldOrigin, paths: string[], contents: Uint8Array[]): CrossValidation;
    /**
     * The curves of a run, as far as it knows them: a `RunCurves`.
     */
    curvesOf(run: number): RunCurves;
    /**
     * A `DeviceReport`.
     */
    device(): DeviceReport;
    /**
     * What a run says of a graph of its data set, and why: an `ExplainedGraph`.
     */
    explainAt(run: number, epoch: number | null | undefined, index: number): Promise<ExplainedGraph>;
    /**
     * Computes a fixed filter that is to stand beside the one of a run for some more graphs; answers how many are left.
     */
    fixedFilterMore(run: number, fixed: TrainingConfig["fixedFilter"]): number;
    /**
     * Generates a data set; answers an `OpenedDataset`.
     */
    generateDataset(generator: string, seed: number): OpenedDataset;
    /**
     * One graph of a data set. `labels`, a place in `labelNames` for each vertex, and `attributes`, as many numbers for each
     * vertex, are empty where there are none.
     */
    graphOf(dataset: number, index: number): { vertices: number; edges: Uint32Array; class: number; labels: Uint32Array; labelNames: string[]; attributes: Float32Array };
    /**
     * A `GraphRow` for every graph of a data set, with the parts that a run on it deals them into.
     */
    graphRows(dataset: number, run?: number | null): GraphRow[];
    /**
     * The importance of the coordinate functions of a run over one part of its data set: a `PartImportance`.
     */
    importancesAt(run: number, epoch: number | null | undefined, part: Part): Promise<PartImportance>;
    /**
     * What a run said of a graph of its data set at the end of an epoch, or says now: an `InspectedGraph`.
     */
    inspectAt(run: number, epoch: number | null | undefined, index: number): Promise<InspectedGraph>;
    /**
     * The same of any graph, a `SubjectGraph`.
     */
    inspectGraph(run: number, epoch: number | null | undefined, graph: SubjectGraph): Promise<InspectedGraph>;
    /**
     * What a run says of each of these graphs of its data set, side by side: an `InspectedGraph` for each.
     */
    inspectMany(run: number, epoch: number | null | undefined, graphs: Uint32Array | number[]): Promise<InspectedGraph[]>;
    /**
     * Filter, bars and scores of these graphs in lists without gaps, which cross as one array each: `InspectedGraphs`.
     */
    inspectTogether(run: number, epoch: number | null | undefined, graphs: Uint32Array | number[]): Promise<InspectedGraphs>;
    /**
     * Gives a run the weights of one of its epochs, so that it can be asked with them.
     */
    keepWeights(run: number, epoch: number, numbers: Float32Array | number[]): void;
    /**
     * Reads a data set from its zip or its text files, one path for each content; answers an `OpenedDataset`.
     */
    openDataset(paths: string[], contents: Uint8Array[]): OpenedDataset;
    /**
     * Opens a session on `"auto"`, `"cpu"` or `"gpu"`.
     */
    static open(backend: Backend): Promise<Session>;
    /**
     * The graphs in a part of the split of a run.
     */
    partOf(run: number, part: Part): Uint32Array;
    /**
     * The class that a run says each of `count` graphs from `first` on has, or said at the end of an epoch.
     */
    predictAt(run: number, epoch: number | null | undefined, first: number, count: number): Promise<Uint32Array>;
    /**
     * Names of the quantities that the vertices of a data set have.
     */
    quantitiesOf(dataset: number): string[];
    /**
     * Computes one of these for some more graphs; answers how many are left.
     */
    quantityMore(dataset: number, name: string): number;
    /**
     * One of these: a `VertexQuantity`.
     */
    quantityOf(dataset: number, name: string): VertexQuantity;
    /**
     * Checks a run over some folds, plain or compressed with gzip; answers the JSON text of a `RunFile`.
     */
    readRunFile(name: string, bytes: Uint8Array | number[]): string;
    /**
     * Opens a run that was saved on this data set; answers an `OpenedRun`.
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
     * What a run says of every graph of its data set, to be compared with what another one says; the run can be closed.
     */
    sayAll(run: number, epoch?: number | null): Promise<Said>;
    /**
     * Works out what a run says of some more of these graphs, and remembers it for the questions about many graphs; answers
     * how many are left.
     */
    sayMore(run: number, epoch: number | null | undefined, graphs: Uint32Array | number[]): Promise<number>;
    /**
     * The score that a run gives each of these graphs for each class: a number for each class, one graph after the other.
     */
    scoresAt(run: number, epoch: number | null | undefined, graphs: Uint32Array | number[]): Promise<Float32Array<ArrayBuffer>>;
    /**
     * Changes after how many epochs a run is over; answers a `RunSummary`.
     */
    setEpochsOf(run: number, epochs: number): RunSummary;
    /**
     * Changes the learning rate of the steps of a run to come.
     */
    setLearningRateOf(run: number, rate: number): void;
    /**
     * The epochs of which a run keeps the weights, ascending.
     */
    snapshotEpochs(run: number): Uint32Array;
    /**
     * The class that a run says each of these graphs of its data set has, were its filter no more than a function of these
     * quantities.
     */
    swapInAt(run: number, epoch: number | null | undefined, quantities: string[], graphs: Uint32Array | number[]): Promise<Uint32Array>;
    /**
     * The bars that excite each hat of a run most, over one part of its data set: a `CoordinateFunctionTopBars` for each barcode.
     */
    topBarsAt(run: number, epoch: number | null | undefined, part: Part): Promise<CoordinateFunctionTopBars[]>;
    /**
     * Does up to `steps` steps of a run; answers a `TrainingReport`.
     */
    trainRun(run: number, steps: number): Promise<TrainingReport>;
    /**
     * The numbers of the model of a run at the end of an epoch, or now.
     */
    weightsAt(run: number, epoch?: number | null): Promise<Float32Array<ArrayBuffer>>;
    /**
     * Why no folds ship with the program for a data set; `undefined` where some do.
     */
    withoutShippedFolds(dataset: number): string | undefined;
}

/**
 * Runs once when a module is loaded: panics reach the console with a message.
 */
export function start(): void;
