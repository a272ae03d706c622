// What the page does: loading data, training, looking at graphs. Keeps what a restarted engine needs.

import type { Backend, TrainingConfig } from "../protocol";
import type { Client, ClientEvents } from "../worker/client";
import { EngineCrash } from "../worker/client";
import { nextPace } from "./pace";
import { filtrationOf, shownGraph } from "./shown";
import { epochsDone, stepsDone } from "./state";
import type { Settings, Shown, Source } from "./state";
import type { Store } from "./store";
import {
  withBackend,
  withCrash,
  withData,
  withDraft,
  withEngine,
  withLearningRate,
  withLoading,
  withNotice,
  withPhase,
  withPredictions,
  withProgress,
  withReport,
  withRun,
  withShown,
} from "./updates";

/** Weights as a file. */
export interface WeightsFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Bytes of the largest zip that is read: the engine has 4 GB for it, its contents and the model. */
const LARGEST_FILE = 2 ** 29;
/** How many graphs are classified per request, so that ▶ never waits long behind it. */
const PREDICTION_CHUNK = 64;

export interface LoadOptions {
  /** The graph to show; null leaves the example in view. */
  readonly show?: number | null;
  readonly config?: Partial<TrainingConfig>;
}

export class Controller {
  readonly #store: Store;
  readonly #connect: (events: ClientEvents) => Client;
  readonly #pageUrl: string;
  #client: Client | null = null;
  #abortLoading: AbortController | null = null;
  /** The end of the last load: one follows the other. */
  #loaded: Promise<boolean> = Promise.resolve(true);
  #pumping = false;
  #pace = 1;
  #predictionId = 0;
  /** Counts runs, so that a late answer of an old one is dropped. */
  #runId = 0;

  constructor(store: Store, connect: (events: ClientEvents) => Client, pageUrl: string) {
    this.#store = store;
    this.#connect = connect;
    this.#pageUrl = pageUrl;
  }

  /** Starts the engine, or starts it anew; the data set in use is loaded again, with new weights. */
  async start(backend: Backend): Promise<void> {
    this.#abortLoading?.abort();
    this.#client?.close();
    this.#runId += 1;
    this.#store.update(withPhase("paused"), withBackend(backend), withProgress(null), withLoading(null));
    const client = this.#connect({
      progress: (fraction) => {
        if (client === this.#client) this.#store.update(withProgress(fraction));
      },
      crash: (message) => {
        if (client === this.#client) this.#store.update(withCrash(message));
      },
    });
    this.#client = client;
    try {
      const { device, generators } = await client.call("open", [backend, this.#pageUrl]);
      this.#store.update(withEngine(device, generators));
    } catch (error) {
      if (client === this.#client && !(error instanceof EngineCrash)) {
        this.#store.update(withCrash(messageOf(error)));
      }
      return;
    }
    const { data, run, view } = this.#store.state.value;
    if (!data) return;
    const { subject } = view.shown;
    const show = subject.type === "graph" ? subject.index : null;
    await this.load(data.source, { show, config: run?.summary.config ?? {} });
  }

  /** Loads a data set and makes a model for it. Where that fails, the last data set stays in use. */
  load(source: Source, options: LoadOptions = {}): Promise<boolean> {
    // A download that is no longer wanted ends here; a file that is being read is read to the end first, so that
    // page and engine never hold different data sets.
    this.#abortLoading?.abort();
    const abort = new AbortController();
    this.#abortLoading = abort;
    this.#loaded = this.#loaded.then(() => this.#load(source, options, abort));
    return this.#loaded;
  }

  async #load(
    source: Source,
    { show = 0, config = this.#carriedConfig() }: LoadOptions,
    abort: AbortController,
  ): Promise<boolean> {
    const client = this.#client;
    if (!client || abort.signal.aborted) return false;
    const name = this.#nameOf(source);
    const wasRunning = this.#isRunning();
    this.pause();
    try {
      const { summary, rows } = await this.#read(client, source, name, abort.signal);
      this.#store.update(withData({ source, summary, rows }));
      const features = summary.features.find((offered) => offered === config.features) ?? summary.features[0];
      if (await this.#newModel({ ...config, ...(features ? { features } : {}) })) {
        if (show !== null) await this.inspect(Math.min(show, rows.length - 1));
      }
      return true;
    } catch (error) {
      if (error instanceof EngineCrash) return false;
      if (!abort.signal.aborted) {
        const kept = this.#store.state.value.data;
        const message = sentence(messageOf(error));
        const detail = kept ? `${message} ${kept.summary.name} stays in use.` : message;
        this.#store.update(withNotice({ kind: "error", title: `${name} was not loaded`, detail }));
      }
      if (wasRunning) this.train();
      return false;
    } finally {
      if (this.#abortLoading === abort) {
        this.#abortLoading = null;
        this.#store.update(withLoading(null));
      }
    }
  }

  /** Gives up the data set on its way. A file that is already being read can only be stopped with the engine. */
  cancelLoading(): void {
    const stage = this.#store.state.value.loading?.stage;
    this.#abortLoading?.abort();
    this.#store.update(withLoading(null));
    if (stage !== "reading") return;
    this.#store.update(
      withNotice({
        kind: "info",
        title: "Loading was cancelled",
        detail: "The engine was restarted, so training starts again from new weights.",
      }),
    );
    void this.start(this.#store.state.value.backend);
  }

  /** Starts a new run from the waiting settings; the run so far ends. */
  async reset(change: Partial<TrainingConfig> = {}): Promise<boolean> {
    const { run, draft } = this.#store.state.value;
    this.pause();
    const made = await this.#newModel({ ...run?.summary.config, ...draft, ...change });
    if (made) await this.#refresh();
    return made;
  }

  /** Changes settings: at once where nothing is lost by it, with the next run otherwise. */
  async change(settings: Partial<Settings>): Promise<void> {
    const run = this.#store.state.value.run;
    const { learningRate, ...others } = settings;
    if (learningRate !== undefined) await this.#setLearningRate(learningRate);
    if (Object.keys(others).length === 0) return;
    this.#store.update(withDraft(others));
    if (run && stepsDone(run) === 0) await this.reset();
  }

  /** The run as it stands, as a file: everything that going on later takes. */
  async saveWeights(): Promise<WeightsFile | null> {
    const client = this.#client;
    if (!client) return null;
    try {
      const bytes = await client.call("saveWeights", []);
      const { data, run } = this.#store.state.value;
      const dataset = data?.summary.name.replaceAll(/[^\w.-]+/g, "-");
      return { name: `sublevel-${dataset}-epoch-${run ? epochsDone(run) : 0}.safetensors`, bytes };
    } catch (error) {
      this.#fail("The weights were not saved", error);
      return null;
    }
  }

  /** Goes on with a run that was saved on the data set in use, from a pause. Where that fails, the run stays as it is. */
  loadWeights(name: string, blob: Blob): Promise<boolean> {
    this.#loaded = this.#loaded.then(() => this.#loadWeights(name, blob));
    return this.#loaded;
  }

  async #loadWeights(name: string, blob: Blob): Promise<boolean> {
    const client = this.#client;
    if (!client) return false;
    const wasRunning = this.#isRunning();
    this.pause();
    try {
      if (blob.size > LARGEST_FILE) throw new Error("The page reads files of at most 0.5 GB.");
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const before = this.#runId;
      const summary = await client.call("loadWeights", [bytes], [bytes.buffer]);
      // Where a new run was asked for meanwhile, the engine has begun it after this one.
      if (before !== this.#runId) return false;
      const id = ++this.#runId;
      const rows = await client.call("rows", []);
      if (id !== this.#runId) return false;
      this.#pace = 1;
      this.#store.update(
        withRun(summary, rows),
        withNotice({
          kind: "info",
          title: `${name} was loaded`,
          detail: `The run goes on after epoch ${summary.epochsDone} of ${summary.config.epochs}.`,
        }),
      );
      await this.#refresh();
      void this.predict();
      return true;
    } catch (error) {
      if (error instanceof EngineCrash) return false;
      this.#fail(`${name} was not loaded`, error);
      if (wasRunning) this.train();
      return false;
    }
  }

  train(): void {
    const { run, data } = this.#store.state.value;
    if (!run || run.phase === "finished" || run.phase === "stopped") return;
    if (data && this.#store.state.value.view.shown.subject.type === "example") void this.inspect(0);
    this.#store.update(withPhase("running"));
    void this.#pump();
  }

  pause(): void {
    if (this.#isRunning()) this.#store.update(withPhase("paused"));
  }

  /** One optimisation step, then a pause. */
  async step(): Promise<void> {
    const { run, view } = this.#store.state.value;
    if (!run || this.#pumping || run.phase === "finished" || run.phase === "stopped") return;
    this.#store.update(withPhase("paused"));
    if (view.shown.subject.type === "example") await this.inspect(0);
    await this.#advance(1);
    await this.#refresh();
  }

  /** Shows a graph of the data set. */
  async inspect(index: number): Promise<void> {
    const client = this.#client;
    const graphs = this.#store.state.value.data?.rows.length ?? 0;
    if (!client || index < 0 || index >= graphs) return;
    const id = this.#runId;
    try {
      const inspection = await client.call("inspect", [index]);
      if (id === this.#runId) this.#store.update(withShown(shownGraph(index, inspection)));
    } catch (error) {
      this.#fail(`Graph ${index + 1} cannot be shown`, error);
    }
  }

  /** Asks the model about every graph, in small portions, until all are known or training goes on. */
  async predict(): Promise<void> {
    const client = this.#client;
    const { data, run } = this.#store.state.value;
    if (!client || !data || !run) return;
    const id = ++this.#predictionId;
    const runId = this.#runId;
    const graphs = data.rows.length;
    const step = run.steps.length;
    try {
      for (let from = 0; from < graphs; from += PREDICTION_CHUNK) {
        const classes = await client.call("predict", [from, Math.min(PREDICTION_CHUNK, graphs - from)]);
        const now = this.#store.state.value.run;
        if (id !== this.#predictionId || runId !== this.#runId || now?.steps.length !== step) return;
        this.#store.update(withPredictions(from, classes, step, graphs));
      }
    } catch (error) {
      this.#fail("The graphs could not be classified", error);
    }
  }

  async #read(client: Client, source: Source, name: string, signal: AbortSignal) {
    const reading = { name, stage: "reading", fraction: null } as const;
    if (source.type === "generator") {
      this.#store.update(withLoading(reading));
      return client.call("generate", [source.id, source.seed]);
    }
    const size = source.type === "file" ? source.blob.size : source.file.bytes;
    if (size > LARGEST_FILE) {
      const gigabytes = (size / 2 ** 30).toFixed(1);
      throw new Error(
        `${name} has ${gigabytes} GB, and the page reads zips of at most 0.5 GB. The command line reads up to 1 GB: sublevel train --data ${name}`,
      );
    }
    this.#store.update(withLoading({ name, stage: "fetching", fraction: 0 }));
    const bytes =
      source.type === "file"
        ? new Uint8Array(await source.blob.arrayBuffer())
        : await this.#download(source.file.url, source.file.bytes, name, signal);
    signal.throwIfAborted();
    this.#store.update(withLoading(reading));
    return client.call("load", [name, bytes], [bytes.buffer]);
  }

  async #download(
    url: string,
    size: number,
    name: string,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const response = await fetch(new URL(url, this.#pageUrl), { signal });
    if (!response.ok || !response.body) {
      throw new Error(`The server answered ${response.status}. Try again, or open the file from your disk.`);
    }
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let arrived = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      arrived += value.byteLength;
      this.#store.update(
        withLoading({ name, stage: "fetching", fraction: Math.min(1, arrived / Math.max(1, size)) }),
      );
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  }

  async #newModel(config: Partial<TrainingConfig>): Promise<boolean> {
    const client = this.#client;
    if (!client || !this.#store.state.value.data) return false;
    const id = ++this.#runId;
    try {
      const summary = await client.call("configure", [config]);
      if (id !== this.#runId) return false;
      // The split belongs to the settings, so the rows may have changed parts.
      const rows = await client.call("rows", []);
      if (id !== this.#runId) return false;
      this.#pace = 1;
      this.#store.update(withRun(summary, rows));
      return true;
    } catch (error) {
      this.#fail("These settings were refused", error);
      return false;
    }
  }

  async #setLearningRate(rate: number): Promise<void> {
    const client = this.#client;
    if (!client) return;
    try {
      await client.call("setLearningRate", [rate]);
      this.#store.update(withLearningRate(rate));
    } catch (error) {
      this.#fail("This learning rate was refused", error);
    }
  }

  /** Asks for steps for as long as the run is meant to go on. Pausing is not asking again. */
  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (this.#isRunning()) {
        const started = performance.now();
        const steps = this.#pace;
        const epochs = this.#epochs();
        if (!(await this.#advance(steps))) return;
        this.#pace = nextPace(steps, performance.now() - started);
        await this.#refresh();
        // The list of wrong graphs follows each epoch while somebody looks at it.
        if (this.#epochs() > epochs && this.#store.state.value.graphFilter.wrongOnly) await this.predict();
      }
    } finally {
      this.#pumping = false;
    }
    // ▶ may have been pressed while the last answer was on its way.
    if (this.#isRunning()) void this.#pump();
    else void this.predict();
  }

  async #advance(steps: number): Promise<boolean> {
    const client = this.#client;
    const id = this.#runId;
    if (!client) return false;
    const started = performance.now();
    try {
      const report = await client.call("train", [steps]);
      if (id !== this.#runId) return false;
      this.#store.update(withReport(report, performance.now() - started));
      if (report.stopped !== null) {
        this.#store.update(withNotice({ kind: "error", title: "Training stopped", detail: report.stopped }));
      }
      return true;
    } catch (error) {
      if (id === this.#runId) {
        this.#store.update(withPhase("paused"));
        this.#fail("Training stopped", error);
      }
      return false;
    }
  }

  /** Looks at the shown graph again: its filter has moved with the weights. */
  async #refresh(): Promise<void> {
    const client = this.#client;
    const { shown } = this.#store.state.value.view;
    if (!client || shown.subject.type !== "graph") return;
    const { index } = shown.subject;
    const id = this.#runId;
    try {
      const { filter, bars, logits } = await client.call("evaluate", [index]);
      const current: Shown = this.#store.state.value.view.shown;
      if (id !== this.#runId || current.graph !== shown.graph) return;
      this.#store.update(withShown({ ...current, filtration: filtrationOf(filter, bars), logits }));
    } catch (error) {
      this.#fail(`Graph ${index + 1} cannot be shown`, error);
    }
  }

  /** A crash has its own place on the page; everything else becomes a notice. */
  #fail(title: string, error: unknown): void {
    if (error instanceof EngineCrash) return;
    this.#store.update(withNotice({ kind: "error", title, detail: messageOf(error) }));
  }

  #isRunning(): boolean {
    return this.#store.state.value.run?.phase === "running";
  }

  #epochs(): number {
    return this.#store.state.value.run?.epochs.length ?? 0;
  }

  /** The choices that mean the same on every data set. */
  #carriedConfig(): Partial<TrainingConfig> {
    const config = this.#store.state.value.run?.summary.config;
    return config ? { seed: config.seed, epochs: config.epochs, features: config.features } : {};
  }

  #nameOf(source: Source): string {
    if (source.type === "file") return source.name;
    if (source.type === "server") return source.file.name;
    return this.#store.state.value.generators.find(({ id }) => id === source.id)?.title ?? source.id;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The text with a full stop, so that another sentence can follow. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
