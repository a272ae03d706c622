// Texts of a picture: in fonts that every reader has, and in the sizes of pictures.

import { paintOf } from "./colour";
import { svgElement } from "./element";
import type { Sizes } from "./sizes";

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

interface Line {
  text: string;
  readonly left: number;
  right: number;
  readonly top: number;
  readonly height: number;
}

/** The lines of consecutive texts after line breaking. */
function linesOf(nodes: readonly Text[]): readonly Line[] {
  const range = document.createRange();
  const lines: Line[] = [];
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

const pen = document.createElement("canvas").getContext("2d")!;

/** Consecutive texts of an element, in their layout on the page. */
export function textsOf(
  nodes: readonly Text[],
  style: CSSStyleDeclaration,
  origin: DOMRect,
  sizes: Sizes,
): SVGElement[] {
  const paint = paintOf(style.color);
  if (!paint || style.visibility === "hidden") return [];
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const anchor = { center: "middle", right: "end", end: "end" }[style.textAlign] ?? "start";
  return linesOf(nodes).map(({ text, left, right, top, height }) => {
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(text);
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
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  if (pen.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && pen.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
