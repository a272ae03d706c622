import { isZeroLength, persistenceOf } from "../../domain/persistence/bars";
import { EXTENDED_KINDS, ORDINARY_KINDS } from "../../domain/graph/graph";
import type { Bar, BarcodeKind, Direction } from "../../domain/graph/graph";
import type { Sort } from "../../domain/view";
import { formatCount, plural } from "../../domain/text/format";
import type { Axis } from "../shared/axis";

/** A row shows one bar, or several equal bars. */
export type BarcodeRow = readonly [Bar, ...Bar[]];

/** One of the barcodes: a block of equally high rows. */
export interface Block {
  readonly kind: BarcodeKind;
  readonly rows: readonly BarcodeRow[];
  readonly top: number;
  readonly height: number;
  /** Height of a row; below one pixel if there are more bars than pixels. */
  readonly pitch: number;
}

const ENDLESS: readonly BarcodeKind[] = ORDINARY_KINDS;
const ENDING: readonly BarcodeKind[] = ["h0", ...EXTENDED_KINDS];
/** Loops of points end, because triangles fill them. */
const FILLED: readonly BarcodeKind[] = ["h0", "h0Essential", "h1Extended", "h1Essential"];
const GAP = 14;
/** Space for the name of a barcode and its number of bars. */
const LOWEST = 36;
const HIGHEST_PITCH = 16;
/** If rows are lower than this, in pixels, equal bars share one. */
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

/** Groups equal bars, which are neighbours in the order. */
function together(rows: readonly BarcodeRow[]): BarcodeRow[] {
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

const heightOf = (lists: readonly (readonly BarcodeRow[])[], lowest: number, pitch: number): number =>
  lists.reduce((sum, rows) => sum + Math.max(lowest, rows.length * pitch), 0);

/** The row height at which all rows fill the space. */
function pitchOf(lists: readonly (readonly BarcodeRow[])[], lowest: number, room: number): number {
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
 * Divides the height among the barcodes: rows have equal heights, but a block is high enough for its
 * name. Every bar has its own row if rows are high enough.
 */
export function blocksOf(
  bars: readonly Bar[],
  directions: readonly Direction[],
  sort: Sort,
  zero: boolean,
  height: number,
  extended = false,
): Block[] {
  const hasFilled = bars.some(({ kind }) => kind === "h1Extended");
  const kinds = extended ? ENDING : hasFilled ? FILLED : ENDLESS;
  const wanted = sortBars(
    bars.filter((bar) => directions.includes(bar.direction) && (zero || !isZeroLength(bar))),
    sort,
  );
  const room = Math.max(height - GAP * (kinds.length - 1), 0);
  // If even the names do not fit, the bars still stay above the axis.
  const lowest = Math.min(LOWEST, room / kinds.length);
  let lists = kinds.map((kind) => wanted.filter((bar) => bar.kind === kind).map((bar): BarcodeRow => [bar]));
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

/** The number of bars in a row: several loops may be one bar. */
function barsIn(row: BarcodeRow): number {
  return row.reduce((sum, { multiplicity }) => sum + multiplicity, 0);
}

/** The number of bars in a barcode. */
export function sizeOf({ rows }: Block): number {
  return rows.reduce((sum, row) => sum + barsIn(row), 0);
}

/** The position of a row. */
export interface BarcodeMark {
  /** The first bar of the row. */
  readonly bar: Bar;
  readonly row: BarcodeRow;
  /** The number of its bars. */
  readonly count: number;
  readonly left: number;
  readonly right: number;
  /** The middle of its row. */
  readonly y: number;
  readonly thickness: number;
}

/** The width of a count next to a row, in pixels. */
const COUNT_HEIGHT = 12;

/** The length of an essential bar beyond the axis. */
export const ARROW = 10;

export function marksOf(block: Block, axis: Axis): BarcodeMark[] {
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
      // The shortest bar stays visible.
      right: Math.max(birth, end, Math.min(birth, end) + 1.5),
      y: block.top + (i + 0.5) * block.pitch,
      thickness,
    };
  });
}

/** The counts of the rows with several bars. */
export interface Counts {
  /** Rows with visible counts, and the positions of the counts: the largest first, without overlap. */
  readonly shown: readonly (BarcodeMark & { readonly countY: number })[];
  /** Rows without space for their count. */
  readonly hidden: readonly BarcodeMark[];
}

export function countsOf(marks: readonly BarcodeMark[]): Counts {
  const shown: Counts["shown"][number][] = [];
  const hidden: BarcodeMark[] = [];
  for (const mark of marks.filter(({ count }) => count > 1).sort((a, b) => b.count - a.count)) {
    const countY = Math.max(mark.y, COUNT_HEIGHT / 2);
    if (shown.every((other) => Math.abs(other.countY - countY) >= COUNT_HEIGHT))
      shown.push({ ...mark, countY });
    else hidden.push(mark);
  }
  return { shown, hidden };
}

/** The number of rows without a visible count and of their bars; empty if there are none. */
export function describeHidden({ hidden }: Counts): string {
  if (hidden.length === 0) return "";
  const bars = hidden.reduce((sum, { count }) => sum + count, 0);
  return `${plural(hidden.length, "row", "rows")} without a number: ${formatCount(bars)} bars`;
}

/** The space of this line. */
const NOTE_HEIGHT = 16;

/** A barcode in a space: its rows, their counts, and the line about hidden counts below the axis. */
export interface BarcodeLayout extends Counts {
  readonly blocks: readonly Block[];
  /** The rows of each block. */
  readonly lists: readonly (readonly BarcodeMark[])[];
  /** The height of the rows. */
  readonly room: number;
  readonly note: string;
}

export function layoutOf(
  blocksIn: (room: number) => readonly Block[],
  axis: Axis,
  height: number,
): BarcodeLayout {
  const within = (room: number): BarcodeLayout => {
    const blocks = blocksIn(room);
    const lists = blocks.map((block) => marksOf(block, axis));
    const counts = countsOf(lists.flat());
    return { blocks, lists, room, ...counts, note: describeHidden(counts) };
  };
  const all = within(Math.max(height, 1));
  return all.note === "" ? all : within(Math.max(height - NOTE_HEIGHT, 1));
}

/** The row at a point: the nearest within three pixels above or below. */
export function markAt(marks: readonly BarcodeMark[], x: number, y: number): BarcodeMark | null {
  let best: BarcodeMark | null = null;
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
