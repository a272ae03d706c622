import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Graph } from "../../../domain/graph/graph";
import {
  describeRound,
  describeStep,
  pairsOf,
  roundsOf,
  simplexNames,
  stateAfter,
} from "../../../domain/persistence/reduction";
import type { Trace } from "../../../protocol";
import { describePairs } from "./describePairs";
import { MatrixTable } from "./MatrixTable";
import { StepControls } from "./StepControls";
import type { Stepping } from "./stepping";

interface RoundsProps {
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly trace: Trace;
  readonly stepping: Stepping;
}

/**
 * The parallel algorithm: each column has a lane, and in each round every unfinished column takes one step.
 */
export function Rounds({ graph, filter, trace, stepping }: RoundsProps): JSX.Element {
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
