// The bars of the stage, row by row: as far as the walk has come, and no farther.

import { endsGoingBack, isZeroLength } from "../../domain/persistence/bars";
import { hasArrived } from "../../domain/persistence/filtration";
import { isLoop } from "../../domain/graph/graph";
import type { Bar, Direction } from "../../domain/graph/graph";

export interface Row {
  readonly bar: Bar;
  /** Counted from the top. */
  readonly row: number;
  /** It has begun; it has ended. */
  readonly born: boolean;
  readonly ended: boolean;
  /** It ends on the way back, once all of the filtration is in. */
  readonly returns: boolean;
}

/** Components above loops, each in the order of their births; the first is the row `first`. */
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
  return sorted.map((bar, i) => ({
    bar,
    row: first + i,
    born: hasArrived(bar.birth, threshold, direction),
    ended: hasEnded(bar, direction, threshold),
    returns: comesBack(bar),
  }));
}

/** A component of one value has a bar of length zero in extended persistence, but it is there all the way. */
function isDrawn(bar: Bar): boolean {
  return bar.kind === "h0Extended" || !isZeroLength(bar);
}

/** The bar as far as it has come: whether and when it ends is not known before, but that a loop of a graph never does. */
export function asSeen({ bar, ended }: Row, atEnd: boolean): Bar {
  if (ended || atEnd || bar.kind === "h1Essential") return bar;
  return { ...bar, kind: isLoop(bar.kind) ? bar.kind : "h0", death: null, deathVertex: null };
}

function hasEnded(bar: Bar, direction: Direction, threshold: number | null): boolean {
  if (bar.death === null) return false;
  return comesBack(bar) ? threshold === null : hasArrived(bar.death, threshold, direction);
}

/** A pair of extended persistence; loops that filled triangles end do so on the way there. */
function comesBack(bar: Bar): boolean {
  return bar.kind === "h0Extended" || (bar.kind === "h1Extended" && endsGoingBack(bar));
}
