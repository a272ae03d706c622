import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { useSlice } from "../../ui/context";
import type { Bar } from "../../domain/graph/graph";
import { FEATURES, stageOf } from "../../domain/graph/subject";
import { hasTool } from "../../store/choices";
import { stageInView } from "../../store/selectors";
import { PointsPanel } from "./points/lazyPoints";
import { lazily } from "../../ui/lazily";
import { DrawnBars } from "./drawnBars";
import { upcomingTool, isCourseLoaded } from "./lessons/lessons";
import { StagePanel } from "./StagePanel";
import { Welcome } from "./Welcome";
import { useEffect, useRef } from "preact/hooks";
import { Course } from "./lessons/Course";
import { useOpened } from "./lessons/useLesson";

// Fetched on first use: most visitors start with a lesson.
const TrainStrip = lazily(
  () => import("./TrainStrip").then((module) => module.TrainStrip),
  <div class="train-strip" />,
);
const ToolDrawer = lazily(
  () => import("./ToolDrawer").then((module) => module.ToolDrawer),
  <div class="tool-panel" />,
);

/**
 * One card, and one graph with its filtration and its bars. Translators of browsers replace texts, and later changes of a replaced text are
 * invisible. They may therefore translate the texts of a card, which never change, and nothing else of the page.
 */
export function LearnPage(): JSX.Element {
  const stage = useSlice(stageInView);
  const trains = useSlice(
    ({ view, displayed }) =>
      (view.tool === "train" && FEATURES[displayed.type].hasFilters) || FEATURES[displayed.type].isInDataset,
  );
  const lesson = useSlice(({ view }) => view.lesson !== null || view.making);
  const tool = useSlice(
    ({ view, displayed }) =>
      view.tool !== null && view.tool !== "train" && hasTool(stageOf(displayed), view.tool),
  );
  const reserved = useSlice((state) => upcomingTool(state) !== null);
  // From the state, so that the layout does not change when the tool is loaded.
  const brief = useSlice(({ view }) => view.tool === "values" || view.tool === "slopes");
  const present = useSlice(({ view }) => view.present);
  const drawn = useSignal<readonly Bar[] | null>(null);
  return (
    <DrawnBars.Provider value={drawn}>
      <main class={`learn${present ? " presented" : ""}${brief ? " brief-tool" : ""}`} id="main">
        <div class="learn-card">
          {!lesson && <Welcome />}
          <LessonPanel />
        </div>
        <div class="learn-stage" translate={false} data-pictured>
          {stage === "values" ? <StagePanel /> : <PointsPanel />}
          {trains && <TrainStrip />}
        </div>
        {tool && <ToolDrawer />}
        {reserved && (
          <div class="tool-panel reserved">
            <p class="tool-text">The answer opens a tool here.</p>
          </div>
        )}
      </main>
    </DrawnBars.Provider>
  );
}

// Fetched with the first lesson, as its contents are.
const LessonCard = lazily(() => import("./lessons/LessonCard").then((module) => module.LessonCard));

const Maker = lazily(() => import("./lessons/maker/Maker").then((module) => module.Maker));

/** The card of the open lesson, the maker of a lesson, or the list of lessons. */
function LessonPanel(): JSX.Element {
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
