import { describe, expect, it } from "vitest";
import { elderRule } from "../../../tests/oracle";
import { path } from "../../testing";
import { frameOf, pointsOf } from "./points";
import { GHOST_EPOCHS, trailsOf } from "./trails";

const GRAPH = path(5);
const DIRECTIONS = ["sub", "super"] as const;
const frame = frameOf(400, 400, DIRECTIONS, [0, 1]);
const bars = (...filter: number[]) => elderRule(GRAPH, Float32Array.of(...filter));
const trails = (past: readonly (readonly number[])[], now: readonly number[], most?: number) =>
  trailsOf(
    past.map((filter, epoch) => ({ epoch, bars: bars(...filter) })),
    bars(...now),
    DIRECTIONS,
    frame,
    [0, 1],
    most,
  );
const MOVING = [0, 1, 2, 3].map((i) => [0.1 + 0.02 * i, 0.8, 0.3 + 0.03 * i, 0.9, 0.2]);

describe("trails", () => {
  it("end at the current points and pass through the points of each earlier epoch", () => {
    const { steps, ghosts } = trails(MOVING.slice(0, 3), MOVING[3]!);
    const now = pointsOf(bars(...MOVING[3]!), DIRECTIONS, frame).map(({ x, y }) => `${x},${y}`);
    for (const step of steps.filter(({ age }) => age === 1)) expect(now).toContain(`${step.toX},${step.toY}`);
    for (const age of [1, 2, 3]) {
      const points = pointsOf(bars(...MOVING[3 - age]!), DIRECTIONS, frame).map(({ x, y }) => `${x},${y}`);
      const seen = ghosts.filter((ghost) => ghost.age === age).map(({ x, y }) => `${x},${y}`);
      expect([...new Set(seen)].sort()).toEqual([...points].sort());
    }
    // Every bar of this filter keeps its vertex, so every bar has a step from epoch to epoch.
    expect(steps.length).toBe(3 * trails([], MOVING[3]!).of);
  });

  it("end when another vertex creates the bar", () => {
    // The endpoints of a path swap their order, so the younger one changes.
    const { steps } = trailsOf(
      [{ epoch: 0, bars: bars(0.1, 0.8, 0.6, 0.5, 0.2) }],
      bars(0.2, 0.8, 0.6, 0.5, 0.1),
      ["sub"],
      frame,
      [0, 1],
    );
    expect(steps).toEqual([]);
  });

  it("have a gap while a bar is missing", () => {
    const gone = [0.1, 0.2, 0.3, 0.4, 0.5];
    const { steps } = trails([MOVING[0]!, gone], MOVING[1]!);
    // The only bars present throughout are those of the first and the last vertex.
    expect(steps.some(({ age, direction }) => age === 2 && direction === "sub")).toBe(true);
    const points = pointsOf(bars(...MOVING[0]!), ["sub"], frame).filter(({ kind }) => kind === "h0");
    const finite = steps.filter(({ direction, y }) => direction === "sub" && y > frame.top);
    expect(points.length).toBe(2);
    expect(finite).toEqual([]);
  });

  it("exist only for the longest of many bars, with a note", () => {
    const all = trails(MOVING.slice(0, 3), MOVING[3]!);
    expect(all.drawn).toBe(all.of);
    const few = trails(MOVING.slice(0, 3), MOVING[3]!, 1);
    expect(few.drawn).toBe(1);
    expect(few.of).toBe(all.of);
    expect(few.steps.length).toBe(3);
  });

  it("show the points of the last few epochs only", () => {
    const { ghosts } = trails(Array<number[]>(12).fill(MOVING[0]!), MOVING[3]!);
    expect(Math.max(...ghosts.map(({ age }) => age))).toBe(GHOST_EPOCHS);
  });
});
