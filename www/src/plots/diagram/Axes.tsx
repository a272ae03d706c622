import type { JSX } from "preact";
import { isLoop } from "../../domain/graph/graph";
import type { Direction } from "../../domain/graph/graph";
import { ticksOf } from "../shared/axis";
import type { Domain, CanvasTheme } from "../shared/colour";
import type { DiagramFrame, DiagramPoint } from "./points";
import { penOf } from "../shared/canvas";

interface AxesProps {
  readonly frame: DiagramFrame;
  readonly width: number;
  readonly directions: readonly Direction[];
  readonly domain: Domain;
}

/** Ticks, strips, the diagonal and, with both directions, a legend. */
export function Axes({ frame, width, directions, domain }: AxesProps): JSX.Element {
  const { left, right, top, bottom, strips, strip } = frame;
  const ticks = right - left < 260 ? 3 : 5;
  const values = ticksOf(domain, ticks);
  const [before, last] = values.slice(-2);
  // Between the last two ticks.
  const name = last === undefined ? domain[1] : (before! + last) / 2;
  const base = Math.max(bottom, ...strips.map(({ y }) => y + strip / 2));
  return (
    <g>
      {values.map((value) => (
        <g key={value}>
          <line class="grid" x1={frame.x(value)} x2={frame.x(value)} y1={top} y2={bottom} />
          <line class="grid" x1={left} x2={right} y1={frame.y(value)} y2={frame.y(value)} />
          <text class="tick" x={frame.x(value)} y={base + 15}>
            {value}
          </text>
          <text class="tick-left" x={left - 8} y={frame.y(value)} dy="0.35em">
            {value}
          </text>
        </g>
      ))}
      {strips.map(({ kind, direction, y }) => (
        <rect
          key={kind + direction}
          class="strip"
          x={left}
          width={right - left}
          y={y - strip / 2 + 1}
          height={strip - 2}
        />
      ))}
      <path class="diagonal" d={`M${left} ${bottom}L${right} ${top}`} />
      <rect class="square" x={left} y={top} width={right - left} height={bottom - top} />
      {right - left > 120 && (
        <>
          <text class="tick" x={frame.x(name)} y={base + 15}>
            birth
          </text>
          <text class="tick-left" x={left - 8} y={frame.y(name)} dy="0.35em">
            death
          </text>
        </>
      )}
      {directions.length > 1 && width - right > 100 && (
        <>
          <circle class="point point-sub" cx={right + 18} cy={top + 8} r={4.5} />
          <text x={right + 30} y={top + 12}>
            sublevel
          </text>
          <path class="point point-super" d={diamond(right + 18, top + 28, 4.5)} />
          <text x={right + 30} y={top + 32}>
            superlevel
          </text>
        </>
      )}
    </g>
  );
}

// The points of a diagram: discs for sublevel bars, diamonds for superlevel ones.

export function PointMark({
  point: { x, y, radius, direction, kind },
}: {
  point: DiagramPoint;
}): JSX.Element {
  const style = `point point-${direction}${isLoop(kind) ? " point-loop" : ""}`;
  if (direction === "sub") return <circle class={style} cx={x} cy={y} r={radius} />;
  return <path class={style} d={diamond(x, y, radius)} />;
}

function diamond(x: number, y: number, radius: number): string {
  const r = 1.25 * radius;
  return `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;
}

export function drawPoints(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  points: readonly DiagramPoint[],
  theme: CanvasTheme,
): void {
  const pen = penOf(canvas, width, height);
  pen.globalAlpha = 0.6;
  for (const { x, y, radius, direction } of points) {
    pen.beginPath();
    if (direction === "sub") {
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fillStyle = theme.sub;
      pen.fill();
    } else {
      const r = 1.25 * radius;
      pen.moveTo(x, y - r);
      pen.lineTo(x + r, y);
      pen.lineTo(x, y + r);
      pen.lineTo(x - r, y);
      pen.closePath();
      pen.strokeStyle = theme.super;
      pen.stroke();
    }
  }
}
