import { useState } from "preact/hooks";
import { useAct, useApp, useShown, useSlice } from "../../../ui/context";
import { nextQuestion, questionAt } from "../../../domain/text/asking";
import type { AskedOf, MergeQuestion } from "../../../domain/text/asking";
import { positionAt, thresholdAt } from "../../../domain/persistence/filtration";
import type { Walk } from "../../../domain/persistence/filtration";

export interface Asking {
  /** The open question; null: none. */
  readonly question: MergeQuestion | null;
  /** The result of the answer, before the sentence: "Yes.", "No.", or nothing. */
  readonly verdict: string;
  /** Moves t, up to the next question. */
  go(threshold: number | null): void;
  /** Answers with the component of a vertex; false: the vertex is in none of the meeting components. */
  answer(vertex: number): boolean;
  /** Shows the correct answer. */
  show(): void;
}

interface AskedPosition {
  readonly walk: Walk;
  readonly position: number;
}

/** Stops before components meet: choose the one that ends. Moving t elsewhere cancels the question. */
export function useAsking(walk: Walk, position: number): Asking {
  const { topology } = useApp();
  const act = useAct();
  const { graph, filtration } = useShown();
  const asks = useSlice(({ view }) => view.asks);
  /** The target of the interrupted move. */
  const [stopped, setStopped] = useState<AskedPosition | null>(null);
  const [shown, setShown] = useState<(AskedPosition & { readonly verdict: string }) | null>(null);
  const isHere = (place: AskedPosition | null): boolean =>
    place?.walk === walk && place.position === position;
  const scene: AskedOf = {
    graph,
    filter: filtration?.filter ?? new Float32Array(),
    componentAt: (vertex, threshold) =>
      topology.componentAt(graph, filtration!.filter, walk.direction, vertex, threshold),
    joins: (bar) => topology.joins(graph, filtration!.filter, bar),
  };
  const question = asks && isHere(stopped) ? questionAt(walk, position + 1, scene) : null;
  const reveal = (right: boolean, verdict: string): void => {
    const next = position + 1;
    setStopped(null);
    setShown({ walk, position: next, verdict });
    act({ type: "scored", right });
    act({ type: "view", change: { threshold: thresholdAt(walk, next) } });
  };
  return {
    question,
    verdict: shown && isHere(shown) ? shown.verdict : "",
    go(threshold) {
      const to = positionAt(walk, threshold);
      const found = asks ? nextQuestion(walk, position, to, scene) : null;
      if (!found) {
        act({ type: "view", change: { threshold } });
        return;
      }
      const before = found.position - 1;
      setStopped({ walk, position: before });
      act({ type: "view", change: { playing: false } });
      if (before !== position) act({ type: "view", change: { threshold: thresholdAt(walk, before) } });
    },
    answer(vertex) {
      const chosen = question?.candidates.find(({ vertices }) => vertices.has(vertex));
      if (chosen) reveal(chosen.right, chosen.right ? "Yes. " : "No. ");
      return chosen !== undefined;
    },
    show: () => reveal(false, ""),
  };
}
