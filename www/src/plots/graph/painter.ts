import { quadtree, type Quadtree } from "d3-quadtree";
import type { Direction, Graph } from "../../domain/graph/graph";
import { adjacencyOf } from "../../layout/adjacency";
import { rgbOf } from "../shared/colour";
import type { Rgb, CanvasTheme } from "../shared/colour";
import { drawnBy } from "../shared/canvas";
import type { Colouring } from "./colouring";
import { Discs } from "./discs";
import { drawMarks, drawGlow, EdgeLayer } from "./marks";
import { VertexPlaces } from "./places";
import { isIn, NO_HIGHLIGHT } from "./scene";
import type { EdgeFilter, Scene, Highlighted } from "./scene";
import { drawValues } from "./values";
import type { ViewTransform } from "./places";
import type { Pen } from "../shared/canvas";

const FLASH_MS = 250;
/** The outline, in CSS pixels, that separates every colour of f from the background. */
const OUTLINE = 1;
/** Radius of a vertex on an edge, as a share of that of other vertices. */
const ON_EDGE = 0.6;

/**
 * Draws a graph on four stacked canvases and redraws only changed layers, at most once per frame. New colours
 * during training cost only the vertex layer; a step of the scrubber costs the entering edges and the
 * vertices.
 */
export class GraphPainter {
  /** Called after every frame with its cost in milliseconds. */
  onFrame: ((milliseconds: number) => void) | null = null;
  reducedMotion = false;

  private readonly pens: Record<keyof Layers, CanvasRenderingContext2D>;
  private readonly places = new VertexPlaces();
  private readonly edgeLayer = new EdgeLayer();
  private readonly discs = new Discs();
  private ratio = 1;
  private theme: CanvasTheme | null = null;
  private graph: Graph = { vertices: 0, edges: new Uint32Array() };
  private filter: Float32Array | null = null;
  private edgeFilter: EdgeFilter | null = null;
  private colouring: Colouring | null = null;
  private direction: Direction = "sub";
  private threshold: number | null = null;
  private lit: Highlighted = NO_HIGHLIGHT;
  private drawingOrder: Uint32Array = new Uint32Array();
  private colours: {
    readonly panel: Rgb;
    readonly strong: Rgb;
    readonly faint: Rgb;
    readonly plain: Rgb;
  } | null = null;
  private tree: Quadtree<number> | null = null;
  private flash: { readonly vertices: readonly number[]; readonly since: number } | null = null;

  private readonly dirty = new Set<keyof Layers | "places">();
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
    for (const layer of ["glow", "edges", "vertices", "marks"] as const) {
      drawnBy(layers[layer], (other) => {
        const font = this.places.hasLabels() ? this.labelFont() : null;
        if (this.theme) redrawLayer(layer, other, this.sceneIn(this.theme), this.drawingOrder, font);
      });
    }
  }

  resize(width: number, height: number, ratio: number): void {
    this.places.resize(width, height);
    this.ratio = ratio;
    for (const canvas of Object.values(this.layers)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    this.discs.resize(this.layers.vertices.width, this.layers.vertices.height);
    this.touch("places");
  }

  setTheme(theme: CanvasTheme): void {
    this.theme = theme;
    this.colours = {
      panel: rgbOf(theme.panel),
      strong: rgbOf(theme.outline),
      faint: rgbOf(theme.faintOutline),
      plain: rgbOf(theme.line),
    };
    this.touch("places");
  }

  /** A new graph takes its first positions at once; `movePositions` animates from there. */
  setGraph(graph: Graph, positions: Float32Array): void {
    this.graph = graph;
    this.places.setGraph(graph, positions);
    this.edgeLayer.setGraph(graph);
    this.flash = null;
    const { start } = adjacencyOf(graph);
    const degree = (v: number): number => start[v + 1]! - start[v]!;
    // Hubs last, so that they are on top.
    this.drawingOrder = Uint32Array.from({ length: graph.vertices }, (_, v) => v).sort(
      (a, b) => degree(a) - degree(b) || a - b,
    );
    this.touch("places");
  }

  /** Labels beside all vertices of a sparse graph, also if its edges are short. */
  setLabelled(always: boolean): void {
    if (this.places.alwaysLabelled === always) return;
    this.places.alwaysLabelled = always;
    this.touch("places");
  }

  movePositions(positions: Float32Array): void {
    this.places.move(positions, !this.reducedMotion);
    this.touch("places");
  }

  setFilter(
    filter: Float32Array | null,
    colouring: Colouring | null,
    edgeFilter: EdgeFilter | null = null,
  ): void {
    const before = this.edgeFilter;
    if (filter === this.filter && colouring === this.colouring && edgeFilter === before) return;
    this.filter = filter;
    this.edgeFilter = edgeFilter;
    this.colouring = colouring;
    this.flash = null;
    const labelled = this.places.hasLabels() ? (["marks"] as const) : [];
    const changed = this.threshold !== null || edgeFilter !== before ? (["edges"] as const) : [];
    this.touch("vertices", ...labelled, ...changed);
  }

  setStage(direction: Direction, threshold: number | null): void {
    if (direction === this.direction && threshold === this.threshold) return;
    if (direction === this.direction) this.startFlash(threshold);
    this.direction = direction;
    this.threshold = threshold;
    this.touch("vertices", "edges", "marks");
  }

  setLit(lit: Highlighted): void {
    this.lit = lit;
    this.touch("glow", "marks");
  }

  get view(): ViewTransform {
    return this.places.view;
  }

  setView(view: ViewTransform): void {
    this.places.view = view;
    this.touch("places");
  }

  /** The vertex nearest to a point of the screen, within a maximal distance. */
  vertexAt(x: number, y: number, reach = Math.max(this.places.radius + 4, 10)): number | null {
    const { screen } = this.places;
    this.tree ??= quadtree<number>()
      .x((v) => screen[2 * v]!)
      .y((v) => screen[2 * v + 1]!)
      .addAll(Array.from({ length: this.graph.vertices }, (_, v) => v));
    return this.tree.find(x, y, reach) ?? null;
  }

  /** The position of a vertex on the screen, in CSS pixels. */
  placeOf(vertex: number): { readonly x: number; readonly y: number } {
    const { screen } = this.places;
    return { x: screen[2 * vertex] ?? 0, y: screen[2 * vertex + 1] ?? 0 };
  }

  /** Draws all changes at once instead of in the next frame. */
  drawNow(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.draw(performance.now());
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
  }

  private touch(...layers: readonly (keyof Layers | "places")[]): void {
    for (const layer of layers) this.dirty.add(layer);
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.draw(now);
    });
  }

  private startFlash(threshold: number | null): void {
    const { theme } = this;
    if (this.reducedMotion || !theme || this.threshold === null || threshold === null) return;
    const scene = this.sceneIn(theme);
    const entering: number[] = [];
    for (let v = 0; v < this.graph.vertices; v++) {
      if (!isIn(scene, v, this.threshold) && isIn(scene, v, threshold)) entering.push(v);
    }
    this.flash =
      entering.length > 0 && entering.length <= 100 ? { vertices: entering, since: performance.now() } : null;
  }

  private sceneIn(theme: CanvasTheme): Scene {
    const { graph, filter, edgeFilter, colouring, direction, threshold, lit, ratio } = this;
    const { screen, radius, size } = this.places;
    const values = { filter, edgeFilter, colouring, direction, threshold };
    return { graph, ...values, lit, theme, ratio, screen, radius, size };
  }

  private draw(now: number): void {
    if (!this.theme || this.places.isEmpty()) return;
    const began = performance.now();
    const passed = Math.min(now - this.last, 50);
    this.last = now;
    const gliding = this.places.glide(passed);
    if (this.dirty.has("places")) {
      this.places.place();
      this.tree = null;
      this.edgeLayer.forget();
      for (const layer of ["glow", "edges", "vertices", "marks"] as const) this.dirty.add(layer);
    }
    const scene = this.sceneIn(this.theme);
    if (this.dirty.has("glow")) drawGlow(this.clear("glow"), scene);
    if (this.dirty.has("edges")) this.edgeLayer.draw(this.pens.edges, () => this.clear("edges"), scene);
    if (this.dirty.has("vertices")) this.drawVertices(scene);
    if (this.dirty.has("marks")) this.drawMarks(scene, now);
    this.dirty.clear();
    if (gliding) this.touch("places");
    if (this.flash) this.touch("marks");
    this.onFrame?.(performance.now() - began);
  }

  private clear(layer: keyof Layers): CanvasRenderingContext2D {
    const pen = this.pens[layer];
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalAlpha = 1;
    pen.clearRect(0, 0, this.layers[layer].width, this.layers[layer].height);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return pen;
  }

  private drawVertices(scene: Scene): void {
    const { discs } = this;
    const { colouring, threshold, screen, ratio } = scene;
    const { panel, strong, faint, plain } = this.colours!;
    const onEdges = scene.graph.original?.vertices ?? Infinity;
    const radiusOf = (v: number): number => (v < onEdges ? 1 : ON_EDGE) * scene.radius * ratio;
    const outline = OUTLINE * ratio;
    const hollow = scene.radius > 4 ? 1 : 0.75;
    discs.clear();
    // Vertices that have not arrived are below the others.
    for (const v of threshold === null ? [] : this.drawingOrder) {
      if (isIn(scene, v, threshold)) continue;
      const inner = hollow * radiusOf(v);
      discs.draw(screen[2 * v]! * ratio, screen[2 * v + 1]! * ratio, inner, inner + outline, panel, faint);
    }
    for (const v of this.drawingOrder) {
      if (!isIn(scene, v, threshold)) continue;
      const fill = colouring?.fill(v) ?? plain;
      const inner = radiusOf(v);
      discs.draw(screen[2 * v]! * ratio, screen[2 * v + 1]! * ratio, inner, inner + outline, fill, strong);
    }
    discs.copyTo(this.pens.vertices);
  }

  private labelFont(): string {
    return `12px ${getComputedStyle(this.layers.marks).fontFamily}`;
  }

  private drawMarks(scene: Scene, now: number): void {
    const pen = this.clear("marks");
    const share = this.flash ? (now - this.flash.since) / FLASH_MS : 1;
    if (share >= 1) this.flash = null;
    if (this.places.hasLabels()) {
      drawValues(pen, scene, this.labelFont());
    }
    drawMarks(pen, scene, this.flash && { vertices: this.flash.vertices, share });
  }
}

/** The outline that separates every colour of f from the background. */
const HUB_OUTLINE = 1;

/**
 * Draws one layer of a graph as lines and circles; `order`: the vertices, the lowest first; null: no values
 * next to them.
 */
function redrawLayer(
  layer: keyof Layers,
  pen: Pen,
  scene: Scene,
  order: Uint32Array,
  font: string | null,
): void {
  switch (layer) {
    case "glow":
      drawGlow(pen, scene);
      break;
    case "edges": {
      const edges = new EdgeLayer();
      edges.setGraph(scene.graph);
      edges.draw(pen, () => undefined, scene);
      break;
    }
    case "vertices":
      for (const arrived of [false, true]) drawVertices(pen, scene, order, arrived);
      break;
    case "marks":
      if (font !== null) drawValues(pen, scene, font);
      // Pictures omit the hover highlight.
      drawMarks(pen, { ...scene, lit: { ...scene.lit, vertex: null } }, null);
      break;
  }
}

function drawVertices(pen: Pen, scene: Scene, order: Uint32Array, arrived: boolean): void {
  const { screen, radius, colouring, threshold, theme } = scene;
  pen.lineWidth = HUB_OUTLINE;
  for (const v of order) {
    if (isIn(scene, v, threshold) !== arrived) continue;
    const colour = colouring ? `rgb(${colouring.fill(v).join(",")})` : theme.line;
    pen.fillStyle = arrived ? colour : theme.panel;
    pen.strokeStyle = arrived ? theme.outline : theme.faintOutline;
    const inner = arrived || radius > 4 ? radius : 0.75 * radius;
    pen.beginPath();
    pen.arc(screen[2 * v]!, screen[2 * v + 1]!, inner + HUB_OUTLINE / 2, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
  }
}

// The layers of a drawn graph.

interface Layers {
  /** Region and cycle, below everything. */
  readonly glow: HTMLCanvasElement;
  readonly edges: HTMLCanvasElement;
  readonly vertices: HTMLCanvasElement;
  /** Rings, marks and values. */
  readonly marks: HTMLCanvasElement;
}
