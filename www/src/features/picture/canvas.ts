// The contents of a canvas, as lines and circles if a drawing function is registered for it, otherwise as an image.

import { redraw } from "../../plots/shared/pen";
import type { Pen } from "../../plots/shared/pen";
import { paintOf } from "./colour";
import { svgElement } from "./element";
import type { Sizes } from "./sizes";
import { FAMILIES } from "./text";

/** A canvas in a picture, with its upper left corner at x and y. */
export function canvasIn(canvas: HTMLCanvasElement, x: number, y: number, sizes: Sizes): SVGElement {
  const group = svgElement("g", { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` });
  if (canvas.width === 0 || canvas.height === 0 || redraw(canvas, new SvgPen(group, sizes))) return group;
  const { width, height } = canvas.getBoundingClientRect();
  group.append(svgElement("image", { width, height, href: canvas.toDataURL("image/png") }));
  return group;
}

const measuring = document.createElement("canvas").getContext("2d")!;

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
    measuring.font = this.font;
    return measuring.measureText(text);
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
