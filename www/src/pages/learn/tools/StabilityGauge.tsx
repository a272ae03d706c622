import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Direction } from "../../../domain/graph/graph";
import { supDistance, wholeDistance } from "../../../domain/persistence/stability";
import { describeTooMany } from "./describeMatching";
import { describeMove } from "./describeMove";
import { Meter, spanOf } from "./Meter";
import type { ReferredChange } from "./measured";
import { useMatchings } from "./useMatchings";

interface StabilityGaugeProps {
  readonly change: ReferredChange;
  readonly direction: Direction;
}

/** The distance of the filters and of the barcodes: the second never exceeds the first. */
export function StabilityGauge({ change, direction }: StabilityGaugeProps): JSX.Element {
  const { from, now } = change;
  const sup = supDistance(from.filtration.filter, now.filtration.filter);
  const matched = useMatchings(change, direction, "bottleneck");
  const { matchings, current } = matched;
  const full = useMemo(() => spanOf(from.filtration.filter), [from.filtration]);
  const sentence = useMemo(
    () => describeMove(matched.from, matched.now, matched.direction),
    [matched.from, matched.now, matched.direction],
  );
  return (
    <section class="gauge" aria-label="Distance of the values and of the bars">
      <Meter name="values" symbol="‖f − g‖∞" value={sup} full={full} />
      <Meter
        name="bars"
        symbol="bottleneck"
        value={current && matchings ? wholeDistance("bottleneck", matchings) : null}
        full={full}
      />
      <p class="tool-text gauge-sentence" aria-live="polite">
        {matchings ? sentence : describeTooMany(matched.bars)}
      </p>
      <button type="button" class="button" onClick={change.measureFromHere}>
        Measure from here
      </button>
    </section>
  );
}
