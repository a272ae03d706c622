import type { ComponentType, JSX } from "preact";
import { useAct, useSlice } from "../../ui/context";
import { TOPICS } from "../../store/state";
import type { Topic } from "../../store/state";
import { Switch } from "../../ui/Switch";
import type { SwitchChoice } from "../../ui/Switch";
import { TrainPanel } from "../../ui/train/TrainPanel";
// Before the panels, whose rules refine those of the page.
import "./model.css";
import { ClassesPanel } from "./classes/Classes";
import { FailPanel } from "./FailPanel";
import { CoordinatesPanel } from "./CoordinatesPanel";
import { LearnedPanel } from "./learned/Learned";
import { WhyPanel } from "./WhyPanel";
import { ExperimentPanel } from "./experiment/ExperimentPanel";
import { MapPanel } from "./map/MapPanel";
import { ComparePanel } from "./compare/Compare";
import { PanelHeading } from "../../ui/Panel";
import { RunList } from "../../ui/runs/RunList";
import "./learned/learned.css";
import "./why/why.css";
import "./fail/fail.css";
import "./classes/classes.css";
import "./coordinates/coordinates.css";

const TITLE = "Which runs are there?";
const HELP = {
  title: TITLE,
  text: "The browser stores each run with its weights, its curves and its settings. Open a run to continue or to inspect it. Runs with a name stay until you delete them. Of the others, the browser keeps the last twelve. Export writes a weights file that this page and the command line open.",
} as const;

/** The runs of this browser, with the run in view first. */
function RunsPanel(): JSX.Element {
  return (
    <section class="model-panel" aria-label={TITLE}>
      <PanelHeading title={TITLE} help={HELP} table={null} />
      <RunList title={null} />
    </section>
  );
}

const TITLES: Readonly<Record<Topic, string>> = {
  filter: "Filter",
  classes: "Classes",
  hats: "Coordinate functions",
  map: "Map",
  compare: "Compare",
  folds: "Experiment",
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
  folds: ExperimentPanel,
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
