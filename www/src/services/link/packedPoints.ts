// Points as text in a link: complex, title, and the coordinates as 32-bit numbers.

import type { PointCloud } from "../../domain/graph/subject";
import { isCoordinate } from "../../domain/points/edit";
import { fromBase64Url, toBase64Url } from "./base64";
import { linkTitle } from "./packed";

/** Maximum number of points in a link. */
export const MAX_LINKED_POINTS = 500;

export function packPoints({ title, coordinates, complex }: PointCloud): string {
  const numbers = toBase64Url(new Uint8Array(Float32Array.from(coordinates).buffer));
  return [complex, toBase64Url(new TextEncoder().encode(linkTitle(title))), numbers].join(".");
}

export function unpackPoints(text: string): PointCloud | null {
  const [complex, title = "", numbers = "", ...rest] = text.split(".");
  if ((complex !== "alpha" && complex !== "rips") || rest.length > 0) return null;
  const [named, bytes] = [fromBase64Url(title), fromBase64Url(numbers)];
  if (!named || !bytes || bytes.length % 8 !== 0 || bytes.length > 8 * MAX_LINKED_POINTS) return null;
  const coordinates = [...new Float32Array(bytes.buffer)];
  if (!coordinates.every(isCoordinate)) return null;
  return { title: linkTitle(new TextDecoder().decode(named)), coordinates, complex };
}
