// Questions on random graphs; the engine computes the answers.

import { isOnPoints } from "../../../../store/lesson";
import type { UnseenKind } from "../../../../store/lesson";
import { barcode } from "./barcode";
import { direction, farthest, stretch, sumOrBars } from "./changes";
import { Chance } from "./chance";
import { pointsArrow, pointsComplex, pointsComponents, pointsLoop } from "./points";
import { componentsAt, degrees, edgesAt, loopsInTheEnd } from "./counting";
import { loopRange, prominence } from "./singleBars";
import { tieRule, whoEnds, whoOwns } from "./elders";
import { gradient, hatSign, longestBar } from "./hats";
import { coloursOrBars } from "./coloursOrBars";
import type { QuestionTopology, Attempt, Unseen } from "./question";

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
  "colours-or-bars": coloursOrBars,
  degrees,
  barcode,
  "loop-range": loopRange,
  "points-components": pointsComponents,
  "points-loop": pointsLoop,
  "points-complex": pointsComplex,
  "points-arrow": pointsArrow,
};

const TITLES = { graph: "New graph", points: "New points" };

/** The question of a seed; deterministic. */
export function unseen(kind: UnseenKind, seed: number, topology: QuestionTopology): Unseen {
  const chance = new Chance(seed);
  for (;;) {
    const made = ATTEMPTS[kind](chance, topology, `${TITLES[isOnPoints(kind) ? "points" : "graph"]} ${seed}`);
    if (made) return made;
  }
}
