import type { JSX } from "preact";
import { useMemo, useState, useLayoutEffect, useRef, useEffect } from "preact/hooks";
import { useApp, useShown, useSlice } from "../../../ui/context";
import type { Graph } from "../../../domain/graph/graph";
import {
  MAX_SIMPLICES,
  roundsOf,
  simplicesOf,
  describeJoin,
  describeStep,
  pairsOf,
  simplexNames,
  stateAfter,
  parentsOf,
  describeRound,
} from "../../../domain/persistence/reduction";
import { tiedValues } from "../../../domain/persistence/slopes";
import type { TraceMode, Trace, TraceState } from "../../../protocol";
import { walkDirection } from "../../../store/selectors";
import { Switch } from "../../../ui/Switch";
import { describeRule } from "./describeSlopes";
import { NoFiltration, ToolFrame } from "./ToolFrame";
import { describePairs } from "./sentences";
import { MatrixTable } from "./MatrixTable";
import { IconButton } from "../../../ui/IconButton";

const WAYS: readonly { readonly id: TraceMode; readonly title: string }[] = [
  { id: "sequential", title: "Column by column" },
  { id: "word", title: "In rounds" },
];

/** The computation of the barcode, step by step. */
export function ReductionPanel(): JSX.Element {
  const { graph, filtration } = useShown();
  const simplices = simplicesOf(graph);
  return (
    <ToolFrame title="Reduction">
      {!filtration ? (
        <NoFiltration />
      ) : simplices > MAX_SIMPLICES ? (
        <p class="tool-text">
          This graph has {simplices} vertices and edges. Its reduction would not be readable: it is shown for
          at most {MAX_SIMPLICES}.
        </p>
      ) : (
        <Steps graph={graph} filter={filtration.filter} />
      )}
    </ToolFrame>
  );
}

function Steps({ graph, filter }: { graph: Graph; filter: Float32Array }): JSX.Element {
  const { topology } = useApp();
  const direction = useSlice(walkDirection);
  const [mode, setMode] = useState<TraceMode>("sequential");
  const trace = useMemo(
    () => topology.trace(graph, filter, direction, mode),
    [topology, graph, filter, direction, mode],
  );
  const inRounds = mode !== "sequential";
  const stepping = useStepping(trace, inRounds ? roundsOf(trace).length : trace.steps.length);
  const keyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    stepping.go(stepping.at + by);
  };
  return (
    <>
      <Switch
        class="tool-switch"
        legend="Order of column additions"
        choices={WAYS}
        chosen={mode}
        onChoose={setMode}
      />
      {tiedValues(filter) > 0 && <p class="tool-text">{describeRule("index", direction)}</p>}
      <div
        class="steps"
        role="group"
        aria-label="Steps: use the left and right arrow keys"
        onKeyDown={keyDown}
      >
        {inRounds ? (
          <Rounds graph={graph} filter={filter} trace={trace} stepping={stepping} />
        ) : (
          <ColumnSteps graph={graph} filter={filter} trace={trace} stepping={stepping} />
        )}
      </div>
    </>
  );
}

interface ColumnStepsProps {
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly trace: Trace;
  readonly stepping: Stepping;
}

/** The reduction column by column, next to union-find, which does the same. */
function ColumnSteps({ graph, filter, trace, stepping }: ColumnStepsProps): JSX.Element {
  const { at } = stepping;
  const names = useMemo(() => simplexNames(trace, graph), [trace, graph]);
  const state = useMemo(() => stateAfter(trace, at), [trace, at]);
  const before = useMemo(() => stateAfter(trace, Math.max(at - 1, 0)), [trace, at]);
  const step = at === 0 ? null : trace.steps[at - 1]!;
  const done = at === trace.steps.length;
  const entered = done ? trace.simplices.length : (step?.column ?? 0);
  return (
    <>
      <StepControls stepping={stepping} count={trace.steps.length} unit="step" />
      <div class="step-sentence" aria-live="polite">
        <p class="tool-text">
          {step
            ? describeStep(step, names)
            : "Each column has a 1 for each endpoint of its edge. The lowest 1 is its pivot, unless another column has that pivot."}
        </p>
        <p class="tool-text">
          {step
            ? describeJoin(step, names, step.kind === "add" ? before : state)
            : "In union-find, each vertex starts as a separate component."}
        </p>
      </div>
      <div class="side-by-side">
        <div>
          <h3 class="tool-heading">Boundary matrix</h3>
          <MatrixTable
            trace={trace}
            names={names}
            state={state}
            active={step ? [step.column] : []}
            sources={step?.kind === "add" ? [step.source] : []}
          />
        </div>
        <div>
          <h3 class="tool-heading">Union-find</h3>
          <Forest
            trace={trace}
            names={names}
            state={state}
            entered={entered}
            lit={step?.kind === "claim" ? step.pivot : step?.kind === "add" ? step.before[1] : null}
          />
        </div>
      </div>
      <p class="tool-text tool-sentence">{done && describePairs(pairsOf(trace, state), graph, filter)}</p>
    </>
  );
}

interface ForestProps {
  readonly trace: Trace;
  readonly names: readonly string[];
  readonly state: TraceState;
  /** Later simplices have not entered yet. */
  readonly entered: number;
  /** The vertex of the last step. */
  readonly lit: number | null;
}

const GAP = 36;
const RADIUS = 13;
const ROOM = 18;

/**
 * Union-find: an arc points from each vertex to an elder one; a vertex without an arc is the oldest of its
 * component.
 */
function Forest({ trace, names, state, entered, lit }: ForestProps): JSX.Element {
  const parents = parentsOf(state);
  const vertices = trace.simplices.flatMap(({ edge }, place) => (edge === null ? [place] : []));
  const x = new Map(vertices.map((place, i) => [place, ROOM + i * GAP]));
  const width = 2 * ROOM + Math.max(vertices.length - 1, 0) * GAP;
  // A curve reaches three quarters of the height of its control points.
  const height = 0.75 * riseOf(width - 2 * ROOM) + RADIUS + 2 * ROOM;
  const base = height - ROOM;
  const scroller = useRef<HTMLDivElement>(null);

  // Keeps the vertex of the step in view.
  useLayoutEffect(() => {
    const box = scroller.current!;
    const at = lit === null ? undefined : x.get(lit);
    if (at === undefined) return;
    if (at - ROOM < box.scrollLeft) box.scrollLeft = at - ROOM;
    else if (at + ROOM > box.scrollLeft + box.clientWidth) box.scrollLeft = at + ROOM - box.clientWidth;
  }, [state, lit]);

  const arcs = vertices.flatMap((place) => {
    const parent = parents[place] ?? null;
    return parent === null ? [] : [{ place, from: x.get(place)!, to: x.get(parent)!, parent }];
  });
  const descriptions = arcs.map(({ place, parent }) => `${names[place]} points to ${names[parent]}`);
  return (
    <div class="forest-scroll" ref={scroller} tabIndex={0} role="region" aria-label="Union-find">
      <svg
        class="forest"
        width={width}
        height={height}
        role="img"
        aria-label={
          descriptions.length === 0
            ? "No vertex points to another vertex yet."
            : `${descriptions.join(", ")}.`
        }
      >
        {arcs.map(({ place, from, to }) => {
          const rise = riseOf(from - to);
          const end = to + RADIUS * 0.5;
          const top = base - RADIUS;
          return (
            <g key={place} class={lit === place ? "arc is-active" : "arc"}>
              <path
                d={`M${from - RADIUS * 0.5} ${top}C${from - 8} ${top - rise} ${end + 8} ${top - rise} ${end} ${top}`}
              />
              <path class="arc-head" d={`M${end} ${top}l5 -7h-7z`} />
            </g>
          );
        })}
        {vertices.map((place) => (
          <g
            key={place}
            class={vertexClass(place > entered, (parents[place] ?? null) === null, lit === place)}
          >
            <circle cx={x.get(place)} cy={base} r={RADIUS} />
            <text x={x.get(place)} y={base} dy="0.35em">
              {names[place]}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The height of the control points of an arc with this width. */
const riseOf = (width: number): number => Math.min(0.7 * width, 120);

function vertexClass(waiting: boolean, eldest: boolean, active: boolean): string {
  return `forest-vertex${waiting ? " is-waiting" : eldest ? " is-eldest" : ""}${active ? " is-active" : ""}`;
}

interface RoundsProps {
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly trace: Trace;
  readonly stepping: Stepping;
}

/**
 * The parallel algorithm: each column has a lane, and in each round every unfinished column takes one step.
 */
function Rounds({ graph, filter, trace, stepping }: RoundsProps): JSX.Element {
  const { at } = stepping;
  const names = useMemo(() => simplexNames(trace, graph), [trace, graph]);
  const rounds = useMemo(() => roundsOf(trace), [trace]);
  const taken = at === 0 ? 0 : rounds[at - 1]!.at(-1)! + 1;
  const state = useMemo(() => stateAfter(trace, taken), [trace, taken]);
  const steps = at === 0 ? [] : rounds[at - 1]!.map((place) => trace.steps[place]!);
  return (
    <>
      <StepControls stepping={stepping} count={rounds.length} unit="round" />
      <p class="tool-text tool-sentence" aria-live="polite">
        {at === 0
          ? "Each column has a separate lane. In each round, every unfinished lane takes its column to the owner of its pivot row."
          : describeRound(steps, at)}
      </p>
      <MatrixTable
        trace={trace}
        names={names}
        state={state}
        active={steps.map(({ column }) => column)}
        sources={[]}
      />
      <ol class="lanes" aria-label={at === 0 ? "Lanes" : `Lanes of round ${at}`}>
        {steps.map((step, i) => (
          <li key={i}>{describeStep(step, names)}</li>
        ))}
      </ol>
      <p class="tool-text tool-sentence">
        {at === rounds.length && describePairs(pairsOf(trace, state), graph, filter)}
      </p>
    </>
  );
}

interface StepControlsProps {
  readonly stepping: Stepping;
  readonly count: number;
  /** "step" or "round" */
  readonly unit: string;
}

/** Buttons for the first, previous, next and last step, play and pause, and the position. */
function StepControls({ stepping, count, unit }: StepControlsProps): JSX.Element {
  const { at, playing, go, play } = stepping;
  const button = (label: string, path: string, disabled: boolean, act: () => void): JSX.Element => (
    <IconButton name={label} onUse={disabled ? null : act}>
      <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} fill="currentColor" />
      </svg>
    </IconButton>
  );
  return (
    <div class="step-controls">
      {button("First step", "M3 3h2v10H3zM13 3v10L6 8z", at === 0, () => go(0))}
      {button(`Previous ${unit}`, "M12 3v10L4 8z", at === 0, () => go(at - 1))}
      {playing
        ? button("Pause", "M4 3h3v10H4zM9 3h3v10H9z", false, () => play(false))
        : button("Play", "M4 2l10 6-10 6z", count === 0, () => play(true))}
      {button(`Next ${unit}`, "M4 3v10l8-5z", at === count, () => go(at + 1))}
      {button("Last step", "M11 3h2v10h-2zM3 3v10l7-5z", at === count, () => go(count))}
      <span class="step-count number">
        {unit} {at} of {count}
      </span>
    </div>
  );
}

interface Stepping {
  /** The number of completed steps. */
  readonly at: number;
  readonly playing: boolean;
  readonly go: (at: number) => void;
  readonly play: (on: boolean) => void;
}

/** Long enough to read the sentence of a step. */
const PACE = 1800;

/** The state of a step-by-step view; restarts for another sequence. */
function useStepping(key: unknown, count: number): Stepping {
  const [state, setState] = useState({ key, at: 0, playing: false });
  const { at, playing } = state.key === key ? state : { at: 0, playing: false };
  const going = playing && at < count;
  useEffect(() => {
    if (!going) return;
    const timer = setTimeout(() => setState({ key, at: at + 1, playing: true }), PACE);
    return () => clearTimeout(timer);
  }, [key, at, going]);
  return {
    at,
    playing: going,
    go: (to) => setState({ key, at: Math.min(Math.max(to, 0), count), playing: false }),
    play: (on) => setState({ key, at: on && at === count ? 0 : at, playing: on }),
  };
}
