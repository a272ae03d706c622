// All folds of the settings in view, one after the other, in an engine of its own: the run in use stays as it is.

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

/** The curves of the fold at hand grow this often. */
const FILE_MILLISECONDS = 1000;
/** Share of the work that says how long the rest will take. */
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

  /** Trains all folds; ends when they are finished or cancelled. */
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
      // What is finished stays; where nothing had begun, what was there before.
      this.#tell(left?.file ? { ...left, training: null } : before);
      const kept = left?.file?.folds.length ? " The folds that are finished stay." : "";
      this.#say("Cross-validation stopped", `${sentence(messageOf(error))}${kept}`);
    } finally {
      this.close();
    }
  }

  /** Ends it after the steps at hand; finished folds stay. */
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
