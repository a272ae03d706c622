import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAct, useShown } from "../../../ui/context";
import { describeCandidate, describeQuestion } from "../../../domain/text/asking";
import type { MergeQuestion } from "../../../domain/text/asking";
import type { BarId } from "../../../domain/graph/graph";
import type { Asking } from "./useAsking";

interface AskBoxProps {
  readonly asking: Asking;
  readonly question: MergeQuestion;
  /** The bar of the component that this vertex created. */
  readonly barOf: (birthVertex: number) => BarId | null;
}

/** The question and its components: answers by button, by number key, or in the drawing. */
export function AskBox({ asking, question, barOf }: AskBoxProps): JSX.Element {
  const act = useAct();
  const { graph } = useShown();
  const box = useRef<HTMLDivElement>(null);
  const light = (vertex: number | null): void => {
    const id = vertex === null ? null : barOf(vertex);
    act({ type: "view", change: { highlight: id === null ? null : { type: "bar", id } } });
  };
  const choose = (vertex: number | null): void => {
    light(null);
    // The pressed button disappears, so focus moves to the handle of t.
    if (box.current?.contains(document.activeElement)) {
      stageOf(box.current)?.querySelector<HTMLElement>(".stage-handle")?.focus();
    }
    if (vertex === null) asking.show();
    else asking.answer(vertex);
  };
  useEffect(() => {
    const stage = stageOf(box.current);
    const keyDown = (event: Event): void => {
      const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
      const candidate = question.candidates[Number(key) - 1];
      if (!candidate || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      choose(candidate.birthVertex);
    };
    stage?.addEventListener("keydown", keyDown);
    return () => stage?.removeEventListener("keydown", keyDown);
  });
  return (
    <div class="ask-box" ref={box}>
      <p class="stage-sentence" aria-live="polite">
        {describeQuestion(question, graph)}
      </p>
      <div class="ask-choices" role="group" aria-label={`Which component ${question.asks}?`}>
        {question.candidates.map((candidate, i) => (
          <button
            key={candidate.birthVertex}
            type="button"
            class="button"
            aria-keyshortcuts={String(i + 1)}
            onPointerEnter={() => light(candidate.birthVertex)}
            onPointerLeave={() => light(null)}
            onFocus={() => light(candidate.birthVertex)}
            onBlur={() => light(null)}
            onClick={() => choose(candidate.birthVertex)}
          >
            <kbd aria-hidden="true">{i + 1}</kbd> {describeCandidate(candidate, graph)}
          </button>
        ))}
        <button type="button" class="button quiet" onClick={() => choose(null)}>
          Show me
        </button>
      </div>
    </div>
  );
}

const stageOf = (element: HTMLElement | null): Element | null => element?.closest(".stage-panel") ?? null;
