// All folds of the settings in view, in separate engines: the run in use stays unchanged.

import { MODELS_LIMIT } from "../../domain/training/folds";
import type { FoldsProgress, FoldsRun, FoldsTraining } from "../../domain/training/folds";
import { messageOf, sentence } from "../../domain/text/format";
import { wantedSettings } from "../../store/selectors";
import type { ActionSource } from "../../store/actions";
import type { Store } from "../../store/store";
import { keepFolds } from "../storage/folds";
import type { Load } from "../data/load";
import { FoldWorkers } from "./foldWorkers";
import type { FinishedFold } from "./foldWorkers";
import type { Session } from "../engine/session";
import { contentsOf } from "./train";
import type { Weights } from "./weights";

/** Share of the work after which an estimate of the remaining time exists. */
const ENOUGH = 0.01;
const BEGINNING: FoldsTraining = { progress: null, secondsLeft: null, ending: false };

export class CrossValidation {
  readonly #store: Store;
  readonly #session: Session;
  readonly #load: Load;
  readonly #weights: Weights;
  #workers: FoldWorkers | null = null;
  /** Files of weights of the last cross-validation, by fold. */
  readonly #models = new Map<number, Uint8Array<ArrayBuffer>>();
  #ending = false;
  #kept = true;

  constructor(store: Store, session: Session, load: Load, weights: Weights) {
    this.#store = store;
    this.#session = session;
    this.#load = load;
    this.#weights = weights;
  }

  /** Trains all folds; resolves when they are finished or cancelled. */
  async start(): Promise<void> {
    const state = this.#store.state.peek();
    const { data, folds: before } = state;
    const settings = wantedSettings(state);
    if (!data || !settings || before?.training) return;
    const { splits, ...config } = settings;
    const edges = data.rows.reduce((sum, row) => sum + row.edges, 0);
    this.#ending = false;
    this.#kept = true;
    this.#models.clear();
    let started: number | null = null;
    const workers = new FoldWorkers({
      open: async () => {
        // On the CPU also beside a GPU: engines would wait for each other on it, and all folds have the same device.
        const { client } = await this.#session.another("cpu", () => undefined);
        try {
          await this.#load.into(client, data.source);
          const files = await contentsOf(data.foldFiles?.files ?? []);
          const begun = await client.call("beginFolds", [{ ...config, splits }, files]);
          started ??= performance.now();
          return { client, begun };
        } catch (error) {
          client.close();
          throw error;
        }
      },
      count: (folds) => workerCount(folds, edges, thisComputer()),
      finished: (fold) => this.#keep(fold),
      progress: (file, progress) => {
        const elapsed = performance.now() - (started ?? performance.now());
        this.#publish({
          file,
          name: null,
          training: this.#training(progress, elapsed),
          models: this.#folds(),
        });
      },
    });
    this.#workers = workers;
    this.#publish({ file: null, name: null, training: BEGINNING, models: [] });
    try {
      const file = await workers.train();
      this.#publish({ file, name: null, training: null, models: this.#folds() });
      if (!this.#kept)
        this.#notify(
          "The folds are not kept",
          "They exceed the storage of this browser: save them as a file.",
        );
    } catch (error) {
      const left = this.#store.state.peek().folds;
      // Finished folds stay; if no fold had begun, the previous result returns.
      this.#publish(left?.file ? { ...left, training: null } : before);
      const kept = left?.file?.folds.length ? " The folds that are finished stay." : "";
      this.#notify("Cross-validation stopped", `${sentence(messageOf(error))}${kept}`);
    } finally {
      this.close();
    }
  }

  /** Cancels after the current steps; finished folds stay. */
  cancel(): void {
    const { folds } = this.#store.state.peek();
    if (!folds?.training) return;
    this.#ending = true;
    this.#workers?.stop();
    this.#publish({ ...folds, training: { ...folds.training, ending: true } });
  }

  /** Replaces the run in use with that of a finished fold. */
  async open(fold: number, source: ActionSource): Promise<boolean> {
    const model = this.#models.get(fold);
    // The engine receives the bytes, so the fold keeps a copy.
    return model !== undefined && this.#weights.take(`The model of fold ${fold}`, model.slice(), source);
  }

  close(): void {
    this.#workers?.close();
    this.#workers = null;
  }

  /** Keeps a fold in the browser, and its weights in memory if there is space. */
  #keep({ fold, model, file }: FinishedFold): void {
    const used = [...this.#models.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (used + model.byteLength <= MODELS_LIMIT) this.#models.set(fold, model);
    this.#kept = keepFolds(file);
  }

  #folds(): FoldsRun["models"] {
    return [...this.#models.keys()].sort((a, b) => a - b);
  }

  #training(progress: FoldsProgress, milliseconds: number): FoldsTraining {
    const { share } = progress;
    const secondsLeft = share < ENOUGH ? null : (milliseconds * (1 - share)) / share / 1000;
    return { progress, secondsLeft, ending: this.#ending };
  }

  #publish(folds: FoldsRun | null): void {
    this.#store.dispatch({ type: "folds", folds, source: "engine" });
  }

  #notify(title: string, detail: string): void {
    this.#store.dispatch({ type: "notify", notice: { kind: "error", title, detail }, source: "engine" });
  }
}

/** The resources of the computer. */
interface Computer {
  readonly cores: number;
  /** Memory in GiB, rounded; null: the browser does not report it. */
  readonly memory: number | null;
}

/** Memory of an engine without data set, in bytes. */
const ENGINE = 256 * 2 ** 20;
/** Memory of an engine for each edge of its data set, in bytes: the limit of the readers (ARCHITECTURE.md). */
const EDGE = 100;
/** Share of the memory of the computer for all engines of a cross-validation. */
const SHARE = 1 / 2;
/** The assumed memory if the browser does not report it, in GiB. */
const USUAL = 4;

/** The number of engines that train folds at the same time: one for each core, within the memory of the computer. */
export function workerCount(folds: number, edges: number, { cores, memory }: Computer): number {
  const within = (SHARE * (memory ?? USUAL) * 2 ** 30) / (ENGINE + EDGE * edges);
  return Math.max(1, Math.min(folds, cores, Math.floor(within)));
}

/** The computer of the browser. */
function thisComputer(): Computer {
  // Only some browsers report their memory, so its type is not standard.
  const { hardwareConcurrency, deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  return { cores: hardwareConcurrency, memory: deviceMemory ?? null };
}
