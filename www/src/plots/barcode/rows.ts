import { isZeroLength, persistenceOf } from "../../domain/persistence/bars";
import { EXTENDED_KINDS, ORDINARY_KINDS } from "../../domain/graph/graph";
import type { Bar, BarcodeKind, Direction } from "../../domain/graph/graph";
import type { Sort } from "../../domain/view";
import type { Axis } from "../shared/axis";

/** What a row shows: one bar, or equal ones together. */
export type Row = readonly [Bar, ...Bar[]];

/** One of the three barcodes: a block of equally high rows. */
export interface Block {
  readonly kind: BarcodeKind;
  readonly rows: readonly Row[];
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
/** Where rows would be lower than this, in pixels, equal bars share one. */
const LOWEST_PITCH = 4;

/** Sublevel bars before superlevel bars, each in the order of arrival or the longest first. */
export function sortBars(bars: readonly Bar[], sort: Sort): Bar[] {
  const sign = (bar: Bar): number => (bar.direction === "sub" ? 1 : -1);
  const byBirth = (a: Bar, b: Bar): number =>
    sign(a) * (a.birth - b.birth) || persistenceOf(b) - persistenceOf(a) || 0;
  const byLength = (a: Bar, b: Bar): number => persistenceOf(b) - persistenceOf(a) || byBirth(a, b);
  const order = sort === "birth" ? byBirth : byLength;
  return [...bars].sort((a, b) => sign(b) - sign(a) || order(a, b) || a.birthVertex - b.birthVertex);
}

/** Equal bars, which stand beside each other, together. */
function together(rows: readonly Row[]): Row[] {
  const all: [Bar, ...Bar[]][] = [];
  for (const [bar] of rows) {
    const last = all.at(-1);
    const same =
      last?.[0].direction === bar.direction && last[0].birth === bar.birth && last[0].death === bar.death;
    if (same) last.push(bar);
    else all.push([bar]);
  }
  return all;
}

const heightOf = (lists: readonly (readonly Row[])[], lowest: number, pitch: number): number =>
  lists.reduce((sum, rows) => sum + Math.max(lowest, rows.length * pitch), 0);

/** The height of a row with which all of them fill the room. */
function pitchOf(lists: readonly (readonly Row[])[], lowest: number, room: number): number {
  if (heightOf(lists, lowest, HIGHEST_PITCH) <= room) return HIGHEST_PITCH;
  let [low, high] = [0, HIGHEST_PITCH];
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2;
    if (heightOf(lists, lowest, middle) > room) high = middle;
    else low = middle;
  }
  return low;
}

/**
 * Shares a height among the three barcodes: every row gets the same, but a block is high enough to show its name. Every bar has
 * a row of its own where that can be seen.
 */
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
  const room = Math.max(height - GAP * (kinds.length - 1), 0);
  // Where not even the names have room, the bars stay above the axis all the same.
  const lowest = Math.min(LOWEST, room / kinds.length);
  let lists = kinds.map((kind) => wanted.filter((bar) => bar.kind === kind).map((bar): Row => [bar]));
  let pitch = pitchOf(lists, lowest, room);
  if (pitch < LOWEST_PITCH) {
    lists = lists.map(together);
    pitch = pitchOf(lists, lowest, room);
  }
  let top = 0;
  return lists.map((rows, i) => {
    const own = Math.max(lowest, rows.length * pitch);
    const block = {
      kind: kinds[i]!,
      rows,
      top,
      height: own,
      pitch: Math.min(own / rows.length, HIGHEST_PITCH),
    };
    top += own + GAP;
    return block;
  });
}

/** How many bars a row shows: several loops may be one bar. */
function barsIn(row: Row): number {
  return row.reduce((sum, { multiplicity }) => sum + multiplicity, 0);
}

/** How many bars a barcode has. */
export function sizeOf({ rows }: Block): number {
  return rows.reduce((sum, row) => sum + barsIn(row), 0);
}

/** Where a row is drawn. */
export interface Mark {
  /** The first bar of the row. */
  readonly bar: Bar;
  readonly row: Row;
  /** How many bars it shows. */
  readonly count: number;
  readonly left: number;
  readonly right: number;
  /** The middle of its row. */
  readonly y: number;
  readonly thickness: number;
}

/** A number beside a row takes so many pixels. */
const COUNT_HEIGHT = 12;

/** How far an essential bar reaches beyond the axis. */
export const ARROW = 10;

export function marksOf(block: Block, axis: Axis): Mark[] {
  const thickness = Math.max(1, Math.min(9, 0.62 * block.pitch));
  const clamp = (x: number): number => Math.min(Math.max(x, axis.left), axis.right);
  return block.rows.map((row, i) => {
    const [bar] = row;
    const birth = clamp(axis.x(bar.birth));
    const end =
      bar.death === null
        ? bar.direction === "sub"
          ? axis.right + ARROW
          : axis.left - ARROW
        : clamp(axis.x(bar.death));
    return {
      bar,
      row,
      count: barsIn(row),
      left: Math.min(birth, end),
      // Something remains to be seen of the shortest bar.
      right: Math.max(birth, end, Math.min(birth, end) + 1.5),
      y: block.top + (i + 0.5) * block.pitch,
      thickness,
    };
  });
}

/** Rows beside which their numbers of bars stand, and where: the greatest first, none that touches another. */
export function counted(marks: readonly Mark[]): (Mark & { readonly countY: number })[] {
  const told: ReturnType<typeof counted> = [];
  for (const mark of marks.filter(({ count }) => count > 1).sort((a, b) => b.count - a.count)) {
    const countY = Math.max(mark.y, COUNT_HEIGHT / 2);
    if (told.every((other) => Math.abs(other.countY - countY) >= COUNT_HEIGHT))
      told.push({ ...mark, countY });
  }
  return told;
}

/** The row that a point means: of those within three pixels above or below, the one that is nearest. */
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
