import { expect, it } from "vitest";
import { fAxis } from "../shared/axis";
import { rowsOf, barShape, labelAt } from "./rows";

const room = { width: 400, text: 14 };

it("puts a text beyond the end of its bar, in the bar's direction", () => {
  expect(labelAt({ from: 100, to: 300 }, 6, room, 8, 8)).toEqual({ x: 308, anchor: "start" });
  expect(labelAt({ from: 300, to: 100 }, 6, room, 8, 8)).toEqual({ x: 92, anchor: "end" });
});

it("puts it on the bar if it would be cut off and the bar is long enough", () => {
  expect(labelAt({ from: 100, to: 380 }, 6, room, 8, 8)).toEqual({ x: 372, anchor: "end" });
  expect(labelAt({ from: 300, to: 20 }, 6, room, 8, 8)).toEqual({ x: 28, anchor: "start" });
  expect(labelAt({ from: 300, to: 20 }, 6, room, 30, 8)).toEqual({ x: 28, anchor: "start" });
});

it("keeps it inside the drawing if the bar is short, too", () => {
  expect(labelAt({ from: 360, to: 380 }, 6, room, 8, 8)).toEqual({ x: 396, anchor: "end" });
  expect(labelAt({ from: 40, to: 20 }, 6, room, 8, 8)).toEqual({ x: 4, anchor: "start" });
});

it("draws a bar with a way back to the end first, and from there to its death", () => {
  const loop = {
    id: "h1Extended:sub:3:0",
    kind: "h1Extended",
    direction: "sub",
    birth: 4,
    death: 1,
    birthVertex: 3,
    deathVertex: 0,
    multiplicity: 1,
  } as const;
  const axis = fAxis(500, [0, 4], [50, 50]);
  const bars = { ...room, axis, direction: "sub", top: 0, pitch: 20, x: axis.x(4) } as const;
  const [ended] = rowsOf([loop], "sub", null);
  const shape = barShape(ended!, { ...bars, atEnd: true });
  expect(shape).toMatchObject({ from: axis.x(4), back: axis.x(1), y: 10 });
  expect(shape.to).toBeGreaterThan(axis.x(4));
  const [growing] = rowsOf([{ ...loop, birth: 2 }], "sub", 3);
  expect(barShape(growing!, { ...bars, x: axis.x(3), atEnd: false })).toMatchObject({
    from: axis.x(2),
    to: axis.x(3),
    back: null,
  });
});
