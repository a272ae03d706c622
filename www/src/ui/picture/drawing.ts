// A drawing of the page as SVG that needs no style sheet.

import type { Sizes } from "./text";
import { fontOf, printable, svgElement, paintOf } from "./text";

/** Attributes that have a meaning only on the page. */
const OF_THE_PAGE = /^(class|style|role|tabindex|focusable|data-.*|aria-.*)$/;
/** Elements that are drawn only where another element refers to them. */
const REFERRED_TO = "defs, pattern, clipPath, linearGradient";

/** A copy of a drawing with its styles as attributes, in the pixels of the picture, without invisible elements. */
export function drawingOf(svg: SVGSVGElement, origin: DOMRect, sizes: Sizes): SVGGElement {
  const at = svg.getScreenCTM()!;
  const group = svgElement("g", {
    transform: matrixText(new DOMMatrix([at.a, at.b, at.c, at.d, at.e - origin.left, at.f - origin.top])),
  });
  for (const child of svg.children) copy(child, group, sizes);
  return group;
}

function copy(element: Element, into: Element, sizes: Sizes): void {
  if (!(element instanceof SVGElement) || element instanceof SVGTitleElement) return;
  const style = getComputedStyle(element);
  if (style.display === "none" || Number(style.opacity) === 0) return;
  const made = element.cloneNode() as SVGElement;
  for (const { name } of [...made.attributes]) if (OF_THE_PAGE.test(name)) made.removeAttribute(name);
  const referred = element.closest(REFERRED_TO) !== null;
  if (element instanceof SVGGraphicsElement && !referred) place(element, made);
  if (style.opacity !== "1") made.setAttribute("opacity", style.opacity);
  if (style.clipPath.startsWith("url(")) made.setAttribute("clip-path", referenceOf(style.clipPath));
  if (element instanceof SVGGeometryElement && !(paint(style, made) && style.visibility !== "hidden")) return;
  if (element instanceof SVGCircleElement && !made.hasAttribute("r"))
    made.setAttribute("r", style.getPropertyValue("r"));
  if (element instanceof SVGTextContentElement) {
    if (style.visibility === "hidden") return;
    writeText(element, made, style, into, sizes);
    return;
  }
  for (const child of element.children) copy(child, made, sizes);
  into.append(made);
}

/** Texts keep their pieces; an outline behind the letters becomes a separate text below. */
function writeText(
  element: SVGTextContentElement,
  made: SVGElement,
  style: CSSStyleDeclaration,
  into: Element,
  sizes: Sizes,
): void {
  for (const [name, value] of Object.entries(fontOf(style, sizes))) made.setAttribute(name, String(value));
  for (const name of ["dx", "dy"]) {
    const [, ems] = /^(-?[\d.]+)em$/.exec(made.getAttribute(name) ?? "") ?? [];
    if (ems !== undefined)
      made.setAttribute(name, (Number(ems) * Number(made.getAttribute("font-size"))).toFixed(2));
  }
  if (style.textAnchor !== "start") made.setAttribute("text-anchor", style.textAnchor);
  if (style.dominantBaseline !== "auto") made.setAttribute("dominant-baseline", style.dominantBaseline);
  paint(style, made);
  for (const child of element.childNodes) {
    if (child instanceof Text) made.append(printable(child.data));
    else if (child instanceof SVGTextContentElement) copy(child, made, sizes);
  }
  const outlined = made.getAttribute("stroke") ?? "none";
  if (outlined !== "none") {
    const behind = made.cloneNode(true) as SVGElement;
    behind.setAttribute("fill", "none");
    behind.setAttribute("aria-hidden", "true");
    into.append(behind);
    for (const name of ["stroke", "stroke-width", "stroke-opacity", "stroke-linejoin"])
      made.removeAttribute(name);
  }
  into.append(made);
}

/** The transformation from CSS and attributes, relative to the parent. */
function place(element: SVGGraphicsElement, made: SVGElement): void {
  made.removeAttribute("transform");
  const parent = element.parentElement;
  if (!(parent instanceof SVGGraphicsElement) || element instanceof SVGTSpanElement) return;
  const [own, outer] = [element.getScreenCTM(), parent.getScreenCTM()];
  if (!own || !outer) return;
  const matrix = DOMMatrix.fromMatrix(outer.inverse()).multiply(own);
  if (!isAlmostIdentity(matrix)) made.setAttribute("transform", matrixText(matrix));
}

function isAlmostIdentity({ a, b, c, d, e, f }: DOMMatrix): boolean {
  return [a - 1, b, c, d - 1, e, f].every((part) => Math.abs(part) < 1e-3);
}

function matrixText({ a, b, c, d, e, f }: DOMMatrix): string {
  return `matrix(${[a, b, c, d, e, f].map((part) => Math.round(part * 1e4) / 1e4).join(" ")})`;
}

/** Copies fill and stroke; false: the element is invisible. */
function paint(style: CSSStyleDeclaration, made: SVGElement): boolean {
  let seen = false;
  for (const kind of ["fill", "stroke"] as const) {
    const wanted = style[kind];
    const found = wanted.startsWith("url(") ? { colour: referenceOf(wanted), alpha: 1 } : paintOf(wanted);
    const alpha = (found?.alpha ?? 0) * Number(style[`${kind}Opacity`]);
    const none = alpha === 0 || (kind === "stroke" && Number.parseFloat(style.strokeWidth) === 0);
    made.setAttribute(kind, none || !found ? "none" : found.colour);
    if (none) continue;
    seen = true;
    if (alpha !== 1) made.setAttribute(`${kind}-opacity`, String(Math.round(alpha * 1000) / 1000));
    if (kind === "fill") {
      if (style.fillRule !== "nonzero") made.setAttribute("fill-rule", style.fillRule);
      continue;
    }
    made.setAttribute("stroke-width", String(Number.parseFloat(style.strokeWidth)));
    if (style.strokeDasharray !== "none")
      made.setAttribute("stroke-dasharray", style.strokeDasharray.replaceAll("px", ""));
    if (style.strokeLinecap !== "butt") made.setAttribute("stroke-linecap", style.strokeLinecap);
    if (style.strokeLinejoin !== "miter") made.setAttribute("stroke-linejoin", style.strokeLinejoin);
  }
  return seen;
}

const referenceOf = (css: string): string => css.replace(/^url\("?([^")]*)"?\).*$/, "url($1)");
