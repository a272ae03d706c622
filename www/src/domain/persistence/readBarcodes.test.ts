import { expect, it } from "vitest";
import type { Bar } from "../graph/graph";
import { readBarcodes } from "./readBarcodes";

const bar = (more: Partial<Bar>): Bar => ({
  id: "h0:sub:0",
  kind: "h0",
  direction: "sub",
  birth: 1,
  death: null,
  birthVertex: 0,
  deathVertex: null,
  multiplicity: 1,
  ...more,
});

it("reads finite bars as points, superlevel ones with the greater value first, and only the birth of essential bars", () => {
  const bars = [
    bar({ kind: "h0", birth: 2, death: 3, deathVertex: 1 }),
    bar({ kind: "h0", direction: "super", birth: 3, death: 1, deathVertex: 1 }),
    bar({ kind: "h0Essential" }),
    bar({ kind: "h0Essential", direction: "super", birth: 4 }),
    bar({ kind: "h1Essential", direction: "super", birth: 1.5, multiplicity: 2 }),
  ];
  expect(readBarcodes(bars)).toEqual([
    { kind: "h0", sub: ["(2, 3)"], super: ["(3, 1)"], read: ["(2, 3)", "(3, 1)"] },
    { kind: "h0Essential", sub: ["1"], super: ["4"], read: ["1", "4"] },
    { kind: "h1Essential", sub: [], super: ["1.5 ×2"], read: ["1.5 ×2"] },
  ]);
});

it("omits zero-length bars and bars of extended persistence, which have their own readout", () => {
  const bars = [
    bar({ kind: "h0", birth: 2, death: 2, deathVertex: 1 }),
    bar({ kind: "h1Extended", birth: 4, death: 1, deathVertex: 0 }),
  ];
  for (const { read } of readBarcodes(bars)) expect(read).toEqual([]);
});

it("does not distinguish sublevel and superlevel births at the same value", () => {
  const bars = [
    bar({ kind: "h1Essential", birth: 2 }),
    bar({ kind: "h1Essential", direction: "super", birth: 2 }),
  ];
  expect(readBarcodes(bars)[2]).toEqual({ kind: "h1Essential", sub: ["2"], super: ["2"], read: ["2 ×2"] });
});
