// Positions of matched points in a diagram, in pixels.

import type { Bar, Point } from "../../../domain/graph/graph";
import type { MatchingLine } from "../../../domain/persistence/stability";
import { placeOf } from "../../../plots/diagram/points";
import type { DiagramFrame, DiagramScales } from "../../../plots/diagram/points";

export interface PlacedLine {
  readonly line: MatchingLine;
  readonly from: Point;
  readonly to: Point;
}

/** The ends of the lines. A point without a partner is connected to the nearest point of the diagonal. */
export function placesOf(lines: readonly MatchingLine[], places: DiagramScales): readonly PlacedLine[] {
  return lines.map((line) => {
    const [from, to] = [line.from, line.to].map((bar) => bar && placeOf(bar, places));
    return {
      line,
      from: from ?? diagonalOf(line.to!, places),
      to: to ?? diagonalOf(line.from!, places),
    };
  });
}

/** An essential bar is infinitely far from the diagonal, so its line has length zero. */
function diagonalOf(bar: Bar, places: DiagramScales): Point {
  if (bar.death === null) return placeOf(bar, places);
  const middle = (bar.birth + bar.death) / 2;
  return [places.x(middle), places.y(middle)];
}

/** The nearest line within reach of a finger; the longer one of two equally near lines. */
export function lineAt(placed: readonly PlacedLine[], x: number, y: number, reach = 12): MatchingLine | null {
  let best: MatchingLine | null = null;
  let nearest = reach;
  for (const { line, from, to } of placed) {
    const distance = distanceFrom(from, to, x, y);
    if (distance < nearest) [best, nearest] = [line, distance];
  }
  return best;
}

function distanceFrom([ax, ay]: Point, [bx, by]: Point, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const share = squared > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / squared, 0), 1) : 0;
  return Math.hypot(ax + share * dx - x, ay + share * dy - y);
}

/** Above a flat line, beside a steep one, inside the plot. */
export function labelAt(
  { from, to }: PlacedLine,
  { left, right }: Pick<DiagramFrame, "left" | "right">,
): { readonly x: number; readonly y: number; readonly "text-anchor": "start" | "middle" | "end" } {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  if (Math.abs(to[1] - from[1]) < Math.abs(to[0] - from[0])) return { x, y: y - 8, "text-anchor": "middle" };
  const before = x > (left + right) / 2;
  return { x: before ? x - 8 : x + 8, y: y + 4, "text-anchor": before ? "end" : "start" };
}
