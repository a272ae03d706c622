// A measured change of filter and diagrams.

import { useEffect, useState } from "preact/hooks";
import { useShown } from "../../context";
import type { Filtration, Graph } from "../../../domain/graph/graph";

/** A graph and its filtration. */
export interface Measured {
  readonly graph: Graph;
  readonly filtration: Filtration;
}

/** Two filtrations of one graph. */
export interface Change {
  /** The reference filtration. */
  readonly from: Measured;
  readonly now: Measured;
}

export interface ReferredChange extends Change {
  /** Makes the current filtration the reference. */
  readonly measureFromHere: () => void;
}

/**
 * The change since the filter at the time of the first use, of the last change of the graph, or of the last call of
 * `measureFromHere`; null without a filtration.
 */
export function useChange(): ReferredChange | null {
  const { graph, filtration } = useShown();
  const [from, setFrom] = useState<Measured | null>(null);
  useEffect(() => {
    if (filtration && from?.graph !== graph) setFrom({ graph, filtration });
  }, [graph, filtration]);
  if (!filtration) return null;
  const now = { graph, filtration };
  return { from: from?.graph === graph ? from : now, now, measureFromHere: () => setFrom(now) };
}
