import type { JSX } from "preact";
import { useSlice } from "../../../ui/context";
import { inWords } from "./Course";
import { COURSE_OUTLINES, isDone, progressOf } from "./lessons";
import { useGo, useOutlines, useOpened } from "./useLesson";

/** A dot for each lesson; the open one is longer. */
export function Progress(): JSX.Element {
  const lessons = useOutlines();
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
                aria-current={i === opened?.index ? "step" : undefined}
                onClick={() => go({ lesson: lesson.id, card: 0 })}
              />
            </li>
          );
        })}
      </ol>
      <span class="lesson-meta number">
        {opened && opened.index >= COURSE_OUTLINES.length
          ? "Own lesson"
          : opened
            ? `lesson ${opened.index + 1} of ${COURSE_OUTLINES.length}`
            : `${COURSE_OUTLINES.length} lessons`}
      </span>
    </nav>
  );
}
