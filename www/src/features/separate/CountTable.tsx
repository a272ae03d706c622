import type { JSX } from "preact";

export interface CountRow {
  readonly cells: readonly (string | number)[];
  /** null: not known. */
  readonly counts: readonly [number | null, number | null];
}

interface CountTableProps {
  /** The titles of the cells. */
  readonly names: readonly string[];
  readonly rows: readonly CountRow[];
}

/** Numbers of both graphs; a mark, besides the colour, shows the rows that differ. */
export function CountTable({ names, rows }: CountTableProps): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <table class="view-table separate-counts">
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">First graph</th>
          <th scope="col">Second graph</th>
          <th scope="col">
            <span class="visually-hidden">Difference</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells, counts: [first, second] }) => {
          const differs = first !== null && second !== null && first !== second;
          return (
            <tr key={cells.join()} class={differs ? "differs" : ""}>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
              <td>{first ?? "?"}</td>
              <td>{second ?? "?"}</td>
              <td>{differs ? <span title="different">≠</span> : ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
