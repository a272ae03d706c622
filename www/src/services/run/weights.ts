// Runs as files of weights.

import { curvesOf } from "../../store/runHistory";
import { keepsRun } from "../../store/reduce";
import type { ActionSource } from "../../store/actions";
import { epochsDone } from "../../store/state";
import type { Store } from "../../store/store";
import { MAX_FILE_BYTES } from "../data/download";
import type { Predict } from "./predict";
import type { Session } from "../engine/session";

/** Weights as a file. */
export interface WeightsFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The name of a file of weights. */
export function weightsName(dataset: string, epochs: number): string {
  return `sublevel-${dataset.replaceAll(/[^\w.-]+/g, "-")}-epoch-${epochs}.safetensors`;
}

export class Weights {
  readonly #store: Store;
  readonly #session: Session;
  readonly #predict: Predict;
  readonly #ready: () => Promise<boolean>;

  /** `ready` resolves when there is an engine and the automatically loaded data set. */
  constructor(store: Store, session: Session, predict: Predict, ready: () => Promise<boolean>) {
    this.#store = store;
    this.#session = session;
    this.#predict = predict;
    this.#ready = ready;
  }

  /** The current run as a file, with everything that is necessary to continue it. */
  async save(): Promise<WeightsFile | null> {
    try {
      const bytes = await this.#session.call("saveWeights");
      const { data, run } = this.#store.state.peek();
      return { name: weightsName(data?.summary.name ?? "", run ? epochsDone(run) : 0), bytes };
    } catch (error) {
      this.#session.fail("The weights were not saved", error);
      return null;
    }
  }

  /** Continues a saved run on the data set in use, in a pause. On failure, the run stays unchanged. */
  async load(name: string, blob: Blob, source: ActionSource): Promise<boolean> {
    if (!(await this.#ready())) return false;
    try {
      if (blob.size > MAX_FILE_BYTES) throw new Error("The page reads files of at most 0.5 GB.");
      return await this.take(name, new Uint8Array(await blob.arrayBuffer()), source);
    } catch (error) {
      this.#session.fail(`${name} was not loaded`, error);
      return false;
    }
  }

  /** The same with the bytes of a file, which the engine takes. */
  async take(name: string, bytes: Uint8Array<ArrayBuffer>, source: ActionSource): Promise<boolean> {
    try {
      await this.#session.change(async (client) => {
        const { summary: run, curves } = await client.call(
          "loadWeights",
          [bytes, keepsRun(this.#store.state.peek())],
          [bytes.buffer],
        );
        const rows = await client.call("rows", []);
        this.#store.dispatch({ type: "run-started", run, rows, curves: curvesOf(run, curves), source });
        const { epochs } = run.config;
        const detail =
          run.epochsDone < epochs
            ? `The run resumes after epoch ${run.epochsDone} of ${epochs}.`
            : `The run is finished, after epoch ${run.epochsDone}.`;
        const notice = { kind: "info", title: `${name} was loaded`, detail } as const;
        this.#store.dispatch({ type: "notify", notice, source: "engine" });
      });
      void this.#predict.all();
      return true;
    } catch (error) {
      this.#session.fail(`${name} was not loaded`, error);
      return false;
    }
  }
}
