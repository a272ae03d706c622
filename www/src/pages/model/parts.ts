// The parts of the split by name.

import type { GraphRow, Part } from "../../protocol";

interface NamedPart {
  readonly id: Part;
  readonly title: string;
}

export const PARTS: readonly NamedPart[] = [
  { id: "test", title: "Test" },
  { id: "validation", title: "Validation" },
  { id: "train", title: "Training" },
];

/** The parts that contain graphs, the most important first. */
export function partsOf(rows: readonly GraphRow[]): readonly NamedPart[] {
  return PARTS.filter(({ id }) => rows.some((row) => row.part === id));
}

/** The name within a sentence. */
export function nameOfPart(part: Part): string {
  return PARTS.find(({ id }) => id === part)!.title.toLowerCase();
}
