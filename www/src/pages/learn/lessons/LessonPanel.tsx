import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Course } from "./Course";
import { useSlice } from "../../../ui/context";
import { lazily } from "../../../ui/lazily";
import { isCourseLoaded } from "./lessons";
import { useOpened } from "./useLesson";

// Fetched with the first lesson, as its contents are.
const LessonCard = lazily(() => import("./LessonCard").then((module) => module.LessonCard));

const Maker = lazily(() => import("./maker/Maker").then((module) => module.Maker));

/** The card of the open lesson, the maker of a lesson, or the list of lessons. */
export function LessonPanel(): JSX.Element {
  const opened = useOpened();
  const isLoading = useSlice(({ view }) => view.lesson !== null) && opened === null && !isCourseLoaded();
  const making = useSlice(({ view }) => view.making && view.lesson === null);
  const panel = useRef<HTMLElement>(null);
  const key = opened ? `${opened.place.lesson}:${opened.place.card}` : making ? "maker" : "course";
  const shown = useRef(key);
  // On the next card, focus moves to the card for screen readers; on opening, focus stays.
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    panel.current?.querySelector<HTMLElement>(".lesson-title")?.focus({ preventScroll: true });
    // If card and tool scroll together, the card can be out of view.
    panel.current?.querySelector(".lesson-head")?.scrollIntoView({ block: "nearest" });
  }, [key]);
  return (
    <section
      key={opened ? "card" : making ? "maker" : "course"}
      ref={panel}
      class="lesson-panel"
      aria-label="Lessons"
    >
      {opened && <LessonCard key={key} opened={opened} />}
      {!opened && making && <Maker />}
      {!opened && !making && !isLoading && <Course />}
    </section>
  );
}
