import { vertexName } from "../../domain/graph/names";
import { adjacencyOf } from "../../layout/adjacency";
import type { Pen } from "../shared/pen";
import { isIn } from "./scene";
import type { Scene } from "./scene";
import { middleAt, sidesOf } from "./sides";

/** Writes the value next to each vertex. */
export function drawValues(pen: Pen, scene: Scene, font: string): void {
  const { screen, radius, colouring, theme, graph, threshold } = scene;
  if (!colouring) return;
  pen.font = font;
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  pen.lineJoin = "round";
  const names = Array.from({ length: graph.vertices }, (_, v) => vertexName(graph, v));
  const widths = names.map((name) => pen.measureText(`${name} 0.000`).width / 2);
  const sides = sidesOf({ ...scene, adjacency: adjacencyOf(graph) }, widths);
  names.forEach((name, v) => {
    const text = `${name} ${colouring.text(v)}`;
    const half = pen.measureText(text).width / 2;
    const [x, y] = middleAt(screen[2 * v]!, screen[2 * v + 1]!, radius, half, sides[v]!);
    pen.strokeStyle = theme.panel;
    pen.lineWidth = 3;
    pen.strokeText(text, x, y);
    pen.fillStyle = isIn(scene, v, threshold) ? theme.ink : theme.ink2;
    pen.fillText(text, x, y);
  });
}
