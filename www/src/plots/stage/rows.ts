// The bars of the stage, row by row, up to t.

import { COLOURS } from "./colours";
import { endsGoingBack, isZeroLength } from "../../domain/persistence/bars";
import { hasArrived } from "../../domain/persistence/filtration";
import { isLoop } from "../../domain/graph/graph";
import type { Bar, Direction } from "../../domain/graph/graph";

export interface Row {
  readonly bar: Bar;
  /** Counted from the top. */
  readonly row: number;
  /** The number of the colour of its component. */
  readonly colour: number;
  /** It is born; it has ended. */
  readonly born: boolean;
  readonly ended: boolean;
  /** It ends on the way back, after the whole filtration has arrived. */
  readonly returns: boolean;
}

/** Components above loops, each sorted by birth; the first is the row `first`. */
export function rowsOf(
  bars: readonly Bar[],
  direction: Direction,
  threshold: number | null,
  first = 0,
): readonly Row[] {
  const shown = bars.filter((bar) => bar.direction === direction && isDrawn(bar));
  const sign = direction === "sub" ? 1 : -1;
  const rank = (bar: Bar): number => (isLoop(bar.kind) ? 1 : 0);
  const sorted = [...shown].sort((a, b) => rank(a) - rank(b) || sign * (a.birth - b.birth));
  const colour = coloursOf(shown);
  return sorted.map((bar, i) => ({
    bar,
    row: first + i,
    colour: colour(bar.birthVertex),
    born: hasArrived(bar.birth, threshold, direction),
    ended: hasEnded(bar, direction, threshold),
    returns: comesBack(bar),
  }));
}

/**
 * A component has the colour of the vertex that created it, so it keeps its colour when bars change places. In larger
 * graphs, the birth vertices are counted, so that neighbouring bars differ.
 */
function coloursOf(bars: readonly Bar[]): (birthVertex: number) => number {
  const components = bars.filter(({ kind }) => !isLoop(kind));
  const births = components.map(({ birthVertex }) => birthVertex).sort((a, b) => a - b);
  return (vertex) => ((births.at(-1) ?? 0) < COLOURS ? vertex : Math.max(births.indexOf(vertex), 0));
}

/** In extended persistence, a component of a single value has a zero-length bar, but it exists throughout. */
function isDrawn(bar: Bar): boolean {
  return bar.kind === "h0Extended" || !isZeroLength(bar);
}

/** The bar as known at t: its death is unknown before it happens, except that loops of a graph never end. */
export function asSeen({ bar, ended }: Row, atEnd: boolean): Bar {
  if (ended || atEnd || bar.kind === "h1Essential") return bar;
  return { ...bar, kind: isLoop(bar.kind) ? bar.kind : "h0", death: null, deathVertex: null };
}

function hasEnded(bar: Bar, direction: Direction, threshold: number | null): boolean {
  if (bar.death === null) return false;
  return comesBack(bar) ? threshold === null : hasArrived(bar.death, threshold, direction);
}

/** A pair of extended persistence; loops filled by triangles end on the way forward. */
function comesBack(bar: Bar): boolean {
  return bar.kind === "h0Extended" || (bar.kind === "h1Extended" && endsGoingBack(bar));
}
