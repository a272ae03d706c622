// What the filter is compared with, in words.

import { listOf } from "../../../domain/text/format";

interface Words {
  readonly name: string;
  readonly definition: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  degree: { name: "degree", definition: "Number of edges at the vertex." },
  core: {
    name: "core number",
    definition:
      "The greatest k such that the vertex is left when vertices with fewer than k neighbours are taken away again and again.",
  },
  clustering: {
    name: "clustering",
    definition:
      "Share of the pairs of its neighbours that are neighbours themselves; 0 where there is no pair.",
  },
  closeness: {
    name: "closeness",
    definition:
      "How near the others are: one over their mean distance, times the share of the other vertices that it reaches.",
  },
  "component-size": { name: "component size", definition: "Number of vertices of its component." },
  label: {
    name: "label",
    definition: "What the data set calls the vertex: the kind of an atom, for example.",
  },
};

export function nameOfQuantity(id: string): string {
  return WORDS[id]?.name ?? id.replace(/^attribute(\d)/, "attribute $1");
}

/** "the degree", "attribute 2", "the degree and the label". */
export function withArticle(ids: readonly string[]): string {
  return listOf(ids.map((id) => (WORDS[id] ? `the ${nameOfQuantity(id)}` : nameOfQuantity(id))));
}

export function definitionOf(id: string): string {
  return WORDS[id]?.definition ?? "A number that the data set has for the vertex.";
}

/** Attributes beyond these can wait. */
const FIRST_ATTRIBUTES = 3;

/** Those that are asked at once, and those that take long or are many. */
export function inTwoParts(ids: readonly string[]): readonly [string[], string[]] {
  const waits = (id: string): boolean =>
    id === "closeness" || Number(/^attribute(\d+)$/.exec(id)?.[1] ?? 0) > FIRST_ATTRIBUTES;
  return [ids.filter((id) => !waits(id)), ids.filter(waits)];
}
