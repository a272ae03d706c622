import type { Graph } from "../domain/graph/graph";
import { layoutSync } from "./layout";
import { boxOf, rounded } from "../domain/graph/graph";

/** The finished layout, centred in a square from 0 to 1: x and y of each vertex; y points down. */
export function settledPlaces(graph: Graph): number[] {
  const settled = layoutSync(graph);
  const { x, y, width, height } = boxOf(settled);
  const scale = 1 / Math.max(width, height, 1e-9);
  const left = 0.5 - (width * scale) / 2;
  const top = 0.5 - (height * scale) / 2;
  return Array.from(settled, (at, i) =>
    rounded(i % 2 === 0 ? left + (at - x) * scale : top + (at - y) * scale),
  );
}
