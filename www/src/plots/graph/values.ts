import { vertexName } from "../../domain/graph/names";
import { formatValue } from "../../domain/text/values";
import { adjacencyOf } from "../../layout/adjacency";
import type { Pen } from "../shared/pen";
import { isEdgeIn, isIn } from "./scene";
import type { Scene } from "./scene";
import { middleAt, sidesOf } from "./sides";

/** Writes the value next to each vertex where it is readable, or in the middle of each edge for an edge filter. */
export function drawValues(pen: Pen, scene: Scene, font: string): void {
  const { screen, radius, colouring, theme, graph, threshold } = scene;
  if (!colouring) return;
  pen.font = font;
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  pen.lineJoin = "round";
  if (scene.edgeFilter) {
    drawEdgeValues(pen, scene, scene.edgeFilter.values);
    return;
  }
  const names = Array.from({ length: graph.vertices }, (_, v) => vertexName(graph, v));
  const values = names.map((_, v) => colouring.text(v));
  // Decimals change during training. They have a constant width, so that they keep their sides.
  const reserved = values.some((value) => value.includes(".")) ? ["0.000"] : values;
  const longest = Math.max(...reserved.map((value) => pen.measureText(` ${value}`).width));
  const widths = names.map((name) => (pen.measureText(name).width + longest) / 2);
  const sides = sidesOf({ ...scene, adjacency: adjacencyOf(graph) }, widths);
  names.forEach((name, v) => {
    const side = sides[v];
    if (side == null) return;
    const text = `${name} ${values[v]!}`;
    const half = pen.measureText(text).width / 2;
    const [x, y] = middleAt(screen[2 * v]!, screen[2 * v + 1]!, radius, half, side);
    pen.strokeStyle = theme.panel;
    pen.lineWidth = 3;
    pen.strokeText(text, x, y);
    pen.fillStyle = isIn(scene, v, threshold) ? theme.ink : theme.ink2;
    pen.fillText(text, x, y);
  });
}

function drawEdgeValues(pen: Pen, scene: Scene, values: Float32Array): void {
  const { screen, theme, graph, threshold } = scene;
  pen.strokeStyle = theme.panel;
  pen.lineWidth = 3;
  values.forEach((value, edge) => {
    const [a, b] = [graph.edges[2 * edge]!, graph.edges[2 * edge + 1]!];
    const x = (screen[2 * a]! + screen[2 * b]!) / 2;
    const y = (screen[2 * a + 1]! + screen[2 * b + 1]!) / 2;
    const text = formatValue(value);
    pen.strokeText(text, x, y);
    pen.fillStyle = isEdgeIn(scene, edge, threshold) ? theme.ink : theme.ink2;
    pen.fillText(text, x, y);
  });
}
