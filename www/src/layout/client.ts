import type { Graph } from "../domain/graph/graph";
import { startPositions } from "./start";
import type { LayoutReply, LayoutRequest } from "./worker";

/** A layout depends only on its graph, so all views share it. */
const finished = new WeakMap<Graph, Float32Array>();

/** One worker for one view. */
export class LayoutClient {
  private worker: Worker | null = null;
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
  ready(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<LayoutReply>) => {
      if (data.id !== this.id || !this.graph) return;
      if (data.done) finished.set(this.graph, data.positions);
      this.report?.(data.positions, data.done);
    };
    this.worker = worker;
    return worker;
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
