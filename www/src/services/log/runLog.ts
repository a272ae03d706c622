// A run log in parts: its header, its graphs, and the epochs that the page has not read yet.

import type { LogPortion } from "../../engine/calls";

/** Maximum size of the graphs of a run log, as for a data set. */
const MAX_GRAPH_BYTES = 2 ** 29;

/** The files of a run log; they can grow. */
export interface LogFiles {
  /** A whole file. */
  read(name: LogFileName, most: number): Promise<Uint8Array<ArrayBuffer>>;
  /** A part of a file, shorter at its end; `to` null: up to its end. */
  part(name: LogFileName, from: number, to: number | null): Promise<Uint8Array<ArrayBuffer>>;
}

/** The files of a run log. */
export const LOG_FILES = ["run-log.json", "graphs.jsonl", "epochs.jsonl", "values.f32"] as const;
export type LogFileName = (typeof LOG_FILES)[number];

export class RunLog {
  readonly #files: LogFiles;

  constructor(files: LogFiles) {
    this.#files = files;
  }

  header(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.read("run-log.json", 2 ** 20);
  }

  graphs(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.read("graphs.jsonl", MAX_GRAPH_BYTES);
  }

  /** The first epochs; empty if there is none. */
  async first(): Promise<LogPortion> {
    const { lines } = await this.#lines(0);
    const first = portionsOf(lines)[0];
    return first ? this.#portion(first) : { lines: "", values: new Uint8Array() };
  }

  /**
   * The epochs after `last`, portion by portion, from this byte of the index on; returns the byte after them. The writer
   * completes the arrays before their line.
   */
  async *after(last: number, from: number): AsyncGenerator<LogPortion, number> {
    const { lines, length } = await this.#lines(from);
    for (const portion of portionsOf(lines.filter(({ epoch }) => epoch > last))) {
      yield await this.#portion(portion);
    }
    return from + length;
  }

  async #lines(from: number): Promise<{ readonly lines: readonly LogLine[]; readonly length: number }> {
    // One byte more: a server rejects an empty part.
    const start = Math.max(0, from - 1);
    const part = await this.#files.part("epochs.jsonl", start, null);
    return linesOf(part.subarray(from - start));
  }

  async #portion({ lines, from, to }: { lines: string; from: number; to: number }): Promise<LogPortion> {
    return { lines, values: await this.#files.part("values.f32", from, to) };
  }
}

// The index of a run log: a line for each epoch, with the place of its arrays.

/** A line of the index. */
interface LogLine {
  readonly text: string;
  readonly epoch: number;
  /** Place of the arrays, in bytes. */
  readonly offset: number;
  readonly bytes: number;
}

/** Maximum size of the arrays in a portion, except for a single epoch. */
const PORTION_BYTES = 8 * 2 ** 20;

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
interface Portion {
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
