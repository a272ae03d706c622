// A measured change of a filtration and its bars.

import { useEffect, useState } from "preact/hooks";
import { cloudIn } from "../../../domain/graph/subject";
import { useShown } from "../../../ui/context";
import type { Filtration } from "../../../domain/graph/graph";
import type { Shown } from "../../../store/shown";

/** A graph or points, with the filtration. */
export interface Measured extends Pick<Shown, "subject" | "graph" | "growing"> {
  readonly filtration: Filtration;
}

/** Two filtrations of one graph, or of points in the plane with one complex. */
export interface FiltrationChange {
  /** The reference filtration. */
  readonly from: Measured;
  readonly now: Measured;
}

export interface ReferredChange extends FiltrationChange {
  /** Makes the current filtration the reference. */
  readonly measureFromHere: () => void;
}

/** Filtrations with the same basis are comparable: stability bounds the distance of their bars. */
function basisOf({ subject, graph }: Pick<Measured, "subject" | "graph">): unknown {
  const cloud = cloudIn(subject);
  return cloud ? (cloud.weighted?.ends ?? cloud.complex) : graph;
}

/**
 * The change since the reference filtration; null without a filtration. The reference is the filtration at the first use. A change of
 * the graph or of the complex, and `measureFromHere`, renew it.
 */
export function useChange(): ReferredChange | null {
  const shown = useShown();
  const { subject, graph, filtration, growing } = shown;
  const basis = basisOf(shown);
  const [from, setFrom] = useState<Measured | null>(null);
  const isComparable = from !== null && basisOf(from) === basis;
  useEffect(() => {
    if (filtration && !isComparable) setFrom({ subject, graph, filtration, growing });
  }, [basis, filtration]);
  if (!filtration) return null;
  const now = { subject, graph, filtration, growing };
  return { from: isComparable ? from : now, now, measureFromHere: () => setFrom(now) };
}
