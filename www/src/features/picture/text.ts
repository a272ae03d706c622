// Texts of a picture: in fonts that every reader has, and never smaller than a journal prints.

import { paintOf } from "./colour";
import { svgElement } from "./element";

/** Fonts by what the page sets a text in. */
export const FAMILIES = {
  sans: "Arimo, Arial, Helvetica, sans-serif",
  serif: "Tinos, Times New Roman, Times, serif",
};

/** The attributes of a font, at least of this size in pixels. */
export function fontOf(style: CSSStyleDeclaration, least: number): Readonly<Record<string, string | number>> {
  // A list of families without serifs ends with "sans-serif".
  const serif = /(^|[^-])serif\s*$/.test(style.fontFamily) && !/sans-serif\s*$/.test(style.fontFamily);
  return {
    "font-family": serif ? FAMILIES.serif : FAMILIES.sans,
    "font-size": Math.max(Number.parseFloat(style.fontSize), least),
    ...(Number(style.fontWeight) >= 550 ? { "font-weight": "bold" } : {}),
    ...(style.fontStyle === "italic" ? { "font-style": "italic" } : {}),
  };
}

interface Line {
  text: string;
  readonly box: DOMRect;
}

/** The lines that a text is broken into. */
function linesOf(node: Text): readonly Line[] {
  const range = document.createRange();
  const whole = [...take(range, node, 0, node.length)];
  if (whole.length === 0 || node.data.trim() === "") return [];
  if (whole.length === 1) return [{ text: node.data.trim(), box: whole[0]! }];
  const lines: Line[] = [];
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    const [box] = take(range, node, index, index + word.length);
    if (!box) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 1) last.text += ` ${word}`;
    else lines.push({ text: word, box });
  }
  return lines;
}

function take(range: Range, node: Text, from: number, to: number): DOMRectList {
  range.setStart(node, from);
  range.setEnd(node, to);
  return range.getClientRects();
}

const pen = document.createElement("canvas").getContext("2d")!;

/** The text of an element as it is laid out on the page. */
export function textsOf(
  node: Text,
  style: CSSStyleDeclaration,
  origin: DOMRect,
  least: number,
): SVGElement[] {
  const paint = paintOf(style.color);
  if (!paint || style.visibility === "hidden") return [];
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const anchor = { center: "middle", right: "end", end: "end" }[style.textAlign] ?? "start";
  return linesOf(node).map(({ text, box }) => {
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(text);
    const share = { start: 0, middle: 0.5, end: 1 }[anchor]!;
    const element = svgElement("text", {
      x: box.left + share * box.width - origin.left,
      y: box.top + (box.height * up) / (up + down) - origin.top,
      fill: paint.colour,
      "fill-opacity": paint.alpha === 1 ? undefined : paint.alpha,
      "text-anchor": anchor === "start" ? undefined : anchor,
      ...fontOf(style, least),
    });
    element.textContent = style.textTransform === "uppercase" ? text.toUpperCase() : text;
    return element;
  });
}
