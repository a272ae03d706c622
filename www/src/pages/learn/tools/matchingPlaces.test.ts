import { expect, it } from "vitest";
import type { Bar } from "../../../domain/graph/graph";
import type { MatchingLine } from "../../../domain/persistence/stability";
import { frameOf } from "../../../plots/diagram/points";
import { labelAt, lineAt, placesOf } from "./matchingPlaces";

function bar(birthVertex: number, birth: number, death: number | null): Bar {
  const kind = death === null ? "h0Essential" : "h0";
  return {
    ...{ id: `${kind}:sub:${birthVertex}`, kind, direction: "sub", birth, death, birthVertex },
    ...{ deathVertex: death === null ? null : 9, multiplicity: 1 },
  };
}

const FRAME = frameOf(400, 400, ["sub"], [0, 4]);
const moved: MatchingLine = { from: bar(0, 0, 2), to: bar(0, 0, 3), length: 1, count: 1 };
const alone: MatchingLine = { from: bar(1, 1, 2), to: null, length: 0.5, count: 1 };
const still: MatchingLine = { from: bar(2, 0, null), to: bar(2, 0, null), length: 0, count: 1 };
const PLACED = placesOf([moved, alone, still], FRAME);

it("connects a bar without a partner to the middle of its interval on the diagonal", () => {
  expect(PLACED[1]!.from).toEqual([FRAME.x(1), FRAME.y(2)]);
  expect(PLACED[1]!.to).toEqual([FRAME.x(1.5), FRAME.y(1.5)]);
  expect(PLACED[2]!.from).toEqual(PLACED[2]!.to);
  expect(PLACED[2]!.from[1]).toBeLessThan(FRAME.top);
});

it("finds the line under the pointer, also between its ends, and a line of length zero", () => {
  expect(lineAt(PLACED, FRAME.x(0) + 3, FRAME.y(2.5))).toBe(moved);
  expect(lineAt(PLACED, FRAME.x(1.25), FRAME.y(1.75))).toBe(alone);
  expect(lineAt(PLACED, FRAME.x(0), PLACED[2]!.from[1])).toBe(still);
  expect(lineAt(PLACED, FRAME.x(3), FRAME.y(1))).toBeNull();
});

it("has the label above a flat line, and on the side of a steep line with more space", () => {
  expect(labelAt(PLACED[0]!, FRAME)["text-anchor"]).toBe("start");
  const right = placesOf([{ ...alone, from: bar(1, 3.5, 4) }], FRAME)[0]!;
  expect(labelAt(right, FRAME)["text-anchor"]).toBe("end");
  const flat = placesOf([{ ...moved, to: bar(0, 1, 2) }], FRAME)[0]!;
  expect(labelAt(flat, FRAME)).toEqual({ x: FRAME.x(0.5), y: FRAME.y(2) - 8, "text-anchor": "middle" });
});
