import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Discs as DiscsType } from "./discs";

class Pixels {
  readonly data: Uint8ClampedArray;
  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.data = new Uint8ClampedArray(4 * width * height);
  }
}

describe("discs", () => {
  let Discs: typeof DiscsType;
  beforeAll(async () => {
    vi.stubGlobal("ImageData", Pixels);
    ({ Discs } = await import("./discs"));
  });

  function pixels(draw: (discs: DiscsType) => void): (x: number, y: number) => number[] {
    const discs = new Discs();
    discs.resize(20, 20);
    draw(discs);
    let image: Pixels | null = null;
    discs.copyTo({ putImageData: (data: Pixels) => (image = data) } as unknown as CanvasRenderingContext2D);
    return (x, y) => [...image!.data.subarray(4 * (20 * y + x), 4 * (20 * y + x) + 4)];
  }

  it("are filled inside, outlined at the rim and transparent outside", () => {
    const at = pixels((discs) => discs.draw(10, 10, 5, 7, [255, 0, 0], [0, 0, 255]));
    expect(at(10, 10)).toEqual([255, 0, 0, 255]);
    expect(at(15, 9)).toEqual([0, 0, 255, 255]);
    expect(at(10, 1)).toEqual([0, 0, 0, 0]);
  });

  it("cover one another where they overlap, without gaps at the rim", () => {
    const at = pixels((discs) => {
      discs.draw(8, 10, 5, 6, [255, 0, 0], [255, 0, 0]);
      discs.draw(12, 10, 5, 6, [0, 255, 0], [0, 255, 0]);
    });
    expect(at(12, 10)).toEqual([0, 255, 0, 255]);
    for (let x = 4; x < 16; x++) expect(at(x, 10)[3]).toBe(255);
  });

  it("may lie partly or wholly outside", () => {
    const at = pixels((discs) => {
      discs.draw(-2, -2, 5, 6, [9, 9, 9], [9, 9, 9]);
      discs.draw(100, 100, 5, 6, [9, 9, 9], [9, 9, 9]);
      discs.clear();
    });
    expect(at(0, 0)).toEqual([0, 0, 0, 0]);
  });
});
