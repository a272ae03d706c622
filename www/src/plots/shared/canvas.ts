import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an element in CSS pixels, updated on resize; 0 × 0 before the first layout. */
export function useSize(ref: RefObject<HTMLElement>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current!;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Clears a canvas and sets its size; returns the context, scaled to CSS pixels. */
export function penOf(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d")!;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  return pen;
}

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
