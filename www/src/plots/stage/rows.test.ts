import { expect, it } from "vitest";
import type { Bar } from "../../domain/graph/graph";
import { barAsKnown, longestName, rowsOf } from "./rows";

const bar = (more: Partial<Bar>): Bar => ({
  id: "h1Extended:sub:3:0",
  kind: "h1Extended",
  direction: "sub",
  birth: 4,
  death: 1,
  birthVertex: 3,
  deathVertex: 0,
  multiplicity: 1,
  ...more,
});
const loop = bar({});
const component = bar({ id: "h0Extended:sub:0:2", kind: "h0Extended", birth: 1, death: 3 });

it("ends extended pairs only after the whole filtration has arrived", () => {
  for (const one of [loop, component]) {
    expect(rowsOf([one], "sub", 5)[0]).toMatchObject({ born: true, ended: false, returns: true });
    expect(rowsOf([one], "sub", null)[0]).toMatchObject({ ended: true });
  }
});

it("ends a loop that a triangle fills on the way forward", () => {
  const filled = bar({ id: "h1Extended:sub:3:4", birth: 4, death: 5 });
  expect(rowsOf([filled], "sub", 5)[0]).toMatchObject({ ended: true, returns: false });
  const above = bar({ ...filled, id: "h1Extended:super:3:4", direction: "super", birth: 5, death: 4 });
  expect(rowsOf([above], "super", 4)[0]).toMatchObject({ ended: true, returns: false });
});

it("hides the death of a bar until it happens", () => {
  const row = rowsOf([loop], "sub", 4)[0]!;
  expect(barAsKnown(row, false)).toEqual({ ...loop, death: null, deathVertex: null });
  expect(barAsKnown(rowsOf([loop], "sub", null)[0]!, true)).toEqual(loop);
});

it("keeps a component of a single value, and no other zero-length bar", () => {
  const alone = bar({ ...component, death: 1 });
  const self = bar({ birth: 2, death: 2 });
  const merged = bar({ id: "h0:sub:1", kind: "h0", birth: 2, death: 2 });
  expect(rowsOf([alone, self, merged], "sub", null).map(({ bar: { kind } }) => kind)).toEqual(["h0Extended"]);
});

it("continues numbering from a given row", () => {
  expect(rowsOf([loop, component], "sub", null, 3).map(({ row }) => row)).toEqual([3, 4]);
});

it("colours a component by its vertex, and neighbouring bars of larger graphs differently", () => {
  const born = (birthVertex: number, birth: number): Bar =>
    bar({ id: `h0:sub:${birthVertex}`, kind: "h0", birthVertex, birth, death: 9 });
  const colours = (bars: readonly Bar[]): Record<number, number> =>
    Object.fromEntries(rowsOf(bars, "sub", null).map((row) => [row.bar.birthVertex, row.colour]));
  const before = colours([born(0, 1), born(2, 3), born(4, 2)]);
  // Without the bar between them, the others keep their colours.
  expect(colours([born(0, 1), born(2, 3)])).toEqual({ 0: before[0], 2: before[2] });
  expect(new Set(Object.values(colours([born(2, 1), born(11, 2), born(20, 3)]))).size).toBe(3);
});

it("has room for the longest name, also of more bars than a call has arguments", () => {
  const graph = { vertices: 4, edges: new Uint32Array(), names: ["a", "b", "c", "harbour"] };
  expect(longestName(graph, [])).toBe(1);
  const rows = rowsOf(new Array<Bar>(300_000).fill(loop), "sub", null);
  expect(longestName(graph, rows)).toBe("harbour".length);
});
