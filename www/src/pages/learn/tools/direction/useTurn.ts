import { heightFilter } from "../../../../domain/filters";
import { editable } from "../../../../store/editable";
import { useAct, useApp } from "../../../../ui/context";

/** Sets f to the height in a direction; a graph without positions, or of a data set, becomes a copy with positions. */
export function useTurn(): (degrees: number, gesture: string) => void {
  const { shown, store } = useApp();
  const act = useAct();
  return (degrees, gesture) => {
    const inView = shown.peek();
    const filter = heightFilter(degrees);
    if (inView.positions) act({ type: "filter", filter, gesture });
    else {
      const { graph } = editable(inView, null, store.state.peek().data?.summary.name ?? null);
      act({ type: "own-graph", graph, filter, gesture });
    }
  };
}
