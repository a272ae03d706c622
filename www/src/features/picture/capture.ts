// A part of the page as one drawing.

import { boxOf } from "./boxes";
import { canvasIn } from "./canvas";
import { drawingOf } from "./drawing";
import { svgElement } from "./element";
import { paintOf } from "./colour";
import { fontOf, textsOf } from "./text";

/** What is only there for those who use the page. */
const OF_THE_PAGE =
  ".visually-hidden, .tip, .tools, .stage-handle, [popover], input, option, progress, [data-unpictured]";
/** Empty space around the picture. */
const MARGIN = 4;

/** A drawing, and how large it is in pixels of the page. */
export interface Drawing {
  readonly content: SVGGElement;
  readonly width: number;
  readonly height: number;
}

/** These parts of the page, where they are to one another; no text smaller than `least` pixels a pixel of width. */
export function captureOf(parts: readonly Element[], least: (width: number) => number): Drawing {
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const width = Math.max(...boxes.map(({ right }) => right)) - left + 2 * MARGIN;
  const height = Math.max(...boxes.map(({ bottom }) => bottom)) - top + 2 * MARGIN;
  const origin = new DOMRect(left - MARGIN, top - MARGIN, width, height);
  const content = svgElement("g", {});
  for (const part of parts) walk(part, content, origin, least(width));
  return { content, width, height };
}

function walk(element: Element, into: SVGElement, origin: DOMRect, least: number): void {
  if (element.matches(OF_THE_PAGE)) return;
  const style = getComputedStyle(element);
  if (style.display === "none" || Number(style.opacity) === 0) return;
  const target = style.opacity === "1" ? into : svgElement("g", { opacity: style.opacity });
  if (target !== into) into.append(target);
  if (element instanceof SVGSVGElement) {
    target.append(drawingOf(element, origin, least));
    return;
  }
  // Of a choice, the picture has the text and not the control.
  if (style.visibility !== "hidden" && !(element instanceof HTMLSelectElement)) {
    const area = element.getBoundingClientRect();
    target.append(...boxOf(area, style, origin), ...markOf(element, area, style, origin));
  }
  if (element instanceof HTMLCanvasElement) {
    const { left, top } = element.getBoundingClientRect();
    target.append(canvasIn(element, left - origin.left, top - origin.top, least));
    return;
  }
  if (element instanceof HTMLSelectElement) {
    const [option] = element.selectedOptions;
    if (option) target.append(...chosenText(element, option.text, style, origin, least));
    return;
  }
  for (const child of element.childNodes) {
    if (child instanceof Text) target.append(...textsOf(child, style, origin, least));
    else if (child instanceof Element) walk(child, target, origin, least);
  }
}

/** The sample of a legend in front of its text: a box that the style sheet makes, in the middle of the line. */
function markOf(element: Element, area: DOMRect, own: CSSStyleDeclaration, origin: DOMRect): SVGElement[] {
  const style = getComputedStyle(element, "::before");
  const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)];
  if (style.content === "none" || !(width > 0) || !(height > 0)) return [];
  const left = area.left + Number.parseFloat(own.paddingLeft) + Number.parseFloat(own.borderLeftWidth);
  return boxOf(new DOMRect(left, area.top + (area.height - height) / 2, width, height), style, origin);
}

/** What is chosen, without what it is chosen with. */
function chosenText(
  element: Element,
  text: string,
  style: CSSStyleDeclaration,
  origin: DOMRect,
  least: number,
): SVGElement[] {
  const paint = paintOf(style.color);
  if (!paint) return [];
  const { left, top, height } = element.getBoundingClientRect();
  const font = fontOf(style, least);
  const y = top + height / 2 + 0.35 * Number(font["font-size"]) - origin.top;
  const made = svgElement("text", { x: left - origin.left, y, fill: paint.colour, ...font });
  made.textContent = text;
  return [made];
}
