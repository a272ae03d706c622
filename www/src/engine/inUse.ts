// The data set and the run in use, among all that a session can hold. A replacement is complete before it takes effect: if a
// part of it fails, everything stays unchanged.

import type { Graph } from "../domain/graph/graph";
import { domainOf } from "../domain/graph/subdivision";
import { dataDefaults, fittedTo } from "../domain/settings/settings";
import type { Settings } from "../domain/settings/settings";
import type { InspectedGraph, OpenedDataset, OpenedRun, RunSummary } from "../protocol";
import { runFileIn } from "../domain/training/folds";
import type { RunFile } from "../domain/training/folds";
import type {
  Calls,
  DataContent,
  EpochWeights,
  Evaluation,
  Explained,
  Grown,
  Inspected,
  Loaded,
  LogPortion,
  ModelView,
  NamedFile,
  OtherGraph,
  Trained,
  TrainedFold,
  Compared,
} from "./calls";
import type { CrossValidation, Session, Outputs } from "./module";
import { subjectOf } from "./otherGraphs";

/** JSON lines have their epoch beside their graphs. */
const NO_LINES: LogPortion = { lines: "", values: new Uint8Array() };
/** The first filter with the current weights. */
const FIRST: ModelView = { epoch: null, filter: 0 };

/** The arguments of the session for a view. */
export function at({ epoch, filter }: ModelView): [epoch: number | undefined, filter: number] {
  return [epoch ?? undefined, filter];
}

export class InUse {
  readonly session: Session;
  #dataset: number | null = null;
  #run: number | null = null;
  /** The previous run, which can be restored. */
  #previous: number | null = null;
  #rival: number | null = null;
  #folds: CrossValidation | null = null;
  #graphs = new Uint32Array();
  readonly outputs: KeptOutputs;

  constructor(session: Session) {
    this.session = session;
    this.outputs = new KeptOutputs(session);
  }

  get dataset(): number {
    if (this.#dataset === null) throw new Error("No data set is loaded: load one first.");
    return this.#dataset;
  }

  /** All graphs of the data set. */
  graphs(): Uint32Array {
    return this.#graphs;
  }

  get run(): number {
    if (this.#run === null) throw new Error("There is no run: load a data set first.");
    return this.#run;
  }

  async load(content: DataContent, settings: Partial<Settings>, show: number | null): Promise<Loaded> {
    const opened = this.#open(content);
    const { id, summary, logged } = opened;
    try {
      if (logged) return await this.#loadLog("log" in content ? content.log.first : NO_LINES, opened, show);
      const withoutShippedFolds = this.session.withoutShippedFolds(id) ?? null;
      const offered = { ...summary, shippedFolds: withoutShippedFolds === null };
      const run = await this.#create(id, fittedTo({ ...dataDefaults(offered), ...settings }, offered), []);
      const rows = this.session.graphRows(id, run.id);
      const index = show === null ? null : Math.min(show, rows.length - 1);
      const shown = index === null ? null : { index, ...(await this.#inspect(id, run.id, index, FIRST)) };
      this.#replace(opened, run.id);
      return { summary, rows, run: run.summary, withoutShippedFolds, grown: null, shown };
    } catch (error) {
      // After a trap, closing is impossible, and the trap is the error to report.
      if (!(error instanceof WebAssembly.RuntimeError)) this.session.closeDataset(id);
      throw error;
    }
  }

  /** Loads the run of a run log with its first epochs. JSON lines contain their epoch themselves. */
  async #loadLog(first: LogPortion, opened: OpenedDataset, show: number | null): Promise<Loaded> {
    const { session } = this;
    const { id, summary } = opened;
    const run = session.startLog(id);
    const grown = this.#grow(run.id, first);
    if (grown.snapshots.length === 0) {
      throw new Error(grown.problem ?? "The run log has no epoch yet: log an epoch, then open it again.");
    }
    const withoutShippedFolds = session.withoutShippedFolds(id) ?? null;
    const rows = session.graphRows(id, run.id);
    const index = Math.min(show ?? 0, rows.length - 1);
    const shown = show === null ? null : { index, ...(await this.#inspect(id, run.id, index, FIRST)) };
    this.#replace(opened, run.id);
    return { summary, rows, run: grown.summary, withoutShippedFolds, grown, shown };
  }

  growLog(portion: LogPortion): Grown {
    return this.#grow(this.run, portion);
  }

  #grow(run: number, { lines, values }: LogPortion): Grown {
    const grown = this.session.growLog(run, lines, values);
    return { ...grown, snapshots: this.session.snapshotEpochs(run) };
  }

  loadAlone(content: DataContent): null {
    return this.#replace(this.#open(content), null);
  }

  async configure(
    settings: Partial<Settings>,
    foldFiles: readonly NamedFile[],
    keep: boolean,
  ): Promise<RunSummary> {
    return this.#goOnWith(await this.#create(this.dataset, settings, foldFiles), keep);
  }

  countFolds(files: readonly NamedFile[]): number {
    return this.session.countFolds(this.dataset, ...apart(files));
  }

  async resume(bytes: Uint8Array, keep: boolean): Promise<Calls["loadWeights"]["answer"]> {
    const summary = this.#goOnWith(await this.session.resumeRun(this.dataset, bytes), keep);
    return { summary, curves: this.session.curvesOf(this.run) };
  }

  async keep(after: number): Promise<Calls["keepRun"]["answer"]> {
    const { session, run } = this;
    const checkpoint = await session.saveRun(run);
    const weights: EpochWeights[] = [];
    for (const epoch of session.snapshotEpochs(run).filter((epoch) => epoch > after)) {
      weights.push({ epoch, numbers: await session.weightsAt(run, epoch) });
    }
    return { summary: session.runSummary(run), checkpoint, weights };
  }

  async continue(
    checkpoint: Uint8Array,
    weights: readonly EpochWeights[],
  ): Promise<Calls["continueRun"]["answer"]> {
    const opened = await this.session.resumeRun(this.dataset, checkpoint);
    try {
      // An epoch that ended after the last save is trained again.
      for (const { epoch, numbers } of weights.filter(({ epoch }) => epoch <= opened.summary.epochsDone)) {
        this.session.keepWeights(opened.id, epoch, numbers);
      }
    } catch (error) {
      this.session.closeRun(opened.id);
      throw error;
    }
    const summary = this.#goOnWith(opened, false);
    return { summary, snapshots: this.session.snapshotEpochs(this.run) };
  }

  swap(): null {
    if (this.#previous === null) throw new Error("There is no run before this one.");
    [this.#run, this.#previous] = [this.#previous, this.#run];
    this.#endRival();
    return null;
  }

  /** A run on the same data set that trains in parallel to the one in use. */
  async setRival(
    settings: Partial<Settings> | null,
    foldFiles: readonly NamedFile[],
  ): Promise<RunSummary | null> {
    this.#endRival();
    if (settings === null) return null;
    const { id, summary } = await this.#create(this.dataset, settings, foldFiles);
    this.#rival = id;
    return summary;
  }

  async train(steps: number): Promise<Trained> {
    const started = performance.now();
    const report = await this.session.trainRun(this.run, steps);
    const milliseconds = performance.now() - started;
    const snapshots = report.epochs.length > 0 ? this.session.snapshotEpochs(this.run) : null;
    const last = snapshots?.at(-1);
    const weights =
      last === undefined ? null : { epoch: last, numbers: await this.session.weightsAt(this.run, last) };
    const rival = this.#rival === null ? null : await this.session.trainRun(this.#rival, steps);
    return { report, milliseconds, snapshots, weights, rival };
  }

  get folds(): CrossValidation {
    if (this.#folds === null) throw new Error("No folds are begun.");
    return this.#folds;
  }

  async beginFolds(settings: Settings, foldFiles: readonly NamedFile[]): Promise<RunFile> {
    const { splits, ...config } = settings;
    this.#folds?.free();
    this.#folds = await this.session.crossValidate(this.dataset, config, splits, ...apart(foldFiles));
    return runFileIn(this.#folds.file());
  }

  async trainFold(fold: number, steps: number): Promise<TrainedFold> {
    const started = performance.now();
    const progress = await this.folds.train(fold, steps);
    const model = this.folds.takeModel() ?? null;
    return { progress, milliseconds: performance.now() - started, model };
  }

  async evaluate(graph: number | OtherGraph, view: ModelView): Promise<Evaluation> {
    if (typeof graph === "number")
      return evaluation(await this.session.inspectAt(this.run, ...at(view), graph));
    const subject = subjectOf(this.session, this.dataset, graph);
    return evaluation(await this.session.inspectGraph(this.run, ...at(view), subject));
  }

  inspect(index: number, view: ModelView): Promise<Inspected> {
    return this.#inspect(this.dataset, this.run, index, view);
  }

  async explain(index: number, view: ModelView): Promise<Explained> {
    const { graph, hats, scores } = await this.session.explainAt(this.run, ...at(view), index);
    return { ...this.#evaluated(this.dataset, index, graph), hats, scores };
  }

  async inspectMany(graphs: readonly number[], view: ModelView): Promise<readonly Inspected[]> {
    const inspected = await this.session.inspectMany(this.run, ...at(view), Uint32Array.from(graphs));
    return inspected.map((graph, place) => this.#evaluated(this.dataset, graphs[place]!, graph));
  }

  #open(content: DataContent): OpenedDataset {
    if ("log" in content) return this.session.openLog(content.log.header, content.log.graphs);
    return "generator" in content
      ? this.session.generateDataset(content.generator, content.seed)
      : this.session.openDataset(...apart(content));
  }

  /** Closes the previous data set and its runs. */
  #replace({ id, summary }: OpenedDataset, run: number | null): null {
    if (this.#dataset !== null) this.session.closeDataset(this.#dataset);
    this.outputs.forget();
    this.#graphs = Uint32Array.from({ length: summary.graphs }, (_, index) => index);
    this.#dataset = id;
    this.#run = run;
    this.#previous = null;
    this.#rival = null;
    return null;
  }

  #create(dataset: number, settings: Partial<Settings>, foldFiles: readonly NamedFile[]): Promise<OpenedRun> {
    const { splits = "seed", ...config } = settings;
    return this.session.createRun(dataset, config, splits, ...apart(foldFiles));
  }

  #goOnWith({ id, summary }: OpenedRun, keep: boolean): RunSummary {
    const ends = keep ? this.#previous : this.#run;
    if (ends !== null) this.session.closeRun(ends);
    if (keep) this.#previous = this.#run;
    this.#run = id;
    this.#endRival();
    return summary;
  }

  /** A rival run belongs to the run in use. */
  #endRival(): void {
    if (this.#rival !== null) this.session.closeRun(this.#rival);
    this.#rival = null;
  }

  #graph(dataset: number, index: number): Graph {
    const { vertices, edges, labels, labelNames, attributes } = this.session.graphOf(dataset, index);
    return {
      vertices,
      edges,
      ...(labelNames.length > 0 && { labels: { of: labels, names: labelNames } }),
      ...(attributes.length > 0 && { attributes }),
    };
  }

  async #inspect(dataset: number, run: number, index: number, view: ModelView): Promise<Inspected> {
    return this.#evaluated(dataset, index, await this.session.inspectAt(run, ...at(view), index));
  }

  #evaluated(dataset: number, index: number, inspected: InspectedGraph): Inspected {
    return { ...domainOf(this.#graph(dataset, index), inspected.filter), ...evaluation(inspected) };
  }
}

/** The paths and the contents of files as separate lists. */
function apart(files: readonly NamedFile[]): [paths: string[], contents: Uint8Array[]] {
  return [files.map(({ path }) => path), files.map(({ bytes }) => bytes)];
}

function evaluation({
  filter,
  edgeFilter,
  bars,
  extendedComponents,
  extendedLoops,
  logits,
}: InspectedGraph): Evaluation {
  return { filter, edgeFilter, bars, extendedComponents, extendedLoops, logits };
}

// The outputs of runs for all graphs of the data set in use, for comparisons. Each output is computed once, and the run
// itself need not stay open.

/** Maximum number of stored outputs of the run in use. */
const MAX_OWN = 4;

class KeptOutputs {
  readonly #session: Session;
  /** The outputs by the storage id of a run. */
  readonly #kept = new Map<string, Outputs>();
  /** Outputs of the run in use by its id, epoch and filter; the most recently used comes last. */
  readonly #own = new Map<string, Outputs>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Stores the output of a stored run. */
  keep(id: string, outputs: Outputs): null {
    this.#kept.get(id)?.free();
    this.#kept.set(id, outputs);
    return null;
  }

  /** Whether this output of the run in use is available. */
  knows(run: number, { epoch, filter }: ModelView): boolean {
    return this.#own.has(`${run} ${epoch} ${filter}`);
  }

  /** `run`, `view`: the run in use, its weights and its filter. */
  async of(run: number, compared: Compared, view: ModelView): Promise<Outputs> {
    if (compared.type === "kept") {
      const outputs = this.#kept.get(compared.id);
      if (!outputs) throw new Error("This run has not been opened: choose it again.");
      return outputs;
    }
    const name = `${run} ${view.epoch} ${view.filter}`;
    const outputs = this.#own.get(name) ?? (await this.#session.outputsOf(run, ...at(view)));
    this.#own.delete(name);
    this.#own.set(name, outputs);
    for (const [oldest, unused] of this.#own) {
      if (this.#own.size <= MAX_OWN) break;
      this.#own.delete(oldest);
      unused.free();
    }
    return outputs;
  }

  /** Called when another data set is in use. */
  forget(): void {
    for (const outputs of [...this.#kept.values(), ...this.#own.values()]) outputs.free();
    this.#kept.clear();
    this.#own.clear();
  }
}
