import { useEffect, useState } from "preact/hooks";
import { FEATURES } from "../../domain/graph/subject";
import { useAct, useApp } from "../context";
import { spreadOver } from "../../domain/training/epochs";
import { keptUpTo } from "../../domain/training/kept";
import { isAskedAbout } from "../../store/selectors";
import type { State } from "../../store/state";

/** Duration of one epoch in view. */
const EPOCH_MS = 250;
/** Maximum number of steps through a run: a minute in total. */
const MAX_STEPS = 240;

/** Steps through the epochs of a run; each step waits until the epoch is drawn. */
export function usePlayedEpochs(): readonly [playing: boolean, play: (on: boolean) => void] {
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
