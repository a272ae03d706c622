import { useMemo } from "preact/hooks";
import { useApp } from "../../../ui/context";
import type { Direction } from "../../../domain/graph/graph";
import { matchBars } from "../../../domain/persistence/stability";
import type { Matchings, Measure } from "../../../domain/persistence/stability";
import { finiteBars } from "../../../domain/persistence/slopes";
import { MAX_BARS } from "./describeMatching";
import type { FiltrationChange } from "./measured";
import { useSettled } from "./settled";

/** Up to this number of bars, the distance of the barcodes updates in every frame of a drag. */
const MAX_LIVE = 200;

export interface Matched extends FiltrationChange {
  readonly direction: Direction;
  readonly measure: Measure;
  /** The number of finite bars of the larger barcode. */
  readonly bars: number;
  /** null: there are more than `MAX_BARS` bars. */
  readonly matchings: Matchings | null;
  /** The matchings belong to the current filtration. */
  readonly current: boolean;
}

/** An optimal matching of the bars of a change. It follows a drag, or its pauses if there are many bars. */
export function useMatchings(
  { from, now }: FiltrationChange,
  direction: Direction,
  measure: Measure,
): Matched {
  const { topology } = useApp();
  const asked = useMemo(
    () => ({ from, now, direction, measure }),
    [from.graph, from.filtration, now.graph, now.filtration, direction, measure],
  );
  const bars = Math.max(
    finiteBars(from.filtration.bars, direction).length,
    finiteBars(now.filtration.bars, direction).length,
  );
  const settled = useSettled(asked, bars <= MAX_LIVE);
  const matchings = useMemo(() => {
    if (bars > MAX_BARS) return null;
    const [f, g] = [settled.from.filtration.bars, settled.now.filtration.bars];
    return matchBars(f, g, settled.direction, (a, b) => topology.distance(settled.measure, a, b));
  }, [topology, settled, bars > MAX_BARS]);
  return { ...settled, bars, matchings, current: settled === asked };
}
