import type { ComponentType, JSX } from "preact";
import { useAct, useSlice } from "../../ui/context";
import type { Topic } from "../../store/state";
import { Switch } from "../../ui/Switch";
import type { SwitchChoice } from "../../ui/Switch";
import { TrainPanel } from "../../ui/train/TrainPanel";
// Before the panels, whose rules refine those of the page.
import "./model.css";
import { ClassesPanel } from "./classes/Classes";
import { FailPanel } from "./FailPanel";
import { CoordinatesPanel } from "./CoordinatesPanel";
import { Doubt } from "./Doubt";
import { LearnedPanel } from "./learned/Learned";
import { WhyPanel } from "./WhyPanel";
import { ExperimentPanel } from "./experiment/ExperimentPanel";
import { MapPanel } from "./map/MapPanel";
import { ComparePanel } from "./compare/Compare";
import { RunsPanel } from "./runs/Runs";
import "./learned/learned.css";
import "./why/why.css";
import "./fail/fail.css";
import "./classes/classes.css";
import "./coordinates/coordinates.css";

/** The questions of the page; the three topics about runs share one. */
const QUESTIONS: readonly SwitchChoice<Topic>[] = [
  { id: "filter", title: "Filter" },
  { id: "fail", title: "Errors" },
  { id: "hats", title: "Coordinate functions" },
  { id: "classes", title: "Classes" },
  { id: "map", title: "Map" },
  { id: "runs", title: "Runs" },
];
/** A run log has channels in place of coordinate functions. */
const LOG_QUESTIONS = QUESTIONS.map((choice) =>
  choice.id === "hats" ? { ...choice, title: "Channels" } : choice,
);
const ABOUT_RUNS: readonly SwitchChoice<Topic>[] = [
  { id: "runs", title: "All runs" },
  { id: "compare", title: "Compare" },
  { id: "folds", title: "Experiment" },
];

interface Answer {
  readonly panel: ComponentType;
  /** Whether its graphs can be chosen, so that the prediction of the graph in view is explained beside it. */
  readonly explains: boolean;
}

const ANSWERS: Readonly<Record<Topic, Answer>> = {
  fail: { panel: FailPanel, explains: true },
  filter: { panel: LearnedPanel, explains: false },
  hats: { panel: CoordinatesPanel, explains: true },
  classes: { panel: ClassesPanel, explains: true },
  map: { panel: MapPanel, explains: true },
  runs: { panel: RunsPanel, explains: false },
  compare: { panel: ComparePanel, explains: false },
  folds: { panel: ExperimentPanel, explains: false },
};

/** Questions to a model, one at a time: its errors, its learned filter, and the reasons for its prediction of a graph. */
export function ModelPage(): JSX.Element {
  const act = useAct();
  // A run file needs no run.
  const run = useSlice((state) => state.run !== null || state.folds !== null);
  const stored = useSlice(({ keptRuns }) => keptRuns.length > 0);
  const loading = useSlice((state) => state.loading?.name ?? null);
  const topic = useSlice(({ view }) => view.topic);
  const logged = useSlice((state) => state.run?.summary.logged != null);
  const { panel: Panel, explains } = ANSWERS[topic];
  const aboutRuns = ABOUT_RUNS.some(({ id }) => id === topic);
  const choose = (id: Topic): void => act({ type: "view", change: { topic: id } });
  return (
    <main class="model-page" translate={false}>
      {run ? (
        <>
          <nav class="model-questions" aria-label="Questions">
            <Switch
              legend="Questions about the model"
              choices={logged ? LOG_QUESTIONS : QUESTIONS}
              chosen={aboutRuns ? "runs" : topic}
              onChoose={choose}
            />
            {aboutRuns && (
              <Switch legend="Questions about runs" choices={ABOUT_RUNS} chosen={topic} onChoose={choose} />
            )}
            {!aboutRuns && <Doubt />}
          </nav>
          <div class="model-answer">
            <Panel />
            {explains && <WhyPanel />}
          </div>
        </>
      ) : (
        <div class="model-empty">
          <p>
            {loading === null
              ? "Choose a data set above and train a model. This page then shows its misclassified graphs, its learned filter and the bars behind each prediction."
              : `Loading ${loading} …`}
          </p>
          {stored && <RunsPanel />}
        </div>
      )}
      <div class="model-train">
        <TrainPanel compact />
      </div>
    </main>
  );
}
