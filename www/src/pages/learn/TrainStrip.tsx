import type { JSX } from "preact";
import { useAct, useApp, useSlice } from "../../ui/context";
import { EMPTY_CURVE } from "../../domain/training/curve";
import { modelName } from "../../domain/settings/models";
import { metricOf, metricText } from "../../domain/training/metric";
import { CurvesView } from "../../plots/curves/CurvesView";
import type { EpochReport, ModelKind } from "../../protocol";
import { isOver } from "../../store/selectors";
import { epochsDone } from "../../store/state";
import { trainBesideSum } from "./trainBeside";
import { EngineProgress, EpochOf, PaceChoice } from "../../ui/train/status";
import { Timeline } from "../../ui/train/Timeline";
import { PauseIcon, PlayIcon, ResetIcon } from "../../ui/icons";

/** Slow training that is easy to watch, next to a readout without a filtration. */
export function TrainStrip(): JSX.Element {
  const app = useApp();
  const act = useAct();
  const run = useSlice((state) => state.run);
  const engine = useSlice((state) => state.engine.status);
  const busy = useSlice(({ loading, engine: { status } }) => loading !== null || status === "loading");
  const kept = useSlice(({ previousRun }) => previousRun !== null);
  const present = useSlice(({ view }) => view.present);
  const { train } = app.services;
  const running = run?.phase === "running";
  const over = run !== null && isOver(run);
  const rival = run?.rival;
  if (engine === "building" || engine === "failed") {
    return (
      <div class="train-strip">
        <EngineProgress />
      </div>
    );
  }
  return (
    <section class="train-strip" aria-label="Training">
      <div class="train-strip-controls">
        <div class="train-strip-row">
          <button
            type="button"
            class="button primary train-strip-start"
            disabled={busy}
            title={over && !running ? "Restart from the initial weights of the same seed" : undefined}
            onClick={() =>
              running
                ? act({ type: "pause" })
                : over
                  ? void train.reset({}, "ui")
                  : void trainBesideSum(app, "ui")
            }
          >
            {running ? <PauseIcon /> : over ? <ResetIcon /> : <PlayIcon />}
            {running ? "Pause" : over ? "Start over" : run?.stepsDone ? "Resume" : "Train"}
          </button>
          <PaceChoice />
          {kept && (
            <button type="button" class="button" onClick={() => void train.swap("ui")}>
              Previous run
            </button>
          )}
        </div>
        <p class="train-strip-text">
          <span>
            <EpochOf epoch={run ? epochsDone(run) : 0} epochs={run?.summary.config.epochs ?? null} />
          </span>
          <span>
            Step <b class="number">{run?.stepsDone ?? 0}</b>
          </span>
          {run && <TestShare model={run.summary.config.model} epoch={run.epochs.at(-1)} />}
          {rival && <TestShare model={rival.summary.config.model} epoch={rival.epochs.at(-1)} />}
          {run && <span class="train-strip-whole">of the test graphs correct</span>}
        </p>
        <Timeline />
      </div>
      <div class="train-strip-curves">
        <CurvesView
          loss={run?.loss ?? EMPTY_CURVE}
          metric={run?.metric ?? EMPTY_CURVE}
          measure={metricOf(run?.summary)}
          epochs={run?.epochs ?? []}
          totalEpochs={run?.summary.config.epochs ?? 100}
          baseline={run?.summary.baseline}
          large={present}
          rival={rival ? { name: modelName(rival.summary.config.model), epochs: rival.epochs } : undefined}
        />
      </div>
    </section>
  );
}

interface TestShareProps {
  readonly model: ModelKind;
  /** The last complete epoch. */
  readonly epoch: EpochReport | undefined;
}

function TestShare({ model, epoch }: TestShareProps): JSX.Element {
  return (
    <span>
      {modelName(model)} <b class="number">{metricText(metricOf(null), epoch?.testMetric)}</b>
    </span>
  );
}
