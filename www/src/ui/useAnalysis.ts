// Answers of the inspecting engine, requested again whenever the weights in view change.

import { useEffect, useRef, useState } from "preact/hooks";
import { useApp, useSlice } from "./context";
import { messageOf, formatCount } from "../domain/text/format";
import type { Calls, Compared } from "../engine/calls";
import type { AnalysisResult, AnalysisCall, QuestionArgs } from "../services/inspection/analysisEngine";
import { filterInView } from "../store/selectors";
import type { State } from "../store/state";

/** Questions whose answers do not depend on the filter in view. */
const ABOUT_ALL_FILTERS: ReadonlySet<AnalysisCall> = new Set<AnalysisCall>(["scores", "filterAgreement"]);

export interface AnalysisState<T> {
  /** The last answer to this question, possibly for earlier weights; null: none yet. */
  readonly result: AnalysisResult<T> | null;
  /** Whether a newer answer is pending. */
  readonly waiting: boolean;
  readonly error: string | null;
}

/**
 * The weights in view as a key: it changes with every epoch during training, and with every step while training is paused.
 */
function weightsKey({ run, view, engine, data }: State): string {
  if (!run?.held || engine.status !== "ready" || !data) return "";
  const now = run.phase === "running" ? `epoch ${run.snapshots.at(-1)}` : `step ${run.stepsDone}`;
  return `${data.summary.name} ${run.id} ${view.epoch ?? now}`;
}

/**
 * The answer to a question; `args` null: no question. The previous answer stays in view until the next one arrives, and is
 * discarded with the question, or with the filter in view.
 */
export function useAnalysis<Name extends AnalysisCall>(
  name: Name,
  args: QuestionArgs<Name> | null,
  urgent = true,
  /** Further dependencies of the question, besides the weights in view. */
  beside: readonly Compared[] = [],
): AnalysisState<Calls[Name]["answer"]> {
  type Answer = AnalysisState<Calls[Name]["answer"]>;
  const { services } = useApp();
  const weights = useSlice(weightsKey);
  const filter = useSlice((state) => (ABOUT_ALL_FILTERS.has(name) ? null : filterInView(state)));
  const question = args === null ? null : JSON.stringify([name, args, filter]);
  const [state, setState] = useState<Answer & { question: string | null }>({
    question: null,
    result: null,
    waiting: false,
    error: null,
  });
  /** Repeats the request, immediately or after the pending answer arrives, so that slow answers are shown, too. */
  const again = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (args === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    let busy = false;
    let moved = false;
    const put = (change: Partial<Answer>): void =>
      setState((before) => ({
        result: before.question === question ? before.result : null,
        waiting: false,
        error: null,
        ...change,
        question,
      }));
    const ask = async (): Promise<void> => {
      busy = true;
      do {
        moved = false;
        put({ waiting: true });
        const change = await services.analysis.ask(name, args, { signal, urgent, beside }).then(
          (result) => (result ? { result } : {}),
          (error: unknown) => ({ error: messageOf(error) }),
        );
        if (signal.aborted) return;
        put({ ...change, waiting: moved });
      } while (moved);
      busy = false;
    };
    again.current = () => {
      moved = true;
      if (!busy) void ask();
    };
    return () => abort.abort();
    // The question contains all arguments and the filter.
  }, [services, name, question, urgent]);
  useEffect(() => {
    if (weights !== "" && question !== null) again.current();
  }, [weights, question, urgent]);
  return state.question === question ? state : { result: null, waiting: question !== null, error: null };
}

// Texts about a response of the model: the epoch of its weights, and the reason for a missing response.

export function isUntrained({ epoch, step }: AnalysisResult<unknown>): boolean {
  return (epoch ?? step) === 0;
}

/** "Epoch 12" */
export function weightsOf(result: AnalysisResult<unknown>): string {
  if (isUntrained(result)) return "Untrained";
  return result.epoch === null ? `Step ${formatCount(result.step)}` : `Epoch ${formatCount(result.epoch)}`;
}

/** The placeholder for a missing response. */
export function standing(waiting: boolean, error: string | null): string {
  if (error !== null) return `The model cannot be evaluated: ${error}`;
  return waiting ? "Evaluating the model …" : "The engine does not have this model.";
}
