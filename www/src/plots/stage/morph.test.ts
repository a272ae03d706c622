import { expect, it } from "vitest";
import { between, easeOut } from "./useMorph";
import type { StageDrawing } from "./useMorph";

const drawn = (x: number, step: number, from: number): StageDrawing => ({
  places: Float32Array.of(x, 10),
  steps: [step],
  shapes: new Map([["h0:sub:1", { from, to: 90, y: 5, back: null }]]),
});

it("starts at the old state, ends at the new one, and is between them on the way", () => {
  const [start, end] = [drawn(0, 10, 20), drawn(100, 20, 60)];
  expect(between(start, end, 0)).toEqual(start);
  expect(between(start, end, 1)).toEqual(end);
  expect(between(start, end, 0.5)).toEqual(drawn(50, 15, 40));
});

it("puts new bars and vertices at their target", () => {
  const end = drawn(100, 20, 60);
  const nothing: StageDrawing = { places: new Float32Array(), steps: [], shapes: new Map() };
  expect(between(nothing, end, 0)).toEqual(end);
});

it("slows down and never reverses", () => {
  expect([easeOut(-1), easeOut(0), easeOut(1), easeOut(3)]).toEqual([0, 0, 1, 1]);
  const way = Array.from({ length: 20 }, (_, i) => easeOut(i / 19));
  expect(way).toEqual([...way].sort((a, b) => a - b));
  expect(way[1]! - way[0]!).toBeGreaterThan(way[19]! - way[18]!);
});
