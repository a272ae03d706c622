import { expect, it } from "vitest";
import { path } from "../../../testing";
import { edgeRows, MAX_ROWS, vertexRows } from "./rows";

const graph = { ...path(3), names: ["hub", "a", "b"] };

it("vertices are found by a part of their name, ignoring case", () => {
  expect(vertexRows(graph, "", null)).toEqual({ rows: [0, 1, 2], found: 3 });
  expect(vertexRows(graph, " B", null)).toEqual({ rows: [0, 2], found: 2 });
  expect(vertexRows(graph, "c", 1)).toEqual({ rows: [], found: 0 });
});

it("of many vertices, the first and the chosen one are listed", () => {
  const { rows, found } = vertexRows(path(250), "", 200);
  expect(found).toBe(250);
  expect(rows).toHaveLength(MAX_ROWS);
  expect(rows[0]).toBe(200);
  expect(vertexRows(path(250), "", 999).rows[0]).toBe(0);
});

it("all edges are listed, or those of a vertex", () => {
  expect(edgeRows(graph, null)).toEqual({ rows: [0, 1], found: 2 });
  expect(edgeRows(graph, 2)).toEqual({ rows: [1], found: 1 });
  expect(edgeRows(path(250), null)).toMatchObject({ found: 249, rows: { length: MAX_ROWS } });
});
