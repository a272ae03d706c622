// The page in a cell of a notebook: a separate document, created from files that the kernel sends.

import { createApp } from "../app/createApp";
import { messageOf, sentence } from "../domain/text/format";
import type { ModulePlace } from "../engine/calls";
import { loadTopology } from "../engine/loadTopology";
import { memoryStore } from "../services/storage/savedRuns";
import type { PackageFile } from "./packageFiles";
import { PARTS } from "./messages";
import type { FromPage, FromWidget, Letter, Start, ToWidget, FromKernel, About } from "./messages";
import type { SublevelApi, InspectedTogether } from "../app/api";
import { SETTING_NAMES } from "../domain/settings/settings";
import type { Settings } from "../domain/settings/settings";
import { GrowingLog } from "../services/log/growingLog";
import type { GraphRow } from "../protocol";
import type { DataSource } from "../store/state";
import { filterInView } from "../domain/settings/models";
import { provenanceOf } from "../services/export/provenance";
import "../app/style.css";

async function start(root: HTMLElement, port: MessagePort, { theme }: Start): Promise<void> {
  document.documentElement.dataset["theme"] = theme;
  const post = (message: ToWidget): void => port.postMessage(message);
  const files = new Map<string, (file: PackageFile) => void>();
  /** A file of the package, after it arrives. */
  const fileOf = (name: string): Promise<PackageFile> =>
    new Promise((resolve) => {
      files.set(name, resolve);
      post({ type: "file", name });
    });
  let place: Promise<ModulePlace> | null = null;
  const training = async (): Promise<ModulePlace> => {
    const [module, wasm] = await Promise.all([fileOf("training.js"), fileOf("training_bg.wasm")]);
    return { module: module.url, wasm: wasm.url, bytes: wasm.bytes };
  };
  const { api, startEngine } = createApp({
    root,
    topology: await loadTopology(),
    id: "sublevel",
    whole: true,
    home: {
      training: () => (place ??= training()),
      // The kernel stores the state of a notebook; the browser storage belongs to the origin of the notebook server.
      runStorage: {
        runs: memoryStore(),
        now: Date.now,
        newId: () => crypto.randomUUID(),
        claim: () => undefined,
        claimed: () => Promise.resolve(new Set()),
      },
      first: null,
      page: "inspect",
    },
  });
  window.sublevel = api;
  const toKernel = (content: FromPage, buffers: Letter<FromPage>["buffers"] = []): void =>
    post({ type: "letter", letter: { content, buffers } });
  const receive = answerKernel(api, toKernel, startEngine);
  port.onmessage = ({ data }: MessageEvent<FromWidget>) => {
    switch (data.type) {
      case "file":
        files.get(data.name)?.(data);
        break;
      case "theme":
        api.dispatch({ type: "theme", theme: data.theme, source: "engine" });
        break;
      case "letter":
        receive(data.letter);
        break;
    }
  };
  toKernel({ type: "ready" });
}

const root = document.getElementById("app");
/** Other senders can send messages to windows, too. */
function begin({ source, ports: [port], data }: MessageEvent<Start | null>): void {
  if (source !== window.parent || data?.type !== "sublevel:start" || !root || !port) return;
  window.removeEventListener("message", begin);
  start(root, port, data).catch((error: unknown) => {
    console.error(error);
    root.textContent = `Sublevel could not start: ${sentence(messageOf(error))} Run the cell again.`;
  });
}
window.addEventListener("message", begin);

// Executes requests of the kernel one after the other, and reports the view to it.

type Asked = Exclude<FromKernel, { readonly type: "taken" }>;

const EMPTY_LOG = {
  kind: "info",
  title: "The run log has no epoch yet",
  detail: "The page shows the run after its first epoch.",
} as const;

function settingsOf(config: Readonly<Record<string, unknown>>): Partial<Settings> {
  const unknown = Object.keys(config).filter((name) => !(SETTING_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no setting ${unknown.join(", ")}. There are ${SETTING_NAMES.join(", ")}.`);
  }
  return config;
}

/** Returns the handler of letters from the kernel. `startEngine` loads the engine; its result is false on failure. */
export function answerKernel(
  api: SublevelApi,
  send: Send,
  startEngine: () => Promise<boolean>,
): (letter: Letter<FromKernel>) => void {
  const reporter = new Reporter(api, send);
  let queue: Promise<void> = Promise.resolve();
  let shown = "";
  /** The run log of the kernel. */
  let log: GrowingLog | null = null;

  /** Throws if the data set in use has no such graph, or the graph no such vertex. */
  function check(graph: number, vertex: number | null): void {
    const rows = api.state().data?.rows ?? [];
    const row = rows[graph];
    if (row && (vertex === null || vertex < row.vertices)) return;
    // The kernel assumes that it is in view.
    shown = "";
    sendSelected();
    throw new Error(
      row
        ? `Graph ${graph} has no vertex ${vertex}: it has ${row.vertices}, counted from 0.`
        : `There is no graph ${graph}: the data set in use has ${rows.length}, counted from 0.`,
    );
  }

  async function show(graph: number, vertex: number | null): Promise<boolean> {
    check(graph, vertex);
    const there = await api.load({ graph });
    if (there) api.dispatch({ type: "view", change: { selection: vertex } });
    return there;
  }

  async function open(
    { name, isLog, graph, vertex }: Extract<Asked, { type: "open" }>,
    [first, second, lines, values]: Letter<FromKernel>["buffers"],
  ): Promise<boolean> {
    if (!first) return false;
    const outdated = api.state().notices.find(({ title }) => title === EMPTY_LOG.title);
    if (outdated) api.dispatch({ type: "dismiss", notice: outdated.id });
    log = isLog && second ? new GrowingLog(name, first, second) : null;
    if (log && lines && values) log.add(lines, values);
    if (!(await api.load({ data: log?.source ?? { name, bytes: first }, graph }))) return false;
    reporter.own();
    if (!log && second && !(await api.loadWeights(second))) return false;
    check(graph, vertex);
    if (vertex !== null) api.dispatch({ type: "view", change: { selection: vertex } });
    return true;
  }

  async function train({ config, request }: Extract<Asked, { type: "train" }>): Promise<boolean> {
    const began = await api.train(config ? settingsOf(config) : undefined);
    if (began) reporter.follow(request);
    return began;
  }

  async function obey(asked: Asked, buffers: Letter<FromKernel>["buffers"]): Promise<boolean> {
    switch (asked.type) {
      case "open":
        return open(asked, buffers);
      case "empty-log":
        // The engine comes from the kernel, which can be busy when it logs the first epoch.
        if (!(await startEngine())) return false;
        api.dispatch({ type: "notify", notice: EMPTY_LOG });
        return true;
      case "epochs": {
        const [lines, values] = buffers;
        if (lines && values) log?.add(lines, values);
        return true;
      }
      case "train":
        return train(asked);
      case "pause":
        api.pause();
        return true;
      case "show":
        return show(asked.graph, asked.vertex);
      case "tell":
        reporter.insist();
        return true;
    }
  }

  async function answer(asked: Asked, buffers: Letter<FromKernel>["buffers"]): Promise<void> {
    const before = api.state().notices.at(-1)?.id;
    let problem: string | null = null;
    try {
      if (!(await obey(asked, buffers))) {
        const notice = api.state().notices.at(-1);
        const reported = notice && notice.id !== before && `${notice.title}: ${notice.detail}`;
        problem = reported || `The page could not execute the request (${asked.type}).`;
      }
    } catch (error) {
      problem = messageOf(error);
    }
    if (problem !== null) send({ type: "refused", problem });
  }

  const sendSelected = (): void => {
    const { document, view, displayed } = api.state();
    if (document.subject.type !== "graph" || displayed !== document.subject) return;
    const { index } = document.subject;
    const now = `${index} ${view.selection}`;
    if (now === shown) return;
    shown = now;
    send({ type: "selected", graph: index, vertex: view.selection });
  };
  api.on("action", sendSelected);

  return ({ content, buffers }) => {
    if (content.type === "taken") reporter.taken(content.id);
    else queue = queue.then(() => answer(content, buffers));
  };
}

// Sends the predictions for all graphs to the kernel (filter, bars and scores) after every epoch and when the run pauses.
// One message is pending at a time, and during training, sending takes at most a quarter of the time.

/** Larger data sets are sent only on request of the kernel: this takes seconds and hundreds of megabytes. */
const MANY = 200_000;
/** Notebook servers reject messages of more than ten mebibytes. */
const PORTION = 4 * 2 ** 20;

type Send = (content: FromPage, buffers?: Letter<FromPage>["buffers"]) => void;

class Reporter {
  readonly #api: SublevelApi;
  readonly #send: Send;
  #own: DataSource | null = null;
  #id = 0;
  #due = false;
  #insisted = false;
  #request = 0;
  #busy = false;
  #onTaken: (() => void) | null = null;
  #onRest: (() => void) | null = null;

  constructor(api: SublevelApi, send: Send) {
    this.#api = api;
    this.#send = send;
    let known = "";
    api.on("run", (run) => {
      const now = `${run?.id} ${run?.phase === "running"} ${run?.epochs.length} ${run?.phase === "running" ? "" : run?.stepsDone}`;
      if (run?.phase !== "running") this.#onRest?.();
      if (now === known) return;
      known = now;
      this.#want();
    });
    api.on("action", (action) => {
      if (action.type === "view" && action.change.epoch !== undefined) this.#want();
    });
  }

  /** The data set in use comes from the kernel. */
  own(): void {
    this.#own = this.#api.state().data?.source ?? null;
  }

  /** The kernel requests the tables, independent of their size. */
  insist(): void {
    this.#insisted = true;
    this.#want();
  }

  /** From now on, the tables follow this request to train. */
  follow(request: number): void {
    this.#request = request;
    this.#want();
  }

  /** The kernel has received the tables with this id. */
  taken(id: number): void {
    if (id === this.#id) this.#onTaken?.();
  }

  #want(): void {
    this.#due = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#due) {
      this.#due = false;
      const began = performance.now();
      try {
        await this.#report();
      } catch (error) {
        const problem = `The tables could not be renewed: ${sentence(messageOf(error))} view.update() tries again.`;
        this.#send({ type: "refused", problem });
      }
      const { run } = this.#api.state();
      if (run?.phase === "running") await this.#pause(3 * (performance.now() - began));
    }
    this.#busy = false;
  }

  /** Ends early if the run pauses: its state is then requested immediately. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onRest = resolve;
      setTimeout(resolve, milliseconds);
    });
  }

  async #report(): Promise<void> {
    const { data, run } = this.#api.state();
    if (!data || !run?.held) return;
    const vertices = data.rows.reduce((sum, row) => sum + row.vertices, 0);
    const insisted = this.#insisted;
    if (vertices > MANY && !insisted) return;
    this.#insisted = false;
    const running = run.phase === "running";
    const request = this.#request;
    const weights = await this.#api.saveWeights();
    const inspected = await this.#api.inspect();
    const now = this.#api.state();
    if (now.data?.source !== data.source || now.run?.id !== run.id) {
      // The replacement is sent next.
      this.#insisted ||= insisted;
      return;
    }
    if (!now.run.held) return;
    if (!weights || !inspected) throw new Error("the page could not read the run");
    const arrays = arraysOf(inspected, data.rows);
    const kept = running ? new Uint8Array() : weights;
    const about: About = {
      own: data.source === this.#own,
      classes: data.summary.classes.map(({ name }) => name),
      provenance: provenanceOf(weights, { ...inspected, filter: filterInView(now.run.summary) }),
      arrays: arrays.map(([name, values]) => [
        name,
        values instanceof Float32Array ? "f4" : "u4",
        values.length,
      ]),
      request,
      weights: kept.length,
    };
    await this.#give(about, [...arrays.map(([, values]) => bytesOf(values)), kept]);
  }

  /** Sends in portions, and waits until the kernel has received all: it can be busy with a cell. */
  async #give(about: About, parts: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
    const id = ++this.#id;
    const all = new Uint8Array(await new Blob([...parts]).arrayBuffer());
    const taken = new Promise<void>((resolve) => (this.#onTaken = resolve));
    for (let from = 0; ; from += PORTION) {
      const last = from + PORTION >= all.length;
      this.#send({ type: "tables", id, about: last ? about : null }, [all.slice(from, from + PORTION)]);
      if (last) break;
    }
    await taken;
  }
}

type Numbers = Float32Array<ArrayBufferLike> | Uint32Array<ArrayBufferLike>;

/** The class of a graph without one. */
const NO_CLASS = 2 ** 32 - 1;

function arraysOf(
  inspected: InspectedTogether,
  rows: readonly GraphRow[],
): readonly (readonly [string, Numbers])[] {
  const { graphs, vertexOffsets, filter, barOffsets, bars, logits } = inspected;
  return [
    ["graphs", graphs],
    ["vertexOffsets", vertexOffsets],
    ["filter", filter],
    ["barOffsets", barOffsets],
    ["bars", bars],
    ["logits", logits],
    ["classes", Uint32Array.from(rows, (row) => row.class ?? NO_CLASS)],
    ["targets", Float32Array.from(rows, ({ target }) => target ?? NaN)],
    ["parts", Uint32Array.from(rows, ({ part }) => PARTS.indexOf(part))],
  ];
}

function bytesOf(values: Numbers): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);
}
