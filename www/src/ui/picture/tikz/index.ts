// A sheet as a TikZ picture for LaTeX: lines stay lines, and texts are in the font of the document.

import type { Point } from "../../../domain/graph/graph";
import type { Sheet } from "../sheet";
import { onWhite } from "../text";
import svgpath from "svgpath";

/** Points of TeX in a millimetre. */
const POINTS = 72.27 / 25.4;

/** A transformation of SVG: x ↦ a x + c y + e, y ↦ b x + d y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A text that the font of the document makes too wide is narrower, so that it ends before its neighbour. */
const FIT =
  "\\providecommand{\\sublevelfit}[2]{\\setbox0\\hbox{#2}\\ifdim\\wd0>#1 \\resizebox{#1}{\\height}{#2}\\else\\box0\\fi}";

/** The bytes of the file, a `tikzpicture` for `\input`. */
export function tikzFile({ svg, width, height, about }: Sheet): Blob {
  const scale = (width * POINTS) / Number(svg.getAttribute("viewBox")?.split(" ")[2]);
  const lines = [
    `% ${oneLine(about.title)}`,
    `% ${oneLine(about.description)}`,
    `% ${oneLine(about.provenance)}`,
    "% \\usepackage{tikz}\\usetikzlibrary{patterns}, and LuaLaTeX with a font that has all letters of the texts.",
    FIT,
    "\\begin{tikzpicture}[line join=miter, line cap=butt]",
    `\\useasboundingbox (0pt,0pt) rectangle (${text(width * POINTS)}pt,${text(-height * POINTS)}pt);`,
    ...scope([scale, 0, 0, -scale, 0, 0], "", piecesIn(svg, { scale, turn: 0 })),
    "\\end{tikzpicture}",
    "",
  ];
  return new Blob([lines.join("\n")], { type: "text/x-tex" });
}

/** The size and the direction of an element on the sheet. TikZ transforms the places of a scope, but not its lines and letters. */
interface ElementTransform {
  /** Points of TeX for a unit of the element. */
  readonly scale: number;
  /** Degrees, counterclockwise. */
  readonly turn: number;
}

/** Commands for the children of an element. */
function piecesIn(parent: Element, frame: ElementTransform): string[] {
  return [...parent.children].flatMap((element) => piece(element, frame));
}

function piece(element: Element, { scale, turn }: ElementTransform): string[] {
  // Elements that other elements refer to, metadata, and the outlines behind letters.
  if (/^(defs|pattern|clipPath|linearGradient|title|desc|metadata)$/.test(element.tagName)) return [];
  if (element.getAttribute("aria-hidden") !== null) return [];
  const matrix = matrixOf(element.getAttribute("transform"));
  const own: ElementTransform = {
    scale: scale * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])),
    turn: turn - (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI,
  };
  const opacity = element.getAttribute("opacity");
  const inside = element.tagName === "g" ? piecesIn(element, own) : drawn(element, own);
  if (inside.length === 0) return [];
  const clip = clipOf(element);
  const options = opacity === null ? "" : `, transparency group, opacity=${opacity}`;
  const isPlain = matrix.every((part, place) => part === IDENTITY[place]) && options === "" && clip === null;
  return isPlain ? inside : scope(matrix, options, clip === null ? inside : [clip, ...inside]);
}

function drawn(element: Element, frame: ElementTransform): string[] {
  const { scale } = frame;
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
      return path(element, scale, tikzPath(element.getAttribute("d") ?? ""));
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
      return textPiece(element, frame);
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
function textPiece(element: Element, frame: ElementTransform, from?: { x: number; y: number }): string[] {
  const { scale, turn } = frame;
  const number = (name: string, otherwise: number): number =>
    Number(element.getAttribute(name) ?? otherwise) || 0;
  const x = number("x", from?.x ?? 0) + number("dx", 0);
  const y = number("y", from?.y ?? 0) + number("dy", 0);
  const holder = element.closest("text") ?? element;
  const style = (name: string): string | null => element.getAttribute(name) ?? holder.getAttribute(name);
  const pieces = [...element.children].flatMap((child) => textPiece(child, frame, { x, y }));
  const own = [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent ?? "")
    .join("");
  if (own.trim() === "") return pieces;
  const size = Number(style("font-size") ?? 10) * scale;
  const anchor = { middle: "base", end: "base east" }[style("text-anchor") ?? ""] ?? "base west";
  // Middle and hanging lines are approximately a third and the whole height of the letters below the place.
  const below = { middle: 0.35, central: 0.35, hanging: 0.75 }[style("dominant-baseline") ?? ""] ?? 0;
  // The page shows texts without serifs and symbols with serifs.
  const family = /sans-serif/.test(style("font-family") ?? "sans-serif") ? "\\sffamily" : "\\rmfamily";
  const bold = style("font-weight") === "bold" ? "\\bfseries" : "";
  const italic = style("font-style") === "italic" ? "\\itshape" : "";
  const font = `\\fontsize{${text(size)}pt}{${text(1.2 * size)}pt}\\selectfont${family}${bold}${italic}`;
  const colour = colourOf(style("fill") ?? "#000000");
  const fade = style("fill-opacity");
  const options = [
    `anchor=${anchor}`,
    "inner sep=0pt",
    `font=${font}`,
    ...(Math.abs(turn) < 0.01 ? [] : [`rotate=${text(turn)}`]),
    ...(colour === null ? [] : [`text=${colour}`]),
    ...(fade === null ? [] : [`text opacity=${fade}`]),
  ];
  const place = point(x, y + (below * size) / scale);
  const width = text(scale * widthOf(own.trim(), style));
  return [
    `\\node[${options.join(", ")}] at ${place} {\\sublevelfit{${width}pt}{${escaped(own.trim())}}};`,
    ...pieces,
  ];
}

/** The width of a text in the fonts of pictures; `style`: its attributes. */
function widthOf(words: string, style: (name: string) => string | null): number {
  const pen = document.createElement("canvas").getContext("2d")!;
  const [slant, weight] = [style("font-style") ?? "normal", style("font-weight") ?? "normal"];
  pen.font = `${slant} ${weight} ${style("font-size") ?? "10"}px ${style("font-family") ?? "sans-serif"}`;
  return pen.measureText(words).width;
}

/** A path with the colours and lines of an element. */
function path(element: Element, scale: number, drawing: string, more = ""): string[] {
  const get = (name: string): string | null => element.getAttribute(name);
  const fill = fillOf(element);
  const options: string[] = [...(fill?.options ?? [])];
  const stroke = colourOf(get("stroke") ?? "none");
  if (fill !== null && get("fill-rule") === "evenodd") options.push("even odd rule");
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
  if (options.length === 0 || drawing === "") return [];
  return [...(fill?.before ?? []), `\\path[${options.join(", ")}${more}] ${drawing};`];
}

/** A clip of an element by a rectangle; null: none. */
function clipOf(element: Element): string | null {
  const [, id] = /^url\(#(.*)\)$/.exec(element.getAttribute("clip-path") ?? "") ?? [];
  const region = id === undefined ? null : withId(element, id)?.querySelector("rect");
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

/** A text in one line of a comment. */
function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, " ");
}

// Paths of SVG as paths of TikZ.

/**
 * The path `d`. All curves are Bézier curves: TeX computes arcs from the ends of an arc, which is inexact for half circles. Empty: `d`
 * draws nothing.
 */
export function tikzPath(d: string): string {
  const words: string[] = [];
  let isClosed = false;
  const path = svgpath(d).abs().unshort().unarc();
  path.iterate(([command, ...numbers], _, x, y) => {
    const n = (place: number): number => numbers[place]!;
    const p = (place: number): Point => [n(place), n(place + 1)];
    const curve = (first: Point, second: Point, end: Point): string =>
      `.. controls ${point(...first)} and ${point(...second)} .. ${point(...end)}`;
    // After a closed path, TikZ has no current point.
    if (isClosed && command !== "M" && command !== "Z") words.push(point(x, y));
    isClosed = command === "Z";
    if (command === "M") words.push(point(...p(0)));
    else if (command === "L") words.push(`-- ${point(...p(0))}`);
    else if (command === "H") words.push(`-- ${point(n(0), y)}`);
    else if (command === "V") words.push(`-- ${point(x, n(0))}`);
    else if (command === "C") words.push(curve(p(0), p(2), p(4)));
    else if (command === "Q")
      words.push(curve(towards([x, y], p(0), 2 / 3), towards(p(2), p(0), 2 / 3), p(2)));
    else words.push("-- cycle");
  });
  return words.join(" ");
}

function towards([x, y]: Point, [toX, toY]: Point, share: number): Point {
  return [x + share * (toX - x), y + share * (toY - y)];
}

// Texts in characters of LaTeX.

/** Greek letters in the order of Unicode, from α. */
const GREEK =
  "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi o pi rho varsigma sigma tau upsilon varphi chi psi omega";
/** Greek capitals that are no Latin letters, and their names. */
const CAPITALS = "Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega";
/** Signs of formulas that fonts of texts lack, and their names. */
const SIGNS =
  "∞ infty ≤ le ≥ ge ≠ neq ≈ approx → to ← leftarrow ↑ uparrow ↓ downarrow ↔ leftrightarrow ↦ mapsto × times · cdot ± pm √ surd " +
  "∂ partial ∅ emptyset ⊂ subset ∈ in ‖ Vert ′ prime µ mu";

const pairs = (list: string): readonly (readonly [string, string])[] => {
  const words = list.split(" ");
  return words.flatMap((sign, i) => (i % 2 === 0 ? [[sign, `\\${words[i + 1]}`] as const] : []));
};

/** Commands of formulas by their character. */
const FORMULAS: ReadonlyMap<string, string> = new Map([
  ...GREEK.split(" ").map(
    (name, i) => [String.fromCodePoint(0x3b1 + i), name === "o" ? name : `\\${name}`] as const,
  ),
  ...pairs(CAPITALS),
  ...pairs(SIGNS),
  ["−", "-"],
  ...[..."₀₁₂₃₄₅₆₇₈₉"].map((sign, digit) => [sign, `_{${digit}}`] as const),
  ...[..."⁰¹²³⁴⁵⁶⁷⁸⁹"].map((sign, digit) => [sign, `^{${digit}}`] as const),
  ["ᵢ", "_{i}"],
  ["ⁿ", "^{n}"],
  ["⁻", "^{-}"],
]);

/** Characters that are commands of TeX, and spaces. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["\\", "\\textbackslash{}"],
  ["~", "\\textasciitilde{}"],
  ["^", "\\textasciicircum{}"],
  ["\u00A0", "~"],
  ["\u202F", "\\,"],
  ["\u2009", "\\,"],
]);

/** A text without commands of TeX. Characters that fonts of texts lack are formulas. */
export function escaped(words: string): string {
  return words.replaceAll(/[\\~^#$%&_{}]|[^\u0020-\u007E]/gu, (sign) => {
    const formula = FORMULAS.get(sign);
    if (formula !== undefined) return `\\ensuremath{${formula}}`;
    return COMMANDS.get(sign) ?? (/[#$%&_{}]/.test(sign) ? `\\${sign}` : sign);
  });
}

// Colours, gradients and stripes of SVG as options of a path.

/** The fill of an element. */
interface Fill {
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
function fillOf(element: Element): Fill | null {
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
function withId(element: Element, id: string): Element | null {
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

// Numbers and points as TeX reads them.

/** A number without an exponent. */
function text(number: number, digits = 3): string {
  return String(Number(number.toFixed(digits)) || 0);
}

function point(x: number, y: number): string {
  return `(${text(x)}pt,${text(y)}pt)`;
}
