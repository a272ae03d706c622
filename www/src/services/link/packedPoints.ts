// Points as text in a link: complex, title, the coordinates as 32-bit numbers, and weighted edges.

import type { PointCloud, WeightedEdges } from "../../domain/graph/subject";
import { isCoordinate } from "../../domain/points/coordinates";
import { fromBase64Url, toBase64Url } from "./base64";
import { linkTitle } from "./packed";

/** Maximum numbers of points and of weighted edges in a link. */
const MAX_LINKED_POINTS = 500;
const MAX_LINKED_EDGES = 1000;
const LONGEST_NAME = 20;

/** Whether a link contains all points and edges. */
export function fitsPointsLink({ coordinates, weighted }: PointCloud): boolean {
  return (
    coordinates.length <= 2 * MAX_LINKED_POINTS &&
    (!weighted ||
      (weighted.values.length <= MAX_LINKED_EDGES &&
        (weighted.names ?? []).every((name) => name.length <= LONGEST_NAME)))
  );
}

const textOf = (text: string): string => toBase64Url(new TextEncoder().encode(text));
const numbersOf = (numbers: Float32Array | Uint16Array): string =>
  toBase64Url(new Uint8Array(numbers.buffer));

export function packPoints({ title, coordinates, complex, weighted }: PointCloud): string {
  const parts = [complex, textOf(linkTitle(title)), numbersOf(Float32Array.from(coordinates))];
  if (weighted) {
    parts.push(numbersOf(Uint16Array.from(weighted.ends)), numbersOf(Float32Array.from(weighted.values)));
    if (weighted.names) parts.push(textOf(JSON.stringify(weighted.names)));
  }
  return parts.join(".");
}

export function unpackPoints(text: string): PointCloud | null {
  const [complex, title = "", numbers = "", ...edges] = text.split(".");
  if (complex !== "alpha" && complex !== "rips") return null;
  const [named, read] = [fromBase64Url(title), floats(numbers)];
  if (!named || !read || read.length % 2 !== 0 || !read.every(isCoordinate)) return null;
  const cloud = { title: linkTitle(new TextDecoder().decode(named)), coordinates: read, complex } as const;
  const weighted = edges.length === 0 ? undefined : unpackEdges(edges, read.length / 2);
  if (weighted === null || !fitsPointsLink({ ...cloud, ...(weighted && { weighted }) })) return null;
  return weighted ? { ...cloud, complex: "rips", weighted } : cloud;
}

function floats(text: string): readonly number[] | null {
  const bytes = fromBase64Url(text);
  return bytes && bytes.length % 4 === 0 ? [...new Float32Array(bytes.buffer)] : null;
}

function unpackEdges(
  [first = "", second = "", names, ...rest]: readonly string[],
  vertices: number,
): WeightedEdges | null {
  const [bytes, values] = [fromBase64Url(first), floats(second)];
  if (!bytes || bytes.length % 4 !== 0 || !values || rest.length > 0) return null;
  const ends = [...new Uint16Array(bytes.buffer)];
  const areValid =
    ends.length === 2 * values.length &&
    ends.every((end) => end < vertices) &&
    values.every((value) => value >= 0 && value < Infinity);
  if (!areValid) return null;
  if (names === undefined) return { ends, values };
  const read = namesOf(names, vertices);
  return read && { ends, values, names: read };
}

function namesOf(text: string, vertices: number): readonly string[] | null {
  const bytes = fromBase64Url(text);
  try {
    const names: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(names) && names.length === vertices && names.every((one) => typeof one === "string")
      ? names
      : null;
  } catch {
    return null;
  }
}
