// All folds of the settings in view, one after the other, in a separate engine: the run in use stays unchanged.

import { messageOf, sentence } from "../../domain/text/format";
import type { Client } from "../../engine/client";
import type { FoldsProgress } from "../../protocol";
import type { FoldsRun, FoldsTraining, RunFile } from "../../domain/training/folds";
import { wantedSettings } from "../../store/selectors";
import type { Store } from "../../store/store";
import { keepFolds } from "../storage/folds";
import type { Load } from "../data/load";
import { nextPace } from "./pace";
import type { Session } from "../engine/session";
import { contentsOf } from "./train";

/** Interval at which the curves of the current fold grow. */
const FILE_MILLISECONDS = 1000;
/** Share of the work after which an estimate of the remaining time exists. */
const ENOUGH = 0.01;
const BEGINNING: FoldsTraining = { progress: null, secondsLeft: null, ending: false };

export class CrossValidation {
  readonly #store: Store;
  readonly #session: Session;
  readonly #load: Load;
  #client: Client | null = null;
  #ending = false;

  constructor(store: Store, session: Session, load: Load) {
    this.#store = store;
    this.#session = session;
    this.#load = load;
  }

  /** Trains all folds; resolves when they are finished or cancelled. */
  async start(): Promise<void> {
    const state = this.#store.state.peek();
    const { data, folds: before } = state;
    const settings = wantedSettings(state);
    if (!data || !settings || before?.training) return;
    this.#ending = false;
    this.#tell({ file: null, name: null, training: BEGINNING });
    try {
      const { client } = await this.#session.another("cpu", () => undefined);
      this.#client = client;
      const { splits, ...config } = settings;
      await this.#load.into(client, data.source);
      const file = await client.call("beginFolds", [
        { ...config, splits },
        await contentsOf(data.foldFiles?.files ?? []),
      ]);
      await this.#train(client, file);
    } catch (error) {
      const left = this.#store.state.peek().folds;
      // Finished folds stay; if no fold had begun, the previous result returns.
      this.#tell(left?.file ? { ...left, training: null } : before);
      const kept = left?.file?.folds.length ? " The folds that are finished stay." : "";
      this.#say("Cross-validation stopped", `${sentence(messageOf(error))}${kept}`);
    } finally {
      this.close();
    }
  }

  /** Cancels after the current steps; finished folds stay. */
  cancel(): void {
    const { folds } = this.#store.state.peek();
    if (!folds?.training) return;
    this.#ending = true;
    this.#tell({ ...folds, training: { ...folds.training, ending: true } });
  }

  close(): void {
    this.#client?.close();
    this.#client = null;
  }

  async #train(client: Client, begun: RunFile): Promise<void> {
    let file = begun;
    let finished = 0;
    let pace = 1;
    const started = performance.now();
    let told = started;
    let kept = true;
    while (!this.#ending) {
      const { progress, milliseconds } = await client.call("trainFolds", [pace]);
      pace = nextPace(pace, milliseconds);
      const now = performance.now();
      if (progress.finished > finished || now - told > FILE_MILLISECONDS) {
        file = await client.call("foldsFile", []);
        told = now;
      }
      if (progress.finished > finished) {
        finished = progress.finished;
        kept = keepFolds(file);
      }
      if (progress.fold === null) break;
      this.#tell({ file, name: null, training: this.#training(progress, now - started) });
    }
    file = await client.call("foldsFile", []);
    this.#tell({ file, name: null, training: null });
    if (!kept)
      this.#say("The folds are not kept", "They exceed the storage of this browser: save them as a file.");
  }

  #training(progress: FoldsProgress, milliseconds: number): FoldsTraining {
    const { share } = progress;
    const secondsLeft = share < ENOUGH ? null : (milliseconds * (1 - share)) / share / 1000;
    return { progress, secondsLeft, ending: this.#ending };
  }

  #tell(folds: FoldsRun | null): void {
    this.#store.dispatch({ type: "folds", folds, source: "engine" });
  }

  #say(title: string, detail: string): void {
    this.#store.dispatch({ type: "notify", notice: { kind: "error", title, detail }, source: "engine" });
  }
}
