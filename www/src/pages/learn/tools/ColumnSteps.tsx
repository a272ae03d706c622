import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Graph } from "../../../domain/graph/graph";
import {
  describeJoin,
  describeStep,
  pairsOf,
  simplexNames,
  stateAfter,
} from "../../../domain/persistence/reduction";
import type { Trace } from "../../../protocol";
import { describePairs } from "./describePairs";
import { Forest } from "./Forest";
import { MatrixTable } from "./MatrixTable";
import { StepControls } from "./StepControls";
import type { Stepping } from "./stepping";

interface ColumnStepsProps {
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly trace: Trace;
  readonly stepping: Stepping;
}

/** The reduction column by column, next to union-find, which does the same. */
export function ColumnSteps({ graph, filter, trace, stepping }: ColumnStepsProps): JSX.Element {
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
