import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useAct, useApp, useOwnId, useShown, useSlice } from "../../app/context";
import { MOST_FILLED, trianglesOf } from "../../domain/filled";
import { hasArrived, loopsAt } from "../../domain/filtration";
import { barNamed, isLoop } from "../../domain/graph";
import type { BarId } from "../../domain/graph";
import { withoutFilter } from "../../domain/models";
import { describeBar } from "../../domain/sentences";
import { Stage } from "../../plots/stage/Stage";
import type { Component } from "../../plots/stage/Stage";
import { asSeen, rowsOf } from "../../plots/stage/rows";
import { useWalking } from "../../plots/shared/walking";
import { walkDirection } from "../../store/selectors";
import { useSetValues } from "../editor/useEdit";
import { domainOf, rangeOf } from "../inspect/domain";
import { useWalk } from "../inspect/useWalk";
import { PauseIcon, PlayIcon } from "../shell/icons";
import { AskBox } from "./asking/AskBox";
import { AskSwitch } from "./asking/AskSwitch";
import { useAsking } from "./asking/useAsking";
import { filledBars } from "./filledBars";
import { StageTools } from "./StageTools";
import { slopesForStage } from "./tools/slopesForStage";
import { useLayout } from "./useLayout";

/** Long enough to read what happens. */
const LONGEST_STEP_MS = 2600;
/** Components of larger graphs have no hulls. */
const MOST_HULLS = 160;
const NOTHING: readonly never[] = [];

/** The graph, its events and its bars on one axis, and the walk through them. */
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
  const { topology } = useApp();
  const act = useAct();
  const shown = useShown();
  const { graph, bars, positions } = shown;
  const { filter } = shown.filtration!;
  const direction = useSlice(walkDirection);
  const threshold = useSlice(({ view }) => view.threshold);
  const playing = useSlice(({ view }) => view.playing);
  const speed = useSlice(({ view }) => view.speed);
  const placement = useSlice(({ view }) => view.placement);
  const highlight = useSlice(({ view }) => view.highlight);
  const selection = useSlice(({ view }) => view.selection);
  const { walk, position, sentence } = useWalk();
  const asking = useAsking(walk, position);
  const { question, verdict } = asking;
  const walking = useWalking({
    walk,
    position,
    playing,
    speed,
    longestStep: LONGEST_STEP_MS,
    onThreshold: asking.go,
    onPlay: (on) => act({ type: "play", playing: on }),
  });
  /** The bar that was pointed at itself; then it is named in place of what happens at t. */
  const [named, setNamed] = useState<BarId | null>(null);
  const filled = useSlice(({ view }) => view.filled) && graph.vertices <= MOST_FILLED;
  const tool = useSlice(({ view }) => view.tool);
  const tieRule = useSlice(({ view }) => view.tieRule);
  const stretch = useSlice(({ view }) => view.stretch);
  const present = useSlice(({ view }) => view.present);
  const setValues = useSetValues();
  const drawn = useMemo(
    () => (filled ? filledBars(bars, topology.filled(graph, filter), direction) : bars),
    [topology, graph, filter, bars, filled, direction],
  );
  const rows = useMemo(() => rowsOf(drawn, direction, threshold), [drawn, direction, threshold]);
  const triangles = useMemo(
    () =>
      filled
        ? trianglesOf(graph, filter, direction).filter(({ value }) => hasArrived(value, threshold, direction))
        : NOTHING,
    [graph, filter, filled, direction, threshold],
  );
  const slopes = useMemo(
    () => (tool === "slopes" ? slopesForStage(topology, graph, filter, direction, tieRule) : null),
    [topology, graph, filter, tool, direction, tieRule],
  );
  const components = useMemo(() => {
    if (graph.vertices > MOST_HULLS) return NOTHING;
    const alive = rows.filter(({ bar, born, ended }) => !isLoop(bar.kind) && born && !ended);
    return alive.map((row): Component => {
      const { birthVertex } = row.bar;
      return { row, vertices: topology.componentAt(graph, filter, direction, birthVertex, threshold) };
    });
  }, [topology, graph, filter, rows, direction, threshold]);
  const pointed = highlight?.type === "bar" ? barNamed(bars, highlight.id) : null;
  const isNamed = highlight?.type === "bar" && highlight.id === named;
  const row = isNamed ? rows.find(({ bar }) => bar.id === named) : undefined;
  const told = row?.born ? asSeen(row, threshold === null) : null;
  const cycle = useMemo(
    () => (pointed && isLoop(pointed.kind) ? topology.cycle(graph, filter, pointed) : NOTHING),
    [topology, graph, filter, pointed],
  );
  const domain = domainOf(shown);
  const colours = useMemo(() => (stretch ? rangeOf(filter) : domain), [stretch, filter, domain]);
  const loops = rows
    .filter(({ bar, born, ended }) => isLoop(bar.kind) && born && !ended)
    .reduce((sum, { bar }) => sum + bar.multiplicity, 0);
  return (
    <>
      <div class="stage-top">
        <StageTools />
        <dl class="stage-counts">
          <Count name="β" index="0" title="Components" value={walk.components[position] ?? 0} />
          <Count
            name="β"
            index="1"
            title="Independent loops"
            value={filled ? loops : position < 0 ? 0 : loopsAt(walk, position)}
          />
        </dl>
      </div>
      <div class="stage-room">
        <Stage
          id={useOwnId()}
          graph={graph}
          filter={filter}
          walk={walk}
          position={position}
          threshold={threshold}
          sentence={sentence}
          domain={domain}
          colours={colours}
          rows={rows}
          components={components}
          layout={useLayout(graph, positions)}
          placement={placement}
          highlight={highlight}
          selection={selection}
          cycle={cycle}
          triangles={triangles.map(({ vertices }) => vertices)}
          slopes={slopes}
          walking={walking}
          large={present}
          onHighlight={(next) => {
            act({ type: "highlight", highlight: next });
            setNamed(null);
          }}
          onPoint={(id) => {
            act({ type: "highlight", highlight: id === null ? null : { type: "bar", id } });
            setNamed(id);
          }}
          onSelect={(vertex) => {
            if (vertex === null || !asking.answer(vertex)) act({ type: "select", vertex });
          }}
          onValue={(vertex, value, gesture) => {
            const values = [...filter];
            values[vertex] = value;
            setValues?.(values, gesture);
          }}
          onCancel={() => act({ type: "undo" })}
        />
      </div>
      <div class="stage-foot">
        <button
          type="button"
          class="stage-play"
          aria-label={playing ? "Pause" : "Play"}
          disabled={walk.values.length === 0}
          onClick={() => act({ type: "play", playing: !playing })}
        >
          {playing ? <PauseIcon /> : <PlayIcon />}
        </button>
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
            {told ? `${describeBar(told, graph)}.` : verdict + sentence}
          </p>
        )}
        <AskSwitch />
        <output class="stage-where">
          <i>K</i>
          <sup>{position + 1}</sup> of {walk.values.length}
        </output>
      </div>
    </>
  );
}

interface CountProps {
  readonly name: string;
  readonly index: string;
  readonly title: string;
  readonly value: number;
}

function Count({ name, index, title, value }: CountProps): JSX.Element {
  return (
    <div title={title}>
      <dt aria-label={title}>
        {name}
        <sub>{index}</sub>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}
