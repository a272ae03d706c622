import { describe, expect, it } from "vitest";
import type { Bar } from "../../domain/graph/graph";
import { fAxis } from "../shared/axis";
import {
  ARROW,
  blocksOf,
  countsOf,
  describeHidden,
  layoutOf,
  markAt,
  marksOf,
  sizeOf,
  sortBars,
} from "./rows";

function bar(id: number, birth: number, death: number | null, part: Partial<Bar> = {}): Bar {
  return {
    id: `h0:sub:${id}`,
    kind: death === null ? "h0Essential" : "h0",
    direction: "sub",
    birth,
    death,
    birthVertex: id,
    deathVertex: death === null ? null : id + 1,
    multiplicity: 1,
    ...part,
  };
}

const AXIS = fAxis(500, [0, 1]);

describe("the rows of a barcode", () => {
  const bars = [bar(0, 0.5, 0.6), bar(1, 0.1, 0.2), bar(2, 0.3, 0.9), bar(3, 0.4, 0.4), bar(4, 0, null)];

  it("are sorted by birth or by length", () => {
    expect(sortBars(bars, "birth").map(({ birthVertex }) => String(birthVertex))).toEqual([
      "4",
      "1",
      "2",
      "3",
      "0",
    ]);
    expect(sortBars(bars, "length").map(({ birthVertex }) => String(birthVertex))).toEqual([
      "4",
      "2",
      "1",
      "0",
      "3",
    ]);
  });

  it("of the superlevel filtration come after the others, the highest birth first", () => {
    const over = [
      bar(5, 0.3, 0.1, { direction: "super" }),
      bar(6, 0.9, 0.1, { direction: "super" }),
      bar(7, 0.2, 0.3),
    ];
    expect(sortBars(over, "birth").map(({ birthVertex }) => String(birthVertex))).toEqual(["7", "6", "5"]);
  });

  it("omit zero-length bars unless requested", () => {
    const shown = (zero: boolean): number => blocksOf(bars, ["sub"], "birth", zero, 300)[0]!.rows.length;
    expect(shown(false)).toBe(3);
    expect(shown(true)).toBe(4);
  });

  it("show only the requested filtrations", () => {
    expect(blocksOf(bars, ["super"], "birth", true, 300).every((block) => block.rows.length === 0)).toBe(
      true,
    );
  });

  it("have blocks of extended bars in place of essential ones", () => {
    const loop = bar(5, 0.9, 0.2, { kind: "h1Extended" });
    const blocks = blocksOf([...bars, loop], ["sub"], "birth", false, 300, true);
    expect(blocks.map(({ kind }) => kind)).toEqual(["h0", "h0Extended", "h1Extended"]);
    expect(blocks[2]!.rows).toEqual([[loop]]);
    const [mark] = marksOf(blocks[2]!, AXIS);
    expect([mark!.left, mark!.right]).toEqual([AXIS.x(0.2), AXIS.x(0.9)]);
  });

  it("have a block of loops that end, if there are such loops", () => {
    const [filled, essential] = [
      bar(5, 0.2, 0.9, { kind: "h1Extended" }),
      bar(6, 0.4, null, { kind: "h1Essential" }),
    ];
    const blocks = blocksOf([...bars, filled, essential], ["sub"], "birth", false, 300);
    expect(blocks.map(({ kind }) => kind)).toEqual(["h0", "h0Essential", "h1Extended", "h1Essential"]);
    expect(blocks.slice(2).map(({ rows }) => rows)).toEqual([[[filled]], [[essential]]]);
  });

  it("stay above the axis, even in a panel too low for the names of the barcodes", () => {
    for (const height of [0, 20, 90, 130]) {
      const all = [...bars, bar(5, 0.5, null, { kind: "h1Essential" })];
      const blocks = blocksOf(all, ["sub"], "birth", true, height);
      const last = blocks.at(-1)!;
      expect(last.top + last.height).toBeLessThanOrEqual(Math.max(height, 28) + 0.01);
      expect(blocks.map(({ rows }) => rows.length)).toEqual([4, 1, 1]);
    }
  });

  it("of 3000 bars fit into the panel with at least one pixel each", () => {
    const many = Array.from({ length: 3000 }, (_, i) => bar(i, i / 3001, 1));
    const blocks = blocksOf([...many, bar(3000, 0, null)], ["sub"], "birth", false, 200);
    expect(blocks.at(-1)!.top + blocks.at(-1)!.height).toBeLessThanOrEqual(201);
    expect(blocks[0]!.rows.length).toBe(3000);
    const marks = marksOf(blocks[0]!, AXIS);
    expect(marks.every((mark) => mark.thickness >= 1 && mark.y <= 200)).toBe(true);
  });
});

describe("equal bars", () => {
  const equal = [...Array(3000).keys()].map((i) => bar(i, (i % 10) / 20, 1));
  const loops = [...Array(40).keys()].map((i) =>
    bar(i, 0.5, null, { kind: "h1Essential", multiplicity: i === 0 ? 3 : 1 }),
  );
  const over = equal.map((one): Bar => ({ ...one, direction: "super" }));

  it("share a row and a count if space is short", () => {
    const blocks = blocksOf([...equal, ...loops], ["sub"], "birth", false, 200);
    expect(blocks.map(({ rows }) => rows.length)).toEqual([10, 0, 1]);
    expect(blocks.map(sizeOf)).toEqual([3000, 0, 42]);
    const [first] = marksOf(blocks[0]!, AXIS);
    expect([first!.count, first!.row.length]).toEqual([300, 300]);
    expect(first!.row.every(({ birth }) => birth === 0)).toBe(true);
    expect(marksOf(blocks[2]!, AXIS)[0]!.count).toBe(42);
  });

  it("of two filtrations never share a row", () => {
    for (const sort of ["birth", "length"] as const) {
      const [block] = blocksOf([...equal, ...over], ["sub", "super"], sort, false, 200);
      expect(block!.rows.length).toBe(20);
      for (const row of block!.rows) expect(new Set(row.map(({ direction }) => direction)).size).toBe(1);
    }
  });

  it("have separate rows if there is space", () => {
    const few = equal.slice(0, 20);
    expect(blocksOf(few, ["sub"], "birth", false, 400)[0]!.rows.length).toBe(20);
  });

  it("show their counts without overlap, the largest first", () => {
    const blocks = blocksOf([...equal, ...equal.slice(0, 5)], ["sub"], "birth", false, 140);
    const counts = countsOf(marksOf(blocks[0]!, AXIS));
    const shown = counts.shown;
    expect(shown.length + counts.hidden.length).toBe(10);
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.length).toBeLessThan(10);
    expect(shown[0]!.count).toBe(301);
    const places = shown.map(({ countY }) => countY).sort((a, b) => a - b);
    for (const [i, y] of places.slice(1).entries()) expect(y - places[i]!).toBeGreaterThanOrEqual(12);
  });
});

describe("the counts of a crowded barcode", () => {
  // Rows of two or three equal bars, closer to each other than the height of a number.
  const bars = [...Array(60).keys()].flatMap((row) =>
    [...Array(2 + (row % 2)).keys()].map((i) => bar(3 * row + i, row / 61, 1)),
  );
  const layout = (height: number) =>
    layoutOf((room) => blocksOf(bars, ["sub"], "birth", false, room), AXIS, height);

  it("are all accounted for: every row with several bars has a number or is in the line below", () => {
    for (const height of [20, 150, 300, 500, 3000]) {
      const { lists, shown, hidden, note } = layout(height);
      const several = lists.flat().filter(({ count }) => count > 1);
      expect(shown.length + hidden.length).toBe(several.length);
      const [, rows = "0", own = "0"] = /^(\d+) rows? without a number: (\d+) bars$/.exec(note) ?? [];
      const single = lists.flat().filter(({ count }) => count === 1).length;
      const labelled = shown.reduce((sum, { count }) => sum + count, 0);
      expect([Number(rows), labelled + single + Number(own)]).toEqual([hidden.length, bars.length]);
    }
    expect(layout(300).hidden.length).toBeGreaterThan(0);
    expect(describeHidden({ shown: [], hidden: [] })).toBe("");
  });

  it("leave space for the line, and none without it", () => {
    expect(layout(300).room).toBe(284);
    expect(layout(3000)).toMatchObject({ room: 3000, note: "" });
  });
});

describe("the mark of a bar", () => {
  const blocks = blocksOf(
    [
      bar(0, 0.25, 0.75),
      bar(1, 0.5, null),
      bar(2, 0.5, null, { kind: "h1Essential", direction: "super" }),
      bar(3, 0.5, 0.5001),
    ],
    ["sub", "super"],
    "birth",
    false,
    400,
  );
  const marks = blocks.flatMap((block) => marksOf(block, AXIS));
  const of = (id: string) => marks.find((mark) => String(mark.bar.birthVertex) === id)!;

  it("lies between its values on the axis", () => {
    expect(of("0").left).toBe(AXIS.x(0.25));
    expect(of("0").right).toBe(AXIS.x(0.75));
  });

  it("extends beyond the axis in the direction of its filtration for essential bars", () => {
    expect(of("1").right).toBe(AXIS.right + ARROW);
    expect(of("2").left).toBe(AXIS.left - ARROW);
  });

  it("is never too short to see", () => {
    expect(of("3").right - of("3").left).toBeGreaterThanOrEqual(1);
  });

  it("is found by a pointer on or next to it, but not farther away", () => {
    const { y } = of("0");
    expect(markAt(marks, AXIS.x(0.5), y)?.bar.birthVertex).toBe(0);
    expect(markAt(marks, AXIS.x(0.75) + 6, y)?.bar.birthVertex).toBe(0);
    expect(markAt(marks, AXIS.x(0.95), y)).toBeNull();
  });
});
