import { isZeroLength, persistenceOf } from "../../domain/bars";
import { EXTENDED_KINDS, ORDINARY_KINDS } from "../../domain/graph";
import type { Bar, BarcodeKind, Direction } from "../../domain/graph";
import type { Sort } from "../../domain/view";
import type { Axis } from "../shared/axis";

/** One of the three barcodes: a block of equally high rows, one row for each bar. */
export interface Block {
  readonly kind: BarcodeKind;
  readonly bars: readonly Bar[];
  readonly top: number;
  readonly height: number;
  /** Height of a row; below one pixel where there are more bars than pixels. */
  readonly pitch: number;
}

const ENDLESS: readonly BarcodeKind[] = ORDINARY_KINDS;
const ENDING: readonly BarcodeKind[] = ["h0", ...EXTENDED_KINDS];
const GAP = 14;
/** Room for the name of a barcode and its number of bars. */
const LOWEST = 36;
const HIGHEST_PITCH = 16;

/** Sublevel bars before superlevel bars, each in the order of arrival or the longest first. */
export function sortBars(bars: readonly Bar[], sort: Sort): Bar[] {
  const sign = (bar: Bar): number => (bar.direction === "sub" ? 1 : -1);
  const byBirth = (a: Bar, b: Bar): number =>
    sign(a) * (a.birth - b.birth) || persistenceOf(b) - persistenceOf(a) || 0;
  const byLength = (a: Bar, b: Bar): number => persistenceOf(b) - persistenceOf(a) || byBirth(a, b);
  const order = sort === "birth" ? byBirth : byLength;
  return [...bars].sort((a, b) => sign(b) - sign(a) || order(a, b) || a.birthVertex - b.birthVertex);
}

/** Shares a height among the three barcodes: every row gets the same, but a block is high enough to show its name. */
export function blocksOf(
  bars: readonly Bar[],
  directions: readonly Direction[],
  sort: Sort,
  zero: boolean,
  height: number,
  extended = false,
): Block[] {
  const kinds = extended ? ENDING : ENDLESS;
  const wanted = sortBars(
    bars.filter((bar) => directions.includes(bar.direction) && (zero || !isZeroLength(bar))),
    sort,
  );
  const lists = kinds.map((kind) => wanted.filter((bar) => bar.kind === kind));
  const room = height - GAP * (kinds.length - 1);
  const total = (pitch: number): number =>
    lists.reduce((sum, list) => sum + Math.max(LOWEST, list.length * pitch), 0);
  let pitch = HIGHEST_PITCH;
  if (total(pitch) > room) {
    let low = 0;
    for (let i = 0; i < 30; i++) {
      const middle = (low + pitch) / 2;
      if (total(middle) > room) pitch = middle;
      else low = middle;
    }
    pitch = low;
  }
  let top = 0;
  return lists.map((list, i) => {
    const own = Math.max(LOWEST, list.length * pitch);
    const block = {
      kind: kinds[i]!,
      bars: list,
      top,
      height: own,
      pitch: Math.min(own / list.length, HIGHEST_PITCH),
    };
    top += own + GAP;
    return block;
  });
}

/** Where a bar is drawn. */
export interface Mark {
  readonly bar: Bar;
  readonly left: number;
  readonly right: number;
  /** The middle of its row. */
  readonly y: number;
  readonly thickness: number;
}

/** How far an essential bar reaches beyond the axis. */
export const ARROW = 10;

export function marksOf(block: Block, axis: Axis): Mark[] {
  const thickness = Math.max(1, Math.min(9, 0.62 * block.pitch));
  const clamp = (x: number): number => Math.min(Math.max(x, axis.left), axis.right);
  return block.bars.map((bar, i) => {
    const birth = clamp(axis.x(bar.birth));
    const end =
      bar.death === null
        ? bar.direction === "sub"
          ? axis.right + ARROW
          : axis.left - ARROW
        : clamp(axis.x(bar.death));
    return {
      bar,
      left: Math.min(birth, end),
      // Something remains to be seen of the shortest bar.
      right: Math.max(birth, end, Math.min(birth, end) + 1.5),
      y: block.top + (i + 0.5) * block.pitch,
      thickness,
    };
  });
}

/** The bar that a point means: of those within three pixels above or below, the one that is nearest. */
export function markAt(marks: readonly Mark[], x: number, y: number): Mark | null {
  let best: Mark | null = null;
  let nearest = Infinity;
  for (const mark of marks) {
    const dy = Math.max(0, Math.abs(mark.y - y) - mark.thickness / 2);
    if (dy > 5) continue;
    const dx = Math.max(mark.left - x, x - mark.right, 0);
    const distance = dx + 2 * dy;
    if (dx <= 12 && distance < nearest) {
      nearest = distance;
      best = mark;
    }
  }
  return best;
}
