import type { JSX } from "preact";
import { useAct, useShown, useSlice, useApp } from "../../ui/context";
import { DiagramView } from "../../plots/diagram/DiagramView";
import { FitSwitch } from "../../ui/Switch";
import { HOW_TO_READ } from "../../ui/howToRead";
import { Panel } from "../../ui/Panel";
import { NoBars, useSeenBars } from "./BarsPanel";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { trailEpochs } from "../../domain/training/epochs";
import { GHOST_EPOCHS } from "../../plots/diagram/trails";
import type { EpochBars } from "../../plots/diagram/trails";
import { epochSubject } from "../../store/graphs";
import type { EpochSubject } from "../../store/graphs";
import { seen, evaluateAt } from "../../services/inspection/graphInView";
import { epochInView } from "../../store/selectors";
import { barsInView } from "../../store/shown";
import type { State } from "../../store/state";

/** The same bars as points. */
export function DiagramPanel(): JSX.Element {
  const { filtration } = useShown();
  return (
    <Panel
      title="Diagram"
      help={HOW_TO_READ.diagram}
      picture="diagram"
      options={
        filtration && (
          <>
            <TrailsSwitch />
            <FitSwitch />
          </>
        )
      }
    >
      <div class="plot">{filtration ? <Points /> : <NoBars />}</div>
    </Panel>
  );
}

function Points(): JSX.Element {
  return <DiagramView {...useSeenBars()} past={useTrails()} />;
}

function TrailsSwitch(): JSX.Element {
  const act = useAct();
  const shown = useSlice(({ view }) => view.trails);
  return (
    <label class="check" title="Positions of the points at earlier epochs">
      <input
        type="checkbox"
        checked={shown}
        onChange={({ currentTarget }) => act({ type: "view", change: { trails: currentTarget.checked } })}
      />
      Trails
    </label>
  );
}

/** Maximum number of epochs in a trail, besides the last few. */
const MOST = 16;

/** The bars at an epoch; null: its weights are no longer stored, which leaves a gap in the trail. */
type EpochRead = ReturnType<typeof seen> | null;
type ReadsByEpoch = ReadonlyMap<number, EpochRead>;
const NONE: ReadsByEpoch = new Map();

/** The stored epochs before the one in view, as text that changes when they do. */
function epochsOf(state: State): string {
  const { run, view } = state;
  if (!view.trails || !run) return "";
  return trailEpochs(run.snapshots, epochInView(state) ?? Infinity, MOST, GHOST_EPOCHS).join();
}

const listOf = (text: string): readonly number[] => (text === "" ? [] : text.split(",").map(Number));

/** The bars of the graph in view at earlier epochs, the earliest first; empty without trails. */
function useTrails(): readonly EpochBars[] {
  const { topology } = useApp();
  const { graph, extended } = useShown();
  const subject = useSlice(useMemo(epochSubject, []));
  const wanted = useSlice(epochsOf);
  const byEpoch = useReads(subject, wanted);
  return useMemo(
    () =>
      listOf(wanted).flatMap((epoch) => {
        const { filtration, extended: read = null } = byEpoch.get(epoch) ?? {};
        return filtration?.filter.length === graph.vertices
          ? [{ epoch, bars: barsInView(topology, graph, filtration, extended, read) }]
          : [];
      }),
    [byEpoch, wanted, graph, extended],
  );
}

/**
 * The known bars of these epochs. Only one request is pending at a time, because the list of epochs changes during training.
 */
function useReads(subject: EpochSubject | null, wanted: string): ReadsByEpoch {
  const { store, services } = useApp();
  const [known, setKnown] = useState<{
    readonly subject: EpochSubject | null;
    readonly byEpoch: ReadsByEpoch;
  }>({
    subject: null,
    byEpoch: NONE,
  });
  const latest = useRef(wanted);
  latest.current = wanted;
  /** The subject of the pending request; null: none. */
  const asking = useRef<EpochSubject | null>(null);
  useEffect(() => {
    if (!subject || asking.current === subject) return;
    asking.current = subject;
    let byEpoch = known.subject === subject ? known.byEpoch : NONE;
    const ask = async (): Promise<void> => {
      for (;;) {
        const epochs = listOf(latest.current);
        const next = epochs.find((epoch) => !byEpoch.has(epoch));
        if (next === undefined) break;
        const evaluation = await evaluateAt(store, services.session, subject, next).catch(() => null);
        if (asking.current !== subject) return;
        const still = [...byEpoch].filter(([epoch]) => epochs.includes(epoch));
        byEpoch = new Map([...still, [next, evaluation && seen(evaluation)]]);
        setKnown({ subject, byEpoch });
      }
      asking.current = null;
    };
    void ask();
  }, [services, subject, wanted]);
  useEffect(() => () => void (asking.current = null), []);
  return known.subject === subject ? known.byEpoch : NONE;
}
