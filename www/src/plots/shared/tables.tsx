import type { JSX } from "preact";
import { attributesOf, labelOf, vertexName } from "../../domain/graph/graph";
import type { Bar, BarcodeKind, Graph } from "../../domain/graph/graph";
import { endsOf, formatValue } from "../../domain/text/values";
import { degreeOf } from "../../layout/adjacency";

/** More rows than this are slow and not useful. */
const MOST = 500;

/** The graph as a table, as an alternative to the picture. */
export function VertexTable({
  graph,
  filter,
}: {
  graph: Graph;
  /** null: there is none. */
  filter: Float32Array | null;
}): JSX.Element {
  const shown = Math.min(graph.vertices, MOST);
  const count = attributesOf(graph);
  const attributes = Array.from({ length: count }, (_, column) => column);
  return (
    <table class="view-table">
      <caption>
        {shown < graph.vertices
          ? `The first ${shown} of ${graph.vertices} vertices`
          : `${graph.vertices} vertices`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Vertex</th>
          <th scope="col">f</th>
          <th scope="col">Degree</th>
          {graph.labels && <th scope="col">Label</th>}
          {attributes.map((column) => (
            <th key={column} scope="col">
              Attribute {column + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: shown }, (_, v) => (
          <tr key={v}>
            <th scope="row">{vertexName(graph, v)}</th>
            <td>{numberText(filter?.[v])}</td>
            <td>{degreeOf(graph, v)}</td>
            {graph.labels && <td>{labelOf(graph, v)}</td>}
            {attributes.map((column) => (
              <td key={column}>{numberText(graph.attributes![v * count + column])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A number; missing: none, for example the attribute of a vertex on an edge. */
function numberText(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "–" : formatValue(value);
}

const KINDS: Readonly<Record<BarcodeKind, string>> = {
  h0: "B₀",
  h0Essential: "B₀ essential",
  h1Essential: "B₁ essential",
  h0Extended: "B₀ extended",
  h1Extended: "B₁ extended",
};

/** The barcodes as a table. */
export function BarTable({ graph, bars }: { graph: Graph; bars: readonly Bar[] }): JSX.Element {
  const shown = bars.slice(0, MOST);
  return (
    <table class="view-table">
      <caption>
        {shown.length < bars.length ? `The first ${MOST} of ${bars.length} bars` : `${bars.length} bars`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Barcode</th>
          <th scope="col">Direction</th>
          <th scope="col">Birth</th>
          <th scope="col">Death</th>
          <th scope="col">Count</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((bar) => {
          const [birth, death] = endsOf(bar);
          return (
            <tr key={bar.id}>
              <th scope="row">{KINDS[bar.kind]}</th>
              <td>{bar.direction === "sub" ? "sublevel" : "superlevel"}</td>
              <td>
                {birth} ({vertexName(graph, bar.birthVertex)})
              </td>
              <td>{death === null ? "never" : `${death} (${vertexName(graph, bar.deathVertex!)})`}</td>
              <td>{bar.multiplicity}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
