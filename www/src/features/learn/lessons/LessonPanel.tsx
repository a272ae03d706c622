import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Course } from "./Course";
import { LessonCard } from "./LessonCard";
import { useOpened } from "./useLesson";

/** The card of the lesson that is open, or all lessons. */
export function LessonPanel(): JSX.Element {
  const opened = useOpened();
  const panel = useRef<HTMLElement>(null);
  const key = opened ? `${opened.place.lesson}:${opened.place.card}` : "course";
  const shown = useRef(key);
  // Who goes on is read the new card; who has just come keeps the focus where it is.
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    panel.current?.querySelector<HTMLElement>(".lesson-title")?.focus({ preventScroll: true });
    // Where card and tool scroll together, the card may be above what is seen.
    panel.current?.querySelector(".lesson-head")?.scrollIntoView({ block: "nearest" });
  }, [key]);
  return (
    <section key={opened ? "card" : "course"} ref={panel} class="lesson-panel" aria-label="Lessons">
      {opened ? <LessonCard key={key} opened={opened} /> : <Course />}
    </section>
  );
}
