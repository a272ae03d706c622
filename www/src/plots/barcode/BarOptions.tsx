import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { isZeroLength } from "../../domain/persistence/bars";
import type { Bar, Direction } from "../../domain/graph/graph";
import type { Sort } from "../../domain/view";

interface BarOptionsProps {
  readonly bars: readonly Bar[];
  readonly directions: readonly Direction[];
  readonly sort: Sort;
  readonly zeroLength: boolean;
  readonly extended: boolean;
  readonly onSort: (sort: Sort) => void;
  readonly onZeroLength: (shown: boolean) => void;
  /** Omitted for bars without extended persistence. */
  readonly onExtended?: (shown: boolean) => void;
}

/** The order of the bars of `BarcodeView`, and which of them it shows. */
export function BarOptions(props: BarOptionsProps): JSX.Element {
  const { bars, directions, sort, onExtended } = props;
  const zeroLength = useMemo(
    () => bars.reduce((n, bar) => n + Number(directions.includes(bar.direction) && isZeroLength(bar)), 0),
    [bars, directions.join()],
  );
  return (
    <div class="view-controls">
      <label>
        <select
          aria-label="Sort by"
          value={sort}
          onChange={(event) => props.onSort(event.currentTarget.value as Sort)}
        >
          <option value="birth">by birth</option>
          <option value="length">by length</option>
        </select>
      </label>
      <Check label={`zero-length (${zeroLength})`} checked={props.zeroLength} onChange={props.onZeroLength} />
      {onExtended && (
        <Check
          label="extended"
          title="Extended persistence: essential bars end on the way back through the filtration"
          checked={props.extended}
          onChange={onExtended}
        />
      )}
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly title?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Check({ label, title, checked, onChange }: CheckProps): JSX.Element {
  return (
    <label title={title}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />{" "}
      {label}
    </label>
  );
}
