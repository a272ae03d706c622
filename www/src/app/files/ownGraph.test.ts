import { expect, it } from "vitest";
import { additionsTo } from "./files";

it("reports a filter and names that the file does not contain", () => {
  const bare = { title: "bare", vertices: 3, edges: [0, 1], filters: [] };
  const values = [{ name: "values", values: [1, 2, 3] }];
  expect(additionsTo(bare)).toEqual([
    "The file has no filter values, so f is the degree of each vertex",
    "The vertices have no names, so the page calls them a, b, c and so on",
  ]);
  expect(additionsTo({ ...bare, vertices: 30 })[1]).toContain("v0, v1, v2");
  expect(additionsTo({ ...bare, names: ["x", "y", "z"], filters: values })).toEqual([]);
});
