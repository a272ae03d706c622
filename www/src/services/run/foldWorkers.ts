// Trains the folds of a run in several engines. An engine trains whole folds, and every fold has separate random streams, so
// the result does not depend on the number of engines or on the order of the folds.

import type { FoldsProgress, RunFile } from "../../domain/training/folds";
import { EngineCrash } from "../../engine/client";
import type { Client } from "../../engine/client";
import type { FoldProgress, FoldRun } from "../../protocol";

/** Interval at which the curves of the folds in training grow. */
const FILE_MILLISECONDS = 1000;

/** An engine with the data set, in which the folds are begun. */
export interface FoldWorker {
  readonly client: Client;
  readonly begun: RunFile;
}

/** The result of a fold. */
export interface FinishedFold {
  readonly fold: number;
  readonly model: Uint8Array<ArrayBuffer>;
  /** The run with this fold. */
  readonly file: RunFile;
}

export interface FoldWorkersOptions {
  /** Opens one more engine. */
  open(): Promise<FoldWorker>;
  /** The folds of an earlier run with these settings. Those on the same splits are not trained again. */
  known: RunFile | null;
  /** The number of engines for this number of folds. */
  count(folds: number): number;
  finished(fold: FinishedFold): void;
  /** Called after each answer of an engine. */
  progress(file: RunFile, progress: FoldsProgress): void;
}

export class FoldWorkers {
  readonly #options: FoldWorkersOptions;
  readonly #open = new Set<Client>();
  /** Engines without a fold. They take over the fold of an engine that crashes. */
  readonly #idle: Client[] = [];
  #opening = 0;
  /** Number of folds that are not trained again. */
  #trained = 0;
  #training = 0;
  /** The folds that no engine trains yet. */
  #waiting: number[] = [];
  /** Folds that an engine did not finish because it crashed. */
  readonly #crashed = new Set<number>();
  readonly #progress = new Map<number, FoldProgress>();
  /** The run with its known folds. */
  #start: readonly RunFile[] = [];
  /** The latest file of every engine. The finished folds of a crashed engine stay. */
  readonly #parts = new Map<Client, RunFile>();
  #run: RunFile | null = null;
  /** Numbers of merges, of which an earlier one can arrive late. */
  #asked = 0;
  #merged = 0;
  #stopped = false;
  #closed = false;
  /** The error that ended all folds. */
  #failure: { readonly error: unknown } | null = null;
  /** The reason why the last engine is missing. */
  #lost: { readonly error: unknown } | null = null;
  #ended: () => void = () => undefined;

  constructor(options: FoldWorkersOptions) {
    this.#options = options;
  }

  /**
   * Trains all folds, and returns their run; with fewer folds after `stop`. An engine that crashes is not replaced, because it
   * probably lacked memory. Another engine trains its fold again, once.
   *
   * @throws The error of a fold, or of the last engine.
   */
  async train(): Promise<RunFile> {
    const { client, begun } = await this.#options.open();
    this.#take(client);
    this.#start = [begun, ...knownFolds(begun, this.#options.known)];
    this.#run = this.#start.length === 1 ? begun : await this.#merge(client);
    this.#waiting = this.#run.unfinished.map(({ fold }) => fold);
    this.#trained = this.#run.folds.length;
    const ended = new Promise<void>((resolve) => (this.#ended = resolve));
    const others = this.#options.count(this.#waiting.length) - 1;
    void this.#work(client);
    for (let other = 0; other < others; other += 1) void this.#join();
    await ended;
    if (this.#failure) throw this.#failure.error;
    if (!this.#stopped && this.#waiting.length > 0) throw this.#lost?.error;
    const [alive] = this.#open;
    return alive ? this.#merge(alive) : this.#run;
  }

  /** Ends training after the steps in progress. */
  stop(): void {
    this.#stopped = true;
  }

  /** The engines that are still open, for other folds. */
  release(): readonly Client[] {
    const open = [...this.#open];
    this.#open.clear();
    return open;
  }

  /** Ends all engines. */
  close(): void {
    this.stop();
    this.#closed = true;
    for (const client of this.#open) client.close();
  }

  #take(client: Client): void {
    this.#open.add(client);
    if (this.#closed) client.close();
  }

  /** Adds an engine. Without it, the others train its folds. */
  async #join(): Promise<void> {
    this.#opening += 1;
    try {
      const { client } = await this.#options.open();
      this.#take(client);
      void this.#work(client);
    } catch (error) {
      this.#lost = { error };
    }
    this.#opening -= 1;
    this.#check();
  }

  /** Trains waiting folds until none is left. */
  async #work(client: Client): Promise<void> {
    this.#training += 1;
    let fold = this.#next();
    try {
      for (; fold !== undefined; fold = this.#next()) await this.#trainFold(client, fold);
      this.#idle.push(client);
    } catch (error) {
      this.#fail(client, fold, error);
    }
    this.#training -= 1;
    this.#check();
  }

  #next(): number | undefined {
    return this.#stopped ? undefined : this.#waiting.shift();
  }

  async #trainFold(client: Client, fold: number): Promise<void> {
    let pace = 1;
    let lastFileAt = performance.now();
    while (!this.#stopped) {
      const { progress, milliseconds, model } = await client.call("trainFold", [fold, pace]);
      pace = nextPace(pace, milliseconds);
      this.#progress.set(fold, progress);
      // Each engine has its turn, so that the page merges at most one file in each interval.
      if (model !== null || performance.now() - lastFileAt > FILE_MILLISECONDS * this.#open.size) {
        const file = await this.#look(client);
        lastFileAt = performance.now();
        if (model !== null) this.#options.finished({ fold, model, file });
      }
      this.#reportProgress();
      if (model !== null) return;
    }
    await this.#look(client);
  }

  /** The run with the current state of the folds of an engine. */
  async #look(client: Client): Promise<RunFile> {
    this.#parts.set(client, await client.call("foldsFile", []));
    return this.#merge(client);
  }

  async #merge(client: Client): Promise<RunFile> {
    this.#asked += 1;
    const number = this.#asked;
    const file = await client.call("mergeFolds", [[...this.#start, ...this.#parts.values()]]);
    if (number < this.#merged && this.#run) return this.#run;
    this.#merged = number;
    this.#run = file;
    return file;
  }

  #reportProgress(): void {
    if (!this.#run) return;
    const { config } = this.#run;
    const all = [...this.#progress.values()].sort((a, b) => a.fold - b.fold);
    this.#options.progress(this.#run, {
      folds: config.folds,
      finished: this.#trained + all.filter(({ finished }) => finished).length,
      current: all.filter(({ finished }) => !finished).map(({ fold, epoch }) => ({ fold, epoch })),
      epochs: config.epochs,
      share: (this.#trained + all.reduce((sum, { share }) => sum + share, 0)) / config.folds,
    });
  }

  #fail(client: Client, fold: number | undefined, error: unknown): void {
    if (!(error instanceof EngineCrash) || (fold !== undefined && this.#crashed.has(fold))) {
      this.#failure ??= { error };
      this.stop();
      return;
    }
    this.#open.delete(client);
    client.close();
    this.#lost = { error };
    if (fold === undefined) return;
    this.#crashed.add(fold);
    this.#progress.delete(fold);
    this.#waiting.unshift(fold);
    const other = this.#idle.pop();
    if (other) void this.#work(other);
  }

  /** Ends the run if no engine trains and none is expected for a waiting fold. */
  #check(): void {
    if (this.#training > 0) return;
    const waits = !this.#stopped && this.#waiting.length > 0;
    if (!waits || this.#opening === 0) this.#ended();
  }
}

/** The known folds on the splits of a run, as a file of this run; empty: there are none. */
function knownFolds(begun: RunFile, known: RunFile | null): readonly RunFile[] {
  const isOf = ({ fold, split }: FoldRun): boolean =>
    begun.unfinished.some((left) => left.fold === fold && left.split === split);
  const folds = known?.folds.filter(isOf) ?? [];
  if (known === null || folds.length === 0) return [];
  const { device, versions } = known;
  return [{ ...begun, device, versions, folds, unfinished: [] }];
}

/** Target duration of one answer of the engine: short enough to look live, long enough for negligible overhead. */
export const ANSWER_MILLISECONDS = 120;

/**
 * The number of steps in the next request, from the duration of the last one. It at most doubles, so that a quick first step
 * does not cause a very long request.
 */
export function nextPace(steps: number, milliseconds: number): number {
  const fitting = Math.round((steps * ANSWER_MILLISECONDS) / Math.max(1, milliseconds));
  return Math.min(Math.max(1, fitting), 2 * steps, 500);
}
