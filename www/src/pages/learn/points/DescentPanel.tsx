import type { JSX } from "preact";
import { useMemo, useEffect, useRef, useState } from "preact/hooks";
import { cloudIn } from "../../../domain/graph/subject";
import { useAct, useShown, useSlice, useApp } from "../../../ui/context";
import { pointLoss, TARGETS, descended } from "../../../domain/points/descent";
import type { PointCloud } from "../../../domain/graph/subject";
import type { GrowingPoints } from "../../../domain/persistence/filtration";
import { formatMinus } from "../../../domain/text/values";
import { TOOLS } from "../../../store/choices";
import { ToolFrame } from "../tools/ToolFrame";
import { describeDescent } from "./describeDescent";
import { boxOf } from "../../../domain/graph/graph";
import type { Box } from "../../../domain/graph/graph";
import type { PointLoss, DescentTarget } from "../../../domain/points/descent";

/** Moves the points by gradient descent on a loss of their bars. */
export function DescentPanel(): JSX.Element {
  const { subject, growing } = useShown();
  const cloud = cloudIn(subject);
  return (
    <ToolFrame title={TOOLS.descent.title}>
      {cloud && growing && <Targets cloud={cloud} growing={growing} />}
    </ToolFrame>
  );
}

function Targets({ cloud, growing }: { cloud: PointCloud; growing: GrowingPoints }): JSX.Element {
  const act = useAct();
  const target = useSlice(({ view }) => view.target);
  const loss = useMemo(() => pointLoss(target, growing.bars, cloud), [target, growing, cloud]);
  const descent = useDescent(cloud, target, loss);
  const { loss: formula } = TARGETS.find(({ id }) => id === target)!;
  return (
    <>
      <label class="points-field descent-target">
        <span>Target</span>
        <select
          value={target}
          onChange={({ currentTarget }) => {
            const chosen = TARGETS.find(({ id }) => id === currentTarget.value);
            if (chosen) act({ type: "view", change: { target: chosen.id } });
          }}
        >
          {TARGETS.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <p class="tool-formula">
        loss = {formula} = <b class="tool-number number">{formatMinus(loss.value)}</b>
      </p>
      <div class="descent-buttons">
        <button
          type="button"
          class="button primary"
          data-plays={!descent.running}
          onClick={() => (descent.running ? descent.stop() : descent.start())}
        >
          {descent.running ? "Stop" : "Start"}
        </button>
        <button type="button" class="button" onClick={() => descent.step()}>
          One step
        </button>
        <output class="number descent-steps">
          {descent.steps > 0 &&
            `step ${descent.steps}, loss ${formatMinus(descent.first)} → ${formatMinus(loss.value)}`}
        </output>
      </div>
      <p class="tool-text tool-sentence" aria-live={descent.running ? "off" : "polite"}>
        {describeDescent(target, loss)}
      </p>
      <p class="tool-text">
        A bar of a loop begins with an edge and ends with a triangle. Their points determine its length, so
        the length has a gradient. The arrows show − gradient. A step moves the points along the arrows,
        within the rectangle of the first points. Undo reverts all steps.
      </p>
      <p class="tool-text">
        Training is the same descent: there, the gradient of a bar continues from the values of its vertices
        to the weights of the network.
      </p>
    </>
  );
}

interface Descent {
  readonly running: boolean;
  /** The number of steps since the start. */
  readonly steps: number;
  /** The loss before these steps. */
  readonly first: number;
  start(): void;
  stop(): void;
  step(): void;
}

interface DescentRun {
  readonly gesture: string;
  readonly box: Box;
  readonly target: DescentTarget;
  readonly first: number;
  readonly steps: number;
  /** The points after these steps. */
  readonly cloud: PointCloud;
}

/** Slow enough to see how each step moves the points and the bar. */
const STEP_MS = 60;

let runs = 0;

/** Gradient descent on the points in view, step by step. All steps of a run are one undoable change. */
function useDescent(cloud: PointCloud, target: DescentTarget, loss: PointLoss): Descent {
  const { store, topology } = useApp();
  const act = useAct();
  const [running, setRunning] = useState(false);
  const [run, setRun] = useState<DescentRun | null>(null);
  // Other edits of the points and another target end the run.
  const current = run?.cloud === cloud && run.target === target ? run : null;

  const advance = (from: DescentRun | null): DescentRun | null => {
    const now = cloudIn(store.state.peek().document.subject);
    if (!now || (from && from.cloud !== now)) return null;
    const before = from ?? {
      gesture: `descent ${++runs}`,
      box: boxOf(now.coordinates),
      target,
      first: loss.value,
      steps: 0,
      cloud: now,
    };
    const { gradient } = pointLoss(target, topology.points(now).bars, now);
    if (gradient.every((slope) => slope === 0)) return null;
    const next = descended(now, gradient, before.steps, before.box);
    const after = { ...before, steps: before.steps + 1, cloud: next };
    act({ type: "points", cloud: next, gesture: before.gesture });
    setRun(after);
    return after;
  };
  const latest = useRef({ current, advance });
  latest.current = { current, advance };
  useEffect(() => {
    if (!running) return undefined;
    let now = latest.current.current;
    let last = -Infinity;
    const step = (at: number): void => {
      if (at - last < STEP_MS) {
        frame = requestAnimationFrame(step);
        return;
      }
      last = at;
      now = latest.current.advance(now);
      if (now) frame = requestAnimationFrame(step);
      else setRunning(false);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [running, target]);

  return {
    running,
    steps: current?.steps ?? 0,
    first: current?.first ?? loss.value,
    start: () => setRunning(true),
    stop: () => setRunning(false),
    step: () => advance(current),
  };
}
