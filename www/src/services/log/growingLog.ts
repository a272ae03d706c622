// A run log in memory, to which another program sends epochs.

import type { FileSource } from "../../store/state";
import type { LogFileName } from "./runLog";

type Bytes = Uint8Array<ArrayBuffer>;

/** The files of a run log, which start without epochs. */
export class GrowingLog {
  readonly source: FileSource;
  readonly #growth = new EventTarget();
  readonly #index: BlobPart[] = [];
  readonly #values: BlobPart[] = [];

  constructor(name: string, header: Bytes, graphs: Bytes) {
    const file = (path: LogFileName, parts: readonly BlobPart[]): FileSource["files"][number] => ({
      path,
      get blob() {
        return new Blob([...parts]);
      },
    });
    const files = [
      file("run-log.json", [header]),
      file("graphs.jsonl", [graphs]),
      file("epochs.jsonl", this.#index),
      file("values.f32", this.#values),
    ];
    this.source = { type: "files", name, files, growth: this.#growth };
  }

  /** Appends whole lines of the index, and the arrays that they describe. */
  add(lines: Bytes, values: Bytes): void {
    // As blobs, the browser can move them to the disk.
    this.#values.push(new Blob([values]));
    this.#index.push(new Blob([lines]));
    this.#growth.dispatchEvent(new Event("grown"));
  }
}
