import type { ComponentType, JSX } from "preact";
import type { DatasetSummary } from "../../protocol";
import { useMemo } from "preact/hooks";
import { SPEEDS } from "../../domain/view";
import { useAct, useApp, useOwnId, useShown, useSlice } from "../../ui/context";
import { originalOf } from "../../domain/graph/graph";
import { cloudIn, exampleIn, indexIn, ownGraphIn, exampleNamed } from "../../domain/graph/subject";
import { withoutFilter } from "../../domain/settings/models";
import { edgeSentence } from "../../domain/text/pointSentences";
import { nameOfClass, plural, sentence } from "../../domain/text/format";
import { predictionText } from "../../domain/training/metric";
import { byFilter } from "../../plots/graph/colouring";
import { GraphView } from "../../plots/graph/GraphView";
import { Scrubber } from "../../plots/scrubber/Scrubber";
import { drawnPart } from "../../plots/shared/drawnEdges";
import { VertexTable } from "../../plots/shared/tables";
import { softmax } from "../../store/graphs";
import { epochInView, isAskedAbout, walkDirection } from "../../store/selectors";
import { HOW_TO_READ } from "../../ui/howToRead";
import { Panel } from "../../ui/Panel";
import { axisDomain, domainOf } from "../../ui/domain";
import { ColourChoice, useColouring } from "../../ui/ColourChoice";
import { FixedFilterChoice } from "../../ui/filters/FixedFilterChoice";
import { litBy } from "../../ui/lit";
import { useWalk } from "../../ui/useWalk";

interface GraphPanelProps {
  /** The stage of points in the plane. It belongs to the learning page, so the app passes it. */
  readonly Points: ComponentType;
}

/** The graph in the colours of its filter, and the walk through its filtration. */
export function GraphPanel({ Points }: GraphPanelProps): JSX.Element {
  return cloudIn(useShown().subject) ? <Points /> : <Filtered />;
}

function Filtered(): JSX.Element {
  const act = useAct();
  const asTable = useSlice(({ view }) => view.tables.includes("vertices"));
  const { graph, filtration } = useShown();
  return (
    <Panel
      title="Graph"
      help={HOW_TO_READ.graph}
      table={{ shown: asTable, onShow: (shown) => act({ type: "table", table: "vertices", shown }) }}
      picture="graph"
      options={
        <>
          <div class="view-controls">
            {filtration && <span>Colour</span>}
            <ColourChoice graph={graph} filter={filtration?.filter ?? null} />
          </div>
          {filtration && <Speed />}
        </>
      }
      aside={
        <>
          <FixedFilterChoice />
          <Caption />
        </>
      }
    >
      <div class="plot">{asTable ? <Vertices /> : <Drawing />}</div>
      {filtration ? <Walk /> : <NoFilter />}
    </Panel>
  );
}

function Drawing(): JSX.Element {
  const { topology, frames } = useApp();
  const act = useAct();
  const shown = useShown();
  const { graph, filtration, bars, positions, growing } = shown;
  const { filter = null, edgeFilter } = filtration ?? {};
  const direction = useSlice(walkDirection);
  const threshold = useSlice(({ view }) => view.threshold);
  const highlight = useSlice(({ view }) => view.highlight);
  const selection = useSlice(({ view }) => view.selection);
  const zoom = useSlice(({ view }) => view.zoom);
  const lit = useMemo(
    () => litBy(topology, graph, bars, filter, highlight, threshold, selection, growing),
    [topology, graph, bars, filter, highlight, threshold, selection, growing],
  );
  const colouring = useColouring(graph, filter, domainOf(shown), edgeFilter ?? filter);
  const scale = colouring?.key.type === "scale" ? colouring.key.domain : null;
  const edges = useMemo(
    () => edgeFilter && { values: edgeFilter, colouring: scale && byFilter(edgeFilter, scale) },
    [edgeFilter, scale],
  );
  return (
    <GraphView
      graph={graph}
      filter={filter}
      direction={direction}
      threshold={threshold}
      lit={lit}
      zoom={zoom}
      colouring={colouring}
      edgeFilter={edges}
      positions={useMemo(() => spread(positions), [positions])}
      onHighlight={(vertex) =>
        act({ type: "view", change: { highlight: vertex === null ? null : { type: "vertex", vertex } } })
      }
      onSelect={(vertex) => act({ type: "view", change: { selection: vertex } })}
      onZoom={(next) => act({ type: "view", change: { zoom: next } })}
      onFrame={frames.record}
    />
  );
}

/** Scales positions in [0, 1] to the units of the layout, in which an edge has a length of about one. */
function spread(places: Float32Array | undefined): Float32Array | undefined {
  const unit = 1.5 * Math.sqrt((places?.length ?? 0) / 2);
  return places?.map((place) => place * unit);
}

function Vertices(): JSX.Element {
  const { graph, filtration } = useShown();
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Vertices">
      <VertexTable graph={graph} filter={filtration?.filter ?? null} />
    </div>
  );
}

function Walk(): JSX.Element {
  const act = useAct();
  const shown = useShown();
  const { walk, position, sentence } = useWalk();
  const threshold = useSlice(({ view }) => view.threshold);
  const playing = useSlice(({ view }) => view.playing);
  const speed = useSlice(({ view }) => view.speed);
  const fit = useSlice(({ view }) => view.fit);
  return (
    <Scrubber
      walk={walk}
      threshold={threshold}
      domain={axisDomain(shown, fit)}
      colours={domainOf(shown)}
      sentence={shown.growing ? edgeSentence(walk, position, shown.graph) : sentence}
      playing={playing}
      speed={speed}
      onThreshold={(value) => act({ type: "view", change: { threshold: value } })}
      onPlay={(on) => act({ type: "view", change: { playing: on } })}
    />
  );
}

/** How fast the filtration plays. */
function Speed(): JSX.Element {
  const act = useAct();
  const id = useOwnId();
  return (
    <div class="view-controls">
      <label for={id}>Speed</label>
      <select
        id={id}
        value={useSlice(({ view }) => view.speed)}
        onChange={({ currentTarget }) =>
          act({ type: "view", change: { speed: Number(currentTarget.value) } })
        }
      >
        {SPEEDS.map((factor) => (
          <option key={factor} value={factor}>
            ×{factor}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The text in place of the walk. */
function NoFilter(): JSX.Element | null {
  const model = useSlice(({ run }) => run?.summary.config.model);
  return model ? <p class="no-filter">{withoutFilter(model)}</p> : null;
}

/** The prediction of the run for a graph outside the data set, or a notice that the epoch has no effect. */
function Prediction({ logits }: { readonly logits: Float64Array | null }): JSX.Element | null {
  const classes = useSlice(({ data }) => data?.summary.classes);
  const regression = useSlice(({ data }) => (data?.summary.targets ? data.summary : null));
  const asks = useSlice(({ document }) => isAskedAbout(document));
  const atEpoch = useSlice((state) => epochInView(state) !== null);
  const untrained = useSlice((state) => (epochInView(state) ?? state.run?.stepsDone) === 0);
  if (!asks) return atEpoch ? <span>these values do not depend on the epoch</span> : null;
  if (!logits) return <AskedProblem />;
  if (untrained) return <span>untrained model</span>;
  if (regression) return <PredictedNumber summary={regression} logits={logits} />;
  const shares = softmax(logits);
  const guess = shares.indexOf(Math.max(...shares));
  return (
    <span>
      <PredictedClass share={shares[guess]!} name={nameOfClass(classes, guess)} />
    </span>
  );
}

/** The number is last, so that changes of its width move nothing during training. */
function PredictedClass({ share, name }: { readonly share: number; readonly name: string }): JSX.Element {
  return (
    <>
      predicted {name}, <span class="number">{(100 * share).toFixed(0)} %</span>
    </>
  );
}

interface PredictedNumberProps {
  readonly summary: DatasetSummary;
  readonly logits: Float64Array;
}

/** The predicted number of a model of regression. */
function PredictedNumber({ summary, logits }: PredictedNumberProps): JSX.Element {
  return (
    <span>
      predicted <span class="number">{predictionText(summary, logits[0]!)}</span>
    </span>
  );
}

/** The name of the graph and its prediction. */
function Caption(): JSX.Element {
  const { subject, graph, logits } = useShown();
  const data = useSlice((state) => state.data);
  const untrained = useSlice((state) => (epochInView(state) ?? state.run?.stepsDone) === 0);
  const { vertices, edges } = originalOf(graph);
  const counts = `${plural(vertices, "vertex", "vertices")}, ${plural(edges.length / 2, "edge", "edges")}${graph.original ? " with values" : ""}`;
  const size = [counts, drawnPart(graph)].filter(Boolean).join(", ");
  const index = indexIn(subject);
  if (index === null) {
    const example = exampleNamed(exampleIn(subject) ?? "");
    return (
      <p class="caption">
        <b>{ownGraphIn(subject)?.title ?? example?.title}</b>
        <span title={example?.caption}>{example?.caption ?? size}</span>
        <Prediction logits={logits} />
      </p>
    );
  }
  const row = data?.rows[index];
  const classes = data?.summary.classes ?? [];
  const name = (index: number): string => nameOfClass(classes, index);
  if (data && row != null && row.target !== null) {
    return (
      <p class="caption">
        <b class="number">target {predictionText(data.summary, row.target)}</b>
        <span>{size}</span>
        {logits &&
          (untrained ? (
            <span>untrained model</span>
          ) : (
            <PredictedNumber summary={data.summary} logits={logits} />
          ))}
      </p>
    );
  }
  const label = row?.class ?? null;
  const shares = logits ? softmax(logits) : [];
  const guess = shares.indexOf(Math.max(...shares));
  return (
    <p class="caption">
      <span class={`swatch class-${(label ?? 0) % 8}`} />
      <b>{nameOfClass(classes, label)}</b>
      <span>{size}</span>
      {untrained && logits && <span>untrained model</span>}
      {guess >= 0 && !untrained && (
        <span class={label === null ? "" : guess === label ? "verdict" : "verdict wrong"}>
          {label === null ? "" : guess === label ? "✓" : "✗"}{" "}
          <PredictedClass share={shares[guess] ?? 0} name={name(guess)} />
        </span>
      )}
    </p>
  );
}

/** The reason for a missing prediction of the graph; the graph is then shown with its own filter. */
function AskedProblem(): JSX.Element | null {
  const asks = useSlice(({ document }) => isAskedAbout(document));
  const problem = useSlice(({ asked, run }) => (asked?.run === run?.id ? (asked?.problem ?? null) : null));
  if (!asks || problem === null) return null;
  return <span class="verdict wrong">The filter cannot be shown: {sentence(problem)}</span>;
}
