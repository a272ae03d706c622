import type { Zoom } from "../../domain/view";
import type { Size } from "../shared/size";

/** Pan and zoom in pixels, on top of the fit: screen = k · fitted + (x, y). */
export interface Transform {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

/** In pixels of a panel of this size. */
export function transformOf({ k, x, y }: Zoom, { width, height }: Size): Transform {
  return { k, x: width * (0.5 - k * x), y: height * (0.5 - k * y) };
}

/** Independent of the window size. */
export function zoomOf({ k, x, y }: Transform, { width, height }: Size): Zoom {
  const share = (shift: number, length: number): number => (0.5 - shift / Math.max(length, 1)) / k;
  return { k, x: share(x, width), y: share(y, height) };
}
