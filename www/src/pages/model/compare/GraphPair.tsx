import type { JSX } from "preact";
import { useMemo, useState, useEffect, useRef } from "preact/hooks";
import { indexIn } from "../../../domain/graph/subject";
import { useAct, useApp, useShown, useSlice } from "../../../ui/context";
import { originalOf, vertexName } from "../../../domain/graph/graph";
import type { Graph } from "../../../domain/graph/graph";
import { formatValue } from "../../../domain/text/values";
import { predictionText } from "../../../domain/training/metric";
import { FIT } from "../../../domain/view";
import { ColourBar } from "../../../plots/graph/ColourBar";
import { GraphView } from "../../../plots/graph/GraphView";
import { byFilter } from "../../../plots/graph/colouring";
import type { Colouring } from "../../../plots/graph/colouring";
import { UNIT, numbersOf } from "../../../plots/shared/colour";
import type { Colours, Domain } from "../../../plots/shared/colour";
import type { ComparedGraph } from "../../../protocol";
import { litBy } from "../../../ui/lit";
import { LayoutClient } from "../../../layout/client";
import { formatCount } from "../../../domain/text/format";
import diverging from "../../../plots/shared/diverging.ts?built";

interface GraphPairProps {
  /** Index in the data set. */
  readonly index: number;
  /** null: not computed yet. */
  readonly compared: ComparedGraph | null;
  readonly asTable: boolean;
}

/** The graph in view under both filters, and the difference; a placeholder of the same size before the result arrives. */
export function GraphPair({ index, compared, asTable }: GraphPairProps): JSX.Element {
  const data = useSlice((state) => state.data);
  const { subject, graph: shown } = useShown();
  // Filters of two runs are compared on the vertices of the data set.
  const graph = originalOf(shown);
  const there = indexIn(subject) === index;
  const [a, b] = compared?.filters ?? [null, null];
  const fits = there && [a, b].every((filter) => filter === null || filter.length === graph.vertices);
  const summary = data?.summary ?? { classes: [], targets: null };
  const label = data?.rows[index]?.class ?? null;
  const truth = label ?? data?.rows[index]?.target ?? null;
  const prediction = (run: 0 | 1): JSX.Element | null =>
    compared && (
      <>
        {predictionText(summary, compared.predicted[run])}{" "}
        {label !== null && (
          <span class={compared.predicted[run] === label ? "verdict" : "verdict wrong"}>
            {compared.predicted[run] === label ? "✓ right" : "✗ wrong"}
          </span>
        )}
      </>
    );
  return (
    <section class="compare-graph" aria-label={`Graph ${index + 1}`} data-picture>
      <p class="compare-predicted">
        <b>Graph {index + 1}</b>
        {truth !== null && <span>actual {predictionText(summary, truth)}</span>}
        <span>A predicts {prediction(0)}</span>
        <span>B predicts {prediction(1)}</span>
      </p>
      {compared !== null && (!a || !b) ? (
        <p class="model-hint">A difference of f exists only where both runs have a value for each vertex.</p>
      ) : asTable ? (
        fits && a && b && <DifferenceTable graph={graph} a={a} b={b} />
      ) : (
        <div class="compare-graphs" onWheelCapture={(event) => !event.ctrlKey && event.stopPropagation()}>
          {fits && a && b && <Pictures graph={graph} a={a} b={b} />}
        </div>
      )}
    </section>
  );
}

interface PicturesProps {
  readonly graph: Graph;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

function Pictures({ graph, a, b }: PicturesProps): JSX.Element {
  const { topology, frames } = useApp();
  const act = useAct();
  const highlight = useSlice(({ view }) => view.highlight);
  const selection = useSlice(({ view }) => view.selection);
  const [zoom, setZoom] = useState(FIT);
  const [stretched, setStretched] = useState(false);
  const positions = useLayout(graph);
  const difference = useMemo(() => differenceOf(a, b), [a, b]);
  const domain = useMemo(() => (stretched ? rangeOfBoth(a, b) : UNIT), [stretched, a, b]);
  const bars = useMemo(() => topology.filtration(graph, a).bars, [topology, graph, a]);
  // The rest of the page highlights a bar of the run in view, or a vertex.
  const lit = useMemo(
    () => litBy(topology, graph, bars, a, highlight, null, selection),
    [topology, graph, bars, a, highlight, selection],
  );
  const [ofA, ofB, ofDifference] = useMemo(
    () =>
      [
        byFilter(a, domain, "f of A"),
        byFilter(b, domain, "f of B"),
        byFilter(difference.values, difference.domain, "A − B", DIVERGING),
      ] as const,
    [a, b, domain, difference],
  );
  const picture = (
    title: string,
    filter: Float32Array,
    colouring: Colouring,
    valueName: string,
  ): JSX.Element => (
    <figure>
      <figcaption>{title}</figcaption>
      {positions && (
        <GraphView
          graph={graph}
          filter={filter}
          colouring={colouring}
          valueName={valueName}
          direction="sub"
          threshold={null}
          lit={lit}
          zoom={zoom}
          positions={positions}
          onHighlight={(vertex) =>
            act({ type: "view", change: { highlight: vertex === null ? null : { type: "vertex", vertex } } })
          }
          onSelect={(vertex) => act({ type: "view", change: { selection: vertex } })}
          onZoom={setZoom}
          onFrame={frames.record}
        />
      )}
    </figure>
  );
  const named = lit.vertex ?? lit.selected;
  return (
    <>
      <div class="compare-pictures">
        {picture("A", a, ofA, "f of A")}
        {picture("B", b, ofB, "f of B")}
        {picture("A − B", difference.values, ofDifference, "A − B")}
      </div>
      <p class="compare-reading" aria-live="polite" data-unpictured>
        {named === null
          ? "Point at a vertex to read its values."
          : `Vertex ${vertexName(graph, named)}: f of A ${formatValue(a[named]!)}, f of B ${formatValue(b[named]!)}, A − B ${formatValue(difference.values[named]!)}`}
      </p>
      <div class="compare-colours">
        <ColourBar {...ofA.key} name="f of A, B" threshold={null} direction="sub" />
        <ColourBar {...ofDifference.key} threshold={null} direction="sub" />
        <label class="compare-stretch fields" data-unpictured>
          <input
            type="checkbox"
            checked={stretched}
            onChange={({ currentTarget }) => setStretched(currentTarget.checked)}
          />
          only the range of f
        </label>
      </div>
    </>
  );
}

/** One layout for several pictures of a graph; it moves once, when it is done. */
function useLayout(graph: Graph): Float32Array | null {
  const client = useRef<LayoutClient | null>(null);
  const [laidOut, setLaidOut] = useState<{ readonly graph: Graph; readonly positions: Float32Array } | null>(
    null,
  );
  useEffect(() => {
    client.current ??= new LayoutClient();
    const first = client.current.start(graph, (positions, done) => {
      if (done) setLaidOut({ graph, positions });
    });
    setLaidOut({ graph, positions: first });
  }, [graph]);
  useEffect(() => () => client.current?.stop(), []);
  return laidOut?.graph === graph ? laidOut.positions : null;
}

/** More rows than this are of no help, and slow. */
const MOST = 500;

interface DifferenceTableProps {
  readonly graph: Graph;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** f of both runs vertex by vertex, as an alternative to the pictures. */
function DifferenceTable({ graph, a, b }: DifferenceTableProps): JSX.Element {
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

// The colours of a difference of two filters.

const DIVERGING: Colours = {
  palette: diverging.palette.map(numbersOf),
  gradient: `linear-gradient(to right, ${diverging.stops.join(", ")})`,
};

/** Differences below it would be noise in full colour. */
const LEAST = 0.01;

/** f of A less f of B at every vertex, and the range of colours: as far below 0 as above. */
export function differenceOf(
  a: Float32Array,
  b: Float32Array,
): { readonly values: Float32Array; readonly domain: Domain } {
  const values = a.map((value, v) => value - b[v]!);
  const most = values.reduce((most, value) => Math.max(most, Math.abs(value)), LEAST);
  return { values, domain: [-most, most] };
}

/** From the least value of both to the greatest. */
export function rangeOfBoth(a: Float32Array, b: Float32Array): Domain {
  let [low, high] = [Infinity, -Infinity];
  for (const filter of [a, b]) {
    for (const value of filter) [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  return low < high ? [low, high] : [0, 1];
}
