// Questions on random graphs; the engine computes the answers.

import type { UnseenKind } from "../../../../store/lesson";
import type { Subject } from "../../../../domain/graph/subject";
import { barcode } from "./barcode";
import { direction, farthest, stretch, sumOrBars } from "./changes";
import { Chance } from "./chance";
import { componentsAt, degrees, edgesAt, loopsInTheEnd } from "./counting";
import { tieRule, whoEnds, whoOwns } from "./elders";
import { gradient, hatSign, longestBar } from "./hats";
import { prominence } from "./landscape";
import type { Asked, Attempt, Unseen } from "./question";

const ATTEMPTS: Readonly<Record<UnseenKind, Attempt>> = {
  prominence,
  "edges-at": edgesAt,
  "who-ends": whoEnds,
  "components-at": componentsAt,
  "loops-at": loopsInTheEnd,
  direction,
  farthest,
  "who-owns": whoOwns,
  "tie-rule": tieRule,
  "longest-bar": longestBar,
  "hat-sign": hatSign,
  gradient,
  stretch,
  "sum-or-bars": sumOrBars,
  degrees,
  barcode,
};

const TITLE = "Unseen graph";
const MAX_SEED = 9999;

/** The question of a seed; deterministic. */
export function unseen(kind: UnseenKind, seed: number, topology: Asked): Unseen {
  const chance = new Chance(seed);
  for (;;) {
    const made = ATTEMPTS[kind](chance, topology, `${TITLE} ${seed}`);
    if (made) return made;
  }
}

/** A random seed, short enough for a class. */
export function anySeed(): number {
  return 1 + Math.floor(Math.random() * MAX_SEED);
}

/** The seed of the random graph in view, from its title, so that links contain it. */
export function seedOf(subject: Subject): number | null {
  const [, seed] = (subject.type === "own" && /^Unseen graph (\d{1,4})\b/.exec(subject.graph.title)) || [];
  return seed === undefined ? null : Number(seed);
}
