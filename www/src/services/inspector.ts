// A second engine on the weights of the run in use: it answers questions while the first one trains. One question is with it
// at a time, the most urgent first; what nobody wants any more is not asked.

import type { Calls, Compared } from "../engine/calls";
import type { Client } from "../engine/client";
import { EngineCrash } from "../engine/client";
import { epochInView } from "../store/selectors";
import type { DataSource, Run, State } from "../store/state";
import type { Store } from "../store/store";
import type { Keep } from "./keep";
import type { Load } from "./load";
import type { Session } from "./session";

/** Calls that are answered with the weights of an epoch, which is their last argument. */
export type Question =
  | "explain"
  | "inspectMany"
  | "inspectTogether"
  | "associations"
  | "beside"
  | "swapIn"
  | "scores"
  | "classes"
  | "topBars"
  | "compare"
  | "compareGraph";

/** What a question is asked with, without the epoch. */
export type QuestionArgs<Name extends Question> = Calls[Name]["args"] extends readonly [
  ...infer Before,
  number | null,
]
  ? Before
  : never;

export interface Asking {
  /** Ends when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** What is looked at comes before what may be looked at next. */
  readonly urgent: boolean;
  /** What else the question is about than the weights in view. */
  readonly beside?: readonly Compared[];
}

interface Pending extends Asking {
  answer(): Promise<void>;
  drop(): void;
}

/** The weights that an answer was made with. */
export interface Told<T> {
  readonly answer: T;
  readonly run: number;
  /** null: those of `step`. */
  readonly epoch: number | null;
  readonly step: number;
}

export class Inspector {
  readonly #store: Store;
  readonly #session: Session;
  readonly #load: Load;
  readonly #keep: Keep;
  #client: Promise<Client> | null = null;
  /** What the second engine has: a data set, a run on it as it was after a step, and weights of epochs. */
  #source: DataSource | null = null;
  #run: { id: number; step: number; epochs: Set<number> } | null = null;
  /** When each kept run that it has heard was saved, as the list said. */
  readonly #heard = new Map<string, number>();
  #pending: Pending[] = [];
  #answering = false;

  constructor(store: Store, session: Session, load: Load, keep: Keep) {
    this.#store = store;
    this.#session = session;
    this.#load = load;
    this.#keep = keep;
  }

  /**
   * Asks about the run in use: with the weights of the epoch that is looked at; without one, with those of the last epoch
   * while training goes on, and with those of now when it rests. null: nobody wants the answer any more, or there is no run.
   */
  ask<Name extends Question>(
    name: Name,
    args: QuestionArgs<Name>,
    asking: Asking,
  ): Promise<Told<Calls[Name]["answer"]> | null> {
    return this.#enqueue(asking, async (client) => {
      const state = this.#store.state.peek();
      const { run } = state;
      if (!run?.held) return null;
      const epoch = epochOf(state, run);
      const beside = asking.beside ?? [];
      const others = beside.flatMap((one) => (one.type === "epoch" ? [one.epoch] : []));
      await this.#follow(client, state, run, epoch === null ? others : [epoch, ...others], epoch === null);
      for (const one of beside) if (one.type === "kept") await this.#hear(client, one.id);
      const told = { run: run.id, epoch, step: run.stepsDone };
      const answer = await client.call(name, [...args, epoch] as unknown as Calls[Name]["args"]);
      return { ...told, answer };
    });
  }

  /** Asks something of the data set in use that no weights have a part in. */
  about<Name extends "quantities" | "quantity">(
    name: Name,
    args: Calls[Name]["args"],
    asking: Asking,
  ): Promise<Calls[Name]["answer"] | null> {
    return this.#enqueue(asking, async (client) => {
      const state = this.#store.state.peek();
      const { run } = state;
      if (!run?.held) return null;
      const epoch = epochOf(state, run);
      await this.#follow(client, state, run, epoch === null ? [] : [epoch], epoch === null);
      return client.call(name, args);
    });
  }

  close(): void {
    void this.#client?.then(
      (client) => client.close(),
      () => undefined,
    );
    this.#forget();
    for (const { drop } of this.#pending.splice(0)) drop();
  }

  #enqueue<T>(asking: Asking, question: (client: Client) => Promise<T | null>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const answer = async (): Promise<void> => {
        try {
          resolve(await question(await this.#connect()));
        } catch (error) {
          if (error instanceof EngineCrash) this.#forget();
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.#pending.push({ ...asking, answer, drop: () => resolve(null) });
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#answering) return;
    this.#answering = true;
    for (let next = this.#next(); next; next = this.#next()) {
      if (next.signal.aborted) next.drop();
      else await next.answer();
    }
    this.#answering = false;
  }

  #next(): Pending | undefined {
    const urgent = this.#pending.findIndex((pending) => pending.urgent);
    return this.#pending.splice(Math.max(0, urgent), 1)[0];
  }

  #connect(): Promise<Client> {
    return (this.#client ??= this.#session.another(() => this.#forget()));
  }

  #forget(): void {
    this.#client = null;
    this.#source = null;
    this.#run = null;
    this.#heard.clear();
  }

  /** Gives the second engine what the question takes of the first: the weights of these epochs, and those of `now`. */
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
    // Where there is no room for one epoch more, those before it go.
    if (!(await this.#giveAll(client, epochs))) {
      await this.#copy(client, run);
      await this.#giveAll(client, epochs);
    }
  }

  /** The weights of these epochs, as far as it does not have them; false: there is no room. */
  async #giveAll(client: Client, epochs: readonly number[]): Promise<boolean> {
    for (const epoch of epochs) {
      if (!this.#run?.epochs.has(epoch) && !(await this.#give(client, epoch))) return false;
    }
    return true;
  }

  /** Has a kept run say once what can be compared, and again when it was saved again. */
  async #hear(client: Client, id: string): Promise<void> {
    const saved = this.#store.state.peek().keptRuns.find((run) => run.id === id)?.saved ?? 0;
    if (this.#heard.get(id) === saved) return;
    const stored = await this.#keep.stored(id);
    if (!stored) throw new Error("This run is not kept any more: choose another one.");
    await client.call("hear", [id, stored.checkpoint]);
    this.#heard.set(id, saved);
  }

  /** The run as it is now, in the place of what the second engine had. */
  async #copy(client: Client, run: Run): Promise<void> {
    this.#run = null;
    const { checkpoint, summary } = await this.#session.call("keepRun", Number.MAX_SAFE_INTEGER);
    await client.call("continueRun", [checkpoint, []], [checkpoint.buffer]);
    this.#run = { id: run.id, step: summary.stepsDone, epochs: new Set() };
  }

  async #give(client: Client, epoch: number): Promise<boolean> {
    const numbers = await this.#session.call("weights", epoch);
    const taken = await client.call("takeWeights", [{ epoch, numbers }], [numbers.buffer]);
    if (taken) this.#run?.epochs.add(epoch);
    return taken;
  }
}

/** The epoch whose weights are looked at; null: those of now. */
function epochOf(state: State, { snapshots, phase }: Run): number | null {
  if (state.view.epoch !== null) return epochInView(state);
  return phase === "running" ? (snapshots.at(-1) ?? null) : null;
}
