import type { JSX } from "preact";
import { useContext, useMemo, useState, useEffect, useRef } from "preact/hooks";
import { useAct, useApp, useOwnId, useShown, useSlice } from "../../ui/context";
import { FEATURES } from "../../domain/graph/subject";
import {
  addEdge,
  addVertex,
  freshValue,
  MAX_EDITABLE,
  moveVertex,
  withPlaces,
} from "../../domain/graph/edit";
import { trianglesOf } from "../../domain/persistence/filled";
import { hasArrived, loopsAt, positionAt, thresholdAt } from "../../domain/persistence/filtration";
import { barNamed, isLoop } from "../../domain/graph/graph";
import type { Bar, BarId, Filtration, Graph } from "../../domain/graph/graph";
import { withoutFilter } from "../../domain/settings/models";
import { describeBar, describeReturn } from "../../domain/text/sentences";
import { Stage } from "../../plots/stage/Stage";
import type { StageComponent } from "../../plots/stage/props";
import { barAsKnown, rowsOf } from "../../plots/stage/rows";
import type { StageRow } from "../../plots/stage/rows";
import { rangeOf } from "../../plots/shared/colour";
import { useWalking } from "../../plots/shared/walking";
import { useEdit, useSetValues } from "./editor/useEdit";
import { domainOf, uneditedDomain } from "../../ui/domain";
import { AskSwitch } from "./asking/AskSwitch";
import { useAsking } from "./asking/useAsking";
import { lazily, useLoaded } from "../../ui/lazily";
import { dispatchAll } from "./lessons/follow";
import { played } from "./lessons/perform";
import { Count, StageControls } from "./StageControls";
import { StageTools } from "./StageTools";
import { DrawnBars } from "./drawnBars";
import { useSides } from "./useSides";
import { Popover } from "../../ui/Popover";
import type { Topology } from "../../engine/topology";
import { LayoutClient } from "../../layout/client";
import { normalise } from "../../layout/layout";

// Fetched with the first question.
const AskBox = lazily(
  () => import("./asking/AskBox").then((module) => module.AskBox),
  <p class="stage-sentence" />,
);

/** Long enough to read the sentence of a step. */
const MAX_STEP_MS = 2600;
/** An answer of many steps plays in a few seconds. */
const MAX_ANSWER_MS = 600;
/** Components of larger graphs have no hulls. */
const MAX_HULLS = 160;
const NOTHING: readonly never[] = [];

interface Pull {
  readonly gesture: string;
  readonly graph: Graph;
  /** The vertex whose value is the dragged end. */
  readonly vertex: number;
  /** The filtration before the drag. */
  readonly before: Filtration;
  readonly threshold: number | null;
  readonly value: number;
}

/** The graph, its events and its bars on one axis, with controls for the filtration. */
export function StagePanel(): JSX.Element {
  const { filtration } = useShown();
  const model = useSlice(({ run }) => run?.summary.config.model);
  return (
    <section class="stage-panel" aria-label="Filtration">
      {filtration ? <Walked /> : <p class="view-empty">{model && withoutFilter(model)}</p>}
    </section>
  );
}

function Walked(): JSX.Element {
  const { topology, store } = useApp();
  const act = useAct();
  const shown = useShown();
  const { graph, bars, positions, angle } = shown;
  const { filter } = shown.filtration!;
  const playing = useSlice(({ view }) => view.playing);
  const speed = useSlice(({ view }) => view.speed);
  const placement = useSlice(({ view }) => view.placement);
  const highlight = useSlice(({ view }) => view.highlight);
  const selection = useSlice(({ view }) => view.selection);
  const tool = useSlice(({ view }) => view.tool);
  const tieRule = useSlice(({ view }) => view.tieRule);
  const slopesModule = useLoaded(() => import("./tools/slopesForStage"), tool === "slopes");
  // The bars bear the names of the vertices that the rule of the tool gives them.
  const rule = tool === "slopes" ? tieRule : "index";
  const named = useMemo(
    () =>
      slopesModule
        ? (all: readonly Bar[]): readonly Bar[] =>
            slopesModule.barsUnder(
              rule,
              graph,
              filter,
              all,
              (on, values) => topology.filtration(on, values).bars,
            )
        : null,
    [slopesModule, rule, graph, filter, topology],
  );
  const { side, mirror, sentence, sentenceAbove, filled } = useSides(named);
  const byLearner = useContext(DrawnBars).value;
  const drawnSide = useMemo(
    () => (byLearner ? { ...side, rows: rowsOf(byLearner, "sub", null), roomFor: side.rows.length } : side),
    [side, byLearner],
  );
  const { walk, position, threshold } = side;
  const { direction } = walk;
  const asking = useAsking(walk, position);
  const { question, verdict } = asking;
  const playback = useSlice((state) => state.playback);
  const walking = useWalking({
    walk,
    position,
    playing,
    speed,
    longestStep: playback ? MAX_ANSWER_MS : MAX_STEP_MS,
    onThreshold: asking.go,
    onPlay: (on) => act({ type: "view", change: { playing: on } }),
    ...(playback && {
      until: positionAt(walk, playback.to),
      onEnd: () => dispatchAll(store, played(playback)),
      again: playback,
    }),
  });
  /** The bar under the pointer; its description replaces the sentence about t. */
  const [pointedAt, setPointedAt] = useState<BarId | null>(null);
  /** The last drag of the end of a bar. */
  const [pull, setPull] = useState<Pull | null>(null);
  const stretch = useSlice(({ view }) => view.stretch);
  const present = useSlice(({ view }) => view.present);
  const moving = useSlice(
    ({ displayed, history }) => !FEATURES[displayed.type].isInDataset && history.gesture !== null,
  );
  const heights = useSlice(({ document }) => document.heights);
  const setValues = useSetValues();
  const setValue =
    setValues &&
    ((vertex: number, value: number, gesture: string) => setValues([...filter].with(vertex, value), gesture));
  const edit = useEdit();
  // A drag cannot move or join the vertices on edges.
  const canMove = !graph.original && graph.vertices <= MAX_EDITABLE;
  const layout = useLayout(graph, positions);
  // With x = height, the drawing is the graph in the plane, turned.
  const turned = useMemo(
    () => (positions && angle !== null ? turnedPlaces(topology, positions, angle) : null),
    [topology, positions, angle],
  );
  const pointed = highlight?.type === "bar" ? barNamed(bars, highlight.id) : null;
  // While the pointer is on a superlevel bar, the graph shows the superlevel filtration.
  const inGraph = mirror && pointed?.direction === mirror.walk.direction ? mirror : side;
  const triangles = useMemo(
    () =>
      filled
        ? trianglesOf(graph, filter, inGraph.walk.direction).filter(({ value }) =>
            hasArrived(value, inGraph.threshold, inGraph.walk.direction),
          )
        : NOTHING,
    [graph, filter, filled, inGraph],
  );
  const slopes = useMemo(
    () =>
      tool === "slopes" && slopesModule
        ? slopesModule.slopesForStage(topology, graph, filter, direction, tieRule)
        : null,
    [topology, graph, filter, tool, direction, tieRule, slopesModule],
  );
  const slopesOfBar = ({ id }: Bar): string | null => {
    const owned = slopes?.bars.get(id);
    return owned ? slopesModule!.describeSlopes(owned, graph) : null;
  };
  const components = useMemo(() => {
    if (graph.vertices > MAX_HULLS) return NOTHING;
    const alive = inGraph.rows.filter(
      ({ bar, born, ended, returns }) => !isLoop(bar.kind) && born && (returns || !ended),
    );
    const { walk, rows, threshold } = inGraph;
    const at = (row: StageRow, t: number | null): StageComponent => ({
      row,
      vertices: topology.componentAt(graph, filter, walk.direction, row.bar.birthVertex, t),
    });
    // The pointer on a bar that has ended shows its component just before the end.
    const ended = rows.find(
      (row) => row.bar === pointed && row.ended && !row.returns && !isLoop(row.bar.kind),
    );
    const last = ended && thresholdAt(walk, positionAt(walk, ended.bar.death) - 1);
    return [
      ...alive.map((row) => at(row, threshold)),
      ...(ended && last !== undefined ? [at(ended, last)] : []),
    ];
  }, [topology, graph, filter, inGraph, pointed]);
  const isNamed = highlight?.type === "bar" && highlight.id === pointedAt;
  const row = isNamed
    ? [...side.rows, ...(mirror?.rows ?? NOTHING)].find(({ bar }) => bar.id === pointedAt)
    : undefined;
  const focusedBar = row?.born ? barAsKnown(row, threshold === null) : null;
  // It stays until the next change of the value or of t.
  const describePull = useLoaded(() => import("../../domain/text/pulled"), pull !== null)?.describePull;
  const pulled =
    describePull &&
    pull &&
    pull.graph === graph &&
    pull.threshold === threshold &&
    filter[pull.vertex] === pull.value
      ? describePull(pull.before, shown.filtration!, pull.vertex, inGraph.walk.direction, graph)
      : null;
  const cycle = useMemo(
    () => (pointed && isLoop(pointed.kind) ? topology.cycle(graph, filter, pointed) : NOTHING),
    [topology, graph, filter, pointed],
  );
  const domain = domainOf(shown);
  const { subject, unedited } = shown;
  const unmovedDomain = useMemo(
    () => uneditedDomain({ subject, unedited, angle }),
    [subject, unedited, angle],
  );
  const colours = useMemo(() => (stretch ? rangeOf(filter) : domain), [stretch, filter, domain]);
  const loops = side.rows
    .filter(({ bar, born, ended }) => isLoop(bar.kind) && born && !ended)
    .reduce((sum, { bar }) => sum + bar.multiplicity, 0);
  const from = mirror ? " of the sublevel set" : "";
  return (
    <>
      <div class="stage-top">
        <StageTools />
        <dl class="stage-counts">
          <Count name="β" index="0" title={`Components${from}`} value={walk.components[position] ?? 0} />
          <Count
            name="β"
            index="1"
            title={`Independent loops${from}`}
            value={filled ? loops : position < 0 ? 0 : loopsAt(walk, position)}
          />
        </dl>
      </div>
      <div class="stage-room">
        <Stage
          id={useOwnId()}
          graph={graph}
          filter={filter}
          side={drawnSide}
          mirror={byLearner ? null : mirror}
          inGraph={inGraph}
          besideMirror={mirror && <SixToThree />}
          sentence={sentenceAbove === null ? sentence : `${sentence} ${sentenceAbove}`}
          domain={domain}
          unedited={shown.unedited!}
          uneditedDomain={unmovedDomain}
          heights={heights}
          colours={colours}
          components={components}
          layout={(placement === "value" && turned) || layout}
          placement={placement}
          highlight={highlight}
          selection={selection}
          cycle={cycle}
          triangles={triangles.map(({ vertices }) => vertices)}
          slopes={slopes}
          walking={walking}
          moving={moving}
          large={present}
          onHighlight={(next) => {
            act({ type: "view", change: { highlight: next } });
            setPointedAt(null);
          }}
          onPoint={(id) => {
            act({ type: "view", change: { highlight: id === null ? null : { type: "bar", id } } });
            setPointedAt(id);
          }}
          onSelect={(vertex) => {
            if (vertex === null || !asking.answer(vertex))
              act({ type: "view", change: { selection: vertex } });
          }}
          onValue={setValue}
          onPull={
            setValue &&
            ((vertex, value, gesture) => {
              const before = pull?.gesture === gesture ? pull.before : shown.filtration!;
              setPull({ gesture, graph, vertex, before, threshold, value: Math.fround(value) });
              setValue(vertex, value, gesture);
            })
          }
          onHeight={(vertex, height, gesture) => act({ type: "height", vertex, height, gesture })}
          onEdge={
            canMove && tool === "edit" ? (from, to) => edit((before) => addEdge(before, from, to)) : null
          }
          onAdd={
            canMove && tool === "edit" && placement === "free" && graph.vertices < MAX_EDITABLE
              ? (place) => {
                  edit((before) => addVertex(withPlaces(before, layout), freshValue(filter), place));
                  act({ type: "view", change: { selection: graph.vertices } });
                }
              : null
          }
          onPlace={
            canMove
              ? (vertex, [x, y], gesture) =>
                  edit((before) => moveVertex(withPlaces(before, layout), vertex, x, y), gesture)
              : null
          }
          onCancel={() => act({ type: "undo" })}
        />
      </div>
      <div class={mirror ? "stage-foot both" : "stage-foot"}>
        <StageControls
          playing={playing}
          isFirst={position < 0}
          isLast={position >= walk.values.length - 1}
          onPlay={() => act({ type: "view", change: { playing: !playing } })}
          onStep={(by) => walking.goTo(position + by)}
          onKeyDown={walking.keyDown}
        />
        {question ? (
          <AskBox
            asking={asking}
            question={question}
            barOf={(vertex) =>
              components.find(({ row }) => row.bar.birthVertex === vertex)?.row.bar.id ?? null
            }
          />
        ) : (
          <p class="stage-sentence" aria-live="polite">
            {pulled ??
              (focusedBar && row
                ? describeFocusedBar(
                    focusedBar,
                    row,
                    graph,
                    slopesOfBar(focusedBar),
                    slopes?.births.get(row.bar.id),
                  )
                : verdict + sentence)}
            {!pulled && !focusedBar && sentenceAbove !== null && (
              <span class="stage-sentence-above"> {sentenceAbove}</span>
            )}
          </p>
        )}
        <div class="stage-beside">
          <output class="stage-where">
            <i>K</i>
            <sup>{position + 1}</sup> of {walk.values.length}
          </output>
          <AskSwitch />
        </div>
      </div>
    </>
  );
}

/** Describes a bar up to t, its end on the way back, and its slopes in the loss; null: without slopes. */
function describeFocusedBar(
  bar: Bar,
  { ended, returns }: StageRow,
  graph: Graph,
  slopes: string | null,
  births: readonly number[] | undefined,
): string {
  return [
    `${describeBar(bar, graph, births)}.`,
    ...(ended && returns ? [describeReturn(bar, graph)] : []),
    ...(ended && slopes !== null ? [slopes] : []),
  ].join(" ");
}

// Fetched when it is first opened.
const SixBarcodes = lazily(() => import("./SixBarcodes").then((module) => module.SixBarcodes));

/** Opens the table of the six barcodes of both directions and the three that a model reads. */
function SixToThree(): JSX.Element {
  return (
    <Popover button="Six barcodes → three" buttonClass="six-three-button" onDemand>
      <SixBarcodes />
    </Popover>
  );
}

/** x and y of each vertex from 0 to 1: from the graph, or from a layout that a worker improves. */
function useLayout(graph: Graph, given: Float32Array | undefined): Float32Array {
  const client = useRef<LayoutClient | null>(null);
  const [better, setBetter] = useState<{ readonly graph: Graph; readonly places: Float32Array } | null>(null);
  useEffect(() => () => client.current?.stop(), []);
  const first = useMemo(() => {
    if (given) return given;
    client.current ??= new LayoutClient();
    const start = client.current.start(graph, (places, done) => {
      if (done) setBetter({ graph, places: normalise(places) });
    });
    return normalise(start);
  }, [graph, given]);
  return !given && better?.graph === graph ? better.places : first;
}

/** The positions turned so that a direction, in degrees, points to the right. */
function turnedPlaces(
  topology: Pick<Topology, "heights">,
  positions: Float32Array,
  degrees: number,
): Float32Array {
  const [along, up] = [degrees, degrees + 90].map((angle) => topology.heights(positions, angle)) as [
    Float32Array,
    Float32Array,
  ];
  return positions.map((_, i) => (i % 2 === 0 ? 1 + along[i >> 1]! : 1 - up[i >> 1]!) / 2);
}
