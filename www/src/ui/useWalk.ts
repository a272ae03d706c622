import { useMemo } from "preact/hooks";
import { useApp, useShown, useSlice } from "./context";
import { MAX_FILLED } from "../domain/persistence/filled";
import { EMPTY_WALK, positionAt } from "../domain/persistence/filtration";
import type { Walk } from "../domain/persistence/filtration";
import type { Bar, Direction } from "../domain/graph/graph";
import { sentenceAt } from "../domain/text/sentences";
import { formatValue } from "../domain/text/values";
import { walkDirection } from "../store/selectors";

/** The walk through the filtration in view, its position, and the event at this position. */
export function useWalk(): { readonly walk: Walk; readonly position: number; readonly sentence: string } {
  const walk = useWalkOf(useSlice(walkDirection));
  const position = positionAt(
    walk,
    useSlice(({ view }) => view.threshold),
  );
  return { walk, position, sentence: useSentence(walk, position) };
}

/** The walk through the filtration in view, in this direction. */
export function useWalkOf(direction: Direction): Walk {
  const { topology } = useApp();
  const { graph, filtration, growing } = useShown();
  return useMemo(() => {
    if (growing) return direction === "sub" ? growing.walk : EMPTY_WALK;
    return filtration ? topology.walk(graph, filtration, direction) : EMPTY_WALK;
  }, [topology, graph, filtration, growing, direction]);
}

/** The event at a position of a walk through the filtration in view. */
export function useSentence(walk: Walk, position: number): string {
  const { topology } = useApp();
  const { graph, filtration, extended, growing } = useShown();
  const filled = useSlice(({ view }) => view.filled && view.page === "learn") && graph.vertices <= MAX_FILLED;
  const loopsEnd = filled ? "filled" : extended ? "extended" : null;
  return useMemo(() => {
    if (!filtration) return "";
    // The stage of the points has its own sentences.
    if (growing) return position < 0 ? "" : `t = ${formatValue(walk.values[position]!)}`;
    const { filter } = filtration;
    const joins = (bar: Bar): readonly number[] => topology.joins(graph, filter, bar);
    return sentenceAt(walk, position, { graph, filter, joins, loopsEnd });
  }, [topology, graph, filtration, growing, walk, position, loopsEnd]);
}
