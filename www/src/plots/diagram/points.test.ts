import { describe, expect, it } from "vitest";
import { elderRule } from "../../../tests/oracle";
import { extendedBars } from "../../domain/persistence/bars";
import { path } from "../../testing";
import { frameOf, pointAt, pointsOf } from "./points";

const GRAPH = path(5);
const FILTER = Float32Array.of(0.25, 0.75, 0.5, 1, 0.25);
const BARS = elderRule(GRAPH, FILTER);

describe("the diagram", () => {
  const frame = frameOf(400, 400, ["sub", "super"], [0, 1]);
  const points = pointsOf(BARS, ["sub", "super"], frame);

  it("is square", () => {
    expect(frame.right - frame.left).toBeCloseTo(frame.bottom - frame.top, 6);
  });

  it("has sublevel points above the diagonal and superlevel points below", () => {
    for (const { kind, direction, x, y } of points) {
      if (kind !== "h0") continue;
      const diagonal = frame.bottom - (x - frame.left);
      expect(direction === "sub" ? y < diagonal : y > diagonal).toBe(true);
    }
  });

  it("has essential bars on strips outside the square", () => {
    const essential = points.filter(({ kind }) => kind !== "h0");
    expect(
      essential.map(({ direction, y }) => (direction === "sub" ? y < frame.top : y > frame.bottom)),
    ).toEqual([true, true]);
  });

  it("has no strips if every bar is finite, and shows extended loops on the other side of the diagonal", () => {
    const whole = frameOf(400, 400, ["sub", "super"], [0, 1], false);
    expect(whole.strips).toEqual([]);
    expect(whole.bottom - whole.top).toBeGreaterThan(frame.bottom - frame.top);
    const filter = Float32Array.of(0, 0.5, 1);
    const pairs = { components: [0, 2], loops: [2, 1] };
    const [component, loop] = pointsOf(extendedBars(pairs, filter), ["sub"], whole);
    const diagonal = (x: number): number => whole.bottom - (x - whole.left);
    expect(component!.y).toBeLessThan(diagonal(component!.x));
    expect(loop!.y).toBeGreaterThan(diagonal(loop!.x));
  });

  it("draws equal bars as one point with a count", () => {
    const twice = [BARS[0]!, { ...BARS[0]!, id: "h0:sub:9" as const, multiplicity: 3 }];
    const [point, ...others] = pointsOf(twice, ["sub"], frame);
    expect(others).toEqual([]);
    expect(point).toMatchObject({ multiplicity: 4 });
    expect(point!.bars.length).toBe(2);
  });

  it("finds the nearest point within reach", () => {
    const point = points[0]!;
    expect(pointAt(points, point.x + 3, point.y)).toBe(point);
    expect(pointAt(points, frame.right - 1, frame.top + 1)).toBeNull();
  });

  it("handles a panel of size zero", () => {
    expect(
      pointsOf(BARS, ["sub", "super"], frameOf(0, 0, ["sub", "super"], [0, 1])).every(({ x, y }) =>
        Number.isFinite(x + y),
      ),
    ).toBe(true);
  });
});
