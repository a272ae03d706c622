import type { ComponentChildren, JSX } from "preact";
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
  return (
    <div class="lesson-verdicts">
      <p class="lesson-verdict" aria-live="polite">
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
