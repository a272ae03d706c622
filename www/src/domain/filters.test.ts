import { expect, it } from "vitest";
import { heightAngle, heightFilter } from "./filters";

it("names the height in each whole direction, and reads no other name", () => {
  for (let degrees = -720; degrees <= 720; degrees++) {
    expect(heightAngle(heightFilter(degrees))).toBe(((degrees % 360) + 360) % 360);
  }
  expect(heightAngle(heightFilter(359.6))).toBe(0);
  for (const other of [
    null,
    "values",
    "degree",
    "height:",
    "height:360",
    "height:1.5",
    "height:-1",
    "a height:1",
  ])
    expect(heightAngle(other)).toBeNull();
});
