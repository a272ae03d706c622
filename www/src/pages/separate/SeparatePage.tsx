import type { JSX } from "preact";
import { useMemo, useEffect, useState } from "preact/hooks";
import { useAct, useApp, useOwnId, useSlice } from "../../ui/context";
import type { Separation } from "../../store/state";
import { EvidencePanel, roundOf, VERDICTS } from "./EvidencePanel";
import { PairChoice } from "./PairChoice";
import type { Comparison, DescriptorSummary, Evidence } from "../../protocol";
import type { ComparedPair } from "../../engine/topology";
import { messageOf, plural } from "../../domain/text/format";
import { searchPairs } from "../../engine/graphSearch";
import type { FoundPairs } from "../../engine/graphSearch";
import { MAX_EDITABLE } from "../../domain/graph/edit";
import type { Graph } from "../../domain/graph/graph";
import { FIT } from "../../domain/view";
import { GraphView } from "../../plots/graph/GraphView";
import { byFilter, byLabel } from "../../plots/graph/colouring";
import type { Colouring } from "../../plots/graph/colouring";
import { NO_HIGHLIGHT } from "../../plots/graph/scene";
import { rangeOf } from "../../plots/shared/colour";
import "../../ui/fields.css";
import "./separate.css";

/** Two graphs, the descriptors that separate them, and the evidence. */
export function SeparatePage(): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const separation = useSlice(({ view }) => view.separation);
  const descriptors = useMemo(() => topology.descriptors(), [topology]);
  const ids = useMemo(() => descriptors.map(({ id }) => id), [descriptors]);
  const { pair, problem } = usePair(separation.graphs);
  const chosen = descriptors.find(({ id }) => id === separation.descriptor) ?? descriptors[0]!;
  const found = useComparisons(pair, ids, chosen.id, separation.layers);
  const comparison = found[chosen.id] ?? null;
  const change = (part: Partial<Separation>): void =>
    act({ type: "view", change: { separation: { ...separation, ...part } } });
  return (
    <main class="separate-page" translate={false}>
      <PairChoice problem={problem} />
      {pair && (
        <>
          <PairGraphs graphs={pair.graphs} evidence={comparison?.evidence ?? null} round={separation.round} />
          <DescriptorTable
            descriptors={descriptors}
            found={found}
            chosen={chosen.id}
            onChoose={(descriptor) => change({ descriptor, round: null })}
          />
          <div class="separate-details">
            {chosen.id === "gin" && (
              <Layers layers={separation.layers} onLayers={(layers) => change({ layers })} />
            )}
            <EvidencePanel descriptor={chosen} comparison={comparison} graphs={pair.graphs}>
              <PairSearch
                key={`${chosen.id} ${separation.layers}`}
                descriptor={chosen}
                layers={separation.layers}
                onFound={(graphs) => change({ graphs, round: null })}
              />
            </EvidencePanel>
          </div>
        </>
      )}
    </main>
  );
}

const MAX_LAYERS = 20;

function Layers({
  layers,
  onLayers,
}: {
  readonly layers: number;
  readonly onLayers: (layers: number) => void;
}): JSX.Element {
  const id = useOwnId();
  return (
    <p class="separate-row fields">
      <label for={id}>Layers</label>
      <input
        id={id}
        type="number"
        min={0}
        max={MAX_LAYERS}
        value={layers}
        onChange={({ currentTarget }) => {
          const wanted = Math.round(Number(currentTarget.value));
          if (Number.isFinite(wanted)) onLayers(Math.min(Math.max(wanted, 0), MAX_LAYERS));
        }}
      />
    </p>
  );
}

interface DescriptorTableProps {
  readonly descriptors: readonly DescriptorSummary[];
  /** The results so far, by id. */
  readonly found: Readonly<Record<string, Comparison>>;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** A row for each descriptor with its verdict; one row is chosen. */
function DescriptorTable({ descriptors, found, chosen, onChoose }: DescriptorTableProps): JSX.Element {
  const name = useOwnId();
  return (
    <fieldset class="separate-descriptors">
      <legend class="model-title">Descriptors</legend>
      {descriptors.map(({ id, label, help }) => {
        const comparison = found[id];
        return (
          <label key={id} class="separate-descriptor" title={help}>
            <input
              type="radio"
              name={name}
              value={id}
              checked={chosen === id}
              onChange={() => onChoose(id)}
            />
            <span class="separate-label">{label}</span>
            <span class={`separate-verdict ${comparison?.verdict ?? "pending"}`}>
              {comparison ? (
                <>
                  <span aria-hidden="true">{VERDICTS[comparison.verdict].mark}</span>{" "}
                  {VERDICTS[comparison.verdict].word}
                </>
              ) : (
                "…"
              )}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The two graphs, or the reason why they cannot be read. */
type ReadPair =
  { readonly pair: ComparedPair; readonly problem: null } | { readonly pair: null; readonly problem: string };

/** The graphs of two texts in graph6. */
function usePair([first, second]: readonly [string, string]): ReadPair {
  const { topology } = useApp();
  return useMemo(() => {
    try {
      return { pair: topology.pair(first, second), problem: null };
    } catch (error) {
      return { pair: null, problem: error instanceof Error ? error.message : String(error) };
    }
  }, [topology, first, second]);
}

interface Found {
  readonly pair: ComparedPair;
  readonly layers: number;
  readonly of: Readonly<Record<string, Comparison>>;
}

const NONE: Readonly<Record<string, Comparison>> = {};

/**
 * The results of all descriptors so far, by id. Each call is synchronous, so that the page computes one descriptor, draws, and continues.
 * The first one is that in view.
 */
function useComparisons(
  pair: ComparedPair | null,
  ids: readonly string[],
  first: string,
  layers: number,
): Readonly<Record<string, Comparison>> {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!pair) return;
    const rest = [...new Set([first, ...ids])].filter((id) => ids.includes(id));
    let of = NONE;
    let timer = 0;
    const next = (): void => {
      const id = rest.shift();
      if (id === undefined) return;
      of = { ...of, [id]: pair.compare(id, layers) };
      setFound({ pair, layers, of });
      timer = window.setTimeout(next, 0);
    };
    next();
    return () => window.clearTimeout(timer);
    // Another descriptor in view needs no new results.
  }, [pair, ids, layers]);
  return found?.pair === pair && found?.layers === layers ? found.of : NONE;
}

/** The search of these graphs takes about a second, and that of larger ones minutes. */
const MAX_VERTICES = 8;
/** Isomorphism separates all graphs of the search. */
const SEPARATES_ALL = "isomorphism";
/** Maximum number of listed pairs with the same number of vertices. */
const MAX_PAIRS = 200;

interface PairSearchProps {
  readonly descriptor: DescriptorSummary;
  readonly layers: number;
  readonly onFound: (graphs: Separation["graphs"]) => void;
}

interface SearchPosition {
  readonly found: FoundPairs;
  readonly index: number;
  /** There are no pairs with fewer vertices. */
  readonly isFirst: boolean;
}

/** Searches all small graphs for pairs that the descriptor cannot separate. Its key must change with the descriptor and the layers. */
function PairSearch({ descriptor, layers, onFound }: PairSearchProps): JSX.Element | null {
  const [place, setPlace] = useState<SearchPosition | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => () => running?.abort(), [running]);
  if (descriptor.id === SEPARATES_ALL) return null;

  const show = (next: SearchPosition): void => {
    const { found, index, isFirst } = next;
    setPlace(next);
    const size = plural(found.vertices, "vertex", "vertices");
    const pair = `Pair ${index + 1} of ${found.pairs.length}${found.pairs.length === MAX_PAIRS ? " or more" : ""} with ${size}.`;
    setMessage(isFirst ? `${pair} No pair has fewer vertices.` : pair);
    onFound(found.pairs[index]!);
  };
  const search = async (from: number): Promise<void> => {
    const control = new AbortController();
    setRunning(control);
    setMessage("Searching …");
    try {
      const wanted = { descriptor: descriptor.id, layers, from, to: MAX_VERTICES };
      const found = await searchPairs(wanted, MAX_PAIRS, control.signal);
      if (control.signal.aborted) setMessage(null);
      else if (found) show({ found, index: 0, isFirst: place === null });
      else {
        setMessage(
          place
            ? `There is no further pair with up to ${MAX_VERTICES} vertices.`
            : `It separates any two graphs with the same number of vertices, up to ${MAX_VERTICES}.`,
        );
      }
    } catch (error) {
      if (!control.signal.aborted) setMessage(messageOf(error));
    } finally {
      setRunning(null);
    }
  };
  const next = (): void => {
    if (!place) void search(1);
    else if (place.index + 1 < place.found.pairs.length) show({ ...place, index: place.index + 1 });
    else void search(place.found.vertices + 1);
  };
  return (
    <p class="separate-row fields">
      {running ? (
        <button type="button" class="button" onClick={() => running.abort()}>
          Stop
        </button>
      ) : (
        <button type="button" class="button" onClick={next}>
          {place ? "Next pair" : "Find a pair that it cannot separate"}
        </button>
      )}
      <span role="status">{message}</span>
    </p>
  );
}

interface PairGraphsProps {
  readonly graphs: readonly [Graph, Graph];
  readonly evidence: Evidence | null;
  /** The round of colour refinement in view; null: the last one. */
  readonly round: number | null;
}

const TITLES = ["First graph", "Second graph"] as const;

/** Both graphs side by side, with the colours of the evidence. */
function PairGraphs({ graphs, evidence, round }: PairGraphsProps): JSX.Element {
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
  const lit = useMemo(() => ({ ...NO_HIGHLIGHT, vertex, selected }), [vertex, selected]);
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
