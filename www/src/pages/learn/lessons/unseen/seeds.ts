// The seeds and the values of random graphs and points.

import { ownGraphIn, cloudIn } from "../../../../domain/graph/subject";
import type { Subject } from "../../../../domain/graph/subject";

const MAX_SEED = 9999;
/** The greatest value of a vertex. */
export const GREATEST_VALUE = 9;

/** A random seed, short enough for a class. */
export function anySeed(): number {
  return 1 + Math.floor(Math.random() * MAX_SEED);
}

/** The seed of the random graph or points in view, from their title, so that links contain it. Older links say “Unseen”. */
export function seedOf(subject: Subject): number | null {
  const { title } = ownGraphIn(subject) ?? cloudIn(subject) ?? { title: "" };
  const [, seed] = /^(?:New|Unseen) (?:graph|points) (\d{1,4})\b/.exec(title) ?? [];
  return seed === undefined ? null : Number(seed);
}
