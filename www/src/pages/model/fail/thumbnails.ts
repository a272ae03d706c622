import { boxOf } from "../../../domain/graph/graph";
import type { Graph } from "../../../domain/graph/graph";
import type { Inspected } from "../../../engine/calls";
import { LayoutClient } from "../../../layout/client";
import { startPositions } from "../../../layout/layout";
import { Discs } from "../../../plots/graph/discs";
import { penOf } from "../../../plots/shared/canvas";
import { PALETTE_RGB, rgbOf, stepOf, UNIT } from "../../../plots/shared/colour";
import type { Domain, Rgb, CanvasTheme } from "../../../plots/shared/colour";

/** A graph with vertex positions. */
export interface LaidOut {
  readonly graph: Graph;
  readonly positions: Float32Array;
}

/**
 * The layouts of the graphs of one data set. A quick layout is ready immediately; a worker computes better ones, one graph
 * at a time, so that the work spreads over frames.
 */
export class ThumbnailLayouts {
  readonly #client = new LayoutClient();
  readonly #onBetter: () => void;
  readonly #graphs = new Map<number, Graph>();
  readonly #known = new Map<number, LaidOut>();
  /** Graphs with a final layout. */
  readonly #best = new Set<number>();
  #wanted: readonly number[] = [];
  #working = false;

  constructor(onBetter: () => void) {
    this.#onBetter = onBetter;
    this.#client.ready();
  }

  /** The current layout of a graph; null if it was never requested. */
  of(index: number): LaidOut | null {
    return this.#known.get(index) ?? null;
  }

  /** Stores a graph; an index always denotes the same graph. */
  learn(index: number, { vertices, edges }: Inspected): void {
    if (!this.#graphs.has(index)) this.#graphs.set(index, { vertices, edges });
  }

  /** Puts the visible graphs next in the queue. */
  want(indices: readonly number[]): void {
    this.#wanted = indices;
    for (const index of indices) {
      const graph = this.#graphs.get(index);
      if (graph && !this.#known.has(index))
        this.#known.set(index, { graph, positions: startPositions(graph) });
    }
    this.#onBetter();
    this.#work();
  }

  stop(): void {
    this.#wanted = [];
    this.#client.stop();
  }

  #work(): void {
    if (this.#working) return;
    const next = this.#wanted.find((index) => this.#graphs.has(index) && !this.#best.has(index));
    const graph = next === undefined ? undefined : this.#graphs.get(next);
    if (next === undefined || !graph) return;
    this.#working = true;
    const put = (positions: Float32Array): void => {
      this.#known.set(next, { graph, positions });
      this.#onBetter();
    };
    this.#client.start(graph, (positions, done) => {
      put(positions);
      if (!done) return;
      this.#best.add(next);
      this.#working = false;
      this.#work();
    });
  }
}

/** Width and height of a thumbnail, in CSS pixels. */
export const SIZE = 96;
const MARGIN = 8;
/** An edge is never longer than this, so that two vertices do not fill the thumbnail. */
const MAX_EDGE = 28;

/** Draws graphs small: thin edges, and every vertex in the colour of f. */
export class ThumbnailPainter {
  readonly #discs = new Discs();
  /** Discs are pixels that would cover the edges: they are made here and laid over them. */
  readonly #vertices = document.createElement("canvas");
  readonly #line: string;
  readonly #outline: Rgb;
  readonly #plain: Rgb;
  readonly #ink: string;
  readonly #domain: Domain;

  /** `domain`: the range of f in the colours. */
  constructor(theme: CanvasTheme, domain: Domain = UNIT) {
    this.#domain = domain;
    this.#line = theme.faintOutline;
    this.#outline = rgbOf(theme.outline);
    this.#plain = rgbOf(theme.line);
    this.#ink = theme.ink;
  }

  /** `filter` empty: the model has none; `lit`: the vertices that are meant, null: all. */
  draw(
    canvas: HTMLCanvasElement,
    { graph, positions }: LaidOut,
    filter: Float32Array,
    lit: ReadonlySet<number> | null = null,
  ): void {
    const pen = penOf(canvas, SIZE, SIZE);
    const { x, y, width, height } = boxOf(positions);
    const room = SIZE - 2 * MARGIN;
    const scale = Math.min(room / Math.max(width, height, 1e-6), MAX_EDGE);
    const left = (SIZE - width * scale) / 2;
    const top = (SIZE - height * scale) / 2;
    const px = (v: number): number => left + (positions[2 * v]! - x) * scale;
    const py = (v: number): number => top + (positions[2 * v + 1]! - y) * scale;

    pen.strokeStyle = this.#line;
    // Many edges would be one dark patch.
    pen.lineWidth = Math.min(1, Math.max(0.3, 40 / graph.edges.length));
    pen.beginPath();
    for (let e = 0; e < graph.edges.length; e += 2) {
      pen.moveTo(px(graph.edges[e]!), py(graph.edges[e]!));
      pen.lineTo(px(graph.edges[e + 1]!), py(graph.edges[e + 1]!));
    }
    pen.stroke();
    if (lit) {
      pen.strokeStyle = this.#ink;
      pen.lineWidth = 2;
      pen.beginPath();
      for (let e = 0; e < graph.edges.length; e += 2) {
        const [u, v] = [graph.edges[e]!, graph.edges[e + 1]!];
        if (!lit.has(u) || !lit.has(v)) continue;
        pen.moveTo(px(u), py(u));
        pen.lineTo(px(v), py(v));
      }
      pen.stroke();
    }

    const ratio = devicePixelRatio;
    const radius = Math.min(4, Math.max(1.25, (0.2 * room) / Math.sqrt(graph.vertices))) * ratio;
    this.#vertices.width = canvas.width;
    this.#vertices.height = canvas.height;
    this.#discs.resize(canvas.width, canvas.height);
    for (let v = 0; v < graph.vertices; v++) {
      const meant = lit === null || lit.has(v);
      const fill = meant && filter.length > 0 ? PALETTE_RGB[stepOf(filter[v]!, this.#domain)]! : this.#plain;
      const isSmall = !meant || v >= (graph.original?.vertices ?? Infinity);
      const size = isSmall ? 0.6 * radius : radius;
      this.#discs.draw(px(v) * ratio, py(v) * ratio, size, size + ratio, fill, this.#outline);
    }
    this.#discs.copyTo(this.#vertices.getContext("2d")!);
    pen.drawImage(this.#vertices, 0, 0, SIZE, SIZE);
  }
}
