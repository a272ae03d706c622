import { useEffect, useMemo, useState } from "preact/hooks";
import { useApp, useSlice } from "../../app/context";
import { trailEpochs } from "../../domain/epochs";
import { epochSubject } from "../../services/epochs";
import type { EpochSubject } from "../../services/epochs";
import { seen } from "../../services/inspect";
import { barsInView } from "../../store/shown";
import { epochInView } from "../../store/selectors";
import type { State } from "../../store/state";
import { useShown } from "../../app/context";
import { GHOSTS } from "../../plots/diagram/trails";
import type { EpochBars } from "../../plots/diagram/trails";

/** Epochs that a trail goes through, beside the last few. */
const MOST = 16;

type Looks = ReadonlyMap<number, ReturnType<typeof seen>>;
const NONE: Looks = new Map();
const NO_BARS: readonly EpochBars[] = [];

/** The kept epochs before the one in view, as text that changes when they do. */
function epochsOf(state: State): string {
  const { run, view } = state;
  if (!view.trails || !run) return "";
  return trailEpochs(run.snapshots, epochInView(state) ?? Infinity, MOST, GHOSTS).join();
}

/** The bars of the graph in view at epochs before this one, the earliest first; none where no trails are wanted. */
export function useTrails(): readonly EpochBars[] {
  const { services, topology } = useApp();
  const { graph, extended } = useShown();
  const subject = useSlice(useMemo(epochSubject, []));
  const wanted = useSlice(epochsOf);
  const [known, setKnown] = useState<{ readonly subject: EpochSubject | null; readonly looks: Looks }>({
    subject: null,
    looks: NONE,
  });
  const looks = known.subject === subject ? known.looks : NONE;
  useEffect(() => {
    if (!subject || wanted === "") return;
    let ended = false;
    const ask = async (): Promise<void> => {
      const found = new Map<number, ReturnType<typeof seen>>();
      for (const epoch of wanted.split(",").map(Number)) {
        const look = looks.get(epoch);
        // An epoch whose weights were left out meanwhile is a gap in the trail.
        const said = look ? null : await services.epochs.at(subject, epoch).catch(() => null);
        if (ended) return;
        if (look ?? said) found.set(epoch, look ?? seen(said!));
      }
      setKnown({ subject, looks: found });
    };
    void ask();
    return () => {
      ended = true;
    };
  }, [services, subject, wanted]);
  return useMemo(
    () =>
      wanted === ""
        ? NO_BARS
        : [...looks].flatMap(([epoch, { filtration, extended: read }]) =>
            filtration?.filter.length === graph.vertices
              ? [{ epoch, bars: barsInView(topology, graph, filtration, extended, read) }]
              : [],
          ),
    [looks, wanted, graph, extended],
  );
}
