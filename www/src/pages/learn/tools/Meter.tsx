import type { ComponentChildren, JSX } from "preact";
import { formatValue } from "../../../domain/text/values";

interface MeterProps {
  readonly name: ComponentChildren;
  readonly symbol: ComponentChildren;
  /** null: unknown. */
  readonly value: number | null;
  /** The value of a full bar. */
  readonly full: number;
}

/** A number as text and as a bar. */
export function Meter({ name, symbol, value, full }: MeterProps): JSX.Element {
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

/** A scale that stays the same during a drag: the range of the reference values. */
export function spanOf(filter: Float32Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (const value of filter) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high > low ? high - low : 1;
}
