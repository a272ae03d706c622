// Paths of SVG as paths of TikZ.

import svgpath from "svgpath";
import { point } from "./numbers";

type Point = readonly [x: number, y: number];

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
