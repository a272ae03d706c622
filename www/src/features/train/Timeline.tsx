import type { ComponentChildren, JSX } from "preact";
import { useAct, useSlice } from "../context";
import { keptEvery } from "../../domain/training/epochs";
import { metricOf, metricText } from "../../domain/training/metric";
import type { Metric } from "../../domain/training/metric";
import { EpochStrip } from "../../plots/timeline/EpochStrip";
import type { EpochReport } from "../../protocol";
import { epochInView } from "../../store/selectors";
import { epochsDone } from "../../store/state";
import { PauseIcon, PlayIcon } from "../shell/icons";
import { usePlayedEpochs } from "./usePlayedEpochs";

const NO_REPORTS: readonly EpochReport[] = [];
const START: readonly number[] = [0];

/** Back to the weights after any epoch, and forth again to those of now. */
export function Timeline({ children }: { readonly children?: ComponentChildren }): JSX.Element {
  const act = useAct();
  const epoch = useSlice(epochInView);
  const reports = useSlice(({ run }) => run?.epochs) ?? NO_REPORTS;
  const kept = useSlice(({ run }) => run?.snapshots) ?? START;
  const total = useSlice(({ run }) => run?.summary.config.epochs) ?? 100;
  const done = useSlice(({ run }) => (run ? epochsDone(run) : 0));
  const untrained = useSlice((state) => (epochInView(state) ?? state.run?.stepsDone ?? 0) === 0);
  const held = useSlice(({ run }) => run?.held ?? false);
  const measure = useSlice(({ run }) => metricOf(run?.summary));
  const logged = useSlice(({ run }) => run?.summary.logged != null);
  const [playing, play] = usePlayedEpochs();
  const disabled = !held || kept.length < 2;
  const every = keptEvery(kept);
  const report = reports.find((one) => one.epoch === (epoch ?? done));
  const go = (to: number | null): void => {
    play(false);
    act({ type: "view", change: { epoch: to } });
  };
  return (
    <div class="timeline">
      <button
        type="button"
        class="button icon-button"
        aria-label={playing ? "Stop at this epoch" : "Play the epochs"}
        title={playing ? "Stop at this epoch" : "Play the epochs"}
        disabled={disabled}
        onClick={() => play(!playing)}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </button>
      <p class="timeline-epoch">
        {epoch === null ? (
          <>
            <span class="timeline-word">{logged ? "Last " : "Weights "}</span>
            <b>{logged ? "epoch" : "of now"}</b>
          </>
        ) : (
          <>
            <b class="number">Epoch {epoch}</b>
            {every > 1 && `, 1 in ${every} stored`}
          </>
        )}
      </p>
      <EpochStrip
        reports={reports}
        kept={kept}
        total={total}
        epoch={epoch}
        measure={measure}
        disabled={disabled}
        text={spoken(epoch, report, measure)}
        onEpoch={go}
        onPlay={() => play(!playing)}
      />
      <p class="timeline-metric">
        {untrained ? (
          "before training"
        ) : (
          <>
            test <span class="timeline-word">{measure.name} </span>
            <b class="number">{metricText(measure, report?.testMetric)}</b>
          </>
        )}
      </p>
      <button
        type="button"
        class="button quiet timeline-now"
        title={logged ? "Back to the last epoch" : "Back to the current weights"}
        disabled={epoch === null}
        onClick={() => go(null)}
      >
        Now
      </button>
      {children}
    </div>
  );
}

function spoken(epoch: number | null, report: EpochReport | undefined, measure: Metric): string {
  const testText = report ? `, test ${measure.name} ${metricText(measure, report.testMetric)}` : "";
  if (epoch === null) return report ? `current; after epoch ${report.epoch}${testText}` : "now";
  return epoch === 0 ? "epoch 0, before training" : `epoch ${epoch}${testText}`;
}
