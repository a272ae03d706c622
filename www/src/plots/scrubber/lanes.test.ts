import { expect, it } from "vitest";
import { elderRule, walkOf } from "../../../tests/oracle";
import { path, thread } from "../../testing";
import { fAxis } from "../shared/axis";
import { laneMarks, LANES } from "./Scrubber";

const AXIS = fAxis(600, [0, 1]);

it("have one mark for each value with events", () => {
  const graph = path(5);
  const filter = Float32Array.of(0.25, 0.75, 0.5, 1, 0.25);
  const walk = walkOf(graph, filter, elderRule(graph, filter), "sub");
  const xs = LANES.map((lane) => laneMarks(walk, lane, AXIS).marks.map(({ x }) => x));
  expect(xs).toEqual([[AXIS.x(0.25), AXIS.x(0.5)], [AXIS.x(0.75), AXIS.x(1)], []]);
});

it("become a histogram if the marks would overlap", () => {
  const graph = thread(400);
  const filter = Float32Array.from({ length: 400 }, (_, v) => ((v * 7919) % 400) / 400);
  const { marks, crowded } = laneMarks(
    walkOf(graph, filter, elderRule(graph, filter), "sub"),
    "births",
    AXIS,
  );
  expect(crowded).toBe(true);
  expect(marks.length).toBeLessThan(200);
  expect(marks.every(({ share }) => share > 0 && share <= 1)).toBe(true);
});
