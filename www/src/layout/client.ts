import type { Graph } from "../domain/graph/graph";
import { isSandboxed } from "../domain/startWorker";
import type { LayoutReply, LayoutRequest } from "./answers";
import { startPositions } from "./layout";

/** A layout depends only on its graph, so all views share it. */
const finished = new WeakMap<Graph, Float32Array>();

type Answers = Pick<Worker, "postMessage" | "terminate">;

/** Lays out in the page: a sandboxed frame has no workers, and the graphs of lessons are small. */
function withoutWorker(receive: (reply: LayoutReply) => void): Answers {
  const answers = import("./answers").then(({ layoutAnswers }) => layoutAnswers(receive));
  const postMessage = (request: LayoutRequest): void => void answers.then((answer) => answer(request));
  return { postMessage, terminate: () => postMessage({ id: -1, graph: null }) };
}

/** One worker for one view. */
export class LayoutClient {
  private worker: Answers | null = null;
  private id = 0;
  private graph: Graph | null = null;
  private report: ((positions: Float32Array, done: boolean) => void) | null = null;

  /**
   * Returns the first positions at once and reports better ones until `done`. A second call cancels the first
   * one.
   */
  start(graph: Graph, report: (positions: Float32Array, done: boolean) => void): Float32Array {
    const known = finished.get(graph);
    this.id += 1;
    this.graph = graph;
    this.report = report;
    if (known) {
      this.send(null);
      return known;
    }
    this.send(graph);
    return startPositions(graph);
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.report = null;
  }

  /** Starts the worker, which takes time, before there is a graph. */
  ready(): Answers {
    if (this.worker) return this.worker;
    const receive = (reply: LayoutReply): void => {
      if (reply.id !== this.id || !this.graph) return;
      if (reply.done) finished.set(this.graph, reply.positions);
      this.report?.(reply.positions, reply.done);
    };
    if (isSandboxed()) this.worker = withoutWorker(receive);
    else {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }: MessageEvent<LayoutReply>) => receive(data);
      this.worker = worker;
    }
    return this.worker;
  }

  private send(graph: Graph | null): void {
    if (!this.worker && !graph) return;
    const request: LayoutRequest = {
      id: this.id,
      graph: graph && { vertices: graph.vertices, edges: graph.edges },
    };
    this.ready().postMessage(request);
  }
}
