import { useMemo } from "preact/hooks";
import { useApp, useShown, useSlice } from "../../ui/context";
import { MAX_FILLED } from "../../domain/persistence/filled";
import type { Bar } from "../../domain/graph/graph";
import { rowsOf, mirrorOf } from "../../plots/stage/rows";
import type { Side } from "../../plots/stage/rows";
import { useSentence, useWalk, useWalkOf } from "../../ui/useWalk";
import { stageBars } from "./filledBars";

interface Sides {
  readonly side: Side;
  /** The superlevel filtration next to the sublevel one; null if only one direction is visible. */
  readonly mirror: Side | null;
  /** The sentence about t. */
  readonly sentence: string;
  /** The sentence about the mirrored filtration. */
  readonly sentenceAbove: string | null;
  /** Triangles are filled. */
  readonly filled: boolean;
}

/** The filtrations of the stage at the current step; `named` gives the bars the vertices of a tie rule. */
export function useSides(named: ((bars: readonly Bar[]) => readonly Bar[]) | null = null): Sides {
  const { topology } = useApp();
  const { graph, filtration, bars } = useShown();
  const threshold = useSlice(({ view }) => view.threshold);
  const filled = useSlice(({ view }) => view.filled) && graph.vertices <= MAX_FILLED;
  const both = useSlice(({ view }) => view.directions === "both");
  const { walk, position, sentence } = useWalk();
  const above = useWalkOf("super");
  const sentenceAbove = useSentence(above, position);
  const drawn = useMemo(
    () =>
      filtration ? stageBars(topology, graph, filtration.filter, bars, filled) : (): readonly Bar[] => bars,
    [topology, graph, filtration, bars, filled],
  );
  const side = useMemo((): Side => {
    const { direction } = walk;
    const bars = drawn(direction);
    return { walk, position, threshold, rows: rowsOf(named?.(bars) ?? bars, direction, threshold) };
  }, [walk, position, threshold, drawn, named]);
  const mirror = useMemo(
    () => (both ? mirrorOf(side, above, drawn("super")) : null),
    [both, side, above, drawn],
  );
  return {
    side,
    mirror,
    sentence,
    sentenceAbove: mirror && position >= 0 ? `Superlevel: ${sentenceAbove}` : null,
    filled,
  };
}
