// Sends the predictions for all graphs to the kernel (filter, bars and scores) after every epoch and when the run pauses.
// One message is pending at a time, and during training, sending takes at most a quarter of the time.

import type { SublevelApi } from "../app/api";
import type { InspectedTogether } from "../app/api";
import { messageOf, sentence } from "../domain/text/format";
import type { GraphRow } from "../protocol";
import type { DataSource } from "../store/state";
import { provenanceOf } from "../services/export/provenance";
import { PARTS } from "./messages";
import type { TablesHeader, FromPage, Letter } from "./messages";

/** Larger data sets are sent only on request of the kernel: this takes seconds and hundreds of megabytes. */
const MANY = 200_000;
/** Notebook servers reject messages of more than ten mebibytes. */
const PORTION = 4 * 2 ** 20;

export type Send = (content: FromPage, buffers?: Letter<FromPage>["buffers"]) => void;

export class Reporter {
  readonly #api: SublevelApi;
  readonly #send: Send;
  #own: DataSource | null = null;
  #id = 0;
  #due = false;
  #insisted = false;
  #request = 0;
  #busy = false;
  #onTaken: (() => void) | null = null;
  #onRest: (() => void) | null = null;

  constructor(api: SublevelApi, send: Send) {
    this.#api = api;
    this.#send = send;
    let known = "";
    api.on("run", (run) => {
      const now = `${run?.id} ${run?.phase === "running"} ${run?.epochs.length} ${run?.phase === "running" ? "" : run?.stepsDone}`;
      if (run?.phase !== "running") this.#onRest?.();
      if (now === known) return;
      known = now;
      this.#want();
    });
    api.on("action", (action) => {
      if (action.type === "view" && ("epoch" in action.change || "filterInView" in action.change))
        this.#want();
    });
  }

  /** The data set in use comes from the kernel. */
  own(): void {
    this.#own = this.#api.state().data?.source ?? null;
  }

  /** The kernel requests the tables, independent of their size. */
  insist(): void {
    this.#insisted = true;
    this.#want();
  }

  /** From now on, the tables follow this request to train. */
  follow(request: number): void {
    this.#request = request;
    this.#want();
  }

  /** The kernel has received the tables with this id. */
  taken(id: number): void {
    if (id === this.#id) this.#onTaken?.();
  }

  #want(): void {
    this.#due = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#due) {
      this.#due = false;
      const began = performance.now();
      try {
        await this.#report();
      } catch (error) {
        const problem = `The tables could not be renewed: ${sentence(messageOf(error))} view.update() tries again.`;
        this.#send({ type: "refused", problem });
      }
      const { run } = this.#api.state();
      if (run?.phase === "running") await this.#pause(3 * (performance.now() - began));
    }
    this.#busy = false;
  }

  /** Ends early if the run pauses: its state is then requested immediately. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onRest = resolve;
      setTimeout(resolve, milliseconds);
    });
  }

  async #report(): Promise<void> {
    const { data, run } = this.#api.state();
    if (!data || !run?.held) return;
    const vertices = data.rows.reduce((sum, row) => sum + row.vertices, 0);
    const insisted = this.#insisted;
    if (vertices > MANY && !insisted) return;
    this.#insisted = false;
    const running = run.phase === "running";
    const request = this.#request;
    const weights = await this.#api.saveWeights();
    const inspected = await this.#api.inspect();
    const now = this.#api.state();
    if (now.data?.source !== data.source || now.run?.id !== run.id) {
      // The replacement is sent next.
      this.#insisted ||= insisted;
      return;
    }
    if (!now.run.held) return;
    if (!weights || !inspected) throw new Error("the page could not read the run");
    const arrays = arraysOf(inspected, data.rows);
    const kept = running ? new Uint8Array() : weights;
    const about: TablesHeader = {
      own: data.source === this.#own,
      classes: data.summary.classes.map(({ name }) => name),
      provenance: provenanceOf(weights, { ...inspected, filter: inspected.filterName }),
      arrays: arrays.map(([name, values]) => [name, kindOf(values), values.length]),
      request,
      weights: kept.length,
    };
    await this.#give(about, [...arrays.map(([, values]) => bytesOf(values)), kept]);
  }

  /** Sends in portions, and waits until the kernel has received all: it can be busy with a cell. */
  async #give(about: TablesHeader, parts: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
    const id = ++this.#id;
    const all = new Uint8Array(await new Blob([...parts]).arrayBuffer());
    const taken = new Promise<void>((resolve) => (this.#onTaken = resolve));
    for (let from = 0; ; from += PORTION) {
      const last = from + PORTION >= all.length;
      this.#send({ type: "tables", id, about: last ? about : null }, [all.slice(from, from + PORTION)]);
      if (last) break;
    }
    await taken;
  }
}

type Numbers = Float32Array<ArrayBufferLike> | Float64Array<ArrayBufferLike> | Uint32Array<ArrayBufferLike>;

/** The type of NumPy. */
function kindOf(values: Numbers): "f4" | "f8" | "u4" {
  if (values instanceof Uint32Array) return "u4";
  return values instanceof Float32Array ? "f4" : "f8";
}

/** The class of a graph without one. */
const NO_CLASS = 2 ** 32 - 1;

function arraysOf(
  inspected: InspectedTogether,
  rows: readonly GraphRow[],
): readonly (readonly [string, Numbers])[] {
  const { graphs, vertexOffsets, filter, barOffsets, bars, logits } = inspected;
  return [
    ["graphs", graphs],
    ["vertexOffsets", vertexOffsets],
    ["filter", filter],
    ["barOffsets", barOffsets],
    ["bars", bars],
    ["logits", logits],
    ["classes", Uint32Array.from(rows, (row) => row.class ?? NO_CLASS)],
    ["targets", Float64Array.from(rows, ({ target }) => target ?? NaN)],
    ["parts", Uint32Array.from(rows, ({ part }) => PARTS.indexOf(part))],
  ];
}

function bytesOf(values: Numbers): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength);
}
