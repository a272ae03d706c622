// The index of a run log: a line for each epoch, with the place of its arrays.

/** A line of the index. */
export interface LogLine {
  readonly text: string;
  readonly epoch: number;
  /** Place of the arrays, in bytes. */
  readonly offset: number;
  readonly bytes: number;
}

/** Maximum size of the arrays in a portion, except for a single epoch. */
export const PORTION_BYTES = 8 * 2 ** 20;

/**
 * The complete lines of a part of the index, and their length in bytes. A writer may still be writing the last line. An
 * unreadable line has no size: the engine names its problem.
 */
export function linesOf(part: Uint8Array<ArrayBuffer>): {
  readonly lines: readonly LogLine[];
  readonly length: number;
} {
  const length = part.lastIndexOf(0x0a) + 1;
  const text = new TextDecoder().decode(part.subarray(0, length));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return { lines: lines.map(lineOf), length };
}

function lineOf(text: string): LogLine {
  try {
    const { epoch, offset, bytes } = JSON.parse(text) as Partial<Record<keyof LogLine, unknown>>;
    if (isCount(epoch) && isCount(offset) && isCount(bytes)) return { text, epoch, offset, bytes };
  } catch {
    // The engine reads the line, too.
  }
  return { text, epoch: Infinity, offset: 0, bytes: 0 };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Lines whose arrays are read at once, and the place of these arrays. */
export interface Portion {
  readonly lines: string;
  readonly from: number;
  readonly to: number;
}

/** Divides lines into portions of limited size. */
export function portionsOf(lines: readonly LogLine[], most = PORTION_BYTES): readonly Portion[] {
  const portions: { lines: string; from: number; to: number }[] = [];
  for (const { text, offset, bytes } of lines) {
    const last = portions.at(-1);
    const end = offset + bytes;
    if (last && offset === last.to && end - last.from <= most) {
      last.lines += `${text}\n`;
      last.to = end;
    } else portions.push({ lines: `${text}\n`, from: offset, to: end });
  }
  return portions;
}
