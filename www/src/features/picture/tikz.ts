// A sheet as a TikZ picture for LaTeX: lines stay lines, and texts are in the font of the document.

import type { Sheet } from "./sheet";
import { MILLIMETRES } from "./sizes";

/** Points of TeX in a millimetre. */
const POINTS = 72.27 / 25.4;

/** A transformation of SVG: x ↦ a x + c y + e, y ↦ b x + d y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The bytes of the file, a `tikzpicture` for `\input`. */
export function tikzFile({ svg, about }: Sheet): Blob {
  const width = Number(svg.getAttribute("viewBox")?.split(" ")[2]);
  const scale = (MILLIMETRES * POINTS) / width;
  const lines = [
    `% ${oneLine(about.title)}`,
    `% ${oneLine(about.provenance)}`,
    "% \\usepackage{tikz}\\usetikzlibrary{svg.path}, and LuaLaTeX or XeLaTeX for the characters of the texts.",
    "\\begin{tikzpicture}[line join=miter, line cap=butt]",
    `\\useasboundingbox (0pt,0pt) rectangle (${text(MILLIMETRES * POINTS)}pt,${text(-scale * Number(svg.getAttribute("viewBox")?.split(" ")[3]))}pt);`,
    ...scope([scale, 0, 0, -scale, 0, 0], "", piecesIn(svg, scale)),
    "\\end{tikzpicture}",
    "",
  ];
  return new Blob([lines.join("\n")], { type: "text/x-tex" });
}

/** Commands for the children of an element; `scale`: points of TeX for a unit of it, for lines and fonts. */
function piecesIn(parent: Element, scale: number): string[] {
  return [...parent.children].flatMap((element) => piece(element, scale));
}

function piece(element: Element, scale: number): string[] {
  // Elements that other elements refer to, metadata, and the outlines behind letters.
  if (/^(defs|pattern|clipPath|linearGradient|title|desc|metadata)$/.test(element.tagName)) return [];
  if (element.getAttribute("aria-hidden") !== null) return [];
  const matrix = matrixOf(element.getAttribute("transform"));
  const own = scale * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  const opacity = element.getAttribute("opacity");
  const inside = element.tagName === "g" ? piecesIn(element, own) : drawn(element, own);
  if (inside.length === 0) return [];
  const clip = clipOf(element);
  const options = opacity === null ? "" : `, transparency group, opacity=${opacity}`;
  const isPlain = matrix.every((part, place) => part === IDENTITY[place]) && options === "" && clip === null;
  return isPlain ? inside : scope(matrix, options, clip === null ? inside : [clip, ...inside]);
}

function drawn(element: Element, scale: number): string[] {
  const number = (name: string): number => Number(element.getAttribute(name) ?? 0);
  const at = (x: string, y: string): string => point(number(x), number(y));
  switch (element.tagName) {
    case "line":
      return path(element, scale, `${at("x1", "y1")} -- ${at("x2", "y2")}`);
    case "circle":
      return path(element, scale, `${at("cx", "cy")} circle[radius=${text(number("r"))}pt]`);
    case "ellipse":
      return path(
        element,
        scale,
        `${at("cx", "cy")} ellipse[x radius=${text(number("rx"))}pt, y radius=${text(number("ry"))}pt]`,
      );
    case "rect":
      return rectangle(element, scale);
    case "path":
      return path(element, scale, `svg {${svgPath(element.getAttribute("d") ?? "")}}`);
    case "polyline":
    case "polygon": {
      const numbers = (element.getAttribute("points") ?? "").match(/[-+.\de]+/gi) ?? [];
      const corners = Array.from({ length: Math.floor(numbers.length / 2) }, (_, i) =>
        point(Number(numbers[2 * i]), Number(numbers[2 * i + 1])),
      );
      if (element.tagName === "polygon") corners.push("cycle");
      return path(element, scale, corners.join(" -- "));
    }
    case "text":
      return textPiece(element, scale);
    case "image":
      return ["% An image of many points: save the picture as PDF or PNG to include it."];
    default:
      return [];
  }
}

function rectangle(element: Element, scale: number): string[] {
  const number = (name: string): number => Number(element.getAttribute(name) ?? 0);
  // The white sheet.
  if ([element.getAttribute("width"), element.getAttribute("height")].includes("100%")) return [];
  const corner = number("rx") > 0 ? `, rounded corners=${text(number("rx") * scale)}pt` : "";
  const [x, y] = [number("x"), number("y")];
  const to = point(x + number("width"), y + number("height"));
  return path(element, scale, `${point(x, y)} rectangle ${to}`, corner);
}

/** A text and its pieces, each at its place. */
function textPiece(element: Element, scale: number, from?: { x: number; y: number }): string[] {
  const number = (name: string, otherwise: number): number =>
    Number(element.getAttribute(name) ?? otherwise) || 0;
  const x = number("x", from?.x ?? 0) + number("dx", 0);
  const y = number("y", from?.y ?? 0) + number("dy", 0);
  const holder = element.closest("text") ?? element;
  const style = (name: string): string | null => element.getAttribute(name) ?? holder.getAttribute(name);
  const pieces = [...element.children].flatMap((child) => textPiece(child, scale, { x, y }));
  const own = [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent ?? "")
    .join("");
  if (own.trim() === "") return pieces;
  const size = Number(style("font-size") ?? 10) * scale;
  const anchor = { middle: "base", end: "base east" }[style("text-anchor") ?? ""] ?? "base west";
  // Middle and hanging lines are approximately a third and the whole height of the letters below the place.
  const below = { middle: 0.35, central: 0.35, hanging: 0.75 }[style("dominant-baseline") ?? ""] ?? 0;
  const bold = style("font-weight") === "bold" ? "\\bfseries" : "";
  const italic = style("font-style") === "italic" ? "\\itshape" : "";
  const font = `\\fontsize{${text(size)}pt}{${text(1.2 * size)}pt}\\selectfont${bold}${italic}`;
  const colour = colourOf(style("fill") ?? "#000000");
  const fade = style("fill-opacity");
  const options = [
    `anchor=${anchor}`,
    "inner sep=0pt",
    `font=${font}`,
    ...(colour === null ? [] : [`text=${colour}`]),
    ...(fade === null ? [] : [`text opacity=${fade}`]),
  ];
  const place = point(x, y + (below * size) / scale);
  return [`\\node[${options.join(", ")}] at ${place} {${escaped(own.trim())}};`, ...pieces];
}

/** A path with the colours and lines of an element. */
function path(element: Element, scale: number, drawing: string, more = ""): string[] {
  const get = (name: string): string | null => element.getAttribute(name);
  const options: string[] = [];
  const fill = colourOf(get("fill") ?? "#000000");
  const stroke = colourOf(get("stroke") ?? "none");
  if (fill !== null) {
    options.push(`fill=${fill}`);
    if (get("fill-opacity") !== null) options.push(`fill opacity=${get("fill-opacity")}`);
    if (get("fill-rule") === "evenodd") options.push("even odd rule");
  }
  if (stroke !== null) {
    options.push(`draw=${stroke}`, `line width=${text(Number(get("stroke-width") ?? 1) * scale)}pt`);
    if (get("stroke-opacity") !== null) options.push(`draw opacity=${get("stroke-opacity")}`);
    const dashes = (get("stroke-dasharray") ?? "none").match(/[\d.]+/g) ?? [];
    const pattern = dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes];
    const dash = pattern.map((size, i) => `${i % 2 === 0 ? "on" : "off"} ${text(Number(size) * scale)}pt`);
    if (dash.length > 0) options.push(`dash pattern=${dash.join(" ")}`);
    const [cap, join] = [get("stroke-linecap"), get("stroke-linejoin")];
    if (cap === "round") options.push("line cap=round");
    if (cap === "square") options.push("line cap=rect");
    if (join === "round" || join === "bevel") options.push(`line join=${join}`);
  }
  if (options.length === 0 || drawing === "svg {}" || drawing === "") return [];
  return [`\\path[${options.join(", ")}${more}] ${drawing};`];
}

/** A clip of an element by a rectangle; null: none. */
function clipOf(element: Element): string | null {
  const [, id] = /^url\(#(.*)\)$/.exec(element.getAttribute("clip-path") ?? "") ?? [];
  const region = id === undefined ? null : element.ownerDocument.getElementById(id)?.querySelector("rect");
  if (!region) return null;
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
    Number(region.getAttribute(name) ?? 0),
  ) as [number, number, number, number];
  return `\\clip ${point(x, y)} rectangle ${point(x + width, y + height)};`;
}

function scope([a, b, c, d, e, f]: Matrix, options: string, inside: readonly string[]): string[] {
  const parts = [a, b, c, d].map((part) => text(part, 5)).join(",");
  return [`\\begin{scope}[cm={${parts},${point(e, f)}}${options}]`, ...inside, "\\end{scope}"];
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The transformation of an attribute: "matrix(1 0 0 1 5 5)" or "translate(5, 5)". */
export function matrixOf(attribute: string | null): Matrix {
  const numbers = (attribute?.match(/-?[\d.]+(e-?\d+)?/gi) ?? []).map(Number);
  if (attribute?.startsWith("matrix(") && numbers.length === 6) return numbers as unknown as Matrix;
  if (attribute?.startsWith("translate(")) return [1, 0, 0, 1, numbers[0] ?? 0, numbers[1] ?? 0];
  return IDENTITY;
}

/** A colour of xcolor; null: none. Gradients and patterns are grey. */
export function colourOf(paint: string): string | null {
  if (paint === "none") return null;
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(paint) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return "gray";
  const [r, g, b] = [red, green, blue].map((part) => Number.parseInt(part, 16));
  return `{rgb,255:red,${r};green,${g};blue,${b}}`;
}

/** A text without the characters that are commands of TeX. */
export function escaped(words: string): string {
  const signs: Readonly<Record<string, string>> = {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
  };
  return words.replaceAll(/[\\~^#$%&_{}]/g, (sign) => signs[sign] ?? `\\${sign}`);
}

/** Path data without exponents, which TeX does not read. */
export function svgPath(data: string): string {
  return data.replaceAll(/-?(?:\d*\.)?\d+(?:e[-+]?\d+)?/gi, (number) => ` ${text(Number(number), 4)}`).trim();
}

function point(x: number, y: number): string {
  return `(${text(x)}pt,${text(y)}pt)`;
}

/** A number without an exponent. */
function text(number: number, digits = 3): string {
  return String(Number(number.toFixed(digits)) || 0);
}

/** A text in one line of a comment. */
function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, " ");
}
