import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useApp, useShown, useSlice } from "../context";
import { trailEpochs } from "../../domain/training/epochs";
import { GHOSTS } from "../../plots/diagram/trails";
import type { EpochBars } from "../../plots/diagram/trails";
import { epochSubject } from "../../store/epochSubject";
import type { EpochSubject } from "../../store/epochSubject";
import { saidAt } from "../../services/inspection/epochs";
import { seen } from "../../services/inspection/graphInView";
import { epochInView } from "../../store/selectors";
import { barsInView } from "../../store/shown";
import type { State } from "../../store/state";

/** Epochs that a trail goes through, beside the last few. */
const MOST = 16;

/** What was said at an epoch; null: its weights are not kept any more, which is a gap in the trail. */
type Look = ReturnType<typeof seen> | null;
type Looks = ReadonlyMap<number, Look>;
const NONE: Looks = new Map();

/** The kept epochs before the one in view, as text that changes when they do. */
function epochsOf(state: State): string {
  const { run, view } = state;
  if (!view.trails || !run) return "";
  return trailEpochs(run.snapshots, epochInView(state) ?? Infinity, MOST, GHOSTS).join();
}

const listOf = (text: string): readonly number[] => (text === "" ? [] : text.split(",").map(Number));

/** The bars of the graph in view at epochs before this one, the earliest first; none where no trails are wanted. */
export function useTrails(): readonly EpochBars[] {
  const { topology } = useApp();
  const { graph, extended } = useShown();
  const subject = useSlice(useMemo(epochSubject, []));
  const wanted = useSlice(epochsOf);
  const looks = useLooks(subject, wanted);
  return useMemo(
    () =>
      listOf(wanted).flatMap((epoch) => {
        const { filtration, extended: read = null } = looks.get(epoch) ?? {};
        return filtration?.filter.length === graph.vertices
          ? [{ epoch, bars: barsInView(topology, graph, filtration, extended, read) }]
          : [];
      }),
    [looks, wanted, graph, extended],
  );
}

/** What is known of these epochs so far. One is asked about at a time: while a run trains, others are wanted meanwhile. */
function useLooks(subject: EpochSubject | null, wanted: string): Looks {
  const { store, services } = useApp();
  const [known, setKnown] = useState<{ readonly subject: EpochSubject | null; readonly looks: Looks }>({
    subject: null,
    looks: NONE,
  });
  const latest = useRef(wanted);
  latest.current = wanted;
  /** What is being asked about; null: nothing. */
  const asking = useRef<EpochSubject | null>(null);
  useEffect(() => {
    if (!subject || asking.current === subject) return;
    asking.current = subject;
    let looks = known.subject === subject ? known.looks : NONE;
    const ask = async (): Promise<void> => {
      for (;;) {
        const epochs = listOf(latest.current);
        const next = epochs.find((epoch) => !looks.has(epoch));
        if (next === undefined) break;
        const said = await saidAt(store, services.session, subject, next).catch(() => null);
        if (asking.current !== subject) return;
        const still = [...looks].filter(([epoch]) => epochs.includes(epoch));
        looks = new Map([...still, [next, said && seen(said)]]);
        setKnown({ subject, looks });
      }
      asking.current = null;
    };
    void ask();
  }, [services, subject, wanted]);
  useEffect(() => () => void (asking.current = null), []);
  return known.subject === subject ? known.looks : NONE;
}
