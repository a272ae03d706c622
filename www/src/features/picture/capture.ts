// Parts of the page as one drawing, one below the other.

import { boxOf } from "./boxes";
import { canvasIn } from "./canvas";
import { drawingOf } from "./drawing";
import { svgElement } from "./element";
import { paintOf } from "./colour";
import { MARGIN, sizesIn } from "./sizes";
import type { Sizes } from "./sizes";
import { fontOf, shortened, textsOf } from "./text";

/** Controls that only the interactive page needs. */
const OF_THE_PAGE =
  ".visually-hidden, .tip, .tools, .stage-handle, [popover], input, option, progress, [data-unpictured]";
/** Between two parts. */
const GAP = 8;

/** A drawing and its size in pixels of the page. */
export interface Drawing {
  readonly content: SVGGElement;
  readonly width: number;
  readonly height: number;
}

/** These parts of the page, one below the other. */
export function captureOf(parts: readonly Element[]): Drawing {
  const width = Math.max(...parts.map((part) => part.getBoundingClientRect().width)) + 2 * MARGIN;
  const sizes = sizesIn(width);
  const content = svgElement("g", {});
  let y = MARGIN;
  for (const part of parts) {
    const { left, top, height } = part.getBoundingClientRect();
    walk(part, content, new DOMRect(left - MARGIN, top - y), sizes);
    y += height + GAP;
  }
  return { content, width, height: y - GAP + MARGIN };
}

function walk(element: Element, into: SVGElement, origin: DOMRect, sizes: Sizes): void {
  if (element.matches(OF_THE_PAGE)) return;
  const style = getComputedStyle(element);
  if (style.display === "none" || Number(style.opacity) === 0) return;
  const target = style.opacity === "1" ? into : svgElement("g", { opacity: style.opacity });
  if (target !== into) into.append(target);
  if (element instanceof SVGSVGElement) {
    target.append(drawingOf(element, origin, sizes));
    return;
  }
  // The picture contains the text of a choice, but not its control.
  if (style.visibility !== "hidden" && !(element instanceof HTMLSelectElement)) {
    const area = element.getBoundingClientRect();
    target.append(...boxOf(area, style, origin), ...markOf(element, area, style, origin));
  }
  if (element instanceof HTMLCanvasElement) {
    const { left, top } = element.getBoundingClientRect();
    target.append(canvasIn(element, left - origin.left, top - origin.top, sizes));
    return;
  }
  if (element instanceof HTMLSelectElement) {
    const [option] = element.selectedOptions;
    if (option) target.append(...chosenText(element, option.text, style, origin, sizes));
    return;
  }
  let texts: Text[] = [];
  const write = (): void => {
    target.append(...textsOf(texts, style, origin, sizes));
    texts = [];
  };
  for (const child of element.childNodes) {
    if (child instanceof Text) texts.push(child);
    else if (child instanceof Element) {
      write();
      walk(child, target, origin, sizes);
    }
  }
  write();
}

/** The sample of a legend before its text: a box from the style sheet, in the vertical middle of the line. */
function markOf(element: Element, area: DOMRect, own: CSSStyleDeclaration, origin: DOMRect): SVGElement[] {
  const style = getComputedStyle(element, "::before");
  const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)];
  if (style.content === "none" || !(width > 0) || !(height > 0)) return [];
  const left = area.left + Number.parseFloat(own.paddingLeft) + Number.parseFloat(own.borderLeftWidth);
  return boxOf(new DOMRect(left, area.top + (area.height - height) / 2, width, height), style, origin);
}

/** The selected option without its control. */
function chosenText(
  element: Element,
  text: string,
  style: CSSStyleDeclaration,
  origin: DOMRect,
  sizes: Sizes,
): SVGElement[] {
  const paint = paintOf(style.color);
  if (!paint) return [];
  const { left, top, width, height } = element.getBoundingClientRect();
  const font = fontOf(style, sizes);
  const y = top + height / 2 + 0.35 * Number(font["font-size"]) - origin.top;
  const made = svgElement("text", { x: left - origin.left, y, fill: paint.colour, ...font });
  made.textContent = shortened(text, width, style);
  return [made];
}
