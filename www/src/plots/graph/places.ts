import type { Graph } from "../../domain/graph/graph";
import { boxOf } from "../../domain/graph/graph";
import type { Size } from "../shared/canvas";
import type { Zoom } from "../../domain/view";

/** The margin around the graph; smaller in a small panel without values. */
const MARGIN = 28;
/** The maximal length of an edge at fit, so that two vertices do not fill the panel. */
const MAX_UNIT = 130;
/** Shorter edges leave no space for values. */
const MIN_LABELLED = 44;
/** Up to this number of vertices, all show their values, if edges leave space. */
const LABELLED = 30;
/** Time constant of the animation to new positions. */
const GLIDE_MS = 90;

/** Positions of the vertices: in units of the layout, animated to better ones, and on the screen. */
export class VertexPlaces {
  view: ViewTransform = { k: 1, x: 0, y: 0 };
  /** Size of the panel, in CSS pixels. */
  size: Size = { width: 0, height: 0 };
  /** x, y of each vertex on the screen, in CSS pixels. */
  screen: Float32Array = new Float32Array();
  /** Radius of a vertex, in CSS pixels. */
  radius = 4;

  #graph: Graph = { vertices: 0, edges: new Uint32Array() };
  #target: Float32Array = new Float32Array();
  #current: Float32Array = new Float32Array();
  #gliding = false;
  /** Length of a unit of the layout on the screen. */
  #labelled = false;
  /** Labels are shown for any length of the edges, if the graph is sparse. */
  alwaysLabelled = false;
  #scale = 1;

  resize(width: number, height: number): void {
    this.size = { width, height };
  }

  isEmpty(): boolean {
    return this.size.width === 0 || this.size.height === 0;
  }

  setGraph(graph: Graph, positions: Float32Array): void {
    this.#graph = graph;
    this.#target = positions;
    this.#current = positions.slice();
    this.#gliding = false;
  }

  move(positions: Float32Array, glide: boolean): void {
    this.#target = positions;
    if (glide) this.#gliding = true;
    else this.#current = positions.slice();
  }

  /** Is there space for a value next to every vertex? */
  hasLabels(): boolean {
    return this.#labelled;
  }

  /** Advances towards the better positions; false at the end. */
  glide(passed: number): boolean {
    if (!this.#gliding) return false;
    const share = 1 - Math.exp(-passed / GLIDE_MS);
    let farthest = 0;
    for (let i = 0; i < this.#current.length; i++) {
      const step = this.#target[i]! - this.#current[i]!;
      farthest = Math.max(farthest, Math.abs(step));
      this.#current[i]! += share * step;
    }
    if (farthest * this.#scale < 0.5) {
      this.#current.set(this.#target);
      this.#gliding = false;
    }
    return this.#gliding;
  }

  /** Fits the current positions into the panel and applies pan and zoom. */
  place(): void {
    const box = boxOf(this.#current);
    const { k, x, y } = this.view;
    const { width, height } = this.size;
    const fitWith = (margin: number, across: number, below: number): number =>
      Math.min(
        (width - 2 * across) / Math.max(box.width, 1e-6),
        (height - margin - below) / Math.max(box.height, 1e-6),
        MAX_UNIT,
      );
    // Reserves space for values only if they will be visible, that is, if edges are long enough.
    const { vertices, edges } = this.#graph;
    const sparse = vertices <= LABELLED && edges.length / 2 <= 2 * vertices;
    const narrow = Math.min(MARGIN, 6 + 0.08 * Math.min(width, height));
    const labels = sparse && (this.alwaysLabelled || fitWith(narrow, narrow, narrow) >= MIN_LABELLED);
    const margin = labels ? MARGIN : narrow;
    const below = margin + (labels ? 14 : 0);
    const fit = fitWith(margin, (labels ? 1.8 : 1) * margin, below);
    this.#scale = Math.max(fit, 1e-3) * k;
    this.#labelled = sparse && ((labels && k >= 1) || this.#scale >= MIN_LABELLED);
    const dx = ((width - box.width * fit) / 2 - box.x * fit) * k + x;
    const dy = ((height + margin - below - box.height * fit) / 2 - box.y * fit) * k + y;
    if (this.screen.length !== this.#current.length) this.screen = new Float32Array(this.#current.length);
    for (let i = 0; i < this.#current.length; i += 2) {
      this.screen[i] = this.#current[i]! * this.#scale + dx;
      this.screen[i + 1] = this.#current[i + 1]! * this.#scale + dy;
    }
    const room = Math.sqrt((width * height) / Math.max(this.#graph.vertices, 1));
    const base = Math.min(Math.max(0.16 * room, 1.75), 11, Math.max(0.22 * fit, 1.75));
    // A quarter of a pixel is accurate enough, and zooming rarely needs new sprites.
    this.radius = Math.round(4 * Math.min(base * Math.sqrt(k), Math.max(12, base))) / 4;
  }
}

/** Pan and zoom in pixels, on top of the fit: screen = k · fitted + (x, y). */
export interface ViewTransform {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

/** The zoom in pixels of a panel of this size. */
export function transformOf({ k, x, y }: Zoom, { width, height }: Size): ViewTransform {
  return { k, x: width * (0.5 - k * x), y: height * (0.5 - k * y) };
}

/** Independent of the window size. */
export function zoomOf({ k, x, y }: ViewTransform, { width, height }: Size): Zoom {
  const share = (shift: number, length: number): number => (0.5 - shift / Math.max(length, 1)) / k;
  return { k, x: share(x, width), y: share(y, height) };
}
