import { useEffect, useRef, useState } from "preact/hooks";
import { useAct, useApp } from "../../../ui/context";
import { cloudIn } from "../../../domain/graph/subject";
import { boxOf } from "../../../domain/graph/graph";
import type { Box } from "../../../domain/graph/graph";
import { descended, pointLoss } from "../../../domain/points/descent";
import type { PointLoss, DescentTarget } from "../../../domain/points/descent";
import type { PointCloud } from "../../../domain/graph/subject";

export interface Descent {
  readonly running: boolean;
  /** The number of steps since the start. */
  readonly steps: number;
  /** The loss before these steps. */
  readonly first: number;
  start(): void;
  stop(): void;
  /** One step. */
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
export function useDescent(cloud: PointCloud, target: DescentTarget, loss: PointLoss): Descent {
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
