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

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with these attributes. Rounds numbers to two decimals, and omits undefined attributes. */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number | undefined>>,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    element.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  return element;
}

// Colours as old readers of SVG know them.

/** Six hexadecimal digits, and how opaque it is, from 0 to 1; null: nothing is painted. */
export interface Paint {
  readonly colour: string;
  readonly alpha: number;
}

/** A colour of six digits, or a computed one: `rgb(…)`, `rgba(…)` or `color(srgb …)`. */
export function paintOf(computed: string): Paint | null {
  if (/^#[0-9a-f]{6}$/i.test(computed)) return { colour: computed, alpha: 1 };
  const numbers = [...computed.matchAll(/-?\d*\.?\d+(?:e-?\d+)?%?/gi)].map(([text]) =>
    text.endsWith("%") ? Number.parseFloat(text) / 100 : Number(text),
  );
  const named = /^(rgba?|color)\((srgb)?/.exec(computed);
  if (!named || numbers.length < 3) return null;
  const scale = named[1] === "color" ? 255 : 1;
  const alpha = numbers[3] ?? 1;
  if (alpha === 0) return null;
  const digits = numbers.slice(0, 3).map((part) =>
    Math.round(Math.min(Math.max(part * scale, 0), 255))
      .toString(16)
      .padStart(2, "0"),
  );
  return { colour: `#${digits.join("")}`, alpha: Math.round(alpha * 1000) / 1000 };
}

/** The colour, of six digits, that a share of another one has on white. */
export function onWhite(colour: string, share: number): string {
  const digits = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(255 + share * (part - 255))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${digits.join("")}`;
}
