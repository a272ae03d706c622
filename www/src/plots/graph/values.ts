import { vertexName } from "../../domain/names";
import { adjacencyOf } from "../../layout/adjacency";
import type { Pen } from "../shared/pen";
import { isIn } from "./scene";
import type { Scene } from "./scene";

/** Directions a value may stand in, the preferred ones first: below, above, right, left, then the diagonals. */
const SIDES = [2, -2, 0, 4, 1, -1, 3, -3].map((quarters) => (quarters * Math.PI) / 4);

/** What its colour stands for beside each vertex, on the side where the fewest edges leave and the panel has room. */
export function drawValues(pen: Pen, scene: Scene, font: string): void {
  const { screen, radius, colouring, theme, graph, threshold, size } = scene;
  if (!colouring) return;
  const { start, neighbour } = adjacencyOf(graph);
  pen.font = font;
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  pen.lineJoin = "round";
  for (let v = 0; v < graph.vertices; v++) {
    const x = screen[2 * v]!;
    const y = screen[2 * v + 1]!;
    const text = `${vertexName(graph, v)} ${colouring.text(v)}`;
    const half = pen.measureText(text).width / 2;
    const across = (side: number): number => x + Math.cos(side) * (radius + 5 + half);
    const isCut = (side: number): boolean => across(side) < half || across(side) > size.width - half;
    let best = 0;
    let widest = -Infinity;
    SIDES.forEach((side, i) => {
      if (isCut(side)) return;
      let nearest = Math.PI;
      for (let k = start[v]!; k < start[v + 1]!; k++) {
        const w = neighbour[k]!;
        const turn = Math.abs(Math.atan2(screen[2 * w + 1]! - y, screen[2 * w]! - x) - side);
        nearest = Math.min(nearest, turn > Math.PI ? 2 * Math.PI - turn : turn);
      }
      if (nearest > widest + 0.2) {
        widest = nearest;
        best = i;
      }
    });
    const side = SIDES[best]!;
    const tx = across(side);
    const ty = y + Math.sin(side) * (radius + 11);
    pen.strokeStyle = theme.panel;
    pen.lineWidth = 3;
    pen.strokeText(text, tx, ty);
    pen.fillStyle = isIn(scene, v, threshold) ? theme.ink : theme.ink2;
    pen.fillText(text, tx, ty);
  }
}
