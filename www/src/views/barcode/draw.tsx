import type { JSX } from "preact";
import type { Theme } from "../../colour";
import { ARROW, type Mark } from "./rows";

/** Outline of a bar: a rectangle, or an arrow where it never ends. */
function outline({ bar, left, right, y, thickness }: Mark): readonly (readonly [number, number])[] {
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

/** Below this thickness there is no room for hatching or an outline. */
const THIN = 3;

/** One bar as SVG; H0 is solid, H1 hatched, superlevel bars are hollow. */
export function BarMark({ mark, hatch }: { mark: Mark; hatch: string }): JSX.Element {
  const { bar, thickness } = mark;
  const points = outline(mark)
    .map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`)
    .join(" ");
  const hatched = bar.kind === "h1Essential" && thickness >= THIN;
  const hollow = bar.direction === "super" && thickness >= THIN && !hatched;
  return (
    <polygon
      class={`bar bar-${bar.direction}${hollow ? " bar-hollow" : ""}${thickness < THIN ? " bar-thin" : ""}`}
      points={points}
      style={hatched ? { fill: `url(#${hatch}-${bar.direction})` } : undefined}
    />
  );
}

/** The patterns that `BarMark` refers to. */
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

/** Thousands of bars: thin ones, on a canvas, see-through so that density shows. */
export function drawBars(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  marks: readonly Mark[],
  theme: Theme,
): void {
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d")!;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const direction of ["sub", "super"] as const) {
    pen.fillStyle = direction === "sub" ? theme.sub : theme.super;
    for (const kind of ["h0", "h0Essential", "h1Essential"] as const) {
      const own = marks.filter(({ bar }) => bar.direction === direction && bar.kind === kind);
      const rows = own.length > 1 ? Math.abs(own.at(-1)!.y - own[0]!.y) / (own.length - 1) : 1;
      pen.globalAlpha = rows >= 1 ? 1 : Math.max(0.25, rows);
      pen.beginPath();
      for (const mark of own) {
        const points = outline(mark);
        if (rows >= 1) trace(pen, points);
        else pen.fillRect(mark.left, Math.round(mark.y * ratio) / ratio, mark.right - mark.left, 1);
      }
      pen.fill();
    }
  }
}

function trace(pen: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
}
