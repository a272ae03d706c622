import type { JSX } from "preact";
import { formatSigned } from "../../../plots/shared/axis";

export interface DivergingRow {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly lit: boolean;
}

interface DivergingBarsProps {
  readonly label: string;
  readonly rows: readonly DivergingRow[];
  /** The value that fills half the width. */
  readonly largest: number;
  /** Under the pointer or focused; null: no longer. */
  readonly onLight: (id: string | null) => void;
}

/** The maximal number of rows; more are counted. */
const MAX_ROWS = 24;

/** Signed numbers as bars: negative ones to the left, positive ones to the right. */
export function DivergingBars({ label, rows, largest, onLight }: DivergingBarsProps): JSX.Element {
  const more = rows.length - MAX_ROWS;
  return (
    <>
      <ul class="diverging" aria-label={label} onPointerLeave={() => onLight(null)}>
        {rows.slice(0, MAX_ROWS).map(({ id, name, value, lit }, place) => (
          <li key={place}>
            <button
              type="button"
              class="diverging-row"
              data-lit={lit}
              onPointerEnter={() => onLight(id)}
              onFocus={() => onLight(id)}
              onBlur={() => onLight(null)}
              onClick={() => onLight(id)}
            >
              <span class="diverging-name">{name}</span>
              <span class="diverging-track" aria-hidden="true">
                <span
                  class={value < 0 ? "diverging-bar negative" : "diverging-bar positive"}
                  style={{ transform: `scaleX(${Math.max(-1, Math.min(value / (largest || 1), 1))})` }}
                />
              </span>
              <span class="diverging-number number">{formatSigned(value)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="tool-note">and {more} more</p>}
    </>
  );
}
