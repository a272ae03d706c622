import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Trace, TraceState } from "../../../protocol";

interface MatrixTableProps {
  readonly trace: Trace;
  readonly names: readonly string[];
  readonly state: TraceState;
  /** Columns that the last step changed, and the added columns. */
  readonly active: readonly number[];
  readonly sources: readonly number[];
}

/** The boundary matrix: rows are vertices, columns are edges, in the order of entry. */
export function MatrixTable({ trace, names, state, active, sources }: MatrixTableProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const places = trace.simplices.map((_, place) => place);
  const rows = places.filter((place) => trace.simplices[place]!.edge === null);
  const columns = places.filter((place) => trace.simplices[place]!.edge !== null);

  // Keeps the column of the step in view.
  useLayoutEffect(() => {
    const box = scroller.current!;
    const cell = box.querySelector<HTMLElement>("th.is-active");
    if (!cell) return;
    const [left, right] = [cell.offsetLeft, cell.offsetLeft + cell.offsetWidth];
    const fixed = box.querySelector<HTMLElement>("th[scope=row]")?.offsetWidth ?? 0;
    if (left < box.scrollLeft + fixed) box.scrollLeft = left - fixed;
    else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
  }, [state, active]);

  const columnClass = (column: number): string =>
    active.includes(column) ? "is-active" : sources.includes(column) ? "is-source" : "";
  return (
    <div class="matrix-scroll" ref={scroller} tabIndex={0} role="region" aria-label="Boundary matrix">
      <table class="matrix">
        <caption class="visually-hidden">
          Boundary matrix: rows are vertices, columns are edges, in the order in which they enter. The lowest
          one of a column is its pivot.
        </caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" class={columnClass(column)}>
                {names[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{names[row]}</th>
              {columns.map((column) => {
                const entries = state.columns[column] ?? null;
                const one = entries !== null && entries.includes(row);
                const lowest = entries?.[1] === row;
                const owned = lowest && state.owner[row] === column;
                return (
                  <td key={column} class={columnClass(column)}>
                    {one && <span class={owned ? "one pivot" : lowest ? "one lowest" : "one"}>1</span>}
                    {owned && <span class="visually-hidden">, pivot</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
