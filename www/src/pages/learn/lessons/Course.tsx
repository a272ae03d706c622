import type { JSX } from "preact";
import { useApp, useSlice } from "../../../ui/context";
import type { LessonOutline } from "../../../store/lesson";
import { COURSE_OUTLINES, DEEPER, MAIN_PATH, progressOf } from "./lessons";
import type { LessonProgress } from "./lessons";
import { LecturerNotes } from "./LecturerNotes";
import { MakerDoor } from "./maker/MakerDoor";
import { openLesson } from "./openLesson";
import { Pipeline } from "./Pipeline";
import { ExercisesDoor } from "./Topics";
import { useGo, useOutlines } from "./useLesson";

/** All lessons with their length, idea and progress; those beside the main path are folded. */
export function Course(): JSX.Element {
  const app = useApp();
  const own = useOutlines().slice(COURSE_OUTLINES.length);
  return (
    <div class="lesson-scroll lesson-course">
      <h2 class="lesson-title" tabIndex={-1}>
        From a flood to a network
      </h2>
      <p class="lesson-text">
        {lengthOf(MAIN_PATH)} of persistent homology. Each has one idea, and a picture to try it on.
      </p>
      <Pipeline />
      <Entries lessons={MAIN_PATH} />
      <details class="lesson-deeper">
        <summary>Deeper, if you like: {lengthOf(DEEPER)}</summary>
        <Entries lessons={DEEPER} />
      </details>
      {own.length > 0 && <Entries lessons={own} />}
      <div class="maker-doors">
        <ExercisesDoor />
        <MakerDoor />
        <button type="button" class="button" onClick={() => openLesson(app)}>
          Open a lesson file…
        </button>
      </div>
    </div>
  );
}

function lengthOf(lessons: readonly LessonOutline[]): string {
  return `${lessons.length} lessons, ${lessons.reduce((sum, { minutes }) => sum + minutes, 0)} minutes`;
}

function Entries({ lessons }: { lessons: readonly LessonOutline[] }): JSX.Element {
  const answers = useSlice((state) => state.answers);
  const go = useGo();
  return (
    <ol class="lesson-list">
      {lessons.map((lesson) => (
        <Entry
          key={lesson.id}
          lesson={lesson}
          progress={progressOf(lesson, answers)}
          onOpen={() => go({ lesson: lesson.id, card: 0 })}
        />
      ))}
    </ol>
  );
}

interface EntryProps {
  readonly lesson: LessonOutline;
  readonly progress: LessonProgress;
  readonly onOpen: () => void;
}

function Entry({ lesson, progress, onOpen }: EntryProps): JSX.Element {
  return (
    <li>
      <button type="button" class="lesson-entry" onClick={onOpen}>
        <span class="lesson-entry-title">{lesson.title}</span>
        <span class="lesson-meta number">{lesson.minutes} min</span>
        {lesson.idea !== "" && <span class="lesson-entry-idea">{lesson.idea}</span>}
        {progress.answered > 0 && <span class="lesson-entry-progress">{inWords(progress)}</span>}
      </button>
      <LecturerNotes lesson={lesson.id} />
    </li>
  );
}

/** The progress of a lesson as text. */
export function inWords({ questions, answered, right }: LessonProgress): string {
  if (answered === 0) return "not started";
  if (answered < questions) return `${answered} of ${questions} questions answered`;
  return `done, ${right} of ${questions} right`;
}
