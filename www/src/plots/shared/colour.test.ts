import { expect, it } from "vitest";
import { inkOn, luminanceOf, PALETTE_RGB, stepOf, STEPS } from "./colour";

it("colours have a fixed domain and stay inside it", () => {
  expect(stepOf(0)).toBe(0);
  expect(stepOf(1)).toBe(STEPS - 1);
  expect(stepOf(-3)).toBe(0);
  expect(stepOf(7)).toBe(STEPS - 1);
  expect(stepOf(Number.NaN)).toBe(0);
  expect(stepOf(5, [0, 10])).toBe(stepOf(0.5));
});

it("the palette runs from viridis purple to viridis yellow", () => {
  expect(PALETTE_RGB[0]).toEqual([0x44, 0x01, 0x54]);
  expect(PALETTE_RGB.at(-1)).toEqual([0xfd, 0xe7, 0x25]);
});

it("a name is readable on every colour of the palette", () => {
  for (const rgb of PALETTE_RGB) {
    const [dark, light] = [luminanceOf(rgb), inkOn(rgb) === "#ffffff" ? 1 : 0].sort((a, b) => a - b);
    expect((light! + 0.05) / (dark! + 0.05), String(rgb)).toBeGreaterThanOrEqual(4.5);
  }
});
