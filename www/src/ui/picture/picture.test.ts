import { expect, it } from "vitest";
import { resolution, withChunks } from "./save";
import { sizesIn, onWhite, paintOf } from "./text";

it("colours are six digits and an opacity, for every notation of browsers", () => {
  expect(paintOf("rgb(0, 128, 255)")).toEqual({ colour: "#0080ff", alpha: 1 });
  expect(paintOf("rgba(20, 23, 28, 0.16)")).toEqual({ colour: "#14171c", alpha: 0.16 });
  expect(paintOf("color(srgb 0.5 1 0 / 0.25)")).toEqual({ colour: "#80ff00", alpha: 0.25 });
  expect(paintOf("#fde725")).toEqual({ colour: "#fde725", alpha: 1 });
  for (const nothing of ["none", "rgba(0, 0, 0, 0)", 'url("#a")', ""]) expect(paintOf(nothing)).toBeNull();
  expect([onWhite("#000000", 0.5), onWhite("#ff0000", 1), onWhite("#0000ff", 0)]).toEqual([
    "#808080",
    "#ff0000",
    "#ffffff",
  ]);
});

it("texts have the nearest of three sizes in drawings of any width", () => {
  // 90 mm are 255.118 points.
  for (const pixelsAPoint of [1, 1.6, 2]) {
    const size = sizesIn(255.118 * pixelsAPoint);
    const points = (wanted: number): number => size(wanted * pixelsAPoint) / pixelsAPoint;
    expect([3, 7.4, 7.9, 8.6, 15].map((wanted) => points(wanted).toFixed(3))).toEqual(
      [7.5, 7.5, 8, 9, 9].map((wanted) => wanted.toFixed(3)),
    );
  }
});

it("the resolution follows the header, with the checksum of the PNG format", () => {
  const png = Uint8Array.from({ length: 50 }, (_, i) => i);
  const chunk = resolution(600);
  // 600 dots an inch are 23622 a metre; the checksum as other programs write it.
  const hex = [...chunk].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  expect(hex).toBe("0000000970485973" + "00005c4600005c4601" + "14944341");
  expect([...withChunks(png, [chunk])]).toEqual([...png.slice(0, 33), ...chunk, ...png.slice(33)]);
});
