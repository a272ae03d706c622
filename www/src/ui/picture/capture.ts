// Parts of the page as one drawing, one below the other, in one or two columns.

import { drawingOf } from "./drawing";
import type { Sizes, Paint } from "./text";
import { fontOf, shortened, textsOf, FAMILIES, MARGIN, pen, sizesIn, svgElement, paintOf } from "./text";
import { redraw } from "../../plots/shared/canvas";
import type { Pen } from "../../plots/shared/canvas";

/** Controls that only the interactive page needs. */
const OF_THE_PAGE =
  ".visually-hidden, .tip, .tools, .stage-handle, [popover], input, option, progress, [data-unpictured]";
/** Space between two parts, in pixels. */
export const GAP = 8;
/** The line of the letter above a part. */
export const LETTER_LINE = 17;

/** A drawing and its size in pixels of the page. */
export interface CapturedDrawing {
  readonly content: SVGGElement;
  readonly width: number;
  readonly height: number;
  /** Each is as wide as a column of a journal. */
  readonly columns: number;
}

/** These parts of the page in columns, one below the other; some have a letter above them, as the panels of a figure. */
export function captureOf(
  columns: readonly (readonly Element[])[],
  letters: ReadonlyMap<Element, string> = new Map(),
): CapturedDrawing {
  const widths = columns.flat().map((part) => part.getBoundingClientRect().width);
  const wide = Math.max(...widths) + 2 * MARGIN;
  const sizes = sizesIn(wide);
  const content = svgElement("g", {});
  // Readers and screen readers follow the letters, not the columns.
  const panels = new Map(
    [...letters].map(([part, letter]) => [part, svgElement("g", { id: `panel-${letter}` })]),
  );
  content.append(...panels.values());
  const ends = columns.map((parts, column) => {
    const x = column * wide + MARGIN;
    let y = MARGIN;
    for (const part of parts) {
      const { left, top, height } = part.getBoundingClientRect();
      const letter = letters.get(part);
      const into = panels.get(part) ?? content;
      if (letter !== undefined) {
        into.append(letterAt(letter, x, y, sizes));
        y += LETTER_LINE;
      }
      walk(part, into, new DOMRect(left - x, top - y), sizes);
      y += height + GAP;
    }
    return y - GAP + MARGIN;
  });
  return { content, width: columns.length * wide, height: Math.max(...ends), columns: columns.length };
}

/** The letter of a panel, in the largest size of text. */
function letterAt(letter: string, x: number, y: number, sizes: Sizes): SVGElement {
  const size = sizes(100);
  const font = { "font-family": FAMILIES.sans, "font-size": size, "font-weight": "bold" };
  const element = svgElement("text", { x, y: y + 0.8 * size, fill: "#000000", ...font });
  element.textContent = letter;
  return element;
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

// The decoration of text boxes: backgrounds, gradients and borders.

const SIDES = ["Top", "Right", "Bottom", "Left"] as const;

let gradients = 0;

function dashesOf(style: string, wide: number): string | undefined {
  return style === "dashed" ? `${2 * wide} ${wide}` : undefined;
}

/** Background and borders of an element, the lowest first. */
function boxOf(area: DOMRect, style: CSSStyleDeclaration, origin: DOMRect): SVGElement[] {
  const { left, top, width, height } = area;
  if (width === 0 || height === 0) return [];
  const box = { x: left - origin.left, y: top - origin.top, width, height };
  const drawn: SVGElement[] = [];
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2);
  const ground = paintOf(style.backgroundColor);
  if (ground) drawn.push(svgElement("rect", { ...box, rx: radius || undefined, ...filled(ground) }));
  const stops = stopsOf(style.backgroundImage);
  if (stops.length > 1) {
    const id = `picture-gradient-${(gradients += 1)}`;
    const gradient = svgElement("linearGradient", { id });
    for (const [i, { colour }] of stops.entries()) {
      gradient.append(svgElement("stop", { offset: String(i / (stops.length - 1)), "stop-color": colour }));
    }
    drawn.push(gradient, svgElement("rect", { ...box, rx: radius || undefined, fill: `url(#${id})` }));
  }
  const sides = SIDES.map((side) => {
    const wide = style[`border${side}Style`] === "none" ? 0 : Number.parseFloat(style[`border${side}Width`]);
    return { wide, paint: wide > 0 ? paintOf(style[`border${side}Color`]) : null };
  });
  const [first] = sides;
  if (
    first?.paint &&
    sides.every(({ wide, paint }) => wide === first.wide && paint?.colour === first.paint?.colour)
  ) {
    const half = first.wide / 2;
    drawn.push(
      svgElement("rect", {
        x: box.x + half,
        y: box.y + half,
        width: width - first.wide,
        height: height - first.wide,
        rx: radius > half ? radius - half : undefined,
        fill: "none",
        stroke: first.paint.colour,
        "stroke-width": first.wide,
        "stroke-opacity": first.paint.alpha === 1 ? undefined : first.paint.alpha,
        "stroke-dasharray": dashesOf(style.borderTopStyle, first.wide),
      }),
    );
    return drawn;
  }
  const [right, bottom] = [box.x + width, box.y + height];
  const edges = [
    [box.x, box.y, right, box.y],
    [right, box.y, right, bottom],
    [box.x, bottom, right, bottom],
    [box.x, box.y, box.x, bottom],
  ] as const;
  for (const [i, { wide, paint }] of sides.entries()) {
    if (!paint) continue;
    const [x1, y1, x2, y2] = edges[i]!;
    drawn.push(
      svgElement("line", {
        x1,
        y1,
        x2,
        y2,
        stroke: paint.colour,
        "stroke-width": wide,
        "stroke-dasharray": dashesOf(style[`border${SIDES[i]!}Style`], wide),
      }),
    );
  }
  return drawn;
}

/** The evenly spaced colours of a gradient from left to right. */
function stopsOf(image: string): readonly Paint[] {
  if (!image.startsWith("linear-gradient(to right")) return [];
  return [...image.matchAll(/rgba?\([^)]*\)/g)].flatMap(([colour]) => paintOf(colour) ?? []);
}

function filled({ colour, alpha }: Paint): Readonly<Record<string, string | number | undefined>> {
  return { fill: colour, "fill-opacity": alpha === 1 ? undefined : alpha };
}

// The contents of a canvas, as lines and circles if a drawing function is registered for it, otherwise as an image.

/** A canvas in a picture, with its upper left corner at x and y. */
function canvasIn(canvas: HTMLCanvasElement, x: number, y: number, sizes: Sizes): SVGElement {
  const group = svgElement("g", { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` });
  if (canvas.width === 0 || canvas.height === 0 || redraw(canvas, new SvgPen(group, sizes))) return group;
  const { width, height } = canvas.getBoundingClientRect();
  group.append(svgElement("image", { width, height, href: canvas.toDataURL("image/png") }));
  return group;
}

/** Records the calls of a pen as SVG. */
class SvgPen implements Pen {
  fillStyle: Pen["fillStyle"] = "#000000";
  strokeStyle: Pen["strokeStyle"] = "#000000";
  lineWidth = 1;
  globalAlpha = 1;
  lineCap: CanvasLineCap = "butt";
  lineJoin: CanvasLineJoin = "miter";
  font = "12px sans-serif";
  textAlign: CanvasTextAlign = "left";
  textBaseline: CanvasTextBaseline = "alphabetic";
  readonly #group: SVGElement;
  readonly #sizes: Sizes;
  #path = "";
  #circle: { readonly cx: number; readonly cy: number; readonly r: number } | null = null;
  /** The last filled path, for its outline. */
  #filled: SVGElement | null = null;

  constructor(group: SVGElement, sizes: Sizes) {
    this.#group = group;
    this.#sizes = sizes;
  }

  beginPath(): void {
    this.#path = "";
    this.#circle = null;
    this.#filled = null;
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${short(x)} ${short(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${short(x)} ${short(y)}`;
  }

  closePath(): void {
    this.#path += "z";
  }

  /** The plots draw whole circles only. */
  arc(cx: number, cy: number, r: number): void {
    if (this.#path === "") this.#circle = { cx, cy, r };
    this.#path += `M${short(cx - r)} ${short(cy)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0z`;
  }

  fill(): void {
    this.#filled = this.#add(this.#shape(), "fill", this.fillStyle);
  }

  stroke(): void {
    if (this.#path === "") return;
    const shape = this.#filled ?? this.#shape();
    if (!this.#filled) shape.setAttribute("fill", "none");
    this.#add(shape, "stroke", this.strokeStyle);
    this.#outline(shape);
  }

  fillText(text: string, x: number, y: number): void {
    this.#add(this.#text(text, x, y), "fill", this.fillStyle);
  }

  strokeText(text: string, x: number, y: number): void {
    const behind = this.#text(text, x, y);
    behind.setAttribute("fill", "none");
    behind.setAttribute("aria-hidden", "true");
    this.#outline(this.#add(behind, "stroke", this.strokeStyle));
  }

  measureText(text: string): TextMetrics {
    pen().font = this.font;
    return pen().measureText(text);
  }

  #shape(): SVGElement {
    return this.#circle ? svgElement("circle", this.#circle) : svgElement("path", { d: this.#path });
  }

  #text(text: string, x: number, y: number): SVGElement {
    const size = this.#sizes(Number.parseFloat(this.font));
    const element = svgElement("text", {
      x,
      y: this.textBaseline === "middle" ? y + 0.35 * size : y,
      "text-anchor": this.textAlign === "center" ? "middle" : undefined,
      "font-family": FAMILIES.sans,
      "font-size": size,
    });
    element.textContent = text;
    return element;
  }

  #outline(element: SVGElement): void {
    element.setAttribute("stroke-width", short(this.lineWidth));
    if (this.lineCap !== "butt") element.setAttribute("stroke-linecap", this.lineCap);
    if (this.lineJoin !== "miter") element.setAttribute("stroke-linejoin", this.lineJoin);
  }

  #add(element: SVGElement, kind: "fill" | "stroke", style: Pen["fillStyle"]): SVGElement {
    const paint = typeof style === "string" ? paintOf(style) : null;
    element.setAttribute(kind, paint?.colour ?? "none");
    const alpha = (paint?.alpha ?? 1) * this.globalAlpha;
    if (alpha !== 1) element.setAttribute(`${kind}-opacity`, short(alpha));
    if (element.parentNode === null) this.#group.append(element);
    return element;
  }
}

const short = (value: number): string => String(Math.round(value * 100) / 100);
