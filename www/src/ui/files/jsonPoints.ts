// Points and weighted edges as JSON, in the form of the command line: `{"points": [[x, y], …]}`, or a graph with `edge_filter` and the
// places of its vertices.

import type { PointCloud } from "../../domain/graph/subject";
import { isCoordinate } from "../../domain/points/points";
import { isObject, isText } from "../../services/export/jsonKinds";

/** The contents of a JSON file of points. */
export interface PointsJson {
  /** The rows of a table; null: the file is a graph with weighted edges. */
  readonly rows: readonly (readonly number[])[] | null;
  /** The file calls its rows points: they are no distances. */
  readonly arePoints: boolean;
  readonly title: string | null;
  readonly complex: PointCloud["complex"] | null;
  readonly names: readonly string[] | null;
  /** x and y of each vertex in turn. */
  readonly places: readonly number[] | null;
}

const pairsOf = (numbers: readonly number[]): readonly (readonly number[])[] =>
  Array.from({ length: numbers.length / 2 }, (_, i) => numbers.slice(2 * i, 2 * i + 2));

export function pointsJson({ title, coordinates, complex, weighted }: PointCloud): string {
  const document = weighted
    ? {
        title,
        n: coordinates.length / 2,
        edges: pairsOf(weighted.ends),
        // Vertices enter at 0.
        filter: new Array(coordinates.length / 2).fill(0),
        edge_filter: weighted.values,
        ...(weighted.names ? { names: weighted.names } : {}),
        places: pairsOf(coordinates),
      }
    : { title, complex, points: pairsOf(coordinates) };
  return `${JSON.stringify(document)}\n`;
}

/** Whether a file is JSON of points or of weighted edges with places. Most other files differ in their first letter and are not decoded. */
export function isPointsFile(bytes: Uint8Array): boolean {
  const decode = (part: Uint8Array): string => new TextDecoder().decode(part);
  return /^\s*(\{|$)/.test(decode(bytes.subarray(0, 64))) && isPointsJson(decode(bytes));
}

function isPointsJson(text: string): boolean {
  return /^\s*\{/.test(text) && /"(points|places)"\s*:/.test(text);
}

/**
 * The points of a text, which are rows or an object with `points`; null: the text is not JSON, or another graph.
 *
 * Throws for an invalid text, with the place.
 */
export function parsePoints(text: string): PointsJson | null {
  if (!/^\s*[[{]/.test(text)) return null;
  if (/^\s*\{/.test(text) && !isPointsJson(text)) return null;
  const value = JSON.parse(text) as unknown;
  if (Array.isArray(value)) {
    const rows = rowsOf(value, "row");
    return { rows, arePoints: false, title: null, complex: null, names: null, places: null };
  }
  if (!isObject(value)) return null;
  const { title, complex, points, names, places } = value;
  const found = places === undefined ? null : rowsOf(places, "place").flat();
  return {
    rows: points === undefined ? null : rowsOf(points, "point"),
    arePoints: points !== undefined,
    title: isText(title) && title !== "" ? title : null,
    complex: complex === "alpha" || complex === "rips" ? complex : null,
    names: Array.isArray(names) && names.every(isText) ? names : null,
    places: found?.every(isCoordinate) ? found.map(Math.fround) : null,
  };
}

function rowsOf(value: unknown, name: string): readonly (readonly number[])[] {
  if (!Array.isArray(value)) throw new Error(`expected a list of ${name}s, each a list of numbers`);
  return value.map((row: unknown, index) => {
    if (!Array.isArray(row) || !row.every((one): one is number => typeof one === "number"))
      throw new Error(`${name} ${index}, counted from 0, is not a list of numbers`);
    return row;
  });
}
