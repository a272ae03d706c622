// A second engine with the weights of the run in use: it answers questions while the first one trains. The latest requests
// of the user come first, and obsolete requests are dropped.

import type { Calls, Compared, EpochWeights, ModelView, Rank } from "../../engine/calls";
import type { Client, Priority } from "../../engine/client";
import { Dropped, EngineCrash } from "../../engine/client";
import { epochInView, filterInView } from "../../store/selectors";
import { filterIndex } from "../../domain/settings/models";
import type { DataSource, Run, State } from "../../store/state";
import type { Store } from "../../store/store";
import type { SavedRuns } from "../storage/savedRuns";
import type { Load } from "../data/load";
import type { Session } from "../engine/session";

/** Calls that use the weights of an epoch and a filter, which are their last argument. */
export type AnalysisCall =
  | "explain"
  | "inspectMany"
  | "inspectTogether"
  | "associations"
  | "beside"
  | "swapIn"
  | "scores"
  | "classes"
  | "classDifferences"
  | "topBars"
  | "importances"
  | "compare"
  | "compareGraph"
  | "filterAgreement"
  | "dataMap";

/** The arguments of a question, without the view. */
export type QuestionArgs<Name extends AnalysisCall> = Calls[Name]["args"] extends readonly [
  ...infer Before,
  ModelView,
]
  ? Before
  : never;

export interface AnalysisOptions {
  /** Aborts when the answer is obsolete. */
  readonly signal: AbortSignal;
  /** Visible content comes before content that may be viewed next. */
  readonly urgent: boolean;
  /** Further subjects of the question, besides the weights in view. */
  readonly beside?: readonly Compared[];
  /** The epoch of the weights instead of the one in view. */
  readonly epoch?: number;
}

/** Questions about one graph, and about some; the others are about all. */
const RANKS: Readonly<Partial<Record<AnalysisCall, Rank>>> = { explain: 1, compareGraph: 1, inspectMany: 2 };
/** Pause between rounds of questions about all graphs, as a multiple of the duration of the last round. */
const REST = 2;
/** Maximum pause between rounds. */
const MAX_REST_MS = 4000;

/** The epoch for questions about all graphs during training. They share it, so that its weights are transferred once. */
interface AnalysisRound {
  readonly run: number;
  readonly epoch: number;
  readonly started: number;
  /** The answered questions, and the time of the last answer. */
  readonly answered: Set<string>;
  ended: number;
}

/** An answer with the weights and the filter that it used. */
export interface AnalysisResult<T> {
  readonly answer: T;
  readonly run: number;
  /** Index of the filter. */
  readonly filter: number;
  /** null: the weights after `step`. */
  readonly epoch: number | null;
  readonly step: number;
}

export class AnalysisEngine {
  readonly #store: Store;
  readonly #session: Session;
  readonly #load: Load;
  readonly #savedRuns: SavedRuns;
  #client: Promise<Client> | null = null;
  /** The contents of the second engine: a data set, a run on it after a step, and weights of epochs. */
  #source: DataSource | null = null;
  #run: { id: number; step: number; epochs: Set<number> } | null = null;
  /** For each stored run that the engine has received: the time of its last save, from the list, and the filter. */
  readonly #heard = new Map<string, string>();
  /** The weights of the last epoch, as reported by training. */
  #offered: { readonly run: number; readonly weights: EpochWeights } | null = null;
  #round: AnalysisRound | null = null;
  /** The chain of transfers to the engine: they run in order. */
  #given: Promise<unknown> = Promise.resolve();

  constructor(store: Store, session: Session, load: Load, savedRuns: SavedRuns) {
    this.#store = store;
    this.#session = session;
    this.#load = load;
    this.#savedRuns = savedRuns;
  }

  /**
   * Sends a question about the run in use, with the filter and the weights of the epoch in view. Without an epoch, it uses the last epoch
   * during training, and the current weights while training is paused. Resolves to null if the answer is obsolete, if there
   * is no run, or if another run replaced it before the request.
   */
  ask<Name extends AnalysisCall>(
    name: Name,
    args: QuestionArgs<Name>,
    asking: AnalysisOptions,
  ): Promise<AnalysisResult<Calls[Name]["answer"]> | null> {
    const rank: Rank = RANKS[name] ?? (asking.urgent ? 3 : 4);
    const inUse = (): number | undefined => this.#store.state.peek().run?.id;
    return this.#asked(asking, inUse, async (client, asked) => {
      const filter = filterInView(this.#store.state.peek());
      const about = JSON.stringify([name, args, filter]);
      if (rank >= 3) await this.#rest(about, asking.signal);
      const beside = asking.beside ?? [];
      const weights = await this.#inTurn(async () => {
        const state = this.#store.state.peek();
        const { run } = state;
        if (!run?.held || run.id !== asked) return null;
        const epoch =
          asking.epoch ?? (rank >= 3 ? this.#epochOfRound(about, state, run) : epochOf(state, run));
        const others = beside.flatMap((one) => (one.type === "epoch" ? [one.epoch] : []));
        await this.#follow(client, state, run, epoch === null ? others : [epoch, ...others], epoch === null);
        return { run: run.id, epoch, filter, step: run.stepsDone };
      });
      if (!weights) return null;
      const priority = { rank, signal: asking.signal };
      for (const one of beside) if (one.type === "kept") await this.#sendStored(client, one.id, priority);
      const view: ModelView = { epoch: weights.epoch, filter };
      const all = [...args, view] as unknown as Calls[Name]["args"];
      const answer = await client.call(name, all, [], priority);
      this.#recordAnswer(about, weights.epoch);
      return { ...weights, answer };
    });
  }

  /** Sends a question about the data set in use that is independent of weights. */
  about<Name extends "quantities" | "quantity">(
    name: Name,
    args: Calls[Name]["args"],
    asking: AnalysisOptions,
  ): Promise<Calls[Name]["answer"] | null> {
    const inUse = (): DataSource | undefined => this.#store.state.peek().data?.source;
    return this.#asked(asking, inUse, async (client, asked) => {
      const there = await this.#inTurn(async () => {
        const state = this.#store.state.peek();
        const { run } = state;
        if (!run?.held || state.data?.source !== asked) return false;
        const epoch = epochOf(state, run);
        await this.#follow(client, state, run, epoch === null ? [] : [epoch], epoch === null);
        return true;
      });
      return there ? client.call(name, args, [], { rank: 2, signal: asking.signal }) : null;
    });
  }

  /** Prepares the second engine with the data set and the run in use, before an expected question. */
  expect(): void {
    const asking = { signal: new AbortController().signal, urgent: false };
    // The next question reports the error.
    this.about("quantities", [false], asking).catch(() => undefined);
  }

  /** Takes the weights of an epoch that the run in use has just finished, which saves a request during training. */
  offer(run: number, weights: EpochWeights): void {
    this.#offered = { run, weights };
  }

  close(): void {
    this.#forget();
  }

  /** Sends a question while its subject is in use, and repeats it if the second engine received another run meanwhile. */
  async #asked<Of, T>(
    { signal }: AnalysisOptions,
    inUse: () => Of | undefined,
    question: (client: Client, of: Of) => Promise<T | null>,
  ): Promise<T | null> {
    const of = inUse();
    while (of !== undefined && of === inUse() && !signal.aborted) {
      const connected = (this.#client ??= this.#connect());
      try {
        return await question(await connected, of);
      } catch (error) {
        if (error instanceof Dropped) continue;
        if (error instanceof EngineCrash && this.#client === connected) this.#forget();
        throw error;
      }
    }
    return null;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#given.then(work);
    this.#given = result.catch(() => undefined);
    return result;
  }

  /** Delays questions about all graphs in favour of training. */
  #rest(about: string, signal: AbortSignal): Promise<void> {
    const round = this.#round;
    if (!round?.answered.has(about) || !this.#isLive(round)) return Promise.resolve();
    const due = round.ended + Math.min(REST * (round.ended - round.started), MAX_REST_MS) - performance.now();
    if (due <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        // The first call comes before `end` is assigned.
        queueMicrotask(() => end());
        signal.removeEventListener("abort", go);
        resolve();
      };
      const timer = setTimeout(go, due);
      signal.addEventListener("abort", go);
      const end = this.#store.watch(
        () => this.#isLive(round),
        (live) => {
          if (!live) go();
        },
      );
    });
  }

  /** Whether the training run of the round continues, and no other epoch is in view. */
  #isLive(round: AnalysisRound): boolean {
    const { run, view } = this.#store.state.peek();
    return run?.id === round.run && run.phase === "running" && view.epoch === null;
  }

  #epochOfRound(about: string, state: State, run: Run): number | null {
    const newest = epochOf(state, run);
    if (newest === null || run.phase !== "running" || state.view.epoch !== null) return newest;
    const round = this.#round;
    if (round?.run === run.id && !round.answered.has(about) && run.snapshots.includes(round.epoch)) {
      return round.epoch;
    }
    const started = performance.now();
    this.#round = { run: run.id, epoch: newest, started: started, answered: new Set(), ended: started };
    return newest;
  }

  #recordAnswer(about: string, epoch: number | null): void {
    if (this.#round?.epoch !== epoch) return;
    this.#round.answered.add(about);
    this.#round.ended = performance.now();
  }

  #connect(): Promise<Client> {
    const gone = (): void => {
      if (this.#client === connected) this.#forget();
    };
    const connected = this.#session.another("cpu", gone).then(({ client }) => client);
    connected.catch(gone);
    return connected;
  }

  /** Closes the second engine and discards the record of its contents. */
  #forget(): void {
    void this.#client?.then(
      (client) => client.close(),
      () => undefined,
    );
    this.#client = null;
    this.#source = null;
    this.#run = null;
    this.#heard.clear();
  }

  /**
   * Transfers to the second engine the data that the question needs: the weights of these epochs, and the current ones if
   * `now`.
   */
  async #follow(
    client: Client,
    { data }: State,
    run: Run,
    epochs: readonly number[],
    now: boolean,
  ): Promise<void> {
    if (!data) return;
    if (this.#source !== data.source) {
      this.#run = null;
      this.#source = null;
      this.#heard.clear();
      await this.#load.into(client, data.source);
      this.#source = data.source;
    }
    const known = this.#run?.id === run.id ? this.#run : null;
    if (!known || (now && known.step !== run.stepsDone)) await this.#copy(client, run);
    // If there is no space for another epoch, the earlier ones are discarded.
    if (!(await this.#giveAll(client, epochs))) {
      await this.#copy(client, run);
      await this.#giveAll(client, epochs);
    }
  }

  /** Transfers the missing weights of these epochs; false: there is no space. */
  async #giveAll(client: Client, epochs: readonly number[]): Promise<boolean> {
    for (const epoch of epochs) {
      if (!this.#run?.epochs.has(epoch) && !(await this.#give(client, epoch))) return false;
    }
    return true;
  }

  /** Sends a stored run to the engine for comparisons of its filter in view: once, and again after each later save. */
  async #sendStored(client: Client, id: string, priority: Priority): Promise<void> {
    const { keptRuns, view } = this.#store.state.peek();
    const kept = keptRuns.find((run) => run.id === id);
    const filter = kept ? filterIndex(kept.summary, view.filterInView) : 0;
    const heard = `${kept?.saved} ${filter}`;
    if (this.#heard.get(id) === heard) return;
    const stored = await this.#savedRuns.stored(id);
    if (!stored) throw new Error("This run is not kept any more: choose another one.");
    await client.call("hear", [id, stored.checkpoint, filter], [], priority);
    this.#heard.set(id, heard);
  }

  /** Replaces the run of the second engine with the current run. */
  async #copy(client: Client, run: Run): Promise<void> {
    this.#run = null;
    const { checkpoint, summary } = await this.#ofRun(run.id, "keepRun", Number.MAX_SAFE_INTEGER);
    await client.call("continueRun", [checkpoint, []], [checkpoint.buffer]);
    this.#run = { id: run.id, step: summary.stepsDone, epochs: new Set() };
  }

  /** false: there is no space beside the earlier epochs. */
  async #give(client: Client, epoch: number): Promise<boolean> {
    const run = this.#run;
    if (!run) return false;
    const kept = await client.call("takeWeights", [await this.#weights(run.id, epoch)]);
    const wanted = [...run.epochs, epoch];
    run.epochs = new Set(kept);
    return wanted.every((one) => run.epochs.has(one));
  }

  async #weights(run: number, epoch: number): Promise<EpochWeights> {
    const offered = this.#offered;
    if (offered?.run === run && offered.weights.epoch === epoch) return offered.weights;
    return { epoch, numbers: await this.#ofRun(run, "weights", epoch) };
  }

  /** Sends a request about this run to the first engine, unless another run has replaced it, which would answer, too. */
  #ofRun<Name extends "keepRun" | "weights">(
    id: number,
    name: Name,
    ...args: Calls[Name]["args"]
  ): Promise<Calls[Name]["answer"]> {
    return this.#session.ask((first) => {
      if (this.#store.state.peek().run?.id !== id) throw new Dropped();
      return first.call(name, args);
    });
  }
}

/** The epoch in view; null: the current weights. */
function epochOf(state: State, { snapshots, phase, summary }: Run): number | null {
  if (state.view.epoch !== null) return epochInView(state);
  // A run log has no values but those of its epochs.
  return phase === "running" || summary.logged ? (snapshots.at(-1) ?? null) : null;
}
