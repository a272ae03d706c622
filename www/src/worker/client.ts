// The page's end of the session worker: every call is a promise, and a dead worker says so once.

import type { CallName, Calls, Request, Response } from "./messages";

/** The engine stopped for good: a restart is needed. */
export class EngineCrash extends Error {
  override name = "EngineCrash";
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
  ): Promise<Calls[Name]["answer"]>;
  close(): void;
}

interface Pending {
  resolve(value: Calls[CallName]["answer"]): void;
  reject(error: Error): void;
}

export class WorkerClient implements Client {
  #worker = new Worker(new URL("./session.worker.ts", import.meta.url), { type: "module", name: "session" });
  #pending = new Map<number, Pending>();
  #nextId = 1;
  #dead: string | null = null;
  #events: ClientEvents;

  constructor(events: ClientEvents) {
    this.#events = events;
    this.#worker.addEventListener("message", (event: MessageEvent<Response>) => this.#receive(event.data));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#crash(event.message || "The worker could not be started.");
    });
  }

  call<Name extends CallName>(
    name: Name,
    args: Calls[Name]["args"],
    transfer: Transferable[] = [],
  ): Promise<Calls[Name]["answer"]> {
    if (this.#dead !== null) return Promise.reject(new EngineCrash(this.#dead));
    const id = this.#nextId++;
    return new Promise<Calls[Name]["answer"]>((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as Pending["resolve"], reject });
      this.#worker.postMessage({ id, call: name, args } as Request, transfer);
    });
  }

  close(): void {
    this.#worker.terminate();
    this.#end("The engine was restarted.");
  }

  #receive(response: Response): void {
    switch (response.type) {
      case "answer":
        this.#take(response.id)?.resolve(response.value);
        break;
      case "error":
        this.#take(response.id)?.reject(new Error(response.message));
        break;
      case "progress":
        this.#events.progress(response.fraction);
        break;
      case "crash":
        this.#crash(response.message);
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
    this.#dead = reason;
    for (const pending of this.#pending.values()) pending.reject(new EngineCrash(reason));
    this.#pending.clear();
  }
}
