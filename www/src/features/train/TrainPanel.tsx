import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../../app/context";
import { EMPTY_CURVE } from "../../domain/curve";
import { describeModel } from "../../domain/models";
import { formatCount, formatShare } from "../../domain/text";
import { CurvesView } from "../../plots/curves/CurvesView";
import type { Features } from "../../protocol";
import { MOST_EPOCHS, MOST_SEED } from "../../store/linked";
import { isOver, waitingText } from "../../store/selectors";
import { epochsDone } from "../../store/state";
import type { Run, Settings, State } from "../../store/state";
import { openWeights } from "../data/files";
import { HOW_TO_READ } from "../shell/howToRead";
import { DownloadIcon, PauseIcon, PlayIcon, ResetIcon, StepIcon, UndoIcon, UploadIcon } from "../shell/icons";
import { Panel } from "../shell/Panel";
import { saveWeights } from "./saveWeights";
import { EngineProgress } from "./EngineProgress";
import { PaceChoice } from "./PaceChoice";
import { Timeline } from "./Timeline";

const LEARNING_RATES = [0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001];
const FEATURE_NAMES: Readonly<Record<Features, string>> = {
  degree: "Degree",
  label: "Label",
  "degree+label": "Degree and label",
  attributes: "Attributes",
  "degree+attributes": "Degree and attributes",
  "label+attributes": "Label and attributes",
  uninformative: "None (constant)",
};

/** Starts, steps and resets training, and shows how it goes. */
export function TrainPanel(): JSX.Element {
  // Without an engine there is nothing to set.
  const built = useSlice(({ engine }) => engine.status !== "building" && engine.status !== "failed");
  return (
    <Panel
      title="Training"
      help={HOW_TO_READ.curves}
      aside={
        <>
          <Transport />
          <Figures />
        </>
      }
    >
      <div class="train-body">
        <div class="train-controls">
          {built ? (
            <>
              <Fields />
              <Waiting />
              <div class="train-pace">
                <Timeline />
                <PaceChoice />
              </div>
              <Model />
            </>
          ) : (
            <EngineProgress />
          )}
        </div>
        <div class="train-curves">
          <Curves />
        </div>
      </div>
    </Panel>
  );
}

function Transport(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const { services } = app;
  const { train } = services;
  const current = useSlice(({ run }) => run);
  const ready = useSlice(isReady);
  const idle = useSlice(({ engine, loading }) => engine.status === "idle" && loading === null);
  const waits = useSlice(waitingText) !== "";
  // ▶ before there is an engine fetches it, and trains when it is there.
  const play = async (): Promise<void> => {
    if (await services.ready()) train.begin("ui");
  };
  // As many again, so that a run can be made longer step by step.
  const further = Math.max(1, Math.ceil((current?.summary.config.epochs ?? 0) / 2));
  const goOn = async (): Promise<void> => {
    if (await train.further(further, "ui")) train.begin("ui");
  };
  const kept = useSlice(({ keptRun }) => keptRun !== null);
  const over = current !== null && isOver(current);
  const running = current?.phase === "running";
  const begun = current !== null && current.stepsDone > 0;
  return (
    <div class="transport">
      {over ? (
        <button
          type="button"
          class="button primary play"
          disabled={!ready}
          onClick={() => void train.reset({}, "ui")}
        >
          <ResetIcon />
          Start over, seed {current.summary.config.seed}
        </button>
      ) : (
        <button
          type="button"
          class="button primary play"
          disabled={!ready && !idle}
          onClick={() => (running ? act({ type: "pause" }) : void play())}
        >
          {running ? <PauseIcon /> : <PlayIcon />}
          {running ? "Pause" : begun ? "Resume" : "Train"}
        </button>
      )}
      <button
        type="button"
        class="button icon-button"
        aria-label="One optimisation step"
        title="One optimisation step"
        disabled={!ready || over || running}
        onClick={() => void train.step("ui")}
      >
        <StepIcon />
      </button>
      {current?.phase === "finished" && (
        <button
          type="button"
          class="button"
          aria-label={`Train ${further} more epochs`}
          title={`Train ${further} more epochs`}
          disabled={!ready}
          onClick={() => void goOn()}
        >
          +{further}
        </button>
      )}
      <button
        type="button"
        class="button icon-button"
        aria-label="Start over from the weights of this seed"
        title="Start over from the weights of this seed; another seed gives other ones"
        disabled={!ready || (!begun && !waits)}
        onClick={() => void train.reset({}, "ui")}
      >
        <ResetIcon />
      </button>
      {kept && (
        <button
          type="button"
          class="button icon-button"
          aria-label="Back to the run before"
          title="Back to the run before; the one in use is kept in its place"
          disabled={!ready}
          onClick={() => void train.swap("ui")}
        >
          <UndoIcon />
        </button>
      )}
      <button
        type="button"
        class="button icon-button"
        aria-label="Save weights"
        title="Save weights"
        disabled={!ready}
        onClick={() => void saveWeights(app)}
      >
        <DownloadIcon />
      </button>
      <button
        type="button"
        class="button icon-button"
        aria-label="Load weights"
        title="Load weights"
        disabled={!ready}
        onClick={() => openWeights(app)}
      >
        <UploadIcon />
      </button>
      <Progress current={current} />
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
        Epoch <b class="number">{last?.epoch ?? (current ? epochsDone(current) : 0)}</b> of{" "}
        <span class="number">{current ? epochs : "–"}</span>
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
  // A single step jumps; the mean of an epoch can be read.
  const loss = epoch?.trainLoss ?? step?.loss;
  const rate = current?.stepsPerSecond ?? null;
  const figures: readonly [string, string][] = [
    ["Loss", loss === undefined ? "–" : loss.toFixed(3)],
    ["Train", epoch ? formatShare(epoch.trainAccuracy) : "–"],
    ["Test", epoch ? formatShare(epoch.testAccuracy) : "–"],
    ["Steps/s", rate === null ? "–" : rate.toFixed(rate < 10 ? 1 : 0)],
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

/** Can a run go on, now? */
function isReady({ engine, run, loading }: State): boolean {
  return engine.status === "ready" && run?.held === true && loading === null;
}

/** Which model the run trains: what is seen of it is this model's. */
function Model(): JSX.Element | null {
  const summary = useSlice(({ run }) => run?.summary);
  if (!summary) return null;
  return (
    <p class="model">
      {describeModel(summary.config)}; {formatCount(summary.parameters)} parameters
    </p>
  );
}

function Curves(): JSX.Element {
  const current = useSlice(({ run }) => run);
  return (
    <CurvesView
      loss={current?.loss ?? EMPTY_CURVE}
      accuracy={current?.accuracy ?? EMPTY_CURVE}
      epochs={current?.epochs ?? []}
      totalEpochs={current?.summary.config.epochs ?? 100}
      majorityShare={current?.summary.majorityShare}
    />
  );
}

function Fields(): JSX.Element {
  const act = useAct();
  const config = useSlice(({ run }) => run?.summary.config);
  const settings = useSlice(({ document }) => document.settings);
  const waiting = useSlice(waitingText);
  const offered = useSlice(({ data }) => data?.summary.features) ?? [];
  const keepRunning = useSlice((state) => state.keepRunning);
  const disabled = useSlice(({ run, engine }) => !run?.held || engine.status !== "ready");
  const now = useSlice(({ run }) => run?.lastStep?.learningRate);
  const wanted = { ...config, ...settings };
  // A data set that is dealt into folds has two at least.
  const ownSplit = config?.folds === 1;
  const change = (changed: Partial<Settings>): void => act({ type: "settings", change: changed });
  const rate = wanted.learningRate;
  const rates =
    rate === undefined || LEARNING_RATES.includes(rate) ? LEARNING_RATES : [rate, ...LEARNING_RATES];
  return (
    <div class="fields">
      <Field
        label={
          now !== undefined && now !== rate ? `Rate, now ${Number(now.toPrecision(3))}` : "Learning rate"
        }
      >
        <select
          aria-label="Learning rate"
          value={String(rate ?? "")}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ learningRate: Number(currentTarget.value) })}
        >
          {rates.map((value) => (
            <option key={value} value={String(value)}>
              {value}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Features" changed={waiting.includes("features")}>
        <select
          value={wanted.features ?? ""}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ features: currentTarget.value as Features })}
        >
          {offered.map((features) => (
            <option key={features} value={features}>
              {FEATURE_NAMES[features]}
            </option>
          ))}
        </select>
      </Field>
      <NumberField
        name="epochs"
        label="Epochs"
        min={1}
        max={MOST_EPOCHS}
        value={wanted.epochs}
        changed={waiting.includes("epochs")}
        disabled={disabled}
        onChange={change}
      />
      <NumberField
        name="seed"
        label="Seed"
        min={0}
        max={MOST_SEED}
        value={wanted.seed}
        changed={waiting.includes("seed")}
        disabled={disabled}
        onChange={change}
      />
      <Field label={ownSplit ? "Split" : `Fold of ${config?.folds ?? 10}`} changed={waiting.includes("fold")}>
        <select
          value={String(wanted.fold ?? "")}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ fold: Number(currentTarget.value) })}
        >
          {Array.from({ length: config?.folds ?? 0 }, (_, index) => (
            <option key={index} value={String(index + 1)}>
              {ownSplit ? "of the file" : index + 1}
            </option>
          ))}
        </select>
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={keepRunning}
          onChange={({ currentTarget }) => act({ type: "keep-running", keepRunning: currentTarget.checked })}
        />
        Keep running in background
      </label>
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly changed?: boolean;
  readonly children: JSX.Element;
}

function Field({ label, changed = false, children }: FieldProps): JSX.Element {
  return (
    <label class={changed ? "field changed" : "field"}>
      <span class="field-label">{label}</span>
      {children}
    </label>
  );
}

interface NumberFieldProps {
  readonly name: "epochs" | "seed";
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number | undefined;
  readonly changed: boolean;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Settings>) => void;
}

function NumberField(props: NumberFieldProps): JSX.Element {
  const { name, label, min, max, value, changed, disabled, onChange } = props;
  return (
    <Field label={label} changed={changed}>
      <input
        type="number"
        min={min}
        max={max}
        step={1}
        value={value ?? ""}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const wanted = Math.round(currentTarget.valueAsNumber);
          if (Number.isFinite(wanted)) onChange({ [name]: Math.max(min, Math.min(max, wanted)) });
          else currentTarget.value = String(value ?? "");
        }}
      />
    </Field>
  );
}

/** Changes that need new weights wait here, so that no click throws a run away. */
function Waiting(): JSX.Element | null {
  const { services } = useApp();
  const act = useAct();
  const waiting = useSlice(waitingText);
  const config = useSlice(({ run }) => run?.summary.config);
  if (waiting === "") return null;
  return (
    <p class="waiting">
      <span>Changed {waiting} for the next run.</span>
      <button type="button" class="button" onClick={() => void services.train.reset({}, "ui")}>
        Start it
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          if (!config) return;
          const { features, epochs, seed, fold } = config;
          act({ type: "settings", change: { features, epochs, seed, fold } });
        }}
      >
        Take it back
      </button>
    </p>
  );
}
