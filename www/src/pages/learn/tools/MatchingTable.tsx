import type { JSX } from "preact";
import type { Bar, Graph } from "../../../domain/graph/graph";
import { isLoop } from "../../../domain/graph/graph";
import type { MatchingLine } from "../../../domain/persistence/stability";
import { plural } from "../../../domain/text/format";
import { formatValue } from "../../../domain/text/values";
import { nameOfBar } from "./describeMatching";

interface MatchingTableProps {
  /** The longest first. */
  readonly lines: readonly MatchingLine[];
  readonly lit: readonly MatchingLine[];
  /** The graphs of the reference barcode and of the current one. */
  readonly graphs: readonly [reference: Graph, current: Graph];
  readonly onLight: (line: MatchingLine | null) => void;
}

/** More rows than this are slow and not useful. */
const MOST = 100;

/** The matching as a table. */
export function MatchingTable({ lines, lit, graphs, onLight }: MatchingTableProps): JSX.Element {
  const shown = lines.slice(0, MOST);
  const name = (bar: Bar | null, graph: Graph): string => (bar === null ? "diagonal" : nameOfBar(bar, graph));
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
            <td>{name(line.from, graphs[0])}</td>
            <td>{name(line.to, graphs[1])}</td>
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
