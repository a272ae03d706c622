import type { JSX } from "preact";
import { isLoop } from "../../domain/graph/graph";
import { penOf } from "../shared/canvas";
import type { CanvasTheme } from "../shared/colour";
import { ARROW, type BarcodeMark } from "./rows";

/** Outline of a bar: a rectangle, or an arrow for an essential bar. */
function outline({ bar, left, right, y, thickness }: BarcodeMark): readonly (readonly [number, number])[] {
  const half = thickness / 2;
  if (bar.death !== null) {
    return [
      [left, y - half],
      [right, y - half],
      [right, y + half],
      [left, y + half],
    ];
  }
  const wing = Math.max(half + 2, 3);
  const [start, tip, back] = bar.direction === "sub" ? [left, right, -1] : [right, left, 1];
  const neck = tip + back * Math.min(ARROW, 1.6 * wing);
  return [
    [start, y - half],
    [neck, y - half],
    [neck, y - wing],
    [tip, y],
    [neck, y + wing],
    [neck, y + half],
    [start, y + half],
  ];
}

/** Thinner bars have no hatching and no outline. */
const THIN = 3;

/** One bar as SVG; H0 is solid, H1 hatched, superlevel bars are hollow. */
export function BarMark({ mark, hatch }: { mark: BarcodeMark; hatch: string }): JSX.Element {
  const { bar, thickness } = mark;
  const points = outline(mark)
    .map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`)
    .join(" ");
  const hatched = isLoop(bar.kind) && thickness >= THIN;
  const hollow = bar.direction === "super" && thickness >= THIN && !hatched;
  return (
    <polygon
      class={`bar bar-${bar.direction}${hollow ? " bar-hollow" : ""}${thickness < THIN ? " bar-thin" : ""}`}
      points={points}
      style={hatched ? { fill: `url(#${hatch}-${bar.direction})` } : undefined}
    />
  );
}

/** The patterns of `BarMark`. */
export function Hatches({ id }: { id: string }): JSX.Element {
  return (
    <defs>
      {(["sub", "super"] as const).map((direction) => (
        <pattern
          key={direction}
          id={`${id}-${direction}`}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="4" height="4" class={`hatch-back-${direction}`} />
          <rect width="1.8" height="4" class={`hatch-line-${direction}`} />
        </pattern>
      ))}
    </defs>
  );
}

/** Draws many bars on a canvas, where SVG is too slow; looks like `BarMark`. */
export function drawBars(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  blocks: readonly (readonly BarcodeMark[])[],
  theme: CanvasTheme,
): void {
  const pen = penOf(canvas, width, height);
  for (const marks of blocks) {
    const rows = marks.length > 1 ? (marks.at(-1)!.y - marks[0]!.y) / (marks.length - 1) : 1;
    // Several bars per pixel are transparent, so that density is visible.
    pen.globalAlpha = Math.min(Math.max(rows, 0.25), 1);
    for (const mark of marks) drawBar(pen, mark, theme, devicePixelRatio);
  }
}

function drawBar(pen: CanvasRenderingContext2D, mark: BarcodeMark, theme: CanvasTheme, ratio: number): void {
  const { bar, left, right, y, thickness } = mark;
  const colour = bar.direction === "sub" ? theme.sub : theme.super;
  pen.fillStyle = colour;
  if (thickness < THIN) {
    // Rectangles on whole pixels are fast and crisp.
    const snap = (value: number): number => Math.round(value * ratio) / ratio;
    pen.fillRect(left, snap(y - thickness / 2), right - left, Math.max(snap(thickness), 1 / ratio));
    return;
  }
  pen.beginPath();
  outline(mark).forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
  if (bar.direction === "super" || isLoop(bar.kind)) {
    pen.fillStyle = theme.panel;
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    pen.fill();
    pen.stroke();
  }
  if (isLoop(bar.kind)) pen.fillStyle = stripes(pen, colour);
  if (bar.direction === "sub" || isLoop(bar.kind)) pen.fill();
}

/** Diagonal hatching in a colour. */
function stripes(pen: CanvasRenderingContext2D, colour: string): CanvasPattern {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 4;
  const ink = tile.getContext("2d")!;
  ink.fillStyle = colour;
  ink.fillRect(0, 0, 1.8, 4);
  const pattern = pen.createPattern(tile, "repeat")!;
  pattern.setTransform(new DOMMatrix().rotate(45));
  return pattern;
}
