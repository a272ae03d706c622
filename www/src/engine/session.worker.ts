// The module worker with the engine. It runs one job at a time: the engine is not reentrant, and a training call can wait
// for the device in between.

import { PING } from "./calls";
import type { CallName, Calls, Compiled, Message, ModulePlace, Request, Response } from "./calls";
import { runFileIn } from "../domain/training/folds";
import { crashMessage, SilentGpu, answered, watchGpu } from "./crash";
import type { LostGpu } from "./crash";
import { InUse } from "./inUse";
import type { EngineModule } from "./module";
import { fetchWithProgress } from "./progress";
import { questions } from "./questions";
import { Schedule } from "./schedule";
import type { Sliced } from "./schedule";

/** A trap or an error is often the first sign of a lost GPU; the browser reports the loss a moment later. */
const LOST_GPU_MS = 300;

/** Calls that replace the data set or the run in use. */
const CHANGES: ReadonlySet<CallName> = new Set([
  "load",
  "loadAlone",
  "configure",
  "swap",
  "loadWeights",
  "continueRun",
]);

const breathing = new MessageChannel();
let opened: InUse | null = null;
let onGpu = false;
let lost: LostGpu | null = null;
let crashed = false;
watchGpu((self as { GPUAdapter?: Parameters<typeof watchGpu>[0] }).GPUAdapter, (gpu, destroyed) => {
  // Devices that were only tried are destroyed; the one in use never is.
  if (destroyed && !opened) return;
  lost = gpu;
  if (opened) void crash(gpu.message);
});

function inUse(): InUse {
  if (!opened) throw new Error("The engine has not been started yet.");
  return opened;
}

type Handlers = {
  [Name in Exclude<CallName, keyof typeof questions>]: (
    ...args: Calls[Name]["args"]
  ) => Calls[Name]["answer"] | Promise<Calls[Name]["answer"]>;
};

/** The WebAssembly of the training module from its place on the server. */
async function compile(pageUrl: string, { module, wasm, bytes }: ModulePlace): Promise<Compiled> {
  const beside = new URL(module, pageUrl).href.replace(/\.js$/, "_bg.wasm");
  const response = fetchWithProgress(new URL(wasm ?? beside), bytes, (fraction) =>
    post({ type: "progress", fraction }),
  );
  return { module, wasm: await WebAssembly.compileStreaming(response) };
}

const handlers: Handlers = {
  async open(backend, pageUrl, place, known) {
    const [engine, compiled] = await Promise.all([
      import(/* @vite-ignore */ new URL(place.module, pageUrl).href) as Promise<EngineModule>,
      known?.module === place.module ? known : compile(pageUrl, place),
    ]);
    await engine.default({ module_or_path: compiled.wasm });
    opened = new InUse(await engine.Session.open(backend));
    const device = opened.session.device();
    onGpu = device.gpu;
    return { device, compiled };
  },
  load: (content, settings, show) => inUse().load(content, settings, show),
  loadAlone: (content) => inUse().loadAlone(content),
  configure: (settings, foldFiles, keep) => inUse().configure(settings, foldFiles, keep),
  countFolds: (files) => inUse().countFolds(files),
  swap: () => inUse().swap(),
  saveWeights: () => inUse().session.saveRun(inUse().run),
  loadWeights: (bytes, keep) => inUse().resume(bytes, keep),
  keepRun: (after) => inUse().keep(after),
  continueRun: (checkpoint, weights) => inUse().continue(checkpoint, weights),
  setEpochs: (epochs) => inUse().session.setEpochsOf(inUse().run, epochs),
  growLog: (portion) => inUse().growLog(portion),
  rows: () => inUse().session.graphRows(inUse().dataset, inUse().run),
  setLearningRate(rate) {
    inUse().session.setLearningRateOf(inUse().run, rate);
    return null;
  },
  train: (steps) => inUse().train(steps),
  rival: (settings, foldFiles) => inUse().setRival(settings, foldFiles),
  inspect: (graph, view) => inUse().inspect(graph, view),
  evaluate: (graph, view) => inUse().evaluate(graph, view),
  weights: (epoch) => inUse().session.weightsAt(inUse().run, epoch ?? undefined),
  takeWeights({ epoch, numbers }) {
    inUse().session.keepWeights(inUse().run, epoch, numbers);
    return inUse().session.snapshotEpochs(inUse().run);
  },
  filterAgreement: ({ epoch }) => inUse().session.filterAgreementAt(inUse().run, epoch ?? undefined),
  explain: (graph, view) => inUse().explain(graph, view),
  quantities: (edges) => inUse().session.quantitiesOf(inUse().dataset, edges),
  beginFolds: (settings, foldFiles) => inUse().beginFolds(settings, foldFiles),
  trainFold: (fold, steps) => inUse().trainFold(fold, steps),
  foldsFile: () => runFileIn(inUse().folds.file()),
  mergeFolds: (files) => runFileIn(inUse().session.mergeRunFiles(files)),
  predict: (from, count) => inUse().session.predictAt(inUse().run, undefined, from, count),
};

function post(response: Response, transfer: Transferable[] = []): void {
  self.postMessage(response, { transfer });
}

/** The buffers of the typed arrays in an answer: they are transferred to the page instead of copied. */
function buffersOf(value: Calls[CallName]["answer"]): Transferable[] {
  const parts = ArrayBuffer.isView(value) ? [value] : Object.values(value ?? {});
  const buffers = new Set<ArrayBuffer>();
  for (const part of parts) {
    if (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer) buffers.add(part.buffer);
  }
  return [...buffers];
}

const schedule = new Schedule<Calls[CallName]["answer"]>(receiveMessages);

function answer({ id, call, args, rank }: Request): void {
  // Pending requests about a run are obsolete after its replacement.
  if (CHANGES.has(call)) schedule.drop((job) => job.rank === 0);
  schedule.add({
    id,
    rank,
    start: () => begin(call, args),
    answered: (value) => post({ type: "answer", id, value }, buffersOf(value)),
    dropped: () => post({ type: "dropped", id }),
    async failed(error) {
      if (crashed) return;
      if (onGpu && !lost) await aMoment();
      // A trap leaves the engine in an unknown state; an error is an ordinary answer, unless the GPU is lost.
      const dead = error instanceof WebAssembly.RuntimeError || error instanceof SilentGpu;
      if (dead || lost) await crash(error);
      else post({ type: "error", id, message: crashMessage(error, null) });
    },
  });
}

type Begun =
  Sliced<Calls[CallName]["answer"]> | Promise<Calls[CallName]["answer"]> | Calls[CallName]["answer"];

function begin(call: CallName, args: readonly unknown[]): Begun {
  if (call in questions) {
    const question = questions[call as keyof typeof questions] as (
      inUse: InUse,
      ...args: readonly unknown[]
    ) => Begun;
    return question(inUse(), ...args);
  }
  const handler = handlers[call as keyof Handlers] as (...args: readonly unknown[]) => Begun;
  const started = handler(...args);
  return onGpu && started instanceof Promise ? answered(started) : started;
}

/** Resolves after pending messages are received. */
function receiveMessages(): Promise<void> {
  return new Promise((resolve) => {
    breathing.port1.onmessage = () => resolve();
    breathing.port2.postMessage(null);
  });
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOST_GPU_MS));
}

/** Reports the first crash. The errors of the requests after it are its consequences. */
async function crash(error: unknown): Promise<void> {
  if (crashed) return;
  crashed = true;
  opened = null;
  console.error(error);
  if (!lost) await aMoment();
  post({ type: "crash", message: crashMessage(error, lost) });
}

self.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (data === PING) post({ type: "alive" });
  else if ("drop" in data) schedule.drop((job) => job.id !== data.drop);
  else answer(data);
});
// A trap inside a pending future reaches no `catch`: it surfaces here.
self.addEventListener("unhandledrejection", (event) => void crash(event.reason));
self.addEventListener("error", (event) => void crash(event.error ?? event.message));
