// Points from a file or from the clipboard.

import type { PointCloud } from "../../domain/graph/subject";
import { placesOf } from "../../domain/points/placed";
import type { Topology } from "../../engine/topology";
import type { PointsKind } from "../../engine/topologyModule";

/** The types of files, with an example of each. */
export const KINDS: readonly {
  readonly id: PointsKind;
  readonly title: string;
  readonly label: string;
  readonly example: string;
}[] = [
  {
    id: "points",
    title: "Points",
    label: "one point in each line, x and y, or more coordinates",
    example: "0.1, 0.2\n0.4, 0.9",
  },
  {
    id: "distances",
    title: "Distance matrix",
    label: "a square matrix, or its lower triangle",
    example: "0\n3 0\n5 4 0",
  },
  {
    id: "edges",
    title: "Weighted edges",
    label: "two vertices and a value in each line",
    example: "a b 0.5\nb c 1.5",
  },
];

/**
 * Points with two coordinates are points in the plane. Points with more coordinates have the distances of all coordinates. `complex` is
 * the complex of points in the plane.
 *
 * Throws if the file contains something else, or if the bars cannot be computed.
 */
export function readCloud(
  topology: Pick<Topology, "readPoints" | "points">,
  title: string,
  bytes: Uint8Array<ArrayBuffer>,
  kind: PointsKind,
  complex: PointCloud["complex"],
): PointCloud {
  const read = topology.readPoints({ path: title, bytes }, kind);
  const vertices = read.vertices();
  const coordinates = Array.from(read.coordinates(), Math.fround);
  if (coordinates.length === 2 * vertices) return { title, coordinates, complex };
  const names = read.names();
  const weighted = {
    ends: [...read.edges()],
    values: Array.from(read.values(), Math.fround),
    ...(names.length > 0 ? { names } : {}),
  };
  const cloud = { title, coordinates: placesOf(vertices, weighted), complex: "rips", weighted } as const;
  // It throws for invalid values and for complexes that take too long, and the page needs it in any case.
  topology.points(cloud);
  return cloud;
}
