import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct, useApp, useShown, useSlice } from "../../../ui/context";
import { filledLoops, loopCounts, MAX_FILLED } from "../../../domain/persistence/filled";
import { walkDirection } from "../../../store/selectors";
import { describeFilling } from "./describeFilling";
import { useSettled } from "./settled";

/** Up to this number of edges, the loops update in every frame of a drag. */
const MAX_LIVE = 300;

/** Fills the triangles of the graph in view and describes the effect on its loops. */
export function FilledSwitch(): JSX.Element {
  const { topology } = useApp();
  const act = useAct();
  const { graph, filtration } = useShown();
  const filled = useSlice(({ view }) => view.filled);
  const threshold = useSlice(({ view }) => view.threshold);
  const direction = useSlice(walkDirection);
  const small = graph.vertices <= MAX_FILLED;
  const asked = useMemo(
    () => ({ graph, filter: filtration?.filter, direction }),
    [graph, filtration, direction],
  );
  const on = useSettled(asked, graph.edges.length <= 2 * MAX_LIVE);
  const loops = useMemo(() => {
    if (on.graph.vertices > MAX_FILLED || !on.filter) return [];
    const barcodes = topology.filled(on.graph, on.filter);
    return filledLoops(on.direction === "sub" ? barcodes.sublevel : barcodes.superlevel);
  }, [topology, on]);
  return (
    <div class="filled-switch">
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          checked={filled && small}
          disabled={!small || !filtration}
          onChange={(event) => act({ type: "view", change: { filled: event.currentTarget.checked } })}
        />
        Fill the triangles
      </label>
      <p class="tool-text tool-sentence" aria-live="polite">
        {!small
          ? `Filled triangles need a graph of at most ${MAX_FILLED} vertices; this graph has ${graph.vertices}.`
          : describeFilling(loopCounts(filtration?.bars ?? [], loops, direction, threshold), loops, filled)}
      </p>
    </div>
  );
}
