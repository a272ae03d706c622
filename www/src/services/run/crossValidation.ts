// All folds of the settings of an experiment, in separate engines: the run in use stays unchanged.

import type { Settings } from "../../domain/settings/settings";
import {
  cellsOf,
  knownRun,
  missingIn,
  plannedOf,
  requestedKey,
  runKey,
} from "../../domain/training/experiment";
import { MODELS_LIMIT } from "../../domain/training/folds";
import type {
  FoldsProgress,
  FoldsRun,
  FoldsTraining,
  KnownRun,
  RunOfSeveral,
} from "../../domain/training/folds";
import { messageOf, sentence } from "../../domain/text/format";
import { wantedSettings } from "../../store/selectors";
import type { ActionSource } from "../../store/actions";
import type { Data, State } from "../../store/state";
import type { Store } from "../../store/store";
import type { Client } from "../../engine/client";
import { keepFolds } from "../storage/folds";
import type { Load } from "../data/load";
import { FoldWorkers } from "./foldWorkers";
import type { FinishedFold } from "./foldWorkers";
import type { Session } from "../engine/session";
import { contentsOf } from "./train";
import type { Weights } from "./weights";

/** Share of the work after which an estimate of the remaining time exists. */
const ENOUGH = 0.01;
const BEGINNING = { progress: null, secondsLeft: null, ending: false };

/** The time and the finished share at the first progress: earlier folds took none of this time. */
interface Begun {
  at: number | null;
  share: number | null;
}

/** A run over folds of the experiment. */
interface Wanted {
  readonly settings: Settings;
  /** Its earlier folds; null: none. */
  readonly known: KnownRun | null;
}

export class CrossValidation {
  readonly #store: Store;
  readonly #session: Session;
  readonly #load: Load;
  readonly #weights: Weights;
  #workers: FoldWorkers | null = null;
  /** Engines with the data set that wait for the next run. */
  #idle: Client[] = [];
  /** Files of weights of finished folds, by run and fold. */
  readonly #models = new Map<string, Map<number, Uint8Array<ArrayBuffer>>>();
  #ending = false;
  #kept = true;

  constructor(store: Store, session: Session, load: Load, weights: Weights) {
    this.#store = store;
    this.#session = session;
    this.#load = load;
    this.#weights = weights;
  }

  /** Trains the missing folds of all settings and seeds, run by run; resolves when they are finished or cancelled. */
  async start(): Promise<void> {
    const state = this.#store.state.peek();
    const { data, folds: before } = state;
    if (!data || before?.training) return;
    const wanted = missingRuns(state);
    if (wanted.length === 0) return;
    this.#ending = false;
    this.#kept = true;
    // The user can remove runs.
    const runs = new Set(state.experiment.runs.map(({ name, asked }) => (name === null ? asked : undefined)));
    for (const run of this.#models.keys()) if (!runs.has(run)) this.#models.delete(run);
    const begun: Begun = { at: null, share: null };
    try {
      for (const [run, { settings, known }] of wanted.entries()) {
        if (this.#ending) break;
        const place = wanted.length === 1 ? null : { run: run + 1, of: wanted.length };
        await this.#train(data, settings, known, place, begun);
      }
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

  async #train(
    data: Data,
    settings: Settings,
    known: KnownRun | null,
    place: RunOfSeveral | null,
    begun: Begun,
  ): Promise<void> {
    const { splits, ...config } = settings;
    const edges = data.rows.reduce((sum, row) => sum + row.edges, 0);
    const asked = runKey(settings);
    // The weights of an opened file are unknown.
    const run = (): Pick<KnownRun, "name" | "models" | "asked"> => {
      const models = [...(this.#models.get(asked)?.keys() ?? [])].sort((a, b) => a - b);
      return { name: null, models, asked };
    };
    const training = { ...BEGINNING, place };
    const workers = new FoldWorkers({
      open: async () => {
        const client = this.#idle.pop() ?? (await this.#engine(data));
        try {
          const files = await contentsOf(data.foldFiles?.files ?? []);
          const file = await client.call("beginFolds", [{ ...config, splits }, files]);
          begun.at ??= performance.now();
          return { client, begun: file };
        } catch (error) {
          client.close();
          throw error;
        }
      },
      known: known?.file ?? null,
      count: (folds) => workerCount(folds, edges, thisComputer()),
      finished: (fold) => this.#keep(asked, fold),
      progress: (file, progress) => {
        this.#publish({ ...run(), file, training: this.#training(progress, place, begun) });
      },
    });
    this.#workers = workers;
    // The folds of the run before stay in view until the first results.
    if (place === null || place.run === 1) this.#publish({ ...run(), file: null, training });
    const file = await workers.train();
    this.#idle.push(...workers.release());
    this.#workers = null;
    const goesOn = place !== null && place.run < place.of && !this.#ending;
    this.#publish({ ...run(), file, training: goesOn ? training : null });
  }

  /** An engine with the data set. On the CPU also beside a GPU: engines would wait for each other on it, and all folds have the same device. */
  async #engine(data: Data): Promise<Client> {
    const { client } = await this.#session.another("cpu", () => undefined);
    try {
      await this.#load.into(client, data.source);
      return client;
    } catch (error) {
      client.close();
      throw error;
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
    const { folds } = this.#store.state.peek();
    const model = this.#models.get(folds?.asked ?? "")?.get(fold);
    // The engine receives the bytes, so the fold keeps a copy.
    return model !== undefined && this.#weights.take(`The model of fold ${fold}`, model.slice(), source);
  }

  close(): void {
    // No further run begins.
    this.#ending = true;
    this.#workers?.close();
    this.#workers = null;
    for (const client of this.#idle) client.close();
    this.#idle = [];
  }

  /** Keeps a fold in the browser, and its weights in memory if there is space. */
  #keep(run: string, { fold, model, file }: FinishedFold): void {
    const models = [...this.#models.values()].flatMap((folds) => [...folds.values()]);
    const used = models.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const own = this.#models.get(run) ?? new Map<number, Uint8Array<ArrayBuffer>>();
    this.#models.set(run, own);
    if (used + model.byteLength <= MODELS_LIMIT) own.set(fold, model);
    const { runs } = this.#store.state.peek().experiment;
    const others = runs.filter(
      (one) => one.name === null && one.file.data === file.data && requestedKey(one) !== run,
    );
    this.#kept = keepFolds([...others.map((other) => other.file), file]);
  }

  #training(progress: FoldsProgress, place: RunOfSeveral | null, begun: Begun): FoldsTraining {
    const { run, of } = place ?? { run: 1, of: 1 };
    const share = (run - 1 + progress.share) / of;
    begun.share ??= share;
    const milliseconds = performance.now() - (begun.at ?? performance.now());
    const done = share - begun.share;
    const secondsLeft = done < ENOUGH ? null : (milliseconds * (1 - share)) / done / 1000;
    return { place, progress: { ...progress, share }, secondsLeft, ending: this.#ending };
  }

  #publish(folds: FoldsRun | null): void {
    this.#store.dispatch({ type: "folds", folds, source: "engine" });
  }

  #notify(title: string, detail: string): void {
    this.#store.dispatch({ type: "notify", notice: { kind: "error", title, detail }, source: "engine" });
  }
}

/** The runs of the experiment that have missing folds. */
export function missingRuns(state: State): readonly Wanted[] {
  const { data, experiment } = state;
  if (!data) return [];
  const cells = plannedOf(experiment, wantedSettings(state)).flatMap((one) => cellsOf(one, experiment.seeds));
  return cells
    .map((settings) => ({ settings, known: knownRun(experiment.runs, data.summary.fingerprint, settings) }))
    .filter(({ known }) => known === null || missingIn(known.file) > 0);
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
