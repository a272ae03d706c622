import type { ComponentType, JSX } from "preact";
import { useAct, useSlice } from "../context";
import { lazily } from "../shell/lazily";
import { TOPICS } from "../../store/state";
import type { Topic } from "../../store/state";
import { Switch } from "../shell/Switch";
import type { SwitchChoice } from "../shell/Switch";
import { TrainPanel } from "../train/TrainPanel";
import { ClassesPanel } from "./ClassesPanel";
import { FailPanel } from "./FailPanel";
import { RunsPanel } from "../runs/RunsPanel";
import { CoordinatesPanel } from "./CoordinatesPanel";
import { LearnedPanel } from "./LearnedPanel";
import { WhyPanel } from "./WhyPanel";
import "./model.css";
import "./learned/learned.css";
import "./why/why.css";
import "./fail/fail.css";
import "./classes/classes.css";
import "./coordinates/coordinates.css";

const TITLES: Readonly<Record<Topic, string>> = {
  filter: "Filter",
  classes: "Classes",
  hats: "Coordinate functions",
  map: "Map",
  compare: "Compare",
  folds: "Folds",
  runs: "Runs",
};
const CHOICES: readonly SwitchChoice<Topic>[] = TOPICS.map((id) => ({ id, title: TITLES[id] }));
/** A run log has channels in place of coordinate functions. */
const LOG_CHOICES = CHOICES.map((choice) =>
  choice.id === "hats" ? { ...choice, title: "Channels" } : choice,
);

// Loaded lazily: few visitors train all folds.
const FoldsPanel = lazily(() => import("./folds/FoldsPanel").then((module) => module.FoldsPanel));

const PANELS: Readonly<Record<Topic, ComponentType>> = {
  filter: LearnedPanel,
  classes: ClassesPanel,
  hats: CoordinatesPanel,
  map: lazily(
    () => import("./map/MapPanel").then((module) => module.MapPanel),
    <section class="model-panel" />,
  ),
  compare: lazily(
    () => import("./compare/ComparePanel").then((module) => module.ComparePanel),
    <section class="model-panel" />,
  ),
  folds: FoldsPanel,
  runs: RunsPanel,
};

/** Questions to a model: its errors, its learned filter, and the reasons for its prediction of a graph. */
export function ModelPage(): JSX.Element {
  const act = useAct();
  // A run file needs no run.
  const run = useSlice((state) => state.run !== null || state.folds !== null);
  const loading = useSlice((state) => state.loading?.name ?? null);
  const topic = useSlice(({ view }) => view.topic);
  const logged = useSlice((state) => state.run?.summary.logged != null);
  const Middle = PANELS[topic];
  return (
    <main class="model-page">
      {run ? (
        <>
          <FailPanel />
          <div class="model-middle">
            <Switch
              legend="Questions about the data set"
              choices={logged ? LOG_CHOICES : CHOICES}
              chosen={topic}
              onChoose={(id) => act({ type: "view", change: { topic: id } })}
              class="model-topics"
            />
            <Middle />
          </div>
          <WhyPanel />
        </>
      ) : (
        <p class="model-empty">
          {loading === null
            ? "Choose a data set above and train a model. This page then shows its misclassified graphs, its learned filter and the bars behind each prediction."
            : `Loading ${loading} …`}
        </p>
      )}
      <div class="model-train">
        <TrainPanel compact />
      </div>
    </main>
  );
}
