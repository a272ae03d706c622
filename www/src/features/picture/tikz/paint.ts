// Colours, gradients and stripes of SVG as options of a path.

import { onWhite } from "../colour";
import { text } from "./numbers";

/** The fill of an element. */
export interface Fill {
  /** Commands before the path. */
  readonly before: readonly string[];
  readonly options: readonly string[];
}

/** A colour of xcolor; null: none. */
export function colourOf(paint: string): string | null {
  if (paint === "none") return null;
  const parts = partsOf(paint);
  if (parts === null) return "gray";
  const [red, green, blue] = parts;
  return `{rgb,255:red,${red};green,${green};blue,${blue}}`;
}

/** The fill of an element, which can refer to a gradient or to a pattern of stripes; null: none. */
export function fillOf(element: Element): Fill | null {
  const paint = element.getAttribute("fill") ?? "#000000";
  const [, id] = /^url\(#(.*)\)$/.exec(paint) ?? [];
  const found = id === undefined ? null : withId(element, id);
  if (found?.tagName === "linearGradient")
    return gradient([...found.querySelectorAll("stop")].map((stop) => stop.getAttribute("stop-color") ?? ""));
  if (found?.tagName === "pattern") {
    // The first of two rectangles fills the pattern, and the last one is the line.
    const rectangles = [...found.querySelectorAll("rect")].map(opaque);
    return stripes(rectangles.at(-1) ?? "", rectangles.length > 1 ? rectangles[0]! : null);
  }
  const colour = colourOf(paint);
  if (colour === null) return null;
  const fade = element.getAttribute("fill-opacity");
  const options = [`fill=${colour}`, ...(fade === null ? [] : [`fill opacity=${fade}`])];
  return { before: [], options };
}

/** An element of the same drawing. The drawing is not in the page, so its document does not find its ids. */
export function withId(element: Element, id: string): Element | null {
  let root = element;
  while (root.parentElement) root = root.parentElement;
  return [...root.querySelectorAll("[id]")].find((other) => other.id === id) ?? null;
}

/** The fill of an element on white. */
function opaque(element: Element): string {
  const paint = element.getAttribute("fill") ?? "#000000";
  return partsOf(paint) === null ? paint : onWhite(paint, Number(element.getAttribute("fill-opacity") ?? 1));
}

/** The name of every shading: TikZ computes a shading before the next one is declared. */
const SHADING = "sublevel";

/** Evenly spaced colours from left to right. TikZ shows the middle half of a shading. */
export function gradient(colours: readonly string[]): Fill {
  const parts = colours.map((colour) =>
    (partsOf(colour) ?? [128, 128, 128]).map((part) => text(part / 255, 4)).join(","),
  );
  const stops = [
    `rgb(0bp)=(${parts[0]})`,
    ...parts.map((part, i) => `rgb(${text(25 + (50 * i) / Math.max(parts.length - 1, 1))}bp)=(${part})`),
    `rgb(100bp)=(${parts.at(-1)})`,
  ];
  return {
    before: [`\\pgfdeclarehorizontalshading{${SHADING}}{100bp}{${stops.join(";")}}`],
    options: [`shading=${SHADING}`],
  };
}

/** Diagonal stripes on a background, which can be absent. */
export function stripes(line: string, back: string | null): Fill {
  return {
    before: [],
    options: [
      ...(back === null ? [] : [`preaction={fill=${colourOf(back)}}`]),
      "pattern=north east lines",
      `pattern color=${colourOf(line)}`,
    ],
  };
}

/** Red, green and blue from 0 to 255; null: no colour of six digits. */
function partsOf(paint: string): readonly number[] | null {
  const [, ...digits] = /^#(..)(..)(..)$/.exec(paint) ?? [];
  return digits.length === 3 ? digits.map((part) => Number.parseInt(part, 16)) : null;
}
