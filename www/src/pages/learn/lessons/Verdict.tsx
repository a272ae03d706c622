import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { unbroken } from "./marks";

interface VerdictProps {
  readonly right: boolean;
  /** The user has found it, as opposed to “Show me”. */
  readonly found: boolean;
  readonly why: string;
}

interface RoomProps {
  /** All possible replies: the longest one determines the height, so that an answer moves nothing. */
  readonly replies: readonly string[];
  readonly children: ComponentChildren;
}

/** The place of the reply. */
export function VerdictRoom({ replies, children }: RoomProps): JSX.Element {
  const place = useRef<HTMLParagraphElement>(null);
  const isGiven = Boolean(children);
  const was = useRef(isGiven);
  // In the smallest windows, a long reply is below the window.
  useEffect(() => {
    if (isGiven && !was.current) place.current?.scrollIntoView({ block: "nearest" });
    was.current = isGiven;
  }, [isGiven]);
  return (
    <div class="lesson-verdicts">
      <p ref={place} class="lesson-verdict" aria-live="polite">
        {children}
      </p>
      {replies.map((text) => (
        <p key={text} class="lesson-verdict-room" aria-hidden="true">
          <b>Correct answer.</b> {unbroken(text)}
        </p>
      ))}
    </div>
  );
}

/** The reply to an answer. */
export function Verdict({ right, found, why }: VerdictProps): JSX.Element {
  const word = right ? (found ? "Yes." : "Correct answer.") : "No.";
  return (
    <span class={right ? "is-right" : "is-wrong"}>
      <b>{word}</b> {unbroken(why)}
    </span>
  );
}
