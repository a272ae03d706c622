import type { JSX } from "preact";
import type { Bar, Graph } from "../../../domain/graph/graph";
import { isLoop } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/names";
import type { Line } from "../../../domain/persistence/matching";
import { plural } from "../../../domain/text/format";
import { pairOf } from "../../../domain/text/sentences";
import { formatValue } from "../../../domain/text/values";

interface MatchingTableProps {
  /** The longest first. */
  readonly lines: readonly Line[];
  readonly lit: readonly Line[];
  readonly graph: Graph;
  readonly onLight: (line: Line | null) => void;
}

/** More rows than this are slow and not useful. */
const MOST = 100;

/** The matching as a table. */
export function MatchingTable({ lines, lit, graph, onLight }: MatchingTableProps): JSX.Element {
  const shown = lines.slice(0, MOST);
  const name = (bar: Bar | null): string =>
    bar === null ? "diagonal" : `${pairOf(bar)} ${vertexName(graph, bar.birthVertex)}`;
  return (
    <table class="view-table matching-table">
      <caption>
        {shown.length < lines.length
          ? `The longest ${MOST} of ${lines.length} lines`
          : plural(lines.length, "line", "lines")}
      </caption>
      <thead>
        <tr>
          <th scope="col">H</th>
          <th scope="col">Reference</th>
          <th scope="col">Current</th>
          <th scope="col">Length</th>
        </tr>
      </thead>
      <tbody onPointerLeave={() => onLight(null)}>
        {shown.map((line, i) => (
          <tr key={i} data-lit={lit.includes(line)} onPointerEnter={() => onLight(line)}>
            <td>{isLoop((line.from ?? line.to)!.kind) ? "H₁" : "H₀"}</td>
            <td>{name(line.from)}</td>
            <td>{name(line.to)}</td>
            <td>
              {line.length === Infinity ? "∞" : formatValue(line.length)}
              {line.count > 1 && ` ×${line.count}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
