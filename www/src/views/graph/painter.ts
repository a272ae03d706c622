import { quadtree, type Quadtree } from "d3-quadtree";
import { PALETTE_RGB, rgbOf, stepOf, UNIT, type Domain, type Rgb, type Theme } from "../../colour";
import { hasArrived } from "../../bars";
import { adjacencyOf } from "../../layout/adjacency";
import { boxOf } from "../../layout/pack";
import type { Direction, Graph } from "../../types";
import { Discs } from "./discs";

/** What is lit in the graph: a region, a cycle, marked vertices. */
export interface Lit {
  readonly region: Uint32Array;
  readonly cycle: readonly number[];
  readonly birthVertex: number | null;
  readonly deathVertex: number | null;
  readonly vertex: number | null;
  readonly selected: number | null;
}

export const UNLIT: Lit = {
  region: new Uint32Array(),
  cycle: [],
  birthVertex: null,
  deathVertex: null,
  vertex: null,
  selected: null,
};

/** Pan and zoom, on top of the fit: screen = k · fitted + (x, y). */
export interface View {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export interface Layers {
  /** Region and cycle, below everything. */
  readonly glow: HTMLCanvasElement;
  readonly edges: HTMLCanvasElement;
  readonly vertices: HTMLCanvasElement;
  /** Rings, marks and values. */
  readonly marks: HTMLCanvasElement;
}

const MARGIN = 28;
/** An edge is never longer than this at fit, so that two vertices do not fill the panel. */
const LONGEST_UNIT = 130;
/** Edges shorter than this leave no room for values. */
const SHORTEST_LABELLED = 44;
/** Up to this many vertices, every one shows its value, unless the edges leave no room for it. */
const LABELLED = 30;
const FLASH_MS = 250;
/** The outline, in CSS pixels, that keeps every colour of f apart from the background. */
const OUTLINE = 1;
/** More edges than this are drawn one device pixel wide. */
const MOST_WIDE = 250;
/** Strength of the edges at vertices of degree up to 16, up to 128, and above. */
const HUB_ALPHA = [1, 0.6, 0.2];
/** Strength of edges that have yet to arrive. */
const COLD = 0.35;
/** Time constant of vertices gliding to new positions. */
const GLIDE_MS = 90;

/**
 * Draws a graph on four stacked canvases and redraws only the layers that changed, at most once per frame: new colours
 * while training cost the vertex layer alone, a step of the scrubber the entering edges and the vertices.
 */
export class GraphPainter {
  /** Called after every frame with its cost in milliseconds. */
  onFrame: ((milliseconds: number) => void) | null = null;
  reducedMotion = false;

  private readonly pens: Record<keyof Layers, CanvasRenderingContext2D>;
  private width = 0;
  private height = 0;
  private ratio = 1;
  private theme: Theme | null = null;
  private graph: Graph = { vertices: 0, edges: new Uint32Array() };
  private filter: Float32Array = new Float32Array();
  private domain: Domain = UNIT;
  private direction: Direction = "sub";
  private threshold: number | null = null;
  private view: View = { k: 1, x: 0, y: 0 };
  private lit: Lit = UNLIT;

  private target: Float32Array = new Float32Array();
  /** Where the vertices are now, in layout units; glides towards `target`. */
  private current: Float32Array = new Float32Array();
  /** Where they are on the screen, in CSS pixels. */
  private screen: Float32Array = new Float32Array();
  private gliding = false;
  private scale = 1;
  private drawingOrder: Uint32Array = new Uint32Array();
  /** For each edge, its entry in `HUB_ALPHA`. */
  private bundles: Uint8Array = new Uint8Array();
  private readonly discs = new Discs();
  private outlines: { readonly panel: Rgb; readonly strong: Rgb; readonly faint: Rgb } | null = null;
  private radius = 4;
  private tree: Quadtree<number> | null = null;
  private flash: { readonly vertices: readonly number[]; readonly since: number } | null = null;

  private readonly dirty = new Set<keyof Layers | "places">();
  /** Edges already drawn as arrived: up to this threshold in this filter. */
  private drawn: {
    readonly filter: Float32Array;
    readonly threshold: number;
    readonly direction: Direction;
  } | null = null;
  private frame = 0;
  private last = 0;

  constructor(private readonly layers: Layers) {
    const pen = (canvas: HTMLCanvasElement): CanvasRenderingContext2D => canvas.getContext("2d")!;
    this.pens = {
      glow: pen(layers.glow),
      edges: pen(layers.edges),
      vertices: pen(layers.vertices),
      marks: pen(layers.marks),
    };
  }

  resize(width: number, height: number, ratio: number): void {
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    for (const canvas of Object.values(this.layers)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    this.discs.resize(this.layers.vertices.width, this.layers.vertices.height);
    this.touch("places");
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.outlines = {
      panel: rgbOf(theme.panel),
      strong: rgbOf(theme.outline),
      faint: rgbOf(theme.faintOutline),
    };
    this.touch("places");
  }

  /** A new graph takes its first positions at once; `movePositions` glides from there. */
  setGraph(graph: Graph, positions: Float32Array): void {
    this.graph = graph;
    this.target = positions;
    this.current = positions.slice();
    this.gliding = false;
    this.flash = null;
    const { start } = adjacencyOf(graph);
    const degree = (v: number): number => start[v + 1]! - start[v]!;
    // Hubs last, so that they lie on top.
    this.drawingOrder = Uint32Array.from({ length: graph.vertices }, (_, v) => v).sort(
      (a, b) => degree(a) - degree(b) || a - b,
    );
    const { edges } = graph;
    this.bundles = Uint8Array.from({ length: edges.length / 2 }, (_, e) => {
      const hub = Math.max(degree(edges[2 * e]!), degree(edges[2 * e + 1]!));
      return hub <= 16 ? 0 : hub <= 128 ? 1 : 2;
    });
    this.touch("places");
  }

  movePositions(positions: Float32Array): void {
    this.target = positions;
    if (this.reducedMotion) this.current = positions.slice();
    else this.gliding = true;
    this.touch("places");
  }

  setFilter(filter: Float32Array, domain: Domain): void {
    if (filter === this.filter && domain === this.domain) return;
    this.filter = filter;
    this.domain = domain;
    this.flash = null;
    this.touch("vertices", ...this.labelled(), ...(this.threshold === null ? [] : (["edges"] as const)));
  }

  setStage(direction: Direction, threshold: number | null): void {
    if (direction === this.direction && threshold === this.threshold) return;
    if (direction === this.direction) this.startFlash(threshold);
    this.direction = direction;
    this.threshold = threshold;
    this.touch("vertices", "edges", "marks");
  }

  setLit(lit: Lit): void {
    this.lit = lit;
    this.touch("glow", "marks");
  }

  setView(view: View): void {
    this.view = view;
    this.touch("places");
  }

  /** The vertex nearest to a point of the screen, if it is close enough to be meant. */
  vertexAt(x: number, y: number, reach = Math.max(this.radius + 4, 10)): number | null {
    this.tree ??= quadtree<number>()
      .x((v) => this.screen[2 * v]!)
      .y((v) => this.screen[2 * v + 1]!)
      .addAll(Array.from({ length: this.graph.vertices }, (_, v) => v));
    return this.tree.find(x, y, reach) ?? null;
  }

  /** Where a vertex is on the screen, in CSS pixels. */
  placeOf(vertex: number): { readonly x: number; readonly y: number } {
    return { x: this.screen[2 * vertex] ?? 0, y: this.screen[2 * vertex + 1] ?? 0 };
  }

  /** Draws everything now, whatever changed, and returns the milliseconds it took: for tests and measurements. */
  drawNow(): number {
    this.touch("places");
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    return this.draw(performance.now());
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
  }

  /** Is there room for a value beside every vertex, when edges are as long as at `scale`? */
  private hasLabels(scale = this.scale): boolean {
    const { vertices, edges } = this.graph;
    return vertices <= LABELLED && edges.length / 2 <= 2 * vertices && scale >= SHORTEST_LABELLED;
  }

  private labelled(): readonly "marks"[] {
    return this.hasLabels() ? ["marks"] : [];
  }

  private touch(...layers: readonly (keyof Layers | "places")[]): void {
    for (const layer of layers) this.dirty.add(layer);
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.draw(now);
    });
  }

  private startFlash(threshold: number | null): void {
    if (this.reducedMotion || this.threshold === null || threshold === null) return;
    const entering: number[] = [];
    this.filter.forEach((value, v) => {
      if (!hasArrived(value, this.threshold, this.direction) && hasArrived(value, threshold, this.direction))
        entering.push(v);
    });
    this.flash =
      entering.length > 0 && entering.length <= 100 ? { vertices: entering, since: performance.now() } : null;
  }

  private draw(now: number): number {
    if (!this.theme || this.width === 0 || this.height === 0) return 0;
    const began = performance.now();
    const passed = Math.min(now - this.last, 50);
    this.last = now;
    if (this.gliding) this.glide(passed);
    if (this.dirty.has("places")) {
      this.place();
      this.drawn = null;
      for (const layer of ["glow", "edges", "vertices", "marks"] as const) this.dirty.add(layer);
    }
    if (this.dirty.has("glow")) this.drawGlow(this.theme);
    if (this.dirty.has("edges")) this.drawEdges(this.theme);
    if (this.dirty.has("vertices")) this.drawVertices();
    if (this.dirty.has("marks")) this.drawMarks(this.theme, now);
    this.dirty.clear();
    if (this.gliding) this.touch("places");
    if (this.flash) this.touch("marks");
    const cost = performance.now() - began;
    this.onFrame?.(cost);
    return cost;
  }

  private glide(passed: number): void {
    const share = 1 - Math.exp(-passed / GLIDE_MS);
    let farthest = 0;
    for (let i = 0; i < this.current.length; i++) {
      const step = this.target[i]! - this.current[i]!;
      farthest = Math.max(farthest, Math.abs(step));
      this.current[i]! += share * step;
    }
    if (farthest * this.scale < 0.5) {
      this.current.set(this.target);
      this.gliding = false;
    }
  }

  /** Fits the current positions into the panel and applies pan and zoom. */
  private place(): void {
    const box = boxOf(this.current);
    const { k, x, y } = this.view;
    const labels = this.hasLabels(Infinity);
    const below = MARGIN + (labels ? 14 : 0);
    const fit = Math.min(
      (this.width - 2 * (labels ? 1.8 : 1) * MARGIN) / Math.max(box.width, 1e-6),
      (this.height - MARGIN - below) / Math.max(box.height, 1e-6),
      LONGEST_UNIT,
    );
    this.scale = Math.max(fit, 1e-3) * k;
    const dx = ((this.width - box.width * fit) / 2 - box.x * fit) * k + x;
    const dy = ((this.height + MARGIN - below - box.height * fit) / 2 - box.y * fit) * k + y;
    if (this.screen.length !== this.current.length) this.screen = new Float32Array(this.current.length);
    for (let i = 0; i < this.current.length; i += 2) {
      this.screen[i] = this.current[i]! * this.scale + dx;
      this.screen[i + 1] = this.current[i + 1]! * this.scale + dy;
    }
    this.tree = null;
    const room = Math.sqrt((this.width * this.height) / Math.max(this.graph.vertices, 1));
    const base = Math.min(Math.max(0.16 * room, 1.75), 11, Math.max(0.22 * fit, 1.75));
    // A quarter of a pixel is fine enough, and zooming then rarely needs new pictures.
    this.radius = Math.round(4 * Math.min(base * Math.sqrt(k), Math.max(12, base))) / 4;
  }

  private clear(layer: keyof Layers): CanvasRenderingContext2D {
    const pen = this.pens[layer];
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalAlpha = 1;
    pen.clearRect(0, 0, this.layers[layer].width, this.layers[layer].height);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return pen;
  }

  /** Strokes the wanted edges, those of hubs fainter: thousands of them would end in a black disc. */
  private strokeEdges(
    layer: CanvasRenderingContext2D,
    theme: Theme,
    strength: number,
    wanted: (a: number, b: number) => boolean,
  ): void {
    const { edges, vertices } = this.graph;
    const { screen, bundles } = this;
    const many = edges.length / 2 > MOST_WIDE;
    layer.strokeStyle = theme.ink;
    // Lines of one device pixel are drawn ten times as fast as wider ones.
    layer.lineWidth = many ? 1 / this.ratio : Math.min(Math.max(this.radius / 4, 1), 2);
    const dense = Math.max(edges.length / 2 / Math.max(vertices, 1), 1);
    const quiet = many
      ? Math.max((vertices > 1000 ? 0.35 : 0.5) / Math.sqrt(dense), 0.2)
      : Math.max(0.6 / Math.sqrt(dense), 0.25);
    HUB_ALPHA.forEach((alpha, bundle) => {
      layer.globalAlpha = strength * quiet * alpha;
      layer.beginPath();
      for (let e = 0; e + 1 < edges.length; e += 2) {
        if (bundles[e / 2] !== bundle) continue;
        const a = edges[e]!;
        const b = edges[e + 1]!;
        if (!wanted(a, b)) continue;
        layer.moveTo(screen[2 * a]!, screen[2 * a + 1]!);
        layer.lineTo(screen[2 * b]!, screen[2 * b + 1]!);
      }
      layer.stroke();
    });
  }

  private drawEdges(theme: Theme): void {
    const { filter, threshold, direction } = this;
    if (threshold === null) {
      this.strokeEdges(this.clear("edges"), theme, 1, () => true);
      this.drawn = null;
      return;
    }
    const arrived = (a: number, b: number, t: number): boolean =>
      hasArrived(filter[a]!, t, direction) && hasArrived(filter[b]!, t, direction);
    const before = this.drawn;
    const forward =
      before !== null &&
      before.filter === filter &&
      before.direction === direction &&
      hasArrived(before.threshold, threshold, direction);
    if (forward) {
      this.strokeEdges(
        this.pens.edges,
        theme,
        1,
        (a, b) => arrived(a, b, threshold) && !arrived(a, b, before.threshold),
      );
    } else {
      const pen = this.clear("edges");
      this.strokeEdges(pen, theme, COLD, (a, b) => !arrived(a, b, threshold));
      this.strokeEdges(pen, theme, 1, (a, b) => arrived(a, b, threshold));
    }
    this.drawn = { filter, threshold, direction };
  }

  private drawVertices(): void {
    const { discs, filter, threshold, direction, domain, screen, ratio } = this;
    const { panel, strong, faint } = this.outlines!;
    const inner = this.radius * ratio;
    const outline = OUTLINE * ratio;
    const hollow = this.radius > 4 ? inner : 0.75 * inner;
    discs.clear();
    if (threshold !== null) {
      for (const v of this.drawingOrder) {
        if (hasArrived(filter[v]!, threshold, direction)) continue;
        discs.draw(
          screen[2 * v]! * ratio,
          screen[2 * v + 1]! * ratio,
          hollow,
          hollow + outline,
          panel,
          faint,
        );
      }
    }
    for (const v of this.drawingOrder) {
      if (!hasArrived(filter[v]!, threshold, direction)) continue;
      const fill = PALETTE_RGB[stepOf(filter[v]!, domain)]!;
      discs.draw(screen[2 * v]! * ratio, screen[2 * v + 1]! * ratio, inner, inner + outline, fill, strong);
    }
    discs.copyTo(this.pens.vertices);
  }

  private drawGlow(theme: Theme): void {
    const pen = this.clear("glow");
    const { region, cycle } = this.lit;
    const { screen } = this;
    pen.lineCap = pen.lineJoin = "round";
    pen.strokeStyle = theme.accent;
    if (region.length > 0) {
      const inside = new Uint8Array(this.graph.vertices);
      for (const v of region) inside[v] = 1;
      const wide = region.length <= MOST_WIDE;
      pen.globalAlpha = wide ? 0.28 : 0.5;
      pen.lineWidth = wide ? 2 * this.radius + Math.min(12, 4 + 2 * this.radius) : 1 / this.ratio;
      const { edges } = this.graph;
      pen.beginPath();
      if (region.length === 1) {
        pen.moveTo(screen[2 * region[0]!]!, screen[2 * region[0]! + 1]!);
        pen.lineTo(screen[2 * region[0]!]! + 0.01, screen[2 * region[0]! + 1]!);
      }
      for (let e = 0; e + 1 < edges.length; e += 2) {
        const a = edges[e]!;
        const b = edges[e + 1]!;
        if (!inside[a] || !inside[b]) continue;
        pen.moveTo(screen[2 * a]!, screen[2 * a + 1]!);
        pen.lineTo(screen[2 * b]!, screen[2 * b + 1]!);
      }
      pen.stroke();
    }
    if (cycle.length > 0) {
      pen.globalAlpha = 0.85;
      pen.lineWidth = Math.max(this.radius, 3) + 2;
      pen.beginPath();
      cycle.forEach((v, i) =>
        i === 0
          ? pen.moveTo(screen[2 * v]!, screen[2 * v + 1]!)
          : pen.lineTo(screen[2 * v]!, screen[2 * v + 1]!),
      );
      pen.closePath();
      pen.stroke();
    }
  }

  private drawMarks(theme: Theme, now: number): void {
    const pen = this.clear("marks");
    const { screen, radius } = this;
    const ring = (v: number, r: number, width: number): void => {
      pen.lineWidth = width;
      pen.beginPath();
      pen.arc(screen[2 * v]!, screen[2 * v + 1]!, r, 0, 2 * Math.PI);
      pen.stroke();
    };
    if (this.flash) {
      const share = (now - this.flash.since) / FLASH_MS;
      if (share >= 1) this.flash = null;
      else {
        pen.strokeStyle = theme.accent;
        pen.globalAlpha = 1 - share;
        for (const v of this.flash.vertices) ring(v, radius + 2 + 8 * share, 2);
        pen.globalAlpha = 1;
      }
    }
    if (this.hasLabels()) this.drawValues(pen, theme);
    const { birthVertex, deathVertex, vertex, selected } = this.lit;
    pen.strokeStyle = theme.accent;
    if (selected !== null) ring(selected, radius + 4, 2.5);
    pen.strokeStyle = theme.ink;
    if (vertex !== null) ring(vertex, radius + 3, 2);
    if (birthVertex !== null) this.drawTriangle(pen, theme, birthVertex, 1);
    if (deathVertex !== null && deathVertex !== birthVertex) this.drawTriangle(pen, theme, deathVertex, -1);
  }

  /** ▲ at a birth (turn 1) or ▼ at a death (-1): on the vertex, large enough to be found in a crowd. */
  private drawTriangle(pen: CanvasRenderingContext2D, theme: Theme, vertex: number, turn: 1 | -1): void {
    const x = this.screen[2 * vertex]!;
    const y = this.screen[2 * vertex + 1]!;
    const r = Math.max(this.radius * 0.8, 6);
    pen.beginPath();
    pen.moveTo(x, y - turn * r);
    pen.lineTo(x + 0.9 * r, y + turn * 0.65 * r);
    pen.lineTo(x - 0.9 * r, y + turn * 0.65 * r);
    pen.closePath();
    pen.lineJoin = "round";
    pen.strokeStyle = theme.panel;
    pen.lineWidth = 3.5;
    pen.stroke();
    pen.fillStyle = theme.ink;
    pen.fill();
  }

  /** The value beside each vertex, on the side where the fewest edges leave. */
  private drawValues(pen: CanvasRenderingContext2D, theme: Theme): void {
    const { start, neighbour } = adjacencyOf(this.graph);
    const { screen, radius, filter } = this;
    pen.font = `12px ${getComputedStyle(this.layers.marks).fontFamily}`;
    pen.textBaseline = "middle";
    pen.textAlign = "center";
    pen.lineJoin = "round";
    for (let v = 0; v < this.graph.vertices; v++) {
      const x = screen[2 * v]!;
      const y = screen[2 * v + 1]!;
      let best = 0;
      let widest = -Infinity;
      SIDES.forEach((side, i) => {
        let nearest = Math.PI;
        for (let k = start[v]!; k < start[v + 1]!; k++) {
          const w = neighbour[k]!;
          const turn = Math.abs(Math.atan2(screen[2 * w + 1]! - y, screen[2 * w]! - x) - side);
          nearest = Math.min(nearest, turn > Math.PI ? 2 * Math.PI - turn : turn);
        }
        if (nearest > widest + 0.2) {
          widest = nearest;
          best = i;
        }
      });
      const side = SIDES[best]!;
      const tx = x + Math.cos(side) * (radius + 18);
      const ty = y + Math.sin(side) * (radius + 11);
      const text = filter[v]!.toFixed(2);
      pen.strokeStyle = theme.panel;
      pen.lineWidth = 3;
      pen.strokeText(text, tx, ty);
      pen.fillStyle = hasArrived(filter[v]!, this.threshold, this.direction) ? theme.ink : theme.ink2;
      pen.fillText(text, tx, ty);
    }
  }
}

/** Directions a value may stand in, the preferred ones first: below, above, right, left, then the diagonals. */
const SIDES = [2, -2, 0, 4, 1, -1, 3, -3].map((quarters) => (quarters * Math.PI) / 4);
