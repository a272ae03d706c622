import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../layout/adjacency";
import { middleAt, sidesOf } from "./values";

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
  const found = half.map((own, v) => {
    expect(sides[v], `value ${v}`).not.toBeNull();
    return middleAt(screen[2 * v]!, screen[2 * v + 1]!, RADIUS, own, sides[v]!);
  });
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

  it("are left out where vertices are too close", () => {
    const vertices = 12;
    const { edges } = strip(vertices);
    const screen = Float32Array.from(
      { length: 2 * vertices },
      (_, i) => 100 + (i % 2 === 0 ? 10 * (i / 2) : 0),
    );
    const adjacency = adjacencyOf({ vertices, edges });
    const half = new Array<number>(vertices).fill(HALF);
    const sides = sidesOf({ screen, radius: RADIUS, adjacency, size: { width: 400, height: 200 } }, half);
    const shown = sides.flatMap((side, v) =>
      side === null ? [] : [middleAt(screen[2 * v]!, screen[2 * v + 1]!, RADIUS, HALF, side)],
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(vertices);
    for (const [one, [x, y]] of shown.entries()) {
      for (const [a, b] of shown.slice(0, one)) {
        const [across, down] = [2 * HALF - Math.abs(x - a), 2 * HALF_LINE - Math.abs(y - b)];
        const covered = (Math.max(0, across) * Math.max(0, down)) / (4 * HALF * HALF_LINE);
        expect(covered).toBeLessThanOrEqual(0.2);
      }
    }
  });
});
