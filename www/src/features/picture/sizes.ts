// The width of all pictures, and the sizes of their texts.

export const MILLIMETRES = 90;
/** Pixels of the page on this width: 12 pixels are 7.5 points. */
export const WIDTH = 400;
/** Empty space around a picture. */
export const MARGIN = 4;
/** The sizes of text in all pictures. */
const POINTS = [7.5, 8, 9] as const;
const POINTS_A_MILLIMETRE = 72 / 25.4;

/** The size of text in a drawing of this width, in pixels: of the sizes of pictures the nearest to a size of the page. */
export function sizesIn(width: number): (pixels: number) => number {
  const pixelsAPoint = width / (MILLIMETRES * POINTS_A_MILLIMETRE);
  return (pixels) => {
    const far = (points: number): number => Math.abs(points - pixels / pixelsAPoint);
    return pixelsAPoint * POINTS.reduce((best, points) => (far(points) < far(best) ? points : best));
  };
}

/** Converts a size of the page into a size of the picture. */
export type Sizes = ReturnType<typeof sizesIn>;
