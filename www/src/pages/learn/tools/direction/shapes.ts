import type { OwnGraph } from "../../../../domain/graph/subject";
import data from "./shapes.json";

/** A graph in the plane. */
export interface Shape {
  readonly kind: "letter" | "outline";
  readonly name: string;
  readonly graph: OwnGraph & { readonly places: readonly number[] };
}

export const SHAPES: readonly Shape[] = data.map(({ kind, name, ...graph }) => ({
  kind: kind as Shape["kind"],
  name,
  graph: { title: kind === "letter" ? `Letter ${name}` : name, ...graph, filters: [] },
}));

export const LETTERS: readonly Shape[] = SHAPES.filter(({ kind }) => kind === "letter");
