// Texts of a picture: in fonts that every reader has, and in the sizes of pictures.

/** Fonts by the font family on the page. */
export const FAMILIES = {
  sans: "Arimo, Arial, Helvetica, sans-serif",
  serif: "Tinos, Times New Roman, Times, serif",
};

/** Characters that these fonts lack, and their replacements. */
const INSTEAD: Readonly<Record<string, string>> = { "✓ ": "", "✗ ": "", "⇄": "↔" };

/** A text in characters of these fonts. */
export function printable(text: string): string {
  return text.replaceAll(/[✓✗] |⇄/g, (sign) => INSTEAD[sign]!);
}

/** The attributes of a font of `FONTS`: italic letters are symbols of quantities, with serifs. */
export function fontOf(
  { fontFamily, fontSize, fontStyle, fontWeight }: CSSStyleDeclaration,
  sizes: Sizes,
): Readonly<Record<string, string | number>> {
  const italic = fontStyle === "italic";
  // A list of families without serifs ends with "sans-serif".
  const serif = italic || (/(^|[^-])serif\s*$/.test(fontFamily) && !/sans-serif\s*$/.test(fontFamily));
  return {
    "font-family": serif ? FAMILIES.serif : FAMILIES.sans,
    "font-size": sizes(Number.parseFloat(fontSize)),
    ...(!serif && Number(fontWeight) >= 550 ? { "font-weight": "bold" } : {}),
    ...(italic ? { "font-style": "italic" } : {}),
  };
}

interface TextLine {
  text: string;
  readonly left: number;
  right: number;
  readonly top: number;
  readonly height: number;
}

/** The lines of consecutive texts after line breaking. */
function linesOf(nodes: readonly Text[]): readonly TextLine[] {
  const range = document.createRange();
  const lines: TextLine[] = [];
  for (const { 0: word, index } of nodes
    .map(({ data }) => data)
    .join("")
    .matchAll(/\S+/g)) {
    range.setStart(...placeOf(nodes, index));
    range.setEnd(...placeOf(nodes, index + word.length - 1, 1));
    const [box] = range.getClientRects();
    if (!box) continue;
    const { right } = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && Math.abs(last.top - box.top) < 1)
      Object.assign(last, { text: `${last.text} ${word}`, right });
    else lines.push({ text: word, left: box.left, right, top: box.top, height: box.height });
  }
  return lines;
}

/**
 * The node with the character at `index` of the concatenated texts, and the offset in this node, plus `behind` characters.
 */
function placeOf(nodes: readonly Text[], index: number, behind = 0): [Text, number] {
  let [at, node] = [index, 0];
  while (at >= nodes[node]!.length) at -= nodes[node++]!.length;
  return [nodes[node]!, at + behind];
}

let made: CanvasRenderingContext2D | null = null;
/** A pen that measures texts. It is made on first use, because unit tests load this module without a document. */
export function pen(): CanvasRenderingContext2D {
  return (made ??= document.createElement("canvas").getContext("2d")!);
}

/** Consecutive texts of an element, in their layout on the page. */
export function textsOf(
  nodes: readonly Text[],
  style: CSSStyleDeclaration,
  origin: DOMRect,
  sizes: Sizes,
): SVGElement[] {
  const paint = paintOf(style.color);
  if (!paint || style.visibility === "hidden") return [];
  pen().font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const anchor = { center: "middle", right: "end", end: "end" }[style.textAlign] ?? "start";
  return linesOf(nodes).map(({ text, left, right, top, height }) => {
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen().measureText(text);
    const share = { start: 0, middle: 0.5, end: 1 }[anchor]!;
    const element = svgElement("text", {
      x: left + share * (right - left) - origin.left,
      y: top + (height * up) / (up + down) - origin.top,
      fill: paint.colour,
      "fill-opacity": paint.alpha === 1 ? undefined : paint.alpha,
      "text-anchor": anchor === "start" ? undefined : anchor,
      ...fontOf(style, sizes),
    });
    element.textContent = printable(style.textTransform === "uppercase" ? text.toUpperCase() : text);
    return element;
  });
}

/** A text in this font, shortened with an ellipsis if it is wider than its space. */
export function shortened(text: string, width: number, style: CSSStyleDeclaration): string {
  pen().font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  if (pen().measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && pen().measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

// The width of pictures, and the sizes of their texts. A figure of two columns is twice as wide.

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
