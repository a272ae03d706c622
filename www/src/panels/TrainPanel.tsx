import type { JSX } from "preact";
import type { Features } from "../protocol";
import { controller, data, draft, engine, keepRunning, loading, run, store } from "../state/app";
import { epochsDone, stepsDone } from "../state/state";
import type { Run, Settings } from "../state/state";
import { withDraft, withKeepRunning } from "../state/updates";
import { CurvesView } from "../views/CurvesView";
import { formatShare } from "./format";
import { DownloadIcon, PauseIcon, PlayIcon, ResetIcon, StepIcon, UploadIcon } from "./icons";
import { openWeights, saveWeights } from "./files";
import { Panel } from "./Panel";
import { HOW_TO_READ } from "./howToRead";

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
  return (
    <Panel
      title="Training"
      reading={HOW_TO_READ.curves}
      aside={
        <>
          <Transport />
          <Figures />
        </>
      }
    >
      <div class="train-body">
        <div class="train-controls">
          <Fields />
          <Waiting />
        </div>
        <div class="train-curves">
          <Curves />
        </div>
      </div>
    </Panel>
  );
}

function Transport(): JSX.Element {
  const current = run.value;
  const ready = engine.value.status === "ready" && current !== null && loading.value === null;
  const over = current?.phase === "finished" || current?.phase === "stopped";
  const running = current?.phase === "running";
  const begun = current !== null && stepsDone(current) > 0;
  return (
    <div class="transport">
      {over ? (
        <button
          type="button"
          class="button primary play"
          disabled={!ready}
          onClick={() => void controller.reset()}
        >
          <ResetIcon />
          Start over
        </button>
      ) : (
        <button
          type="button"
          class="button primary play"
          disabled={!ready}
          onClick={() => (running ? controller.pause() : controller.train())}
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
        onClick={() => void controller.step()}
      >
        <StepIcon />
      </button>
      <button
        type="button"
        class="button icon-button"
        aria-label="Start over with new weights"
        title="Start over with new weights"
        disabled={!ready || (!begun && Object.keys(draft.value).length === 0)}
        onClick={() => void controller.reset()}
      >
        <ResetIcon />
      </button>
      <button
        type="button"
        class="button icon-button"
        aria-label="Save weights"
        title="Save weights"
        disabled={!ready}
        onClick={() => void saveWeights()}
      >
        <DownloadIcon />
      </button>
      <button
        type="button"
        class="button icon-button"
        aria-label="Load weights"
        title="Load weights"
        disabled={!ready}
        onClick={openWeights}
      >
        <UploadIcon />
      </button>
      <Progress current={current} />
    </div>
  );
}

function Progress({ current }: { current: Run | null }): JSX.Element {
  const last = current?.steps.at(-1);
  const epochs = current?.summary.config.epochs ?? 0;
  const total = current ? epochs * current.summary.stepsPerEpoch : 0;
  return (
    <div class="epoch">
      <span class="epoch-text">
        Epoch <b class="number">{last?.epoch ?? (current ? epochsDone(current) : 0)}</b> of{" "}
        <span class="number">{epochs}</span>
      </span>
      <progress
        aria-label="Progress of the run"
        max={Math.max(1, total)}
        value={current ? stepsDone(current) : 0}
      />
    </div>
  );
}

/** The numbers of the run, beside the title. */
function Figures(): JSX.Element {
  const current = run.value;
  const epoch = current?.epochs.at(-1);
  const step = current?.steps.at(-1);
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

function Curves(): JSX.Element {
  const current = run.value;
  return (
    <CurvesView
      steps={current?.steps ?? []}
      epochs={current?.epochs ?? []}
      totalEpochs={current?.summary.config.epochs ?? 100}
      stepsPerEpoch={current?.summary.stepsPerEpoch ?? 1}
      {...(current ? { majorityShare: current.summary.majorityShare } : {})}
    />
  );
}

function Fields(): JSX.Element {
  const config = run.value?.summary.config;
  const wanted = { ...config, ...draft.value };
  const disabled = !config || engine.value.status !== "ready";
  const now = run.value?.steps.at(-1)?.learningRate;
  const rate = config?.learningRate;
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
          onChange={({ currentTarget }) =>
            void controller.change({ learningRate: Number(currentTarget.value) })
          }
        >
          {rates.map((value) => (
            <option key={value} value={String(value)}>
              {value}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Features" changed={draft.value.features !== undefined}>
        <select
          value={wanted.features ?? ""}
          disabled={disabled}
          onChange={({ currentTarget }) =>
            void controller.change({ features: currentTarget.value as Settings["features"] })
          }
        >
          {(data.value?.summary.features ?? []).map((features) => (
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
        max={10_000}
        value={wanted.epochs}
        disabled={disabled}
      />
      <NumberField
        name="seed"
        label="Seed"
        min={0}
        max={4_294_967_295}
        value={wanted.seed}
        disabled={disabled}
      />
      <Field label={`Fold of ${config?.folds ?? 10}`} changed={draft.value.fold !== undefined}>
        <select
          value={String(wanted.fold ?? "")}
          disabled={disabled}
          onChange={({ currentTarget }) => void controller.change({ fold: Number(currentTarget.value) })}
        >
          {Array.from({ length: config?.folds ?? 0 }, (_, index) => (
            <option key={index} value={String(index + 1)}>
              {index + 1}
            </option>
          ))}
        </select>
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={keepRunning.value}
          onChange={({ currentTarget }) => store.update(withKeepRunning(currentTarget.checked))}
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
  readonly disabled: boolean;
}

function NumberField({ name, label, min, max, value, disabled }: NumberFieldProps): JSX.Element {
  return (
    <Field label={label} changed={draft.value[name] !== undefined}>
      <input
        type="number"
        min={min}
        max={max}
        step={1}
        value={value ?? ""}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const wanted = Math.round(currentTarget.valueAsNumber);
          if (Number.isFinite(wanted))
            void controller.change({ [name]: Math.max(min, Math.min(max, wanted)) });
          else currentTarget.value = String(value ?? "");
        }}
      />
    </Field>
  );
}

/** Changes that need new weights wait here, so that no click throws a run away. */
function Waiting(): JSX.Element | null {
  const names = Object.keys(draft.value);
  if (names.length === 0) return null;
  return (
    <p class="waiting">
      <span>Changed {names.join(" and ")} for the next run.</span>
      <button type="button" class="button" onClick={() => void controller.reset()}>
        Start it
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          const config = run.value?.summary.config;
          if (config) {
            store.update(
              withDraft({
                features: config.features,
                epochs: config.epochs,
                seed: config.seed,
                fold: config.fold,
              }),
            );
          }
        }}
      >
        Undo
      </button>
    </p>
  );
}
