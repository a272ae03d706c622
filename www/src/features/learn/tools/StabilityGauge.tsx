import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useApp } from "../../context";
import type { Direction } from "../../../domain/graph/graph";
import { formatValue } from "../../../domain/text/values";
import { finiteBars } from "../../../domain/persistence/slopes";
import { barcodeDistances, largestDistance, supDistance } from "../../../domain/persistence/stability";
import { describeMove } from "./describeMove";
import { useSettled } from "./settled";
import type { Measured } from "./measured";

interface StabilityGaugeProps {
  /** The reference filtration. */
  readonly from: Measured;
  readonly now: Measured;
  readonly direction: Direction;
  readonly onMeasureFromHere: () => void;
}

/** Up to this number of bars, the distance of the barcodes updates in every frame of a drag. */
const MAX_LIVE = 200;
/** Above this number of bars, the distance is not computed. */
const MAX_BARS = 1000;

/** The distance of the filters and of the barcodes: the second never exceeds the first. */
export function StabilityGauge({
  from,
  now,
  direction,
  onMeasureFromHere,
}: StabilityGaugeProps): JSX.Element {
  const { topology } = useApp();
  const sup = supDistance(from.filtration.filter, now.filtration.filter);
  const asked = useMemo(
    () => ({ from, now, direction }),
    [from.graph, from.filtration, now.graph, now.filtration, direction],
  );
  const many = Math.max(
    finiteBars(from.filtration.bars, direction).length,
    finiteBars(now.filtration.bars, direction).length,
  );
  const settled = useSettled(asked, many <= MAX_LIVE);
  const distance = useMemo(() => {
    if (many > MAX_BARS) return null;
    const bottleneckOf = (a: Float32Array, b: Float32Array): number => topology.bottleneck(a, b).value;
    const [f, g] = [settled.from.filtration.bars, settled.now.filtration.bars];
    return largestDistance(barcodeDistances(f, g, settled.direction, bottleneckOf));
  }, [topology, settled, many > MAX_BARS]);
  const full = useMemo(() => spanOf(from.filtration.filter), [from.filtration]);
  const told = useMemo(() => describeMove(settled.from, settled.now, settled.direction), [settled]);
  return (
    <section class="gauge" aria-label="Distance of the values and of the bars">
      <Meter name="values" symbol="‖f − g‖∞" value={sup} full={full} />
      <Meter name="bars" symbol="bottleneck" value={settled === asked ? distance : null} full={full} />
      <p class="tool-text gauge-told" aria-live="polite">
        {many > MAX_BARS
          ? `The distance is computed for at most ${MAX_BARS} bars; this barcode has ${many}.`
          : told}
      </p>
      <button type="button" class="button" onClick={onMeasureFromHere}>
        Measure from here
      </button>
    </section>
  );
}

/**
 * Both bars are full at the range of the reference values, so that neither changes its scale during a drag.
 */
function spanOf(filter: Float32Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (const value of filter) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high > low ? high - low : 1;
}

interface MeterProps {
  readonly name: string;
  readonly symbol: string;
  /** null: unknown. */
  readonly value: number | null;
  readonly full: number;
}

function Meter({ name, symbol, value, full }: MeterProps): JSX.Element {
  return (
    <p class="gauge-row">
      <span class="gauge-name">
        {name} <span class="gauge-symbol">{symbol}</span>
      </span>
      <span class="gauge-track" aria-hidden="true">
        <span class="gauge-bar" style={{ width: `${100 * Math.min((value ?? 0) / full, 1)}%` }} />
      </span>
      <span class="gauge-number number">
        {value === null ? "–" : value === Infinity ? "∞" : formatValue(value)}
      </span>
    </p>
  );
}
