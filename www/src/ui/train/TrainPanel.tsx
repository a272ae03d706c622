import type { JSX } from "preact";
import { useAct, useApp, useOwnId, useSlice } from "../context";
import { EMPTY_CURVE } from "../../domain/training/curve";
import { plural } from "../../domain/text/format";
import { metricOf, metricText } from "../../domain/training/metric";
import { CurvesView } from "../../plots/curves/CurvesView";
import { describeStored, lastRunOf, shortly } from "../../store/runHistory";
import { hasEdgesInView, isOver, withoutTraining } from "../../store/selectors";
import { epochsDone } from "../../store/state";
import type { Run, State } from "../../store/state";
import { openWeights, saveWeights } from "../files/disk";
import type { Making } from "../files/useMaking";
import { FilmButton, FilmProgress, useFilm } from "../film/FilmButton";
import { HOW_TO_READ } from "../howToRead";
import { PauseIcon, PlayIcon, ResetIcon, StepIcon, UndoIcon } from "../icons";
import { Panel } from "../Panel";
import { Popover } from "../Popover";
import { EngineProgress, EpochOf, PaceChoice, RunInView } from "./status";
import { MoreSettings } from "./settings/MoreSettings";
import { EpochsField, FeaturesField, ModelField, RateField, SeedField } from "./settings/quick";
import { useSettings } from "./settings/useSettings";
import { Waiting, waitingText } from "./settings/Waiting";
import { Timeline } from "./Timeline";
import { FilterChoice } from "../filters/FilterChoice";
import "./log.css";
import "./train.css";

/** Starts, steps and resets training, and shows its progress; `compact`: in one line, with settings and curves behind buttons. */
export function TrainPanel({ compact = false }: { readonly compact?: boolean }): JSX.Element {
  // Without an engine there are no settings.
  const built = useSlice(({ engine }) => engine.status !== "building" && engine.status !== "failed");
  const offersRun = useSlice((state) => !compact && lastRunOf(state) !== null);
  const logged = useSlice(({ run }) => run?.summary.logged != null);
  const several = useSlice(({ run }) => run !== null && run.summary.filters > 1);
  // A run log needs no training.
  const refused = useSlice((state) => (state.run?.summary.logged ? null : withoutTraining(state)));
  const film = useFilm();
  const reasonId = useOwnId();
  const reason = refused !== null && (
    <p class="train-refused" id={reasonId}>
      {refused}
    </p>
  );
  return (
    <Panel
      {...(compact && { class: "train-compact" })}
      title="Training"
      help={HOW_TO_READ.curves}
      {...(compact || reason ? {} : { picture: "curves" })}
      {...(logged ? {} : { options: <Options compact={compact} film={film} /> })}
      aside={
        <>
          {logged ? <LogProgress /> : <Transport {...(refused === null ? {} : { reasonId })} />}
          <Figures />
        </>
      }
    >
      <div class="train-body">
        <div class="train-controls">
          {logged ? (
            <LoggedRun compact={compact} />
          ) : built ? (
            <>
              {compact ? <MoreSettings all /> : <Fields />}
              {compact && <Waiting />}
              {compact && <LastRun brief />}
              <FilmProgress film={film} />
              <div class="train-pace">
                <RunInView />
                {several && <FilterChoice brief />}
              </div>
            </>
          ) : (
            <EngineProgress />
          )}
        </div>
        {!compact && (
          <div class="train-curves" data-picture="0.75">
            {/* Over the curves: nothing moves under the pointer when a field loses the focus. */}
            {built && !logged && <Waiting />}
            {reason || (offersRun ? <LastRun /> : <Curves />)}
          </div>
        )}
        {compact && reason}
        {built && !(compact && reason) && <Timeline />}
      </div>
    </Panel>
  );
}

/** `reasonId`: the element with the reason why training is not possible. */
function Transport({ reasonId }: { readonly reasonId?: string }): JSX.Element {
  const { services } = useApp();
  const act = useAct();
  const { train } = services;
  const current = useSlice(({ run }) => run);
  const ready = useSlice(isReady);
  const idle = useSlice(({ engine, loading }) => engine.status === "idle" && loading === null);
  const waits = useSlice(waitingText);
  const begins =
    waits === "" ? "Start over from the weights of this seed" : `Apply ${waits}, without training`;
  // ▶ without an engine loads the engine, then trains.
  const play = async (): Promise<void> => {
    if (await services.ready()) await train.begin("ui");
  };
  const kept = useSlice(({ previousRun }) => previousRun !== null);
  const over = current !== null && isOver(current);
  const running = current?.phase === "running";
  const started = current !== null && current.stepsDone > 0;
  return (
    <div class="transport">
      {/* First, so that buttons that come and go do not move it. */}
      <Progress current={current} />
      {over ? (
        <button
          type="button"
          class="button primary play"
          disabled={!ready}
          onClick={() => void train.start("ui")}
        >
          <PlayIcon />
          {waits === "" ? `Train again, seed ${current.summary.config.seed}` : "Train the changed run"}
        </button>
      ) : (
        <button
          type="button"
          class="button primary play"
          disabled={(!ready && !idle) || reasonId !== undefined}
          aria-describedby={reasonId}
          onClick={() => (running ? act({ type: "pause" }) : void play())}
        >
          {running ? <PauseIcon /> : <PlayIcon />}
          {running ? "Pause" : started ? "Resume" : "Train"}
        </button>
      )}
      {!over && (
        <>
          <button
            type="button"
            class="button icon-button"
            aria-label="One optimisation step"
            title="One optimisation step"
            disabled={!ready || running || reasonId !== undefined}
            aria-describedby={reasonId}
            onClick={() => void train.step("ui")}
          >
            <StepIcon />
          </button>
          <button
            type="button"
            class="button icon-button"
            aria-label={begins}
            title={waits === "" ? `${begins}; another seed gives other ones` : begins}
            disabled={!ready || (!started && waits === "")}
            onClick={() => void train.reset({}, "ui")}
          >
            <ResetIcon />
          </button>
        </>
      )}
      {kept && (
        <button
          type="button"
          class="button icon-button"
          aria-label="Restore the previous run"
          title="Restore the previous run; the current run is stored in its place"
          disabled={!ready}
          onClick={() => void train.swap("ui")}
        >
          <UndoIcon />
        </button>
      )}
    </div>
  );
}

/** The pace of the run, more epochs, and its curves and files; `compact`: the panel does not show the curves. */
function Options({ compact, film }: { readonly compact: boolean; readonly film: Making }): JSX.Element {
  const app = useApp();
  const { train } = app.services;
  const ready = useSlice(isReady);
  const finished = useSlice(({ run }) => run?.phase === "finished");
  const epochs = useSlice(({ run }) => run?.summary.config.epochs ?? 0);
  // Half of the epochs again, so that the user can extend a run repeatedly.
  const further = Math.max(1, Math.ceil(epochs / 2));
  const goOn = async (): Promise<void> => {
    if (await train.further(further, "ui")) await train.begin("ui");
  };
  return (
    <>
      <PaceChoice />
      {epochs > 0 && (
        <button type="button" class="button" disabled={!ready || !finished} onClick={() => void goOn()}>
          Train {plural(further, "more epoch", "more epochs")}
        </button>
      )}
      {compact && (
        <Popover button="Curves" buttonClass="button" panelClass="curves-popover">
          <div data-picture>
            <Curves />
          </div>
        </Popover>
      )}
      <FilmButton film={film} />
      <button type="button" class="button" disabled={!ready} onClick={() => void saveWeights(app)}>
        Save weights
      </button>
      <button type="button" class="button" disabled={!ready} onClick={() => openWeights(app)}>
        Load weights…
      </button>
    </>
  );
}

function LogProgress(): JSX.Element {
  return (
    <div class="transport">
      <Progress current={useSlice(({ run }) => run)} />
    </div>
  );
}

function Progress({ current }: { current: Run | null }): JSX.Element {
  const last = current?.lastStep;
  const epochs = current?.summary.config.epochs ?? 0;
  const total = current ? epochs * current.summary.stepsPerEpoch : 0;
  return (
    <div class="epoch">
      <span class="epoch-text">
        <EpochOf epoch={last?.epoch ?? (current ? epochsDone(current) : 0)} epochs={current && epochs} />
      </span>
      <progress aria-label="Progress of the run" max={Math.max(1, total)} value={current?.stepsDone ?? 0} />
    </div>
  );
}

/** The numbers of the run, beside the title. */
function Figures(): JSX.Element {
  const current = useSlice(({ run }) => run);
  const epoch = current?.epochs.at(-1);
  const step = current?.lastStep;
  // The loss of a single step jumps; the mean of an epoch is readable.
  const loss = epoch?.trainLoss ?? step?.loss;
  const rate = current?.stepsPerSecond ?? null;
  const measure = metricOf(current?.summary);
  const figures: readonly (readonly [string, string])[] = [
    ["Loss", loss === undefined || Number.isNaN(loss) ? "–" : loss.toFixed(3)],
    ["Training", metricText(measure, epoch?.trainMetric)],
    ["Test", metricText(measure, epoch?.testMetric)],
    ...(current?.summary.logged
      ? []
      : [["Steps/s", rate === null ? "–" : rate.toFixed(rate < 10 ? 1 : 0)] as const]),
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether a run can continue now. */
function isReady(state: State): boolean {
  const { engine, run, loading } = state;
  return engine.status === "ready" && run?.held === true && loading === null;
}

function Curves(): JSX.Element {
  const current = useSlice(({ run }) => run);
  return (
    <CurvesView
      loss={current?.loss ?? EMPTY_CURVE}
      metric={current?.metric ?? EMPTY_CURVE}
      measure={metricOf(current?.summary)}
      epochs={current?.epochs ?? []}
      totalEpochs={current?.summary.config.epochs ?? 100}
      baseline={current?.summary.baseline}
    />
  );
}

/** The settings that every student needs; the others are behind a button. */
function Fields(): JSX.Element {
  const form = useSettings();
  return (
    <div class="fields">
      <ModelField form={form} brief />
      <FeaturesField form={form} brief />
      <EpochsField form={form} brief />
      <SeedField form={form} brief />
      <RateField form={form} brief />
      <MoreSettings />
    </div>
  );
}

/** The run log in view: its channels, and a model for the same graphs; `compact`: in one line, without descriptions. */
function LoggedRun({ compact }: { readonly compact: boolean }): JSX.Element | null {
  const { services } = useApp();
  const act = useAct();
  const name = useSlice(({ data }) => data?.summary.name);
  const logged = useSlice(({ run }) => run?.summary.logged ?? null);
  const epochs = useSlice(({ run }) => run?.epochs.length ?? 0);
  const kept = useSlice(({ run }) => run?.snapshots.length ?? 0);
  const refused = useSlice(withoutTraining);
  const unlabelled = useSlice(({ run }) => run?.summary.logged?.labelled === false);
  const edges = useSlice(hasEdgesInView);
  if (!logged) return null;
  const train = refused === null && !unlabelled && (
    <button
      type="button"
      class="button"
      title="Starts a run of GFL on these graphs; the run log can be restored"
      onClick={() => void services.train.reset({}, "ui")}
    >
      Train GFL on these graphs
    </button>
  );
  if (compact)
    return (
      <div class="logged-run">
        <FilterChoice brief />
        {train}
      </div>
    );
  return (
    <div class="logged-run">
      <p class="model">
        Run log {name}, {plural(epochs, "epoch", "epochs")}
        {kept < epochs && `, ${kept} of them with values`}
      </p>
      <FilterChoice />
      {edges && <p class="model-hint">This channel has a value for each edge: an edge filtration.</p>}
      {logged.channels.length > 1 && (
        <button
          type="button"
          class="button"
          onClick={() => act({ type: "view", change: { page: "model", topic: "hats" } })}
        >
          Compare the channels
        </button>
      )}
      {unlabelled && <p class="model-hint">The graphs have no classes, so there is no accuracy.</p>}
      {train}
    </div>
  );
}

/** Offers the last run of the data set in place of one that has not begun; `brief`: in one line. */
function LastRun({ brief = false }: { readonly brief?: boolean }): JSX.Element | null {
  const { services } = useApp();
  const last = useSlice(lastRunOf);
  if (!last) return null;
  const name = last.name ? `“${last.name}”` : "Last run";
  return (
    <p class={brief ? "last-run last-run-brief" : "last-run"} title={describeStored(last)} data-unpictured>
      <span class="number">
        {brief ? `${name}: ${shortly(last)}` : `${name} on ${last.dataset}: ${describeStored(last)}.`}
      </span>
      <button type="button" class="button" onClick={() => void services.savedRuns.continue(last.id, "ui")}>
        Open this run
      </button>
    </p>
  );
}
