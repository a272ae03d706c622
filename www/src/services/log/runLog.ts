// A run log in parts: its header, its graphs, and the epochs that the page has not read yet.

import type { LogPortion } from "../../engine/calls";
import { linesOf, portionsOf } from "./index";
import type { LogLine } from "./index";

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
