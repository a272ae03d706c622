import type { Pen } from "../shared/canvas";
import { drawnEdges } from "../shared/drawnEdges";
import { isEdgeIn } from "./scene";
import type { Scene } from "./scene";
import type { Graph } from "../../domain/graph/graph";
import { adjacencyOf } from "../../layout/adjacency";
import type { Colouring } from "./colouring";

/** Vertices that have just arrived. */
export interface Flash {
  readonly vertices: readonly number[];
  /** The progress of its fading, from 0 to 1. */
  readonly share: number;
}

/** Rings and triangles around vertices, above everything. */
export function drawMarks(pen: Pen, scene: Scene, flash: Flash | null): void {
  const { screen, radius, theme } = scene;
  const ring = (v: number, r: number, width: number): void => {
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(screen[2 * v]!, screen[2 * v + 1]!, r, 0, 2 * Math.PI);
    pen.stroke();
  };
  if (flash) {
    pen.strokeStyle = theme.accent;
    pen.globalAlpha = 1 - flash.share;
    for (const v of flash.vertices) ring(v, radius + 2 + 8 * flash.share, 2);
    pen.globalAlpha = 1;
  }
  const { birthVertex, deathVertex, vertex, selected } = scene.lit;
  pen.strokeStyle = theme.accent;
  if (selected !== null) ring(selected, radius + 4, 2.5);
  pen.strokeStyle = theme.ink;
  if (vertex !== null) ring(vertex, radius + 3, 2);
  if (birthVertex !== null) drawTriangle(pen, scene, birthVertex, 1);
  if (deathVertex !== null && deathVertex !== birthVertex) drawTriangle(pen, scene, deathVertex, -1);
}

/** ▲ at a birth (turn 1) or ▼ at a death (-1), on the vertex, large enough to find in a dense graph. */
function drawTriangle(pen: Pen, scene: Scene, vertex: number, turn: 1 | -1): void {
  const { screen, radius, theme } = scene;
  const x = screen[2 * vertex]!;
  const y = screen[2 * vertex + 1]!;
  const r = Math.max(radius * 0.8, 6);
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

/** The highlighted region or cycle, below everything. */
export function drawGlow(pen: Pen, scene: Scene): void {
  const { screen, theme, radius, graph, ratio } = scene;
  const { region, cycle } = scene.lit;
  pen.lineCap = pen.lineJoin = "round";
  pen.strokeStyle = theme.accent;
  if (region.length > 0) {
    const inside = new Uint8Array(graph.vertices);
    for (const v of region) inside[v] = 1;
    const wide = region.length <= MAX_WIDE;
    pen.globalAlpha = wide ? 0.28 : 0.5;
    pen.lineWidth = wide ? 2 * radius + Math.min(12, 4 + 2 * radius) : 1 / ratio;
    const { edges } = graph;
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
    pen.lineWidth = Math.max(radius, 3) + 2;
    pen.beginPath();
    cycle.forEach((v, i) => {
      if (i === 0) pen.moveTo(screen[2 * v]!, screen[2 * v + 1]!);
      else pen.lineTo(screen[2 * v]!, screen[2 * v + 1]!);
    });
    pen.closePath();
    pen.stroke();
  }
}

/** More edges than this are drawn one device pixel wide. */
const MAX_WIDE = 250;
/** Opacity of the edges at vertices of degree up to 16, up to 128, and above. */
const HUB_ALPHA = [1, 0.6, 0.2];
/** Opacity of edges that have not arrived. */
const COLD = 0.35;

/** Edges drawn as arrived: up to this threshold in this filter. */
type DrawnEdges = Pick<Scene, "filter" | "edgeFilter" | "threshold" | "direction">;

/** The layer of edges. While the threshold advances, only the entering edges are drawn. */
export class EdgeLayer {
  /** For each edge, its index in `HUB_ALPHA`. */
  #bundles: Uint8Array = new Uint8Array();
  #drawn: DrawnEdges | null = null;

  setGraph(graph: Graph): void {
    const { start } = adjacencyOf(graph);
    const { edges } = graph;
    const degree = (v: number): number => start[v + 1]! - start[v]!;
    this.#bundles = Uint8Array.from({ length: edges.length / 2 }, (_, e) => {
      const hub = Math.max(degree(edges[2 * e]!), degree(edges[2 * e + 1]!));
      return hub <= 16 ? 0 : hub <= 128 ? 1 : 2;
    });
    this.#drawn = null;
  }

  /** Invalidates the layer. */
  forget(): void {
    this.#drawn = null;
  }

  draw(pen: Pen, clear: () => void, scene: Scene): void {
    const { filter, edgeFilter, threshold, direction } = scene;
    if (threshold === null || filter === null) {
      clear();
      strokeEdges(pen, scene, this.#bundles, 1, () => true);
      this.#drawn = null;
      return;
    }
    const arrived = (edge: number, t: number | null): boolean => isEdgeIn(scene, edge, t);
    const before = this.#drawn;
    const goesOn =
      before !== null &&
      before.filter === filter &&
      before.edgeFilter === edgeFilter &&
      before.direction === direction &&
      (direction === "sub" ? before.threshold! <= threshold : before.threshold! >= threshold);
    if (goesOn) {
      strokeEdges(
        pen,
        scene,
        this.#bundles,
        1,
        (edge) => arrived(edge, threshold) && !arrived(edge, before.threshold),
      );
    } else {
      clear();
      strokeEdges(pen, scene, this.#bundles, COLD, (edge) => !arrived(edge, threshold));
      strokeEdges(pen, scene, this.#bundles, 1, (edge) => arrived(edge, threshold));
    }
    this.#drawn = { filter, edgeFilter, threshold, direction };
  }
}

/** Strokes the selected edges, with edges of hubs fainter: thousands of them would form a black disc. */
function strokeEdges(
  layer: Pen,
  scene: Scene,
  bundles: Uint8Array,
  strength: number,
  wanted: (edge: number) => boolean,
): void {
  const colouring = scene.edgeFilter?.colouring;
  if (colouring && strength === 1) {
    strokeColoured(layer, scene, colouring, wanted);
    return;
  }
  const { screen, theme, ratio, radius } = scene;
  const { edges, vertices } = scene.graph;
  const isDrawn = drawnEdges(scene.graph);
  const many = edges.length / 2 > MAX_WIDE;
  layer.strokeStyle = theme.ink;
  // Lines of one device pixel are ten times as fast as wider ones.
  layer.lineWidth = many ? 1 / ratio : Math.min(Math.max(radius / 4, 1), 2);
  const dense = Math.max(edges.length / 2 / Math.max(vertices, 1), 1);
  const quiet = many
    ? Math.max((vertices > 1000 ? 0.35 : 0.5) / Math.sqrt(dense), 0.2)
    : Math.max(0.6 / Math.sqrt(dense), 0.25);
  HUB_ALPHA.forEach((alpha, bundle) => {
    layer.globalAlpha = strength * quiet * alpha;
    layer.beginPath();
    for (let e = 0; e + 1 < edges.length; e += 2) {
      if (bundles[e / 2] !== bundle || !isDrawn(e / 2) || !wanted(e / 2)) continue;
      const a = edges[e]!;
      const b = edges[e + 1]!;
      layer.moveTo(screen[2 * a]!, screen[2 * a + 1]!);
      layer.lineTo(screen[2 * b]!, screen[2 * b + 1]!);
    }
    layer.stroke();
  });
}

/** Strokes the selected edges in their colours, colour by colour. */
function strokeColoured(
  layer: Pen,
  { screen, graph, radius, ratio }: Scene,
  colouring: Colouring,
  wanted: (edge: number) => boolean,
): void {
  const { edges } = graph;
  const isDrawn = drawnEdges(graph);
  const groups = new Map<string, number[]>();
  for (let edge = 0; edge < edges.length / 2; edge++) {
    if (!isDrawn(edge) || !wanted(edge)) continue;
    const colour = `rgb(${colouring.fill(edge).join(",")})`;
    const own = groups.get(colour);
    if (own) own.push(edge);
    else groups.set(colour, [edge]);
  }
  layer.globalAlpha = 1;
  layer.lineWidth = edges.length / 2 > MAX_WIDE ? 1 / ratio : Math.min(Math.max(radius / 2, 2), 4);
  for (const [colour, own] of groups) {
    layer.strokeStyle = colour;
    layer.beginPath();
    for (const edge of own) {
      const [a, b] = [edges[2 * edge]!, edges[2 * edge + 1]!];
      layer.moveTo(screen[2 * a]!, screen[2 * a + 1]!);
      layer.lineTo(screen[2 * b]!, screen[2 * b + 1]!);
    }
    layer.stroke();
  }
}
