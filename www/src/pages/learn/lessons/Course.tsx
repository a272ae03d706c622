import type { JSX } from "preact";
import { useApp, useSlice } from "../../../ui/context";
import type { LessonOutline } from "../../../store/lesson";
import { pathsOf, progressOf } from "./lessons";
import type { Path, Progress } from "./lessons";
import { LecturerNotes } from "./LecturerNotes";
import { openLesson } from "./openLesson";
import { useGo, useOutlines } from "./useLesson";

/** All lessons with their length, idea and progress. */
export function Course(): JSX.Element {
  const app = useApp();
  const lessons = useOutlines();
  const answers = useSlice((state) => state.answers);
  const go = useGo();
  return (
    <div class="lesson-scroll lesson-course">
      {pathsOf(lessons).map((path) => (
        <section key={path.title} aria-label={path.title}>
          <h2 class="lesson-title" tabIndex={-1}>
            {path.title}
          </h2>
          <p class="lesson-text">
            {path.lessons.length} lessons, {minutesOf(path)} minutes. Each lesson has one idea, a question,
            and a new example to try it on.
          </p>
          <ol class="lesson-list">
            {path.lessons.map((lesson) => (
              <Entry
                key={lesson.id}
                lesson={lesson}
                progress={progressOf(lesson, answers)}
                onOpen={() => go({ lesson: lesson.id, card: 0 })}
              />
            ))}
          </ol>
        </section>
      ))}
      <button type="button" class="button" onClick={() => openLesson(app)}>
        Open a lesson file…
      </button>
    </div>
  );
}

function minutesOf({ lessons }: Path): number {
  return lessons.reduce((sum, { minutes }) => sum + minutes, 0);
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
      <LecturerNotes lesson={lesson.id} />
    </li>
  );
}

/** The progress of a lesson as text. */
export function inWords({ questions, answered, right }: Progress): string {
  if (answered === 0) return "not started";
  if (answered < questions) return `${answered} of ${questions} questions answered`;
  return `done, ${right} of ${questions} right`;
}
