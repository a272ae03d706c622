// Graphs and values as text in a link: numbers of few bytes, and no more of them than a link may have.

import type { OwnGraph } from "../store/state";
import { fromBase64Url, toBase64Url } from "./base64";

/** A graph with more vertices or edges than this does not go into a link. */
export const MOST_VERTICES = 500;
export const MOST_EDGES = 2000;
const LONGEST_TITLE = 80;

export function packValues(values: readonly number[]): string {
  return toBase64Url(new Uint8Array(Float32Array.from(values).buffer));
}

export function unpackValues(text: string): number[] | null {
  const bytes = fromBase64Url(text);
  if (!bytes || bytes.length % 4 !== 0 || bytes.length > 4 * MOST_VERTICES) return null;
  const values = [...new Float32Array(bytes.buffer)];
  return values.every(Number.isFinite) ? values : null;
}

export function fitsLink({ vertices, edges }: OwnGraph): boolean {
  return vertices <= MOST_VERTICES && edges.length <= 2 * MOST_EDGES;
}

/** Title, numbers of vertices and edges, ends of the edges, values; each number in as many bytes as it needs. */
export function packGraph({ title, vertices, edges, values }: OwnGraph): string {
  const numbers: number[] = [];
  const push = (value: number): void => {
    for (; value >= 128; value >>>= 7) numbers.push((value & 127) | 128);
    numbers.push(value);
  };
  const name = new TextEncoder().encode(title);
  push(name.length);
  numbers.push(...name);
  push(vertices);
  push(edges.length / 2);
  edges.forEach(push);
  const bytes = new Uint8Array(Float32Array.from(values).buffer);
  return toBase64Url(Uint8Array.from([...numbers, ...bytes]));
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
  try {
    const length = next(4 * LONGEST_TITLE);
    const title = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      bytes.subarray(at, (at += length)),
    );
    const vertices = next(MOST_VERTICES);
    const edges = Array.from({ length: 2 * next(MOST_EDGES) }, () => next(vertices - 1));
    const values = unpackValues(toBase64Url(bytes.subarray(at)));
    return values?.length === vertices ? { title: linkTitle(title), vertices, edges, values } : null;
  } catch {
    return null;
  }
}

/** A title as long as a link carries it. */
export function linkTitle(title: string): string {
  return [...title].slice(0, LONGEST_TITLE).join("");
}
