// The module worker that owns the engine. It answers one request after the other, in order: the engine cannot
// be entered twice, and a training call may wait for the device in between.

import * as pkg from "../../pkg/sublevel.js";
import wasmUrl from "../../pkg/sublevel_bg.wasm?url";
import type { EngineModule, Session } from "./engine";
import type { Calls, CallName, Request, Response } from "./messages";
import { fetchWithProgress } from "./progress";

const engine = pkg as unknown as EngineModule;
let session: Session | null = null;

function opened(): Session {
  if (!session) throw new Error("The engine has not been started yet.");
  return session;
}

type Handlers = {
  [Name in CallName]: (
    ...args: Calls[Name]["args"]
  ) => Calls[Name]["answer"] | Promise<Calls[Name]["answer"]>;
};

const handlers: Handlers = {
  async open(backend, pageUrl) {
    const wasm = await fetchWithProgress(wasmUrl, pageUrl, (fraction) =>
      post({ type: "progress", fraction }),
    );
    await engine.default({ module_or_path: wasm });
    session = await engine.Session.open(backend);
    return { device: session.device(), generators: engine.generators() };
  },
  load(name, bytes) {
    const summary = opened().load(name, bytes);
    return { summary, rows: opened().rows() };
  },
  generate(id, seed) {
    const summary = opened().generate(id, seed);
    return { summary, rows: opened().rows() };
  },
  configure: (config) => opened().configure(config),
  saveWeights: () => opened().saveWeights(),
  loadWeights: (bytes) => opened().loadWeights(bytes),
  rows: () => opened().rows(),
  setLearningRate(rate) {
    opened().setLearningRate(rate);
    return null;
  },
  train: (steps) => opened().train(steps),
  async inspect(graph) {
    const { vertices, edges, class: label } = opened().graph(graph);
    const { filter, bars, logits } = await opened().evaluate(graph);
    return { vertices, edges, class: label, filter, bars, logits };
  },
  async evaluate(graph) {
    const { filter, bars, logits } = await opened().evaluate(graph);
    return { filter, bars, logits };
  },
  predict: (from, count) => opened().evaluateMany(from, count),
};

function post(response: Response, transfer: Transferable[] = []): void {
  self.postMessage(response, { transfer });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
    // A trap leaves the engine in an unknown state; an error is an answer like any other.
    if (error instanceof WebAssembly.RuntimeError) crash(error);
    else post({ type: "error", id: request.id, message: messageOf(error) });
  }
}

function crash(error: unknown): void {
  session = null;
  post({ type: "crash", message: messageOf(error) });
}

let queue: Promise<void> = Promise.resolve();
self.addEventListener("message", (event: MessageEvent<Request>) => {
  queue = queue.then(() => answer(event.data));
});
// A trap inside a pending future reaches nobody's `catch`: it surfaces here.
self.addEventListener("unhandledrejection", (event) => crash(event.reason));
self.addEventListener("error", (event) => crash(event.error ?? event.message));
