// The module worker that owns the engine. It answers one request after the other, in order: the engine cannot
// be entered twice, and a training call may wait for the device in between.

import type { CallName, Calls, Message, ModulePlace, Request, Response } from "./calls";
import { PING } from "./calls";
import { crashMessage, watchGpu } from "./crash";
import type { LostGpu } from "./crash";
import { runFileIn } from "../store/folds";
import { InUse } from "./inUse";
import type { EngineModule } from "./module";
import { fetchWithProgress } from "./progress";

/** A trap or an error is often the first sign of a lost GPU; the browser says so a moment later. */
const LOST_GPU_MS = 300;

let opened: InUse | null = null;
let onGpu = false;
let lost: LostGpu | null = null;
watchGpu((self as { GPUAdapter?: Parameters<typeof watchGpu>[0] }).GPUAdapter, (gpu, destroyed) => {
  // Devices that were only tried are given back; the one in use never is.
  if (destroyed && !opened) return;
  lost = gpu;
  if (opened) void crash(gpu.message);
});

function inUse(): InUse {
  if (!opened) throw new Error("The engine has not been started yet.");
  return opened;
}

type Handlers = {
  [Name in CallName]: (
    ...args: Calls[Name]["args"]
  ) => Calls[Name]["answer"] | Promise<Calls[Name]["answer"]>;
};

/** The training module with its WebAssembly, from where the server has it. */
async function fetchEngine(pageUrl: string, { module, bytes }: ModulePlace): Promise<EngineModule> {
  const url = new URL(module, pageUrl);
  const wasm = fetchWithProgress(new URL(url.href.replace(/\.js$/, "_bg.wasm")), bytes, (fraction) =>
    post({ type: "progress", fraction }),
  );
  const [engine, response] = await Promise.all([
    import(/* @vite-ignore */ url.href) as Promise<EngineModule>,
    wasm,
  ]);
  await engine.default({ module_or_path: response });
  return engine;
}

const handlers: Handlers = {
  async open(backend, pageUrl, place) {
    const engine = await fetchEngine(pageUrl, place);
    opened = new InUse(await engine.Session.open(backend));
    const device = opened.session.device();
    onGpu = device.gpu;
    return device;
  },
  load: (files, settings, show) => inUse().open(files, settings, show),
  generate: (id, seed, settings, show) => inUse().generate(id, seed, settings, show),
  loadAlone: (files) => inUse().openAlone(files),
  generateAlone: (id, seed) => inUse().generateAlone(id, seed),
  configure: (settings, foldFiles, keep) => inUse().configure(settings, foldFiles, keep),
  countFolds: (files) => inUse().countFolds(files),
  swap: () => inUse().swap(),
  saveWeights: () => inUse().session.saveRun(inUse().run),
  loadWeights: (bytes, keep) => inUse().resume(bytes, keep),
  keepRun: (after) => inUse().keep(after),
  continueRun: (checkpoint, weights) => inUse().continue(checkpoint, weights),
  setEpochs: (epochs) => inUse().session.setEpochsOf(inUse().run, epochs),
  rows: () => inUse().session.graphRows(inUse().dataset, inUse().run),
  setLearningRate(rate) {
    inUse().session.setLearningRateOf(inUse().run, rate);
    return null;
  },
  train: (steps) => inUse().train(steps),
  rival: (settings, foldFiles) => inUse().setRival(settings, foldFiles),
  inspect: (graph, epoch) => inUse().inspect(graph, epoch),
  evaluate: (graph, epoch) => inUse().evaluate(graph, epoch),
  evaluateOther: (graph, epoch) => inUse().evaluateOther(graph, epoch),
  weights: (epoch) => inUse().session.weightsAt(inUse().run, epoch ?? undefined),
  takeWeights({ epoch, numbers }) {
    inUse().session.keepWeights(inUse().run, epoch, numbers);
    return inUse().session.snapshotEpochs(inUse().run).includes(epoch);
  },
  explain: (graph, epoch) => inUse().explain(graph, epoch),
  inspectMany: (graphs, epoch) => inUse().inspectMany(graphs, epoch),
  inspectTogether: (graphs, epoch) =>
    inUse().session.inspectTogether(inUse().run, epoch ?? undefined, graphs),
  quantities: () => inUse().session.quantitiesOf(inUse().dataset),
  quantity: (name) => inUse().session.quantityOf(inUse().dataset, name),
  associations: (asked, epoch) => inUse().session.associationsAt(inUse().run, epoch ?? undefined, asked),
  beside: (fixed, asked, epoch) => inUse().session.besideAt(inUse().run, epoch ?? undefined, fixed, asked),
  swapIn: (quantities, epoch) => inUse().session.swapInAt(inUse().run, epoch ?? undefined, [...quantities]),
  classes: (part, stretched, epoch) =>
    inUse().session.classesAt(inUse().run, epoch ?? undefined, part, stretched),
  topBars: (part, epoch) => inUse().session.topBarsAt(inUse().run, epoch ?? undefined, part),
  hear: (id, checkpoint) => inUse().hear(id, checkpoint),
  compare: async (part, pair, epoch) => {
    const [one, other] = await inUse().said(pair, epoch);
    return one.compare(other, part);
  },
  compareGraph: async (graph, pair, epoch) => {
    const [one, other] = await inUse().said(pair, epoch);
    return one.compareGraph(other, graph);
  },
  scores: (epoch) => inUse().session.scoresAt(inUse().run, epoch ?? undefined),
  beginFolds: (settings, foldFiles) => inUse().beginFolds(settings, foldFiles),
  trainFolds: (steps) => inUse().trainFolds(steps),
  foldsFile: () => runFileIn(inUse().folds.file()),
  predict: (from, count) => inUse().session.predictAt(inUse().run, undefined, from, count),
};

function post(response: Response, transfer: Transferable[] = []): void {
  self.postMessage(response, { transfer });
}

/** The buffers of the typed arrays in an answer: they move to the page instead of being copied. */
function buffersOf(value: Calls[CallName]["answer"]): Transferable[] {
  const parts = ArrayBuffer.isView(value) ? [value] : Object.values(value ?? {});
  const buffers = new Set<ArrayBuffer>();
  for (const part of parts) {
    if (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer) buffers.add(part.buffer);
  }
  return [...buffers];
}

async function answer(request: Request): Promise<void> {
  try {
    const handler = handlers[request.call] as (
      ...args: readonly unknown[]
    ) => Calls[CallName]["answer"] | Promise<Calls[CallName]["answer"]>;
    const value = await handler(...request.args);
    post({ type: "answer", id: request.id, value }, buffersOf(value));
  } catch (error) {
    if (onGpu && !lost) await aMoment();
    // A trap leaves the engine in an unknown state; an error is an answer like any other, unless the GPU is gone.
    if (error instanceof WebAssembly.RuntimeError || lost) await crash(error);
    else post({ type: "error", id: request.id, message: crashMessage(error, null) });
  }
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOST_GPU_MS));
}

async function crash(error: unknown): Promise<void> {
  opened = null;
  console.error(error);
  if (!lost) await aMoment();
  post({ type: "crash", message: crashMessage(error, lost) });
}

let queue: Promise<void> = Promise.resolve();
self.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (data === PING) post({ type: "alive" });
  else queue = queue.then(() => answer(data));
});
// A trap inside a pending future reaches nobody's `catch`: it surfaces here.
self.addEventListener("unhandledrejection", (event) => void crash(event.reason));
self.addEventListener("error", (event) => void crash(event.error ?? event.message));
