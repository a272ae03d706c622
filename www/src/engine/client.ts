// The page's end of the session worker: every call is a promise, and a dead worker says so once, even one that died
// without a word.

import type { CallName, Calls, Message, Rank, Request, Response } from "./calls";
import { PING } from "./calls";

/** The engine stopped for good: a restart is needed. */
export class EngineCrash extends Error {
  override name = "EngineCrash";
}

/** There will be no answer: nobody wants it any more, or what was asked about is not there any more. */
export class Dropped extends Error {
  override name = "Dropped";
}

/** How a call is treated among others. */
export interface Priority {
  readonly rank: Rank;
  /** Ends when nobody wants the answer any more. */
  readonly signal: AbortSignal;
}

export interface ClientEvents {
  progress(fraction: number): void;
  crash(message: string): void;
}

/** What the rest of the page needs of the worker (tests put a fake in its place). */
export interface Client {
  call<Name extends CallName>(
    name: Name,
    args: Calls[Name]["args"],
    transfer?: Transferable[],
    priority?: Priority,
  ): Promise<Calls[Name]["answer"]>;
  close(): void;
}

interface Pending {
  readonly call: CallName;
  resolve(value: Calls[CallName]["answer"]): void;
  reject(error: Error): void;
}

/** How often a worker that owes an answer is asked whether it lives. */
const BEAT_MS = 1000;
/** Beats without a sign of life until it counts as dead. A worker that computes cannot answer, so a call may be long. */
const PATIENCE = 60;
/** A large file is read in one go. */
const LONG_PATIENCE = 300;
const LONG_CALLS: ReadonlySet<CallName> = new Set(["open", "load", "loadAlone", "configure", "loadWeights"]);

export function sessionWorker(): Worker {
  return new Worker(new URL("./session.worker.ts", import.meta.url), { type: "module", name: "session" });
}

export class WorkerClient implements Client {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #events: ClientEvents;
  #nextId = 1;
  #dead: string | null = null;
  #beat: ReturnType<typeof setInterval> | null = null;
  /** Beats since the last sign of life. Counted, not timed: a computer that slept has not waited. */
  #silent = 0;

  constructor(worker: Worker, events: ClientEvents) {
    this.#worker = worker;
    this.#events = events;
    worker.addEventListener("message", (event: MessageEvent<Response>) => this.#receive(event.data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#crash(event.message || "The worker could not be started.");
    });
  }

  call<Name extends CallName>(
    name: Name,
    args: Calls[Name]["args"],
    transfer: Transferable[] = [],
    priority?: Priority,
  ): Promise<Calls[Name]["answer"]> {
    if (this.#dead !== null) return Promise.reject(new EngineCrash(this.#dead));
    if (priority?.signal.aborted) return Promise.reject(new Dropped());
    const id = this.#nextId++;
    const unwanted = (): void => {
      if (this.#pending.has(id)) this.#post({ drop: id });
    };
    priority?.signal.addEventListener("abort", unwanted, { once: true });
    const answered = new Promise<Calls[Name]["answer"]>((resolve, reject) => {
      this.#pending.set(id, { call: name, resolve: resolve as Pending["resolve"], reject });
      this.#post({ id, call: name, args, rank: priority?.rank ?? 0 } as Request, transfer);
      this.#listen();
    });
    return answered.finally(() => priority?.signal.removeEventListener("abort", unwanted));
  }

  close(): void {
    this.#worker.terminate();
    this.#end("The engine was restarted.");
  }

  #post(message: Message, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  /** Listens for signs of life for as long as an answer is owed. */
  #listen(): void {
    if (this.#beat !== null) return;
    this.#silent = 0;
    this.#beat = setInterval(() => {
      if (this.#pending.size === 0) {
        this.#rest();
        return;
      }
      this.#silent += 1;
      const long = [...this.#pending.values()].some(({ call }) => LONG_CALLS.has(call));
      if (this.#silent > (long ? LONG_PATIENCE : PATIENCE)) {
        this.#crash(
          `The engine has given no sign of life for ${this.#silent - 1} seconds. The browser may have ended it to save memory. Restart it.`,
        );
      } else this.#post(PING);
    }, BEAT_MS);
  }

  #rest(): void {
    if (this.#beat !== null) clearInterval(this.#beat);
    this.#beat = null;
  }

  #receive(response: Response): void {
    this.#silent = 0;
    switch (response.type) {
      case "answer":
        this.#take(response.id)?.resolve(response.value);
        break;
      case "error":
        this.#take(response.id)?.reject(new Error(response.message));
        break;
      case "dropped":
        this.#take(response.id)?.reject(new Dropped());
        break;
      case "progress":
        this.#events.progress(response.fraction);
        break;
      case "crash":
        this.#crash(response.message);
        break;
      case "alive":
        break;
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #crash(message: string): void {
    if (this.#dead !== null) return;
    this.#worker.terminate();
    this.#end(message);
    this.#events.crash(message);
  }

  #end(reason: string): void {
    this.#rest();
    this.#dead = reason;
    for (const pending of this.#pending.values()) pending.reject(new EngineCrash(reason));
    this.#pending.clear();
  }
}
