import type { JSX } from "preact";
import { useSlice } from "../../../ui/context";
import { COURSE_OUTLINES, lessonsWith, loadCourse } from "./lessons";

interface LecturerNotesProps {
  /** The id of the lesson. */
  readonly lesson: string;
  /** Only the note of this card, and on the first one those of the whole lesson; without it, all notes. */
  readonly card?: number;
}

/** The notes of a lesson for its lecturer. The browser fetches those of the course when the user opens them. */
export function LecturerNotes({ lesson, card }: LecturerNotesProps): JSX.Element | null {
  const own = useSlice(({ ownLesson }) => ownLesson);
  const known = lessonsWith(own).find(({ id }) => id === lesson);
  const isInCourse = COURSE_OUTLINES.some(({ id }) => id === lesson);
  const notes = card === undefined || card === 0 ? known?.notes : null;
  const ofCards = [...(known?.cards.entries() ?? [])].flatMap(([at, { note }]) =>
    note !== null && (card === undefined || at === card) ? [{ at, note }] : [],
  );
  const mayHaveNotes = isInCourse && (card === undefined || card === 0);
  if (!mayHaveNotes && !notes && ofCards.length === 0) return null;
  return (
    <details class="lesson-notes" onToggle={() => void loadCourse()}>
      <summary>For the lecturer</summary>
      <dl>
        {notes && (
          <>
            <dt>Question for the class</dt>
            <dd>{notes.ask}</dd>
            <dt>Common misunderstanding</dt>
            <dd>{notes.misunderstanding}</dd>
          </>
        )}
        {ofCards.map(({ at, note }) => (
          <div key={at}>
            <dt>{card === undefined ? `Card ${at + 1}` : "This card"}</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
