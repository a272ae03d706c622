// The drawing functions of canvas plots, recorded so that pictures can draw the same as lines.

/** The part of a canvas context that pictures support. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | "arc"
  | "beginPath"
  | "closePath"
  | "fill"
  | "fillStyle"
  | "fillText"
  | "font"
  | "globalAlpha"
  | "lineCap"
  | "lineJoin"
  | "lineTo"
  | "lineWidth"
  | "measureText"
  | "moveTo"
  | "stroke"
  | "strokeStyle"
  | "strokeText"
  | "textAlign"
  | "textBaseline"
>;

const drawings = new WeakMap<HTMLCanvasElement, (pen: Pen) => void>();

/** Registers a function that draws a canvas again, in CSS pixels. */
export function drawnBy(canvas: HTMLCanvasElement, draw: (pen: Pen) => void): void {
  drawings.set(canvas, draw);
}

/** Draws the content of a canvas with another context; false: no function is registered. */
export function redraw(canvas: HTMLCanvasElement, pen: Pen): boolean {
  const draw = drawings.get(canvas);
  draw?.(pen);
  return draw !== undefined;
}
