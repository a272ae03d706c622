// Client of the session worker: every call is a promise. A crash is reported once, also if the worker stops without a
// message.

import type { CallName, Calls, Message, Rank, Request, Response } from "./calls";
import { PING } from "./calls";
import { startWorker } from "../domain/startWorker";

/** The engine stopped for good: a restart is needed. */
export class EngineCrash extends Error {
  override name = "EngineCrash";
}

/** No answer follows: it is obsolete, or its subject no longer exists. */
export class Dropped extends Error {
  override name = "Dropped";
}

/** Priority of a call. */
export interface Priority {
  readonly rank: Rank;
  /** Aborts when the answer is obsolete. */
  readonly signal: AbortSignal;
}

export interface ClientEvents {
  progress(fraction: number): void;
  crash(message: string): void;
}

/** The worker interface for the rest of the page (tests use a fake). */
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

/** Interval of pings to a worker with pending answers. */
const BEAT_MS = 1000;
/**
 * Number of beats without an answer after which the worker counts as dead. A busy worker cannot answer, so a call can
 * be long.
 */
const TIMEOUT_BEATS = 60;
/** The same for calls that read a large file in one step. */
const LONG_TIMEOUT_BEATS = 300;
const LONG_CALLS: ReadonlySet<CallName> = new Set(["open", "load", "loadAlone", "configure", "loadWeights"]);

export function sessionWorker(): Worker {
  return startWorker(
    () => new Worker(new URL("./session.worker.ts", import.meta.url), { type: "module", name: "session" }),
  );
}

export class WorkerClient implements Client {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #events: ClientEvents;
  #nextId = 1;
  #dead: string | null = null;
  #beat: ReturnType<typeof setInterval> | null = null;
  /** Beats since the last answer. A count, not a duration: time in which the computer sleeps does not count. */
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

  /** Checks for signs of life while an answer is pending. */
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
      if (this.#silent > (long ? LONG_TIMEOUT_BEATS : TIMEOUT_BEATS)) {
        this.#crash(
          `The engine has not answered for ${this.#silent - 1} seconds. The browser may have ended it to save memory. Restart it.`,
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
