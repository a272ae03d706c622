import { expect, it } from "vitest";
import { extendedBars, withEnds } from "./bars";
import { path } from "../../testing";
import { describeBar, describeReturn } from "../text/sentences";

const FILTER = Float32Array.of(0.25, 0.5, 0.75, 1);
const PAIRS = { components: [0, 3], loops: [3, 1, 3, 0, 3, 1] };

it("has every pair from both directions and merges loops with the same endpoints", () => {
  const bars = extendedBars(PAIRS, FILTER);
  expect(bars.map(({ id, multiplicity }) => [id, multiplicity])).toEqual([
    ["h0Extended:sub:0:3", 1],
    ["h1Extended:sub:3:1", 2],
    ["h1Extended:sub:3:0", 1],
    ["h0Extended:super:3:0", 1],
    ["h1Extended:super:1:3", 2],
    ["h1Extended:super:0:3", 1],
  ]);
  expect(bars[1]).toMatchObject({ birth: 1, death: 0.5, birthVertex: 3, deathVertex: 1 });
  expect(describeBar(bars[1]!, path(4))).toBe(
    "Sublevel extended loop ×2, born at 1 with v3, ended at 0.5 with v1",
  );
});

it("throws for invalid vertices", () => {
  expect(() => extendedBars({ components: [0, 4], loops: [] }, FILTER)).toThrow(RangeError);
});

it("replaces essential bars", () => {
  const part = { direction: "sub", birth: 0, birthVertex: 0, multiplicity: 1 } as const;
  const finite = { ...part, id: "h0:sub:1", kind: "h0", death: 1, deathVertex: 3 } as const;
  const endless = {
    ...part,
    id: "h0Essential:sub:0",
    kind: "h0Essential",
    death: null,
    deathVertex: null,
  } as const;
  const extended = extendedBars(PAIRS, FILTER);
  expect(withEnds([finite, endless], extended)).toEqual([finite, ...extended]);
});

it("describes the end of a pair on the way back, in both directions", () => {
  const returnOf = (id: string) =>
    describeReturn(
      extendedBars(PAIRS, FILTER).find((bar) => bar.id === id)!,
      path(4),
    );
  expect(returnOf("h1Extended:sub:3:1")).toBe(
    "It lasts to the end of the filtration; on the way back down it ends at 0.5, with v1.",
  );
  expect(returnOf("h1Extended:super:1:3")).toBe(
    "It lasts to the end of the filtration; on the way back up it ends at 1, with v3.",
  );
  expect(returnOf("h0Extended:sub:0:3")).toMatch(
    /on the way back down it ends with its greatest value, 1\.$/,
  );
  expect(returnOf("h0Extended:super:3:0")).toMatch(
    /on the way back up it ends with its least value, 0\.25\.$/,
  );
});
