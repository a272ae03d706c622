import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { plural } from "../../../domain/text/format";
import { gridTarget } from "../fail/gridKeys";
import { BINS, countsOf, rangeOfBin } from "./taus";
import { rangeWords } from "./words";

interface TauPlotProps {
  readonly taus: Float64Array;
  readonly mean: number;
  readonly chosen: number | null;
  readonly onChoose: (bin: number) => void;
}

/** How many graphs have which τ. A column is a button; arrow keys go from one to the next. */
export function TauPlot({ taus, mean, chosen, onChoose }: TauPlotProps): JSX.Element {
  const columns = useRef<HTMLDivElement>(null);
  const counts = countsOf(taus);
  const most = Math.max(1, ...counts);
  const fullest = counts.indexOf(most);
  const [reached, setReached] = useState<number | null>(null);
  const at = reached ?? chosen ?? Math.max(0, fullest);
  const move = (event: KeyboardEvent): void => {
    const target = gridTarget(event.key, at, BINS, BINS);
    if (target === null) return;
    event.preventDefault();
    setReached(target);
    columns.current?.querySelectorAll("button")[target]?.focus();
  };
  return (
    <figure class="compare-taus">
      <figcaption>Graphs by their τ</figcaption>
      <div
        ref={columns}
        class="compare-columns"
        role="group"
        aria-label="Graphs by their τ. Arrow keys move between ranges, Enter lists the graphs of a range."
        onKeyDown={move}
      >
        {counts.map((count, bin) => {
          const name = `${plural(count, "graph", "graphs")}, ${rangeWords(rangeOfBin(bin))}`;
          return (
            <button
              key={bin}
              type="button"
              tabIndex={bin === at ? 0 : -1}
              aria-label={name}
              aria-pressed={bin === chosen}
              title={name}
              onFocus={() => setReached(bin)}
              onClick={() => onChoose(bin)}
            >
              <i style={{ height: count === 0 ? "0" : `max(3px, ${(100 * count) / most}%)` }} />
            </button>
          );
        })}
        <span class="compare-mean" style={{ left: `${50 * (mean + 1)}%` }} aria-hidden="true" />
      </div>
      <div class="compare-ticks" aria-hidden="true">
        {["−1", "−0.5", "0", "0.5", "1"].map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </figure>
  );
}
