import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useAct, useApp } from "../context";
import { MAX_EDITABLE } from "../../domain/graph/edit";
import type { Graph } from "../../domain/graph/graph";
import { plural } from "../../domain/text/format";
import { FIT } from "../../domain/view";
import { GraphView } from "../../plots/graph/GraphView";
import { byFilter, byLabel } from "../../plots/graph/colouring";
import type { Colouring } from "../../plots/graph/colouring";
import { UNLIT } from "../../plots/graph/lit";
import { rangeOf } from "../../plots/shared/colour";
import type { Evidence } from "../../protocol";
import { roundOf } from "./rounds";

interface PairGraphsProps {
  readonly graphs: readonly [Graph, Graph];
  readonly evidence: Evidence | null;
  /** The round of colour refinement in view; null: the last one. */
  readonly round: number | null;
}

const TITLES = ["First graph", "Second graph"] as const;

/** Both graphs side by side, with the colours of the evidence. */
export function PairGraphs({ graphs, evidence, round }: PairGraphsProps): JSX.Element {
  const colourings = useMemo(() => colouringsOf(evidence, round), [evidence, round]);
  return (
    <div class="separate-graphs">
      {graphs.map((graph, index) => (
        <Picture
          key={TITLES[index]}
          title={TITLES[index]!}
          graph={graph}
          colouring={colourings?.[index] ?? null}
          filter={filterOf(evidence, index)}
        />
      ))}
    </div>
  );
}

interface PictureProps {
  readonly title: string;
  readonly graph: Graph;
  readonly colouring: Colouring | null;
  readonly filter: Float32Array | null;
}

function Picture({ title, graph, colouring, filter }: PictureProps): JSX.Element {
  const { frames } = useApp();
  const act = useAct();
  const edit = (): void => {
    const { vertices, edges } = graph;
    act({ type: "own-graph", graph: { title, vertices, edges: [...edges], filters: [] } });
    act({ type: "view", change: { page: "learn", tool: "edit", lesson: null, placement: "free" } });
  };
  const [zoom, setZoom] = useState(FIT);
  const [vertex, setVertex] = useState<number | null>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const lit = useMemo(() => ({ ...UNLIT, vertex, selected }), [vertex, selected]);
  return (
    <figure>
      <figcaption class="separate-row">
        <span>
          {title}: {plural(graph.vertices, "vertex", "vertices")},{" "}
          {plural(graph.edges.length / 2, "edge", "edges")}
        </span>
        {graph.vertices > 0 && graph.vertices <= MAX_EDITABLE && (
          <button
            type="button"
            class="button"
            aria-label={`Edit: ${title}`}
            title="Opens the graph on Learn. Graph in view takes it back."
            onClick={edit}
          >
            Edit
          </button>
        )}
      </figcaption>
      <GraphView
        graph={graph}
        filter={filter}
        colouring={colouring}
        labelled
        direction="sub"
        threshold={null}
        lit={lit}
        zoom={zoom}
        positions={undefined}
        onHighlight={setVertex}
        onSelect={setSelected}
        onZoom={setZoom}
        onFrame={frames.record}
      />
    </figure>
  );
}

function filterOf(evidence: Evidence | null, index: number): Float32Array | null {
  if (evidence?.kind !== "filter" || !evidence.values) return null;
  return Float32Array.from(evidence.values[index]!);
}

/**
 * The colours of the vertices of both graphs: those of a round, or those of the filter, on one scale. Vertices that correspond by an
 * isomorphism have the number of the first one.
 */
function colouringsOf(evidence: Evidence | null, round: number | null): readonly Colouring[] | null {
  if (evidence?.kind === "colours") {
    const { classes, colours } = roundOf(evidence.rounds, round);
    const places = new Map(classes.map(({ colour }, place) => [colour, place]));
    const names = classes.map((_, place) => String(place + 1));
    return colours.map((of) => byLabel({ of: Uint32Array.from(of, (colour) => places.get(colour)!), names }));
  }
  if (evidence?.kind === "filter" && evidence.values) {
    const filters = evidence.values.map((values) => Float32Array.from(values));
    const domain = rangeOf(Float32Array.from(evidence.values.flat()));
    return filters.map((filter) => byFilter(filter, domain));
  }
  if (evidence?.kind === "isomorphism" && evidence.image) {
    const { image } = evidence;
    const [first, second] = [Float32Array.from(image.keys()), new Float32Array(image.length)];
    image.forEach((to, vertex) => (second[to] = vertex));
    return [first, second].map((numbers) => byFilter(numbers, [0, Math.max(image.length - 1, 1)], "v"));
  }
  return null;
}
