// Files of points and of their bars.

import { isLoop } from "../../../domain/graph/graph";
import type { Bar } from "../../../domain/graph/graph";
import type { PointCloud } from "../../../domain/graph/subject";

/** A header, then x and y of each point; for weighted edges, both vertices and the value of each edge. */
export function pointsCsv({ coordinates, weighted }: PointCloud): string {
  if (weighted) {
    const { ends, values, names } = weighted;
    const name = (vertex: number): string => names?.[vertex] ?? String(vertex);
    const separator = names?.some((one) => one.includes(",")) ? " " : ",";
    const line = (value: number, edge: number): string =>
      [name(ends[2 * edge]!), name(ends[2 * edge + 1]!), value].join(separator);
    return values.map((value, edge) => `${line(value, edge)}\n`).join("");
  }
  const lines = ["x,y"];
  for (let i = 0; i < coordinates.length; i += 2) lines.push(`${coordinates[i]},${coordinates[i + 1]}`);
  return `${lines.join("\n")}\n`;
}

const dimension = ({ kind }: Bar): number => (isLoop(kind) ? 1 : 0);

/** A header, then the dimension, birth, death and simplices of each bar, by points counted from 0. */
export function barsCsv(bars: readonly Bar[]): string {
  const lines = bars.map((bar) => {
    const { birth, death } = bar.simplices!;
    return [dimension(bar), bar.birth, bar.death ?? "inf", birth.join(" "), death?.join(" ") ?? ""].join(",");
  });
  return `dimension,birth,death,birth_simplex,death_simplex\n${lines.map((line) => `${line}\n`).join("")}`;
}

/** The persistence file of GUDHI: dimension, birth and death in each line. */
export function barsGudhi(bars: readonly Bar[]): string {
  return bars.map((bar) => `${dimension(bar)} ${bar.birth} ${bar.death ?? "inf"}\n`).join("");
}
