import type { JSX } from "preact";
import { useSlice } from "../../ui/context";
import { FEATURES, stageOf } from "../../domain/graph/subject";
import { hasTool } from "../../store/choices";
import { stageInView } from "../../store/selectors";
import { PointsPanel } from "./points/lazyPoints";
import { lazily } from "../../ui/lazily";
import { toolToCome } from "./lessons/lessons";
import { LessonPanel } from "./lessons/LessonPanel";
import { StagePanel } from "./StagePanel";
import { Welcome } from "./Welcome";

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
  const reserved = useSlice((state) => toolToCome(state) !== null);
  // From the state, so that the layout does not change when the tool is loaded.
  const brief = useSlice(({ view }) => view.tool === "values" || view.tool === "slopes");
  const present = useSlice(({ view }) => view.present);
  return (
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
  );
}
