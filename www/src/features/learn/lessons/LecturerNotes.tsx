import type { JSX } from "preact";
import type { LecturerNote } from "../../../store/lesson";

export function LecturerNotes({ ask, misunderstanding }: LecturerNote): JSX.Element {
  return (
    <details class="lesson-notes">
      <summary>For the lecturer</summary>
      <dl>
        <dt>Question for the class</dt>
        <dd>{ask}</dd>
        <dt>Common misunderstanding</dt>
        <dd>{misunderstanding}</dd>
      </dl>
    </details>
  );
}
