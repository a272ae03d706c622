import { expect, it } from "vitest";
import { labelAt } from "./barShape";

const room = { width: 400, text: 14 };

it("puts a text beyond the end of its bar, in the direction in which the bar goes", () => {
  expect(labelAt({ from: 100, to: 300 }, 6, room, 8, 8)).toEqual({ x: 308, anchor: "start" });
  expect(labelAt({ from: 300, to: 100 }, 6, room, 8, 8)).toEqual({ x: 92, anchor: "end" });
});

it("puts it on the bar where it would be cut off, if the bar is long enough", () => {
  expect(labelAt({ from: 100, to: 380 }, 6, room, 8, 8)).toEqual({ x: 372, anchor: "end" });
  expect(labelAt({ from: 300, to: 20 }, 6, room, 8, 8)).toEqual({ x: 28, anchor: "start" });
  expect(labelAt({ from: 300, to: 20 }, 6, room, 30, 8)).toEqual({ x: 28, anchor: "start" });
  expect(labelAt({ from: 360, to: 380 }, 6, room, 8, 8)).toEqual({ x: 388, anchor: "start" });
});
