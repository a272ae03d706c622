import { useEffect, useState } from "preact/hooks";
import { useShown } from "../../context";
import type { Measured } from "./measured";

export interface Reference {
  readonly from: Measured;
  readonly now: Measured;
  readonly measureFromHere: () => void;
}

/**
 * The filtration in view and its reference: the filtration at the time when the tool was opened, the graph changed, or the
 * user chose it. Null without a filtration.
 */
export function useReference(): Reference | null {
  const { graph, filtration } = useShown();
  const [from, setFrom] = useState<Measured | null>(null);
  useEffect(() => {
    if (filtration && from?.graph !== graph) setFrom({ graph, filtration });
  }, [graph, filtration]);
  if (!filtration) return null;
  const now = { graph, filtration };
  return { from: from?.graph === graph ? from : now, now, measureFromHere: () => setFrom(now) };
}
