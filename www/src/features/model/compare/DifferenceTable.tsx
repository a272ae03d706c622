import type { JSX } from "preact";
import type { Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/names";
import { formatValue } from "../../../domain/text/values";
import { formatCount } from "../../../domain/text/format";
import { differenceOf } from "./difference";

/** More rows than this are of no help, and slow. */
const MOST = 500;

interface DifferenceTableProps {
  readonly graph: Graph;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** f of both runs vertex by vertex, as an alternative to the pictures. */
export function DifferenceTable({ graph, a, b }: DifferenceTableProps): JSX.Element {
  const { values } = differenceOf(a, b);
  const shown = Math.min(graph.vertices, MOST);
  const count = formatCount(graph.vertices);
  return (
    <div
      class="compare-values table-scroll"
      tabIndex={0}
      role="region"
      aria-label="f of both runs"
      data-unpictured
    >
      <table class="view-table">
        <caption>
          {shown < graph.vertices ? `The first ${MOST} of ${count} vertices` : `${count} vertices`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Vertex</th>
            <th scope="col">f of A</th>
            <th scope="col">f of B</th>
            <th scope="col">A − B</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: shown }, (_, v) => (
            <tr key={v}>
              <th scope="row">{vertexName(graph, v)}</th>
              <td>{formatValue(a[v]!)}</td>
              <td>{formatValue(b[v]!)}</td>
              <td>{formatValue(values[v]!)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
