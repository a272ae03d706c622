import type { JSX } from "preact";
import { useSlice } from "../../../ui/context";
import { lessonsWith, loadCourse } from "./lessons";

/** The notes of a lesson, by its id. The browser fetches them when the user opens them. */
export function LecturerNotes({ lesson }: { readonly lesson: string }): JSX.Element {
  const own = useSlice(({ ownLesson }) => ownLesson);
  const notes = lessonsWith(own).find(({ id }) => id === lesson)?.notes;
  return (
    <details class="lesson-notes" onToggle={() => void loadCourse()}>
      <summary>For the lecturer</summary>
      {notes && (
        <dl>
          <dt>Question for the class</dt>
          <dd>{notes.ask}</dd>
          <dt>Common misunderstanding</dt>
          <dd>{notes.misunderstanding}</dd>
        </dl>
      )}
    </details>
  );
}
