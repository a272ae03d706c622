import { describe, expect, it } from "vitest";
import { areColumnsUnknown, completed, shownTable, withWord } from "./columns";
import type { ColumnRole } from "../protocol";

const role = (word: string, view: ColumnRole["view"], required = true): ColumnRole => ({
  word,
  label: `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  view,
  required,
  repeated: view === "points",
});
const EDGES = [role("source", "edges"), role("target", "edges"), role("weight", "edges", false)];
const BOTH = [...EDGES, role("coordinate", "points")];

describe("the columns of a table", () => {
  it("are complete with all that the view needs, and only then", () => {
    expect(completed(BOTH, ["source", "", "target"])).toEqual({ view: "edges" });
    expect(completed(BOTH, ["weight", "source", "target"])).toEqual({ view: "edges" });
    expect(completed(BOTH, ["coordinate", ""])).toEqual({ view: "points" });
    expect(completed(BOTH, ["source", "weight"])).toEqual({ missing: "Choose the column of the target." });
    expect(completed(BOTH, ["weight", ""])).toEqual({
      missing: "Choose the columns of the source and the target.",
    });
    expect(completed(BOTH, ["", ""])).toEqual({
      missing: "Choose the columns of the source and the target, or of the coordinates.",
    });
  });

  it("have each role once, except coordinates", () => {
    expect(withWord(BOTH, ["source", "target", "weight"], 2, "source")).toEqual(["", "target", "source"]);
    expect(withWord(BOTH, ["coordinate", "", ""], 2, "coordinate")).toEqual(["coordinate", "", "coordinate"]);
    expect(withWord(BOTH, ["source", "target", ""], 1, "")).toEqual(["source", "", ""]);
  });

  it("belong to one view: a word of another one replaces the others", () => {
    expect(withWord(BOTH, ["source", "target", ""], 2, "coordinate")).toEqual(["", "", "coordinate"]);
    expect(withWord(BOTH, ["coordinate", "coordinate"], 0, "source")).toEqual(["source", ""]);
  });

  it("have the headings of the first row, or numbers", () => {
    const preview = {
      headings: ["", "a"],
      rows: [
        ["", "a"],
        ["1", "2"],
      ],
    };
    expect(shownTable(preview, true)).toEqual({ headings: ["Column 1", "a"], rows: [["1", "2"]] });
    expect(shownTable(preview, false)).toEqual({ headings: ["Column 1", "Column 2"], rows: preview.rows });
  });

  it("are asked for only if the reader does not know them", () => {
    const refused = Object.assign(new Error("x"), { table: "a.csv", view: "edges", problem: "p" });
    expect(areColumnsUnknown(refused)).toBe(true);
    expect(areColumnsUnknown(new Error("x"))).toBe(false);
    expect(areColumnsUnknown("x")).toBe(false);
  });
});
