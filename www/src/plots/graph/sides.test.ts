import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../layout/adjacency";
import { middleAt, sidesOf } from "./sides";

const RADIUS = 10;
const HALF_LINE = 6;
/** Half the width of "v12 0.123". */
const HALF = 28;

/** A strip of triangles across the panel, the typical shape of proteins. */
function strip(vertices: number): { edges: Uint32Array; screen: Float32Array } {
  const edges: number[] = [];
  for (let v = 1; v < vertices; v++) {
    edges.push(v - 1, v);
    if (v > 1) edges.push(v - 2, v);
  }
  const screen = Float32Array.from({ length: 2 * vertices }, (_, i) =>
    i % 2 === 0 ? 60 + 32 * (i / 2) : 100 + ((i - 1) % 4 === 0 ? -20 : 22),
  );
  return { edges: Uint32Array.from(edges), screen };
}

function boxes(vertices: number, width: number): { boxes: number[][]; screen: Float32Array } {
  const { edges, screen } = strip(vertices);
  const adjacency = adjacencyOf({ vertices, edges });
  const half = new Array<number>(vertices).fill(HALF);
  const sides = sidesOf({ screen, radius: RADIUS, adjacency, size: { width, height: 200 } }, half);
  const found = half.map((own, v) => middleAt(screen[2 * v]!, screen[2 * v + 1]!, RADIUS, own, sides[v]!));
  return { boxes: found, screen };
}

describe("values beside vertices", () => {
  it("cover neither vertices nor each other if there is space", () => {
    const found = boxes(8, 400);
    found.boxes.forEach(([x, y], v) => {
      for (let w = 0; w < 8; w++) {
        const across = Math.max(0, Math.abs(x! - found.screen[2 * w]!) - HALF);
        const down = Math.max(0, Math.abs(y! - found.screen[2 * w + 1]!) - HALF_LINE);
        expect(Math.hypot(across, down), `value ${v} beside vertex ${w}`).toBeGreaterThan(RADIUS);
      }
      found.boxes.slice(0, v).forEach(([a, b], w) => {
        const apart = Math.abs(x! - a!) >= 2 * HALF || Math.abs(y! - b!) >= 2 * HALF_LINE;
        expect(apart, `values ${v} and ${w}`).toBe(true);
      });
    });
  });

  it("are never cut off at the sides of the panel", () => {
    const width = 376;
    for (const [x] of boxes(9, width).boxes) {
      expect(x! - HALF).toBeGreaterThanOrEqual(0);
      expect(x! + HALF).toBeLessThanOrEqual(width);
    }
  });
});
