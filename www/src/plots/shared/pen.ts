// What the plots draw with on canvases, so that the same can be drawn elsewhere: in a picture made of lines.

/** What of a canvas's pen a drawing needs that is to become a picture. */
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

/** Remembers what draws a canvas once more, in pixels of the page. */
export function drawnBy(canvas: HTMLCanvasElement, draw: (pen: Pen) => void): void {
  drawings.set(canvas, draw);
}

/** Draws what is on a canvas with another pen; false: nobody knows how. */
export function redraw(canvas: HTMLCanvasElement, pen: Pen): boolean {
  const draw = drawings.get(canvas);
  draw?.(pen);
  return draw !== undefined;
}
