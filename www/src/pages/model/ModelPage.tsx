import type { ComponentType, JSX } from "preact";
import { useAct, useSlice } from "../../ui/context";
import { TOPICS } from "../../store/state";
import type { Topic } from "../../store/state";
import { Switch } from "../../ui/Switch";
import type { SwitchChoice } from "../../ui/Switch";
import { TrainPanel } from "../../ui/train/TrainPanel";
import { ClassesPanel } from "./ClassesPanel";
import { FailPanel } from "./FailPanel";
import { RunsPanel } from "./RunsPanel";
import { CoordinatesPanel } from "./CoordinatesPanel";
import { LearnedPanel } from "./LearnedPanel";
import { WhyPanel } from "./WhyPanel";
import "./model.css";
import "./learned/learned.css";
import "./why/why.css";
import "./fail/fail.css";
import "./classes/classes.css";
import "./coordinates/coordinates.css";
import { FoldsPanel } from "./folds/FoldsPanel";
import { MapPanel } from "./map/MapPanel";
import { ComparePanel } from "./compare/ComparePanel";

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

const PANELS: Readonly<Record<Topic, ComponentType>> = {
  filter: LearnedPanel,
  classes: ClassesPanel,
  hats: CoordinatesPanel,
  map: MapPanel,
  compare: ComparePanel,
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
    <main class="model-page" translate={false}>
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
