import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { formatCount, nameOfClass, plural } from "../../../domain/text/format";
import type { ClassSummary } from "../../../protocol";
import type { Cell } from "./confusion";
import { gridTarget } from "./Gallery";

/** From this number of classes on, headings contain the bare names only, and those of columns are upright. */
const MANY = 4;
/** From this number of classes on, cells are small, and the table scrolls below its headings. */
const CROWD = 13;
/** Characters of a heading; longer names are cut and have a tooltip. */
const MAX_NAME_LENGTH = 16;

interface ConfusionMatrixProps {
  /** Describes the counts. */
  readonly label: string;
  readonly classes: readonly ClassSummary[];
  /** Row by row; null: not computed yet. */
  readonly counts: readonly (readonly number[])[] | null;
  readonly chosen: Cell;
  readonly onChoose: (cell: Cell) => void;
  /** Whether rows and columns have totals. */
  readonly totals?: boolean;
}

/** Number of graphs per true and predicted class. A cell is a button; arrow keys move between cells. */
export function ConfusionMatrix(props: ConfusionMatrixProps): JSX.Element {
  const { label, classes, counts, chosen, onChoose, totals = false } = props;
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(0);
  const size = classes.length;
  const many = size >= MANY;
  const nameOf = (index: number): string => nameOfClass(classes, index);
  const shortName = (index: number): string => (many ? (classes[index]?.name ?? "") : nameOf(index));
  const longest = Math.max(...classes.map((_, index) => shortName(index).length));
  const upright = many && longest > 3;
  const reachable = Math.min(at, size * size - 1);

  const nameOfCell = (count: number, truth: number, predicted: number): string =>
    `${plural(count, "graph", "graphs")} of ${nameOf(truth)} predicted as ${nameOf(predicted)}${truth === predicted ? ", right" : ""}`;

  const move = (event: KeyboardEvent): void => {
    const target = gridTarget(event.key, reachable, size, size * size);
    if (target === null) return;
    event.preventDefault();
    setAt(target);
    table.current?.querySelectorAll("button")[target]?.focus();
  };

  return (
    <div class={size >= CROWD ? "fail-matrix fail-scrolls" : "fail-matrix"} data-picture>
      <table
        ref={table}
        role="grid"
        aria-label={label}
        class={`${many ? "fail-many" : ""} ${upright ? "fail-upright" : ""} ${size >= CROWD ? "fail-crowd" : ""}`}
        style={{ "--classes": size, "--name": Math.min(longest, MAX_NAME_LENGTH) }}
        onKeyDown={move}
      >
        <thead>
          <tr>
            <td class="fail-corner">
              <span>actual ↓</span> <span>predicted →</span>
            </td>
            {classes.map(({ name }, predicted) => (
              <th key={name} scope="col" title={nameOf(predicted)}>
                <span>{shortName(predicted)}</span>
              </th>
            ))}
            {totals && <th scope="col">all</th>}
          </tr>
        </thead>
        <tbody>
          {classes.map(({ name }, truth) => {
            const row = counts?.[truth];
            const total = row?.reduce((a, b) => a + b, 0) ?? 0;
            return (
              <tr key={name}>
                <th scope="row" title={nameOf(truth)}>
                  {shortName(truth)}
                </th>
                {classes.map((column, predicted) => {
                  const count = row?.[predicted] ?? 0;
                  const place = truth * size + predicted;
                  return (
                    <td key={column.name}>
                      <button
                        type="button"
                        class={cellClass(truth === predicted, count)}
                        style={{ "--share": total > 0 ? count / total : 0 }}
                        disabled={!row}
                        tabIndex={place === reachable ? 0 : -1}
                        aria-pressed={
                          chosen !== "wrong" && chosen.truth === truth && chosen.predicted === predicted
                        }
                        aria-label={nameOfCell(count, truth, predicted)}
                        title={many ? nameOfCell(count, truth, predicted) : undefined}
                        onFocus={() => setAt(place)}
                        onClick={() => onChoose({ truth, predicted })}
                      >
                        {row ? formatCount(count) : "–"}
                      </button>
                    </td>
                  );
                })}
                {totals && <td class="number fail-total">{row ? formatCount(total) : "–"}</td>}
              </tr>
            );
          })}
          {totals && (
            <tr>
              <th scope="row">all</th>
              {[...classes.keys(), null].map((predicted) => (
                <td key={predicted} class="number fail-total">
                  {counts ? formatCount(columnTotal(counts, predicted)) : "–"}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Number of graphs with a predicted class; null: all graphs. */
function columnTotal(counts: readonly (readonly number[])[], predicted: number | null): number {
  return counts.reduce(
    (sum, row) => sum + (predicted === null ? row.reduce((a, b) => a + b, 0) : row[predicted]!),
    0,
  );
}

function cellClass(right: boolean, count: number): string {
  return `fail-cell${right ? " fail-right" : ""}${count === 0 ? " fail-none" : ""}`;
}
