// Graphs and values as text in a link: numbers of few bytes, up to the maximum length of a link.

import type { Origin, OwnGraph, PointCloud, WeightedEdges } from "../../domain/graph/subject";
import { isCoordinate } from "../../domain/points/points";

/** Maximum number of vertices or edges of a graph in a link. */
const MAX_VERTICES = 500;
const MAX_EDGES = 2000;
const MAX_FILTERS = 8;
const MAX_TITLE = 80;

export function packValues(values: readonly number[]): string {
  return toBase64Url(new Uint8Array(Float32Array.from(values).buffer));
}

export function unpackValues(text: string): number[] | null {
  const bytes = fromBase64Url(text);
  if (!bytes || bytes.length % 4 !== 0 || bytes.length > 4 * MAX_VERTICES) return null;
  const values = [...new Float32Array(bytes.buffer)];
  return values.every(Number.isFinite) ? values : null;
}

export function fitsLink({ vertices, edges, filters }: OwnGraph): boolean {
  const large = vertices > MAX_VERTICES || edges.length > 2 * MAX_EDGES;
  return !large && filters.length <= MAX_FILTERS && filters.every(({ name }) => name === linkTitle(name));
}

/** Flags for the contents of a graph besides edges and filters, in one number. */
const HAS_NAMES = 1;
const HAS_PLACES = 2;
const HAS_ORIGIN = 4;
/** Upper bound for the numbers of graphs and vertices of a data set. */
const MAX_NUMBER = 2 ** 28 - 1;
/** A position is a fraction of a side in two bytes. */
const PLACES = 0xffff;

/**
 * Title, numbers of vertices and edges, ends of the edges, filters; each number in the fewest bytes. Then, if present,
 * names, positions, and the origin of a copy: data set, graph, and each vertex, counted from 1 (0: a new one).
 */
export function packGraph({ title, vertices, edges, filters, names, places, origin }: OwnGraph): string {
  const numbers: number[] = [];
  const push = (value: number): void => {
    for (; value >= 128; value >>>= 7) numbers.push((value & 127) | 128);
    numbers.push(value);
  };
  const pushText = (text: string): void => {
    const bytes = new TextEncoder().encode(text);
    push(bytes.length);
    numbers.push(...bytes);
  };
  pushText(title);
  push(vertices);
  push(edges.length / 2);
  edges.forEach(push);
  push(filters.length);
  for (const { name, values } of filters) {
    pushText(name);
    numbers.push(...new Uint8Array(Float32Array.from(values).buffer));
  }
  const more = (names ? HAS_NAMES : 0) | (places ? HAS_PLACES : 0) | (origin ? HAS_ORIGIN : 0);
  if (more) push(more);
  names?.forEach((name) => pushText(linkTitle(name)));
  places?.forEach((place) => {
    const share = Math.round(PLACES * Math.min(Math.max(place, 0), 1));
    numbers.push(share & 255, share >> 8);
  });
  if (origin) {
    pushText(linkTitle(origin.dataset));
    push(origin.index);
    origin.vertices.forEach((vertex) => push(vertex === null ? 0 : vertex + 1));
  }
  return toBase64Url(Uint8Array.from(numbers));
}

export function unpackGraph(text: string): OwnGraph | null {
  const bytes = fromBase64Url(text);
  if (!bytes) return null;
  let at = 0;
  const next = (most: number): number => {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError("the text ends early");
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if (value > most) throw new RangeError(`${value} is more than ${most}`);
    return value;
  };
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    const taken = bytes.slice(at, (at += length));
    if (taken.length < length) throw new RangeError("the text ends early");
    return taken;
  };
  const nextText = (): string => {
    const text = take(next(4 * MAX_TITLE));
    return linkTitle(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text));
  };
  const nextOrigin = (vertices: number): Origin => ({
    dataset: nextText(),
    index: next(MAX_NUMBER),
    vertices: Array.from({ length: vertices }, () => {
      const vertex = next(MAX_NUMBER);
      return vertex === 0 ? null : vertex - 1;
    }),
  });
  try {
    const title = nextText();
    const vertices = next(MAX_VERTICES);
    const edges = Array.from({ length: 2 * next(MAX_EDGES) }, () => next(vertices - 1));
    const filters = Array.from({ length: next(MAX_FILTERS) }, () => ({
      name: nextText(),
      values: [...new Float32Array(take(4 * vertices).buffer)],
    }));
    const finite = filters.every(({ values }) => values.every(Number.isFinite));
    const more = at < bytes.length ? next(HAS_NAMES | HAS_PLACES | HAS_ORIGIN) : 0;
    const names = more & HAS_NAMES ? Array.from({ length: vertices }, nextText) : null;
    const places = more & HAS_PLACES ? placesIn(take(4 * vertices)) : null;
    const origin = more & HAS_ORIGIN ? nextOrigin(vertices) : null;
    const graph = {
      title,
      vertices,
      edges,
      filters,
      ...(names && { names }),
      ...(places && { places }),
      ...(origin && { origin }),
    };
    return finite && at === bytes.length ? graph : null;
  } catch {
    return null;
  }
}

function placesIn(bytes: Uint8Array): number[] {
  return Array.from(
    { length: bytes.length / 2 },
    (_, i) => (bytes[2 * i]! | (bytes[2 * i + 1]! << 8)) / PLACES,
  );
}

/** A title or a name, cut to the maximum length in a link. */
export function linkTitle(title: string): string {
  return [...title].slice(0, MAX_TITLE).join("");
}

// Bytes as text that an address may hold.

export function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** null where the text is none. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

// Points as text in a link: complex, title, the coordinates as 32-bit numbers, and weighted edges.

/** Maximum numbers of points and of weighted edges in a link. */
const MAX_LINKED_POINTS = 500;
const MAX_LINKED_EDGES = 1000;
const MAX_NAME = 20;

/** Whether a link contains all points and edges. */
export function fitsPointsLink({ coordinates, weighted }: PointCloud): boolean {
  return (
    coordinates.length <= 2 * MAX_LINKED_POINTS &&
    (!weighted ||
      (weighted.values.length <= MAX_LINKED_EDGES &&
        (weighted.names ?? []).every((name) => name.length <= MAX_NAME)))
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
