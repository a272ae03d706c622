import type { EpochMark } from "../../domain/training/epochs";

/** Space above the marks for the pointer to the epoch in view. */
const HEAD = 7;
/** The height of a mark of unknown metric. */
const STUB = 3;

/** Positions of the marks of a strip, as SVG paths. */
export class Columns {
  readonly #marks: readonly EpochMark[];
  readonly #width: number;
  readonly #height: number;
  readonly #gap: number;
  /** The metric of the highest mark. */
  readonly #most: number;

  /** `most`: the largest possible metric; null: that of the marks. */
  constructor(marks: readonly EpochMark[], width: number, height: number, most: number | null) {
    this.#most = most ?? Math.max(Number.MIN_VALUE, ...marks.map(({ metric }) => metric ?? 0));
    this.#marks = marks;
    this.#width = width;
    this.#height = height;
    this.#gap = width / marks.length > 2.5 ? 1.25 : 0;
  }

  /** The mark of an epoch; null: there is none. */
  at(epoch: number): EpochMark | null {
    return this.#marks.find(({ to }) => to >= epoch) ?? null;
  }

  /** The left end of an epoch. */
  x(epoch: number): number {
    return (epoch / ((this.#marks.at(-1)?.to ?? 0) + 1)) * this.#width;
  }

  /** From the baseline up to the metric. */
  path({ from, to, metric }: EpochMark): string {
    const height = this.#height;
    const top = metric === null ? height - STUB : height - (metric / this.#most) * (height - HEAD);
    const right = Math.max(this.x(to + 1) - this.#gap, this.x(from) + 1);
    return `M${this.x(from).toFixed(2)} ${height}V${top.toFixed(2)}H${right.toFixed(2)}V${height}z`;
  }

  paths(which: (mark: EpochMark) => boolean): string {
    return this.#marks
      .filter(which)
      .map((mark) => this.path(mark))
      .join("");
  }

  /** A small triangle above a mark. */
  pointer({ from, to }: EpochMark): string {
    const middle = (this.x(from) + this.x(to + 1) - this.#gap) / 2;
    return `M${(middle - 4).toFixed(2)} 0h8l-4 6z`;
  }
}

/** Marks of completed epochs with kept weights. */
export const isKept = ({ kept }: EpochMark): boolean => kept;
/** Marks of completed epochs without kept weights. */
export const isLeftOut = ({ kept, metric }: EpochMark): boolean => !kept && metric !== null;
