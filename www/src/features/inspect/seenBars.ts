import { useAct, useShown, useSlice } from "../context";
import type { Highlight } from "../../domain/graph/graph";
import { shownDirections, walkDirection } from "../../store/selectors";
import { axisDomain } from "./domain";

/** The props of every plot of the bars. */
export function useSeenBars() {
  const act = useAct();
  const shown = useShown();
  return {
    graph: shown.graph,
    bars: shown.bars,
    extended: shown.extended,
    directions: useSlice(shownDirections),
    direction: useSlice(walkDirection),
    threshold: useSlice(({ view }) => view.threshold),
    highlight: useSlice(({ view }) => view.highlight),
    domain: axisDomain(
      shown,
      useSlice(({ view }) => view.fit),
    ),
    onHighlight: (highlight: Highlight) => act({ type: "view", change: { highlight } }),
  };
}
