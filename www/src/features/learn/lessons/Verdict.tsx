import type { JSX } from "preact";
import { unbroken } from "./marks";

interface VerdictProps {
  readonly right: boolean;
  /** The user has found it, as opposed to “Show me”. */
  readonly found: boolean;
  readonly why: string;
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
