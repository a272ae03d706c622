// The painting of discs, triangles, edges and loops on a canvas.

import { componentColour } from "../stage/rows";
import type { CanvasTheme } from "../shared/colour";
import { boxOf } from "../../domain/graph/graph";

export interface Painting {
  /** x and y of each point in pixels. */
  readonly pixels: Float32Array;
  /** The radius of the discs in pixels. */
  readonly radius: number;
  /** The radius of the points in pixels. */
  readonly dot: number;
  /** The first point of the component of each point. */
  readonly components: Uint32Array;
  /** The colour of a component, by its first point. */
  readonly colourOf: (first: number) => number;
  /** The highlighted component, by its first point; null: none. */
  readonly lit: number | null;
  /** Pairs of points: the edges at t. */
  readonly edges: Uint32Array;
  /** Triples of points: the triangles at t. */
  readonly triangles: Uint32Array;
  /** A highlighted cycle, by its points. */
  readonly cycle: readonly number[];
  /** The triangle that ends it; null: none, or not yet. */
  readonly filling: readonly number[] | null;
  /** The edges and triangles of the last event, by their points. */
  readonly event: readonly (readonly number[])[];
  /** Selected points. */
  readonly selected: ReadonlySet<number>;
  /** Arrows at the points: x and y upwards in turn, at most 1 long; null: none. */
  readonly arrows: Float64Array | null;
  /** A lasso in pixels. */
  readonly lasso: readonly number[];
}

/** More edges than this are drawn fainter. */
const FAINT = 2000;

export function paint(pen: CanvasRenderingContext2D, theme: CanvasTheme, painting: Painting): void {
  paintDiscs(pen, painting);
  paintComplex(pen, theme, painting);
  paintCycle(pen, theme, painting);
  paintEvent(pen, theme, painting);
  paintDots(pen, theme, painting);
  paintArrows(pen, theme, painting);
  const { lasso } = painting;
  if (lasso.length > 2) {
    pen.strokeStyle = theme.accent;
    pen.setLineDash([4, 3]);
    trace(pen, lasso);
    pen.stroke();
    pen.setLineDash([]);
  }
}

/** One path for each component, so that the overlap of its discs is not darker. */
function paintDiscs(pen: CanvasRenderingContext2D, painting: Painting): void {
  const { pixels, radius, components, colourOf, lit } = painting;
  if (radius <= 0) return;
  const paths = new Map<number, Path2D>();
  components.forEach((first, point) => {
    let path = paths.get(first);
    if (!path) paths.set(first, (path = new Path2D()));
    const [x, y] = [pixels[2 * point]!, pixels[2 * point + 1]!];
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  });
  for (const [first, path] of paths) {
    pen.globalAlpha = lit === null ? 0.34 : first === lit ? 0.6 : 0.16;
    pen.fillStyle = componentColour(colourOf(first));
    pen.fill(path);
  }
  pen.globalAlpha = 1;
}

function paintComplex(pen: CanvasRenderingContext2D, theme: CanvasTheme, painting: Painting): void {
  const { pixels, edges, triangles } = painting;
  if (triangles.length > 0) {
    const path = new Path2D();
    for (let i = 0; i < triangles.length; i += 3) {
      // All with one orientation: the nonzero rule then fills overlaps, too.
      const [a, b, c] = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!];
      const [ax, ay, bx, by, cx, cy] = [
        pixels[2 * a]!,
        pixels[2 * a + 1]!,
        pixels[2 * b]!,
        pixels[2 * b + 1]!,
        pixels[2 * c]!,
        pixels[2 * c + 1]!,
      ];
      const turned = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0;
      path.moveTo(ax, ay);
      path.lineTo(turned ? cx : bx, turned ? cy : by);
      // A fill closes each triangle. `closePath` takes time in proportion to the whole path in Chromium.
      path.lineTo(turned ? bx : cx, turned ? by : cy);
    }
    pen.globalAlpha = 0.22;
    pen.fillStyle = theme.ink;
    pen.fill(path);
  }
  pen.globalAlpha = edges.length > 2 * FAINT ? 0.15 : 0.55;
  pen.strokeStyle = theme.ink;
  pen.lineWidth = edges.length > FAINT ? 0.7 : 1.2;
  pen.beginPath();
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [edges[i]!, edges[i + 1]!];
    pen.moveTo(pixels[2 * a]!, pixels[2 * a + 1]!);
    pen.lineTo(pixels[2 * b]!, pixels[2 * b + 1]!);
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

function paintCycle(pen: CanvasRenderingContext2D, theme: CanvasTheme, painting: Painting): void {
  const { pixels, cycle, filling } = painting;
  const line = (points: readonly number[]): number[] =>
    points.flatMap((point) => [pixels[2 * point]!, pixels[2 * point + 1]!]);
  if (filling) {
    trace(pen, line(filling));
    pen.fillStyle = theme.accent;
    pen.globalAlpha = 0.45;
    pen.fill();
    pen.globalAlpha = 1;
  }
  if (cycle.length === 0) return;
  trace(pen, line(cycle));
  pen.strokeStyle = theme.accent;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.stroke();
}

function paintEvent(pen: CanvasRenderingContext2D, theme: CanvasTheme, { pixels, event }: Painting): void {
  pen.strokeStyle = theme.accent;
  pen.lineWidth = 3;
  for (const points of event) {
    trace(
      pen,
      points.flatMap((point) => [pixels[2 * point]!, pixels[2 * point + 1]!]),
    );
    pen.stroke();
  }
}

function paintDots(pen: CanvasRenderingContext2D, theme: CanvasTheme, painting: Painting): void {
  const { pixels, dot, selected } = painting;
  pen.lineWidth = 1.5;
  for (const chosen of [false, true]) {
    const radius = chosen ? dot + 2 : dot;
    pen.beginPath();
    for (let point = 0; 2 * point < pixels.length; point++) {
      if (selected.has(point) !== chosen) continue;
      const [x, y] = [pixels[2 * point]!, pixels[2 * point + 1]!];
      pen.moveTo(x + radius, y);
      pen.arc(x, y, radius, 0, 2 * Math.PI);
    }
    pen.fillStyle = chosen ? theme.accent : theme.ink;
    pen.strokeStyle = theme.panel;
    pen.fill();
    pen.stroke();
  }
}

const ARROW = 44;
const HEAD = 9;
/** Shorter arrows than this have no direction that a reader sees. */
const MIN_ARROW = 3;

function paintArrows(pen: CanvasRenderingContext2D, theme: CanvasTheme, { pixels, arrows }: Painting): void {
  if (!arrows) return;
  const lines = new Path2D();
  const heads = new Path2D();
  for (let i = 0; i < pixels.length; i += 2) {
    const [dx, dy] = [ARROW * arrows[i]!, -ARROW * arrows[i + 1]!];
    const length = Math.hypot(dx, dy);
    if (length < MIN_ARROW) continue;
    const [x, y] = [pixels[i]!, pixels[i + 1]!];
    const [ux, uy] = [dx / length, dy / length];
    const head = Math.min(HEAD, length);
    const [bx, by] = [x + dx - head * ux, y + dy - head * uy];
    lines.moveTo(x, y);
    lines.lineTo(bx, by);
    heads.moveTo(x + dx, y + dy);
    heads.lineTo(bx - 0.5 * head * uy, by + 0.5 * head * ux);
    heads.lineTo(bx + 0.5 * head * uy, by - 0.5 * head * ux);
    heads.closePath();
  }
  pen.strokeStyle = theme.accent;
  pen.fillStyle = theme.accent;
  pen.lineWidth = 2.5;
  pen.stroke(lines);
  pen.fill(heads);
}

function trace(pen: CanvasRenderingContext2D, line: readonly number[]): void {
  pen.beginPath();
  for (let i = 0; i < line.length; i += 2) pen.lineTo(line[i]!, line[i + 1]!);
  pen.closePath();
}

// The plane of the points: one scale for both coordinates, y upwards.

/** The shown part of the plane. */
export interface VisiblePlane {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

interface PlaneScale {
  /** Pixels per unit. */
  readonly scale: number;
  readonly toPixel: (x: number, y: number) => readonly [number, number];
  readonly toPlane: (px: number, py: number) => readonly [number, number];
}

const UNIT_SQUARE: VisiblePlane = { x: [0, 1], y: [0, 1] };
/** The part of the frame on each side of its points. */
const MARGIN = 0.12;

/** The bounding box of the points with a margin for discs of this radius; the unit square without points. */
export function frameOf(coordinates: readonly number[], radius = 0): VisiblePlane {
  if (coordinates.length === 0) return UNIT_SQUARE;
  const { x, y, width, height } = boxOf(coordinates);
  // Equal points have no extent.
  const span = Math.max(width, height) || 1;
  const pad = Math.max(MARGIN * span, radius);
  const wide = (low: number, extent: number): readonly [number, number] =>
    extent > 0
      ? [low - pad, low + extent + pad]
      : [low - Math.max(span / 2, pad), low + Math.max(span / 2, pad)];
  return { x: wide(x, width), y: wide(y, height) };
}

/** The frame, centred between these pixels. */
export function planeIn(
  { x: [left, right], y: [low, high] }: VisiblePlane,
  width: number,
  top: number,
  bottom: number,
): PlaneScale {
  const height = Math.max(bottom - top, 1);
  const scale = Math.min(width / (right - left), height / (high - low));
  const [middleX, middleY] = [(left + right) / 2, (low + high) / 2];
  const [centreX, centreY] = [width / 2, top + height / 2];
  return {
    scale,
    toPixel: (x, y) => [centreX + scale * (x - middleX), centreY - scale * (y - middleY)],
    toPlane: (px, py) => [middleX + (px - centreX) / scale, middleY - (py - centreY) / scale],
  };
}

/** The pixels of all points, x and y in turn. */
export function pixelsOf(coordinates: readonly number[], { toPixel }: PlaneScale): Float32Array {
  const pixels = new Float32Array(coordinates.length);
  for (let i = 0; i + 1 < coordinates.length; i += 2)
    pixels.set(toPixel(coordinates[i]!, coordinates[i + 1]!), i);
  return pixels;
}

/** The points inside a closed line of pixels (even–odd rule). */
export function pointsInside(pixels: Float32Array, line: readonly number[]): ReadonlySet<number> {
  const inside = new Set<number>();
  for (let point = 0; 2 * point < pixels.length; point++) {
    const [px, py] = [pixels[2 * point]!, pixels[2 * point + 1]!];
    let odd = false;
    for (let i = 0, j = line.length - 2; i < line.length; j = i, i += 2) {
      const [xi, yi, xj, yj] = [line[i]!, line[i + 1]!, line[j]!, line[j + 1]!];
      if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) odd = !odd;
    }
    if (odd) inside.add(point);
  }
  return inside;
}
