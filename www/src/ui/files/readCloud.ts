// Points from a file or from the clipboard.

import type { ChosenColumns } from "../../domain/columns";
import type { PointCloud } from "../../domain/graph/subject";
import { placesOf } from "../../domain/points/points";
import type { Topology } from "../../engine/topology";
import type { PointsKind } from "../../engine/topologyModule";
import { withPoint } from "../../domain/text/format";
import { parsePoints } from "./jsonPoints";

export interface ReadCloud {
  readonly cloud: PointCloud;
  readonly notes: readonly string[];
}

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
    label: "two vertices and a value in each line, or GraphML or JSON with weights of edges",
    example: "a b 0.5\nb c 1.5",
  },
];

/**
 * Points, and what is read in another way than it is written, one sentence each.
 *
 * Points with two coordinates are points in the plane. Points with more coordinates have the distances of all coordinates. `complex` is
 * the complex of points in the plane, unless the file has one. JSON of points is read for each kind. `chosen` has the columns that the user
 * chose for a table.
 *
 * Throws if the file contains something else, or if the bars cannot be computed.
 */
export function readCloud(
  topology: Pick<Topology, "readPoints" | "points">,
  file: string,
  bytes: Uint8Array<ArrayBuffer>,
  kind: PointsKind,
  complex: PointCloud["complex"],
  chosen: readonly ChosenColumns[] = [],
): ReadCloud {
  const json = parsePoints(new TextDecoder().decode(bytes));
  const title = json?.title ?? file;
  if (json?.rows?.length === 0)
    return { cloud: { title, coordinates: [], complex: json.complex ?? complex }, notes: [] };
  const areDistances = kind === "distances" && !json?.arePoints;
  const read = json?.rows
    ? topology.readPoints(
        { path: file, bytes: tableOf(json.rows, areDistances) },
        areDistances ? kind : "points",
      )
    : topology.readPoints({ path: file, bytes }, json ? "edges" : kind, chosen);
  const vertices = read.vertices();
  const coordinates = read.coordinates();
  if (coordinates.length === 2 * vertices) {
    const near = fromNearby(title, coordinates);
    return {
      cloud: { ...near, complex: json?.complex ?? complex },
      notes: [...read.notes(), ...lossOf("the coordinates", coordinates, near.coordinates)],
    };
  }
  const names = json?.names ?? read.names();
  const exact = read.values();
  const values = Array.from(exact, Math.fround);
  const weighted = {
    ends: [...read.edges()],
    values,
    ...(names.length === vertices ? { names } : {}),
  };
  const places = json?.places?.length === 2 * vertices ? json.places : placesOf(vertices, weighted);
  const cloud = { title, coordinates: places, complex: "rips", weighted } as const;
  // It throws for invalid values and for complexes that take too long, and the page needs it in any case.
  topology.points(cloud);
  return { cloud, notes: [...new Set([...read.notes(), ...lossOf("the edges", exact, values)])] };
}

/** That different numbers became equal in 32 bits. */
function lossOf(what: string, exact: ArrayLike<number>, kept: readonly number[]): readonly string[] {
  const [before, after] = [new Set(Array.from(exact)).size, new Set(kept).size];
  return after < before
    ? [`${before} different values of ${what} became ${after} by rounding to 32 bits`]
    : [];
}

/** From this ratio of the coordinates to their extent, 32 bits would keep less than five digits of a distance. */
const FAR = 64;

/**
 * Points with 32 bits. Those far from the origin, such as metres of a map grid, are measured from the first point, which the title then
 * names: the bars depend on differences alone, and these would lose their digits.
 */
function fromNearby(title: string, coordinates: Float64Array): Pick<PointCloud, "title" | "coordinates"> {
  const axes = [0, 1].map((axis) => coordinates.filter((_, i) => i % 2 === axis));
  const extent = Math.max(
    ...axes.map(
      (own) =>
        own.reduce((a, b) => Math.max(a, b), -Infinity) - own.reduce((a, b) => Math.min(a, b), Infinity),
    ),
  );
  const largest = coordinates.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (!(largest > FAR * extent && extent > 0))
    return { title, coordinates: Array.from(coordinates, Math.fround) };
  const [x, y] = coordinates;
  return {
    title: `${title}, from (${x}, ${y})`,
    coordinates: Array.from(coordinates, (value, i) => Math.fround(value - coordinates[i % 2]!)),
  };
}

/**
 * The rows as lines of numbers, which the module validates. Numbers have a decimal point, because a first line of the whole numbers 0 and 1
 * could be a heading in a table.
 *
 * @throws {Error} if a point has another number of coordinates: the table would name a line that the file does not have.
 */
function tableOf(rows: readonly (readonly number[])[], areDistances: boolean): Uint8Array<ArrayBuffer> {
  const columns = rows[0]!.length;
  const other = areDistances ? -1 : rows.findIndex((row) => row.length !== columns);
  if (other >= 0)
    throw new Error(
      `the number of coordinates is ${rows[other]!.length} for point ${other} and ${columns} for point 0; points are counted from 0`,
    );
  return new TextEncoder().encode(rows.map((row) => row.map(withPoint).join(" ")).join("\n"));
}
