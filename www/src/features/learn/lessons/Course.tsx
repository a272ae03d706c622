import type { JSX } from "preact";
import { useApp, useSlice } from "../../context";
import type { LessonOutline } from "../../../store/lesson";
import { progressOf } from "./lessons";
import type { Progress } from "./lessons";
import { LecturerNotes } from "./LecturerNotes";
import { openLesson } from "./openLesson";
import { useGo, useOutlines } from "./useLesson";

/** All lessons with their length, idea and progress. */
export function Course(): JSX.Element {
  const app = useApp();
  const lessons = useOutlines();
  const answers = useSlice((state) => state.answers);
  const go = useGo();
  const progress = lessons.map((lesson) => progressOf(lesson, answers));
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  return (
    <div class="lesson-scroll lesson-course">
      <h2 class="lesson-title" tabIndex={-1}>
        Persistent homology on graphs
      </h2>
      <p class="lesson-text">
        {lessons.length} lessons, {minutes} minutes. Each lesson has one idea, a question, and a new graph to
        try it on.
      </p>
      <ol class="lesson-list">
        {lessons.map((lesson, i) => (
          <Entry
            key={lesson.id}
            lesson={lesson}
            progress={progress[i]!}
            onOpen={() => go({ lesson: lesson.id, card: 0 })}
          />
        ))}
      </ol>
      <button type="button" class="button" onClick={() => openLesson(app)}>
        Open a lesson file…
      </button>
    </div>
  );
}

interface EntryProps {
  readonly lesson: LessonOutline;
  readonly progress: Progress;
  readonly onOpen: () => void;
}

function Entry({ lesson, progress, onOpen }: EntryProps): JSX.Element {
  return (
    <li>
      <button type="button" class="lesson-entry" onClick={onOpen}>
        <span class="lesson-entry-title">{lesson.title}</span>
        <span class="lesson-meta number">{lesson.minutes} min</span>
        <span class="lesson-entry-idea">{lesson.idea}</span>
        {progress.answered > 0 && <span class="lesson-entry-progress">{inWords(progress)}</span>}
      </button>
      <LecturerNotes {...lesson.notes} />
    </li>
  );
}

/** The progress of a lesson as text. */
export function inWords({ questions, answered, right }: Progress): string {
  if (answered === 0) return "not started";
  if (answered < questions) return `${answered} of ${questions} questions answered`;
  return `done, ${right} of ${questions} right`;
}
