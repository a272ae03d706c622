// The points of a diagram: discs for sublevel bars, diamonds for superlevel ones.

import type { JSX } from "preact";
import { isLoop } from "../../domain/graph/graph";
import { penOf } from "../shared/canvas";
import type { Theme } from "../shared/colour";
import type { Point } from "./points";

export function PointMark({ point: { x, y, radius, direction, kind } }: { point: Point }): JSX.Element {
  const style = `point point-${direction}${isLoop(kind) ? " point-loop" : ""}`;
  if (direction === "sub") return <circle class={style} cx={x} cy={y} r={radius} />;
  return <path class={style} d={diamond(x, y, radius)} />;
}

export function diamond(x: number, y: number, radius: number): string {
  const r = 1.25 * radius;
  return `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;
}

export function drawPoints(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  points: readonly Point[],
  theme: Theme,
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
