import type { JSX } from "preact";
import { useSlice } from "../../../ui/context";
import { inWords } from "./Course";
import { EXERCISES } from "./exercises";
import { COURSE_OUTLINES, isDone, MAIN_PATH, progressOf } from "./lessons";
import type { OpenCard } from "./lessons";
import { useGo, useOutlines, useOpened } from "./useLesson";

/** A dot for each lesson of the main path and for an own one; the open one is longer. */
export function Progress(): JSX.Element {
  const lessons = [...MAIN_PATH, ...useOutlines().slice(COURSE_OUTLINES.length)];
  const opened = useOpened();
  const answers = useSlice((state) => state.answers);
  const go = useGo();
  return (
    <nav class="lesson-progress" aria-label="Lessons">
      <ol>
        {lessons.map((lesson, i) => {
          const progress = progressOf(lesson, answers);
          const name = `Lesson ${i + 1}: ${lesson.title}, ${inWords(progress)}`;
          return (
            <li key={lesson.id}>
              <button
                type="button"
                class={isDone(progress) ? "lesson-dot is-done" : "lesson-dot"}
                aria-label={name}
                title={name}
                aria-current={lesson.id === opened?.lesson.id ? "step" : undefined}
                onClick={() => go({ lesson: lesson.id, card: 0 })}
              />
            </li>
          );
        })}
      </ol>
      <span class="lesson-meta number">{whereIn(opened)}</span>
    </nav>
  );
}

function whereIn(opened: OpenCard | null): string {
  if (!opened) return `${MAIN_PATH.length} lessons`;
  if (opened.lesson.id === EXERCISES) return "exercises";
  if (opened.index >= COURSE_OUTLINES.length) return "Own lesson";
  return opened.lesson.deeper ? "deeper" : `lesson ${opened.index + 1} of ${MAIN_PATH.length}`;
}
