import { describe, expect, it } from "vitest";
import type { Bar } from "../../domain/graph";
import { fAxis } from "../shared/axis";
import { ARROW, blocksOf, markAt, marksOf, sortBars } from "./rows";

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

  it("leave zero-length bars out unless they are wanted", () => {
    const shown = (zero: boolean): number => blocksOf(bars, ["sub"], "birth", zero, 300)[0]!.bars.length;
    expect(shown(false)).toBe(3);
    expect(shown(true)).toBe(4);
  });

  it("show only the wanted filtrations", () => {
    expect(blocksOf(bars, ["super"], "birth", true, 300).every((block) => block.bars.length === 0)).toBe(
      true,
    );
  });

  it("have blocks of bars that end where those that never do are given ends", () => {
    const loop = bar(5, 0.9, 0.2, { kind: "h1Extended" });
    const blocks = blocksOf([...bars, loop], ["sub"], "birth", false, 300, true);
    expect(blocks.map(({ kind }) => kind)).toEqual(["h0", "h0Extended", "h1Extended"]);
    expect(blocks[2]!.bars).toEqual([loop]);
    const [mark] = marksOf(blocks[2]!, AXIS);
    expect([mark!.left, mark!.right]).toEqual([AXIS.x(0.2), AXIS.x(0.9)]);
  });

  it("of 3000 bars fit into the panel, one pixel thick at least", () => {
    const many = Array.from({ length: 3000 }, (_, i) => bar(i, i / 3001, 1));
    const blocks = blocksOf([...many, bar(3000, 0, null)], ["sub"], "birth", false, 200);
    expect(blocks.at(-1)!.top + blocks.at(-1)!.height).toBeLessThanOrEqual(201);
    expect(blocks[0]!.bars.length).toBe(3000);
    const marks = marksOf(blocks[0]!, AXIS);
    expect(marks.every((mark) => mark.thickness >= 1 && mark.y <= 200)).toBe(true);
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

  it("leaves the axis in the direction of its filtration if it never ends", () => {
    expect(of("1").right).toBe(AXIS.right + ARROW);
    expect(of("2").left).toBe(AXIS.left - ARROW);
  });

  it("is never too short to be seen", () => {
    expect(of("3").right - of("3").left).toBeGreaterThanOrEqual(1);
  });

  it("is found by a pointer on it or just beside it, and not from afar", () => {
    const { y } = of("0");
    expect(markAt(marks, AXIS.x(0.5), y)?.bar.birthVertex).toBe(0);
    expect(markAt(marks, AXIS.x(0.75) + 6, y)?.bar.birthVertex).toBe(0);
    expect(markAt(marks, AXIS.x(0.95), y)).toBeNull();
  });
});
