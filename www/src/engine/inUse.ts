// The data set and the run in use, among all that a session can hold. What takes their place is complete first: where a
// part of it is refused, everything stays as it was.

import type {
  Features,
  InspectedGraph,
  OpenedDataset,
  OpenedRun,
  RunSummary,
  TrainingConfig,
} from "../protocol";
import type { Evaluation, Inspected, Loaded, NamedFile, Trained } from "./calls";
import type { Session } from "./module";

export class InUse {
  readonly session: Session;
  #dataset: number | null = null;
  #run: number | null = null;
  /** The run before, which can be taken back. */
  #kept: number | null = null;
  #rival: number | null = null;

  constructor(session: Session) {
    this.session = session;
  }

  get dataset(): number {
    if (this.#dataset === null) throw new Error("No data set is loaded: load one first.");
    return this.#dataset;
  }

  get run(): number {
    if (this.#run === null) throw new Error("There is no run: load a data set first.");
    return this.#run;
  }

  open(files: readonly NamedFile[], config: Partial<TrainingConfig>, show: number | null): Promise<Loaded> {
    const paths = files.map(({ path }) => path);
    const contents = files.map(({ bytes }) => bytes);
    return this.#take(this.session.openDataset(paths, contents), config, show);
  }

  generate(
    generator: string,
    seed: number,
    config: Partial<TrainingConfig>,
    show: number | null,
  ): Promise<Loaded> {
    return this.#take(this.session.generateDataset(generator, seed), config, show);
  }

  async configure(config: Partial<TrainingConfig>, keep: boolean): Promise<RunSummary> {
    return this.#goOnWith(await this.session.createRun(this.dataset, config, false), keep);
  }

  async resume(bytes: Uint8Array, keep: boolean): Promise<RunSummary> {
    return this.#goOnWith(await this.session.resumeRun(this.dataset, bytes), keep);
  }

  swap(): null {
    if (this.#kept === null) throw new Error("There is no run before this one.");
    [this.#run, this.#kept] = [this.#kept, this.#run];
    this.#endRival();
    return null;
  }

  /** A run on the same data set that trains beside the one in use. */
  async setRival(config: Partial<TrainingConfig> | null): Promise<RunSummary | null> {
    this.#endRival();
    if (config === null) return null;
    const { id, summary } = await this.session.createRun(this.dataset, config, false);
    this.#rival = id;
    return summary;
  }

  async train(steps: number): Promise<Trained> {
    const started = performance.now();
    const report = await this.session.trainRun(this.run, steps);
    const milliseconds = performance.now() - started;
    const snapshots = report.epochs.length > 0 ? this.session.snapshotEpochs(this.run) : null;
    const rival = this.#rival === null ? null : await this.session.trainRun(this.#rival, steps);
    return { report, milliseconds, snapshots, rival };
  }

  async evaluate(index: number, epoch: number | null): Promise<Evaluation> {
    return evaluation(await this.session.inspectAt(this.run, epoch ?? undefined, index, false));
  }

  inspect(index: number, epoch: number | null): Promise<Inspected> {
    return this.#inspect(this.dataset, this.run, index, epoch);
  }

  async #take(
    { id, summary }: OpenedDataset,
    config: Partial<TrainingConfig>,
    show: number | null,
  ): Promise<Loaded> {
    try {
      const { features } = config;
      const own = offered(summary.features, features);
      const run = await this.session.createRun(id, { ...config, ...(own && { features: own }) }, false);
      const rows = this.session.graphRows(id, run.id);
      const index = show === null ? null : Math.min(show, rows.length - 1);
      const shown = index === null ? null : { index, ...(await this.#inspect(id, run.id, index, null)) };
      // Its runs end with it.
      if (this.#dataset !== null) this.session.closeDataset(this.#dataset);
      this.#dataset = id;
      this.#run = run.id;
      this.#kept = null;
      this.#rival = null;
      return { summary, rows, run: run.summary, shown };
    } catch (error) {
      // After a trap nothing can be closed any more, and the trap is what has to be told.
      if (!(error instanceof WebAssembly.RuntimeError)) this.session.closeDataset(id);
      throw error;
    }
  }

  #goOnWith({ id, summary }: OpenedRun, keep: boolean): RunSummary {
    const ends = keep ? this.#kept : this.#run;
    if (ends !== null) this.session.closeRun(ends);
    if (keep) this.#kept = this.#run;
    this.#run = id;
    this.#endRival();
    return summary;
  }

  /** What trains beside a run has begun with it. */
  #endRival(): void {
    if (this.#rival !== null) this.session.closeRun(this.#rival);
    this.#rival = null;
  }

  async #inspect(dataset: number, run: number, index: number, epoch: number | null): Promise<Inspected> {
    const { vertices, edges } = this.session.graphOf(dataset, index);
    return {
      vertices,
      edges,
      ...evaluation(await this.session.inspectAt(run, epoch ?? undefined, index, false)),
    };
  }
}

/** The features that were asked for where the data set has them, otherwise its own default. */
function offered(own: readonly Features[], asked: Features | undefined): Features | undefined {
  return own.find((features) => features === asked) ?? own[0];
}

function evaluation({ filter, bars, extendedComponents, extendedLoops, logits }: InspectedGraph): Evaluation {
  return { filter, bars, extendedComponents, extendedLoops, logits };
}
