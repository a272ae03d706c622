// The engine in use. It starts on first use, and restarts after a crash.

import { asSentence, messageOf } from "../../domain/text/format";
import type { CallName, Calls, Compiled, ModulePlace } from "../../engine/calls";
import { EngineCrash } from "../../engine/client";
import type { Client, ClientEvents } from "../../engine/client";
import type { PreparationEvents } from "../../engine/preparation";
import type { Backend, DeviceReport, RunSummary } from "../../protocol";
import type { ActionSource } from "../../store/actions";
import type { Store } from "../../store/store";

/**
 * Orders questions to a run and changes of it. Questions run concurrently, in order; a change waits for the pending
 * questions, and later questions wait for the change.
 */
export class Gate {
  #asking = 0;
  #waiting: (() => void)[] = [];
  #changes: Promise<unknown> = Promise.resolve();
  /** Number of pending changes. */
  #changing = 0;

  /** Sends a question about the run in use; immediately if no change is pending. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    while (this.#changing > 0) await this.#changes;
    this.#asking += 1;
    try {
      return await question();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) {
        for (const go of this.#waiting) go();
        this.#waiting = [];
      }
    }
  }

  /** Changes the run, or its data set: one change after the other. */
  change<T>(work: () => Promise<T>): Promise<T> {
    this.#changing += 1;
    const result = this.#changes.then(async () => {
      if (this.#asking > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      try {
        return await work();
      } finally {
        this.#changing -= 1;
      }
    });
    this.#changes = result.catch(() => undefined);
    return result;
  }
}

export interface EngineFactory {
  readonly pageUrl: string;
  connect(events: ClientEvents): Client;
  /** Place of the training module, after it is ready. */
  prepare(events: PreparationEvents, signal: AbortSignal): Promise<ModulePlace>;
}

/** An engine besides the one in use. */
export interface SecondEngine {
  readonly client: Client;
  readonly device: DeviceReport;
}

export class Session {
  readonly #store: Store;
  readonly #surroundings: EngineFactory;
  #client: Client | null = null;
  #gate = new Gate();
  #starting: Promise<boolean> | null = null;
  #abort = new AbortController();
  #backend: Backend | null = null;
  /** The compiled module of the last started engine. */
  #compiled: Compiled | null = null;

  constructor(store: Store, surroundings: EngineFactory) {
    this.#store = store;
    this.#surroundings = surroundings;
  }

  /** The requested device of the engine; null: not started. */
  get backend(): Backend | null {
    return this.#backend;
  }

  /** Starts the engine if it is not running; false if that fails (the page shows the reason). */
  wanted(): Promise<boolean> {
    const { status } = this.#store.state.peek().engine;
    if (status === "crashed") return Promise.resolve(false);
    return (this.#starting ??= this.start(this.#store.state.peek().backend, "ui"));
  }

  /** Starts or restarts the engine on a device for this choice; the run of the last engine is lost. */
  start(backend: Backend, source: ActionSource, device = backend): Promise<boolean> {
    this.close();
    this.#abort = new AbortController();
    this.#gate = new Gate();
    this.#backend = backend;
    this.#store.dispatch({ type: "engine-starting", backend, source });
    this.#starting = this.#start(device, this.#abort.signal);
    return this.#starting;
  }

  async #start(device: Backend, signal: AbortSignal): Promise<boolean> {
    const { pageUrl, prepare, connect } = this.#surroundings;
    const tell = this.#store.dispatch;
    try {
      const place = await prepare(
        {
          building: (progress) => tell({ type: "engine-building", progress, source: "engine" }),
          failed: (message, command) => tell({ type: "engine-failed", message, command, source: "engine" }),
        },
        signal,
      );
      if (signal.aborted) return false;
      tell({ type: "engine-progress", fraction: null, source: "engine" });
      const client = this.#connect(connect, () => undefined);
      this.#client = client;
      const open = (on: Backend): Promise<Calls["open"]["answer"]> =>
        client.call("open", [on, pageUrl, place, this.#compiled]);
      const answer = await open(device).catch(async (error: unknown) => {
        if (device !== "gpu" || signal.aborted || error instanceof EngineCrash) throw error;
        const onCpu = await open("cpu");
        return { ...onCpu, device: this.#instead(onCpu.device, error) };
      });
      if (signal.aborted) return false;
      this.#compiled = answer.compiled;
      tell({ type: "engine-ready", device: answer.device, source: "engine" });
      return true;
    } catch (error) {
      if (!signal.aborted && !(error instanceof EngineCrash)) {
        tell({ type: "engine-crashed", message: messageOf(error), source: "engine" });
      }
      return false;
    }
  }

  /** The CPU in place of a GPU that cannot be used: it does not start, does not answer, or returns wrong results. */
  #instead(cpu: DeviceReport, error: unknown): DeviceReport {
    const reason = `${asSentence(messageOf(error)).replace(/\.$/, "")}; the CPU is in use.`;
    const notice = { kind: "info", title: "The GPU is not used", detail: reason } as const;
    this.#store.dispatch({ type: "notify", notice, source: "engine" });
    return { ...cpu, gpuOffered: null, reason };
  }

  /** Reports a crash of the engine in use; calls `gone` when another engine crashes. */
  #connect(connect: EngineFactory["connect"], gone: () => void): Client {
    const tell = this.#store.dispatch;
    const client: Client = connect({
      progress: (fraction) => {
        if (client === this.#client) tell({ type: "engine-progress", fraction, source: "engine" });
      },
      crash: (message) => {
        if (client === this.#client) tell({ type: "engine-crashed", message, source: "engine" });
        else gone();
      },
    });
    return client;
  }

  /** A second engine, besides the one in use; `gone` is called when it crashes. */
  async another(device: Backend, gone: () => void): Promise<SecondEngine> {
    const { pageUrl, prepare, connect } = this.#surroundings;
    const nothing = (): void => undefined;
    const place = await prepare({ building: nothing, failed: nothing }, this.#abort.signal);
    const client = this.#connect(connect, gone);
    try {
      const opened = await client.call("open", [device, pageUrl, place, this.#compiled]);
      return { client, device: opened.device };
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** Replaces the engine in use with another engine that has the same data set; the run of the replaced engine is lost. */
  adopt({ client, device }: SecondEngine): void {
    const backend = this.#backend ?? "auto";
    this.close();
    this.#abort = new AbortController();
    this.#gate = new Gate();
    this.#client = client;
    this.#starting = Promise.resolve(true);
    this.#store.dispatch({ type: "engine-starting", backend, source: "engine" });
    this.#store.dispatch({ type: "engine-ready", device, source: "engine" });
  }

  /** Sends a question about the run in use, after the changes that were requested before. */
  ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    const client = this.#client;
    if (!client) return Promise.reject(new EngineCrash("The engine has not been started yet."));
    return this.#gate.ask(() => question(client));
  }

  /** Changes the run or the data set in use, while no question about them is pending. */
  change<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = this.#client;
    if (!client) return Promise.reject(new EngineCrash("The engine has not been started yet."));
    return this.#gate.change(() => work(client));
  }

  call<Name extends CallName>(name: Name, ...args: Calls[Name]["args"]): Promise<Calls[Name]["answer"]> {
    return this.ask((client) => client.call(name, args));
  }

  /** A crash has its own place on the page; all other errors become notices. */
  fail(title: string, error: unknown): void {
    if (error instanceof EngineCrash) return;
    const notice = { kind: "error", title, detail: messageOf(error) } as const;
    this.#store.dispatch({ type: "notify", notice, source: "engine" });
  }

  /** Reports the differences between a run and its requested settings. */
  note({ notes }: RunSummary): void {
    if (notes.length === 0) return;
    const notice = {
      kind: "info",
      title: "The run differs from its settings",
      detail: notes.join(" "),
    } as const;
    this.#store.dispatch({ type: "notify", notice, source: "engine" });
  }

  close(): void {
    this.#abort.abort();
    this.#client?.close();
    this.#client = null;
    this.#starting = null;
  }
}
