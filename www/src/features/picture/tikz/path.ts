// Paths of SVG as paths of TikZ.

import { point } from "./numbers";

/** Numbers that each command of SVG takes. */
const SIZES: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};
const NUMBER = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy;
/** The two flags of an arc need no space after them. */
const FLAG = /[\s,]*([01])/y;

type Point = readonly [x: number, y: number];
/** A move (one point), a line (one point), or a curve (two control points and its end). No point: a closed path. */
interface Piece {
  readonly command: "M" | "L" | "C" | "Z";
  readonly points: readonly Point[];
}

/**
 * The path `d`. All curves are Bézier curves: TeX computes arcs from the ends of an arc, which is inexact for half circles. Empty: `d`
 * draws nothing.
 */
export function tikzPath(d: string): string {
  const words: string[] = [];
  for (const { command, points } of piecesOf(d)) {
    const [first, second, end] = points.map(([x, y]) => point(x, y));
    if (command === "M") words.push(first!);
    else if (command === "L") words.push(`-- ${first}`);
    else if (command === "C") words.push(`.. controls ${first} and ${second} .. ${end}`);
    else words.push("-- cycle");
  }
  return words.join(" ");
}

function piecesOf(d: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let [start, at, control]: [Point, Point, Point] = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  let before = "";
  const add = (command: Piece["command"], ...points: Point[]): void => {
    // After a closed path, TikZ has no current point.
    if (pieces.at(-1)?.command === "Z" && command !== "M" && command !== "Z")
      pieces.push({ command: "M", points: [at] });
    pieces.push({ command, points });
    at = points.at(-1) ?? start;
  };
  for (const { letter, numbers } of commandsOf(d)) {
    const lower = letter.toLowerCase();
    const [fromX, fromY]: Point = letter === lower ? at : [0, 0];
    const n = (place: number): number => numbers[place]!;
    const p = (place: number): Point => [n(place) + fromX, n(place + 1) + fromY];
    // The control point of a smooth curve mirrors that of the curve before it.
    const mirrored = (kinds: string): Point =>
      kinds.includes(before) && before !== "" ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at;
    if (lower === "m") {
      add("M", p(0));
      start = at;
    } else if (lower === "l") add("L", p(0));
    else if (lower === "h") add("L", [n(0) + fromX, at[1]]);
    else if (lower === "v") add("L", [at[0], n(0) + fromY]);
    else if (lower === "c" || lower === "s") {
      const first = lower === "c" ? p(0) : mirrored("cs");
      const rest = lower === "c" ? 2 : 0;
      control = p(rest);
      add("C", first, control, p(rest + 2));
    } else if (lower === "q" || lower === "t") {
      control = lower === "q" ? p(0) : mirrored("qt");
      const end = p(lower === "q" ? 2 : 0);
      add("C", towards(at, control, 2 / 3), towards(end, control, 2 / 3), end);
    } else if (lower === "a") {
      for (const curve of arc(at, [n(0), n(1)], n(2), n(3) !== 0, n(4) !== 0, p(5))) add("C", ...curve);
    } else add("Z");
    before = lower;
  }
  return pieces;
}

/** The commands with their numbers. A command without a letter repeats the one before it; after a move, it is a line. */
function commandsOf(d: string): readonly { readonly letter: string; readonly numbers: readonly number[] }[] {
  return [...d.matchAll(/([mlhvcsqtaz])([^mlhvcsqtaz]*)/gi)].flatMap(([, letter, rest]) => {
    const size = SIZES[letter!.toLowerCase()]!;
    if (size === 0) return [{ letter: letter!, numbers: [] }];
    const numbers: number[] = [];
    for (let place = 0; ;) {
      const isFlag = size === 7 && (numbers.length % 7 === 3 || numbers.length % 7 === 4);
      const next = isFlag ? FLAG : NUMBER;
      next.lastIndex = place;
      const found = next.exec(rest!);
      if (!found) break;
      numbers.push(Number(found[1]));
      place = next.lastIndex;
    }
    return Array.from({ length: Math.floor(numbers.length / size) }, (_, i) => ({
      letter: i === 0 ? letter! : letter!.replace("m", "l").replace("M", "L"),
      numbers: numbers.slice(i * size, (i + 1) * size),
    }));
  });
}

function towards([x, y]: Point, [toX, toY]: Point, share: number): Point {
  return [x + share * (toX - x), y + share * (toY - y)];
}

/** An arc of an ellipse as curves of at most a quarter, by the formulas of appendix B.2.4 of SVG 2. */
function arc(
  from: Point,
  [rx, ry]: Point,
  degrees: number,
  isLarge: boolean,
  isPositive: boolean,
  to: Point,
): readonly [Point, Point, Point][] {
  if (from[0] === to[0] && from[1] === to[1]) return [];
  if (rx === 0 || ry === 0) return [[from, to, to]];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [halfX, halfY] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
  // Radii that are too small for the distance of the ends grow.
  const size = Math.sqrt(Math.max((x / rx) ** 2 + (y / ry) ** 2, 1));
  const [a, b] = [Math.abs(rx) * size, Math.abs(ry) * size];
  const [u, v] = [x / a, y / b];
  const away = Math.sqrt(Math.max(1 / (u * u + v * v) - 1, 0)) * (isLarge === isPositive ? -1 : 1);
  const [centreU, centreV] = [away * v, -away * u];
  const begin = Math.atan2(v - centreV, u - centreU);
  let turn = Math.atan2(-v - centreV, -u - centreU) - begin;
  if (isPositive && turn < 0) turn += 2 * Math.PI;
  if (!isPositive && turn > 0) turn -= 2 * Math.PI;
  const [middleX, middleY] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  /** A point of the plane of the unit circle. */
  const place = (p: number, q: number): Point => {
    const [ellipseX, ellipseY] = [a * (p + centreU), b * (q + centreV)];
    return [cos * ellipseX - sin * ellipseY + middleX, sin * ellipseX + cos * ellipseY + middleY];
  };
  const count = Math.max(Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9), 1);
  const reach = (4 / 3) * Math.tan(turn / count / 4);
  return Array.from({ length: count }, (_, i) => {
    const [one, two] = [begin + (turn * i) / count, begin + (turn * (i + 1)) / count];
    const [c1, s1, c2, s2] = [Math.cos(one), Math.sin(one), Math.cos(two), Math.sin(two)];
    const end = i === count - 1 ? to : place(c2, s2);
    return [place(c1 - reach * s1, s1 + reach * c1), place(c2 + reach * s2, s2 - reach * c2), end];
  });
}
