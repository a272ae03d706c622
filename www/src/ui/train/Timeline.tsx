import type { JSX } from "preact";
import { useAct, useSlice, useApp } from "../context";
import { keptEvery, spreadOver, keptUpTo } from "../../domain/training/epochs";
import { metricOf, metricText } from "../../domain/training/metric";
import type { Metric } from "../../domain/training/metric";
import { EpochStrip } from "../../plots/timeline/EpochStrip";
import type { EpochReport } from "../../protocol";
import { epochInView, isAskedAbout } from "../../store/selectors";
import { epochsDone } from "../../store/state";
import type { State } from "../../store/state";
import { PauseIcon, PlayIcon } from "../icons";
import { useEffect, useState } from "preact/hooks";
import { FEATURES } from "../../domain/graph/subject";

const NO_REPORTS: readonly EpochReport[] = [];
const START: readonly number[] = [0];

/** Back to the weights after any epoch, and forth again to those of now. */
export function Timeline(): JSX.Element {
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
    </div>
  );
}

function spoken(epoch: number | null, report: EpochReport | undefined, measure: Metric): string {
  const testText = report ? `, test ${measure.name} ${metricText(measure, report.testMetric)}` : "";
  if (epoch === null) return report ? `current; after epoch ${report.epoch}${testText}` : "now";
  return epoch === 0 ? "epoch 0, before training" : `epoch ${epoch}${testText}`;
}

/** Duration of one epoch in view. */
const EPOCH_MS = 250;
/** Maximum number of steps through a run: a minute in total. */
const MAX_STEPS = 240;

/** Steps through the epochs of a run; each step waits until the epoch is drawn. */
function usePlayedEpochs(): readonly [playing: boolean, play: (on: boolean) => void] {
  const { store } = useApp();
  const act = useAct();
  const [playing, setPlaying] = useState(false);
  const play = (on: boolean): void => {
    const { run, view } = store.state.peek();
    const last = run?.snapshots.at(-1) ?? 0;
    if (!on || last === 0) return setPlaying(false);
    if (view.epoch === null || view.epoch >= last) act({ type: "view", change: { epoch: 0 } });
    setPlaying(true);
  };
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const state = store.state.peek();
      const { run, view } = state;
      // The latest epoch, another run or another engine is in view: the playback ends.
      if (!run?.held || view.epoch === null) return setPlaying(false);
      if (!isShown(state)) return;
      const next = spreadOver(run.snapshots, MAX_STEPS).find((epoch) => epoch > view.epoch!);
      if (next === undefined) setPlaying(false);
      else act({ type: "view", change: { epoch: next } });
    }, EPOCH_MS);
    return () => clearInterval(timer);
  }, [playing]);
  return [playing, play];
}

/** Whether the graph in view shows the requested epoch. */
function isShown({ run, view, document, inspection, asked }: State): boolean {
  const epoch = keptUpTo(run!.snapshots, view.epoch!);
  if (FEATURES[document.subject.type].isInDataset) return inspection?.epoch === epoch;
  return !isAskedAbout(document) || asked?.problem != null || asked?.epoch === epoch;
}
