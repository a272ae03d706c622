// Stores the run in use while it continues, so that a reload, a crash or a closed tab loses only its last moments.

import type { EpochWeights } from "../../engine/calls";
import type { Client } from "../../engine/client";
import { messageOf } from "../../domain/text/format";
import type { DatasetSummary, RunSummary } from "../../protocol";
import type { ActionSource } from "../../store/actions";
import { historyOf } from "../../store/runHistory";
import type { KeptRun, DataSource, Run, RunLabel } from "../../store/state";
import type { Store } from "../../store/store";
import { sameSource } from "../data/load";
import type { Load } from "../data/load";
import type { Session } from "../engine/session";

/** Interval in milliseconds at which a run in progress is stored. */
const PERIOD_MS = 2000;
/** Maximum number of stored runs without a name or a note; the oldest are deleted. */
const MAX_KEPT = 12;
/** Maximum number of values of an epoch of a stored run log, 16 MiB. Only the newest epoch is stored, for comparisons. */
const MAX_LOGGED = 2 ** 22;
/** Greater than every epoch. */
const NO_EPOCH = Number.MAX_SAFE_INTEGER;

/** Number of values of an epoch of a run log. */
function valuesOf({ logged }: RunSummary, data: DatasetSummary): number {
  if (!logged) return 0;
  const { graphs, averageVertices, averageEdges, classes } = data;
  const { channels, vertexChannels, attributions } = logged;
  const ofVertices = averageVertices * vertexChannels * (attributions ? 1 + 4 * classes.length : 1);
  const ofEdges = averageEdges * (channels.length - vertexChannels);
  return graphs * (ofVertices + ofEdges + classes.length);
}

/** The environment of the services. */
export interface RunStorage {
  readonly runs: RunStore;
  now(): number;
  newId(): string;
  /** Announces to other pages of this browser that this page uses the run, until the page closes. */
  claim(id: string): void;
  /** Runs that any page uses. */
  claimed(): Promise<ReadonlySet<string>>;
}

export class SavedRuns {
  readonly #store: Store;
  readonly #session: Session;
  readonly #load: Load;
  readonly #storage: RunStorage;
  #runs: RunStore;
  /** Storage id of each run of this page. */
  readonly #ids = new Map<number, string>();
  /** The last epoch of each run with stored weights. */
  readonly #epochs = new Map<string, number>();
  #kept = { run: 0, step: 0, at: 0 };
  #saving: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(store: Store, session: Session, load: Load, storage: RunStorage) {
    this.#store = store;
    this.#session = session;
    this.#load = load;
    this.#storage = storage;
    this.#runs = storage.runs;
  }

  /** Follows the run in use; returns a function that stops it. */
  follow(): () => void {
    const ends = [
      // On the learning page, users get no offer of runs.
      this.#store.watch(
        ({ view }) => view.page !== "learn",
        (asked) => {
          if (asked) void this.list();
        },
      ),
      this.#store.watch(
        ({ run }) => `${run?.id} ${run?.held} ${run?.stepsDone} ${run?.phase}`,
        () => this.#due(),
      ),
      // The run before the current one becomes an entry of the list.
      this.#store.watch(
        ({ run, view }) => (view.page === "learn" ? null : run?.id),
        (id) => {
          if (id) void this.list();
        },
      ),
    ];
    return () => {
      for (const end of ends) end();
      if (this.#timer !== null) clearTimeout(this.#timer);
    };
  }

  /** Lists the stored runs, except those that this page or another one uses. */
  async list(): Promise<void> {
    try {
      const [all, claimed] = await Promise.all([this.#runs.list(), this.#storage.claimed()]);
      const { run } = this.#store.state.peek();
      const own = run && this.#ids.get(run.id);
      const mine = new Set(this.#ids.values());
      const runs = all.filter(({ id }) => id !== own && (mine.has(id) || !claimed.has(id)));
      if (runs.length === 0 && this.#store.state.peek().keptRuns.length === 0) return;
      this.#store.dispatch({ type: "kept-runs", runs, source: "engine" });
    } catch (error) {
      this.#giveUp(error);
    }
  }

  /** Stores the current state of the run in use, and resolves when that is done; false: the state is not stored. */
  async now(): Promise<boolean> {
    await this.#saving;
    if (this.#changed()) await this.#save();
    const { run } = this.#store.state.peek();
    return this.#kept.run === run?.id && this.#kept.step === run.stepsDone;
  }

  /** A stored run; null: it no longer exists. */
  async stored(id: string): Promise<StoredRun | null> {
    return (await this.#runs.get(id))?.run ?? null;
  }

  /** Continues a stored run on its data set. */
  async continue(id: string, source: ActionSource): Promise<boolean> {
    const stored = await this.#runs.get(id).catch(() => null);
    if (!stored) {
      this.#session.fail("This run is not kept any more", new Error("It may have been forgotten elsewhere."));
      void this.list();
      return false;
    }
    const { run } = stored;
    // A run log is read again: it can have new epochs.
    if (run.summary.logged) return this.#load.load(run.source, { source });
    const { data } = this.#store.state.peek();
    if (data && sameSource(data.source, run.source)) await this.now();
    else if (!(await this.#load.load(run.source, { source, settings: run.summary.config }))) return false;
    return this.#resume(stored, source);
  }

  /** After a restart of the engine: continues the run that it had. */
  async again(before: Run | null, source: ActionSource): Promise<void> {
    // A run log is read again with its data set.
    const id = before && !before.summary.logged && this.#ids.get(before.id);
    const stored = id ? await this.#runs.get(id).catch(() => null) : null;
    if (stored) await this.#resume(stored, source);
  }

  /** Continues a run from elsewhere on its data set; from then on it is stored like any other. */
  async adopt(
    data: DataSource,
    run: Pick<StoredRun, "checkpoint" | "history">,
    weights: readonly EpochWeights[],
    source: ActionSource,
  ): Promise<boolean> {
    const loaded = await this.#load.load(data, { source });
    return loaded && this.#goOn({ ...run, name: "" }, weights, source);
  }

  /** Names a stored run, and notes something on it. */
  async label(id: string, label: RunLabel): Promise<void> {
    try {
      const stored = await this.stored(id);
      if (stored) await this.#runs.put({ ...stored, ...label }, []);
    } catch (error) {
      this.#session.fail("The name and the note were not stored", error);
    }
    await this.list();
  }

  /** Names the run in use, and notes something on it. */
  async labelInUse(label: RunLabel, source: ActionSource): Promise<void> {
    await this.#saving;
    this.#store.dispatch({ type: "run-label", label, source });
    // If the run is not stored yet, its name is stored with the first steps.
    if (this.#store.state.peek().run?.stepsDone) await this.#save();
  }

  async forget(id: string): Promise<void> {
    await this.#runs.remove(id).catch((error: unknown) => this.#session.fail("The run is still kept", error));
    await this.list();
  }

  async #resume(
    stored: NonNullable<Awaited<ReturnType<RunStore["get"]>>>,
    source: ActionSource,
  ): Promise<boolean> {
    const { run: kept, weights } = stored;
    if (!(await this.#goOn(kept, weights, source))) return false;
    const { run } = this.#store.state.peek();
    if (run) {
      this.#ids.set(run.id, kept.id);
      this.#epochs.set(kept.id, weights.at(-1)?.epoch ?? -1);
      this.#kept = { run: run.id, step: run.stepsDone, at: this.#storage.now() };
      this.#storage.claim(kept.id);
    }
    await this.list();
    return true;
  }

  /** Replaces the run in use with this one, on the same data set. */
  async #goOn(
    { checkpoint, history, name, note }: Pick<StoredRun, "checkpoint" | "history" | "name" | "note">,
    weights: readonly EpochWeights[],
    source: ActionSource,
  ): Promise<boolean> {
    try {
      await this.#session.change(async (client) => {
        const { summary, snapshots } = await client.call("continueRun", [checkpoint, weights]);
        const rows = await client.call("rows", []);
        this.#store.dispatch({
          type: "run-continued",
          run: summary,
          history,
          name,
          note,
          snapshots: [...snapshots],
          rows,
          source,
        });
      });
      return true;
    } catch (error) {
      this.#session.fail("The run cannot be resumed", error);
      return false;
    }
  }

  /** Whether the run in use has changes that are not stored. */
  #changed(): boolean {
    const { run, data, view, engine } = this.#store.state.peek();
    // Runs of lessons are not stored: the lesson repeats them.
    if (!run?.held || !data || run.stepsDone === run.stepsGiven) return false;
    if (view.page === "learn" || engine.status !== "ready") return false;
    if (run.summary.logged && valuesOf(run.summary, data.summary) > MAX_LOGGED) return false;
    return this.#kept.run !== run.id || this.#kept.step !== run.stepsDone;
  }

  #due(): void {
    if (!this.#changed() || this.#saving) return;
    const { run } = this.#store.state.peek();
    const growing = run?.phase === "running" || run?.summary.logged;
    if (this.#timer !== null) {
      if (growing) return;
      // A run that has ended is stored without delay.
      clearTimeout(this.#timer);
    }
    const wait = growing ? this.#kept.at + PERIOD_MS - this.#storage.now() : 0;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        if (this.#changed() && !this.#saving) void this.#save();
      },
      Math.max(0, wait),
    );
  }

  #save(): Promise<void> {
    this.#saving = this.#saveRun().finally(() => {
      this.#saving = null;
      this.#due();
    });
    return this.#saving;
  }

  async #saveRun(): Promise<void> {
    const before = this.#store.state.peek().run;
    if (!before) return;
    const known = this.#ids.get(before.id);
    const id = known ?? this.#storage.newId();
    try {
      const saved = await this.#session.ask((client: Client) =>
        this.#store.state.peek().run?.id === before.id
          ? client.call("keepRun", [before.summary.logged ? NO_EPOCH : (this.#epochs.get(id) ?? -1)])
          : Promise.resolve(null),
      );
      const { run, data } = this.#store.state.peek();
      const at = this.#storage.now();
      this.#kept = { ...this.#kept, at };
      // The page receives steps in the order of their requests, so both are at the same step.
      if (!saved || !data || run?.id !== before.id || run.stepsDone !== saved.summary.stepsDone) return;
      const { summary, checkpoint, weights } = saved;
      const kept: KeptRun = {
        id,
        saved: at,
        source: data.source,
        dataset: data.summary.name,
        fingerprint: data.summary.fingerprint,
        name: run.name,
        note: run.note,
        summary,
        history: historyOf(run),
      };
      await this.#put({ ...kept, checkpoint }, weights);
      this.#ids.set(run.id, id);
      const last = weights.at(-1);
      if (last) this.#epochs.set(id, last.epoch);
      this.#kept = { run: run.id, step: summary.stepsDone, at };
      if (!known) {
        this.#storage.claim(id);
        await this.#prune();
      }
    } catch (error) {
      // Crashes are reported elsewhere.
      this.#session.fail("The run was not kept", error);
      this.#kept = { run: before.id, step: before.stepsDone, at: this.#storage.now() };
    }
  }

  async #put(...[run, weights]: Parameters<RunStore["put"]>): Promise<void> {
    try {
      await this.#runs.put(run, weights);
    } catch (error) {
      this.#giveUp(error);
      await this.#runs.put(run, weights);
    }
  }

  /** From here on runs are stored only as long as the page lives. */
  #giveUp(error: unknown): void {
    if (this.#runs !== this.#storage.runs) return;
    this.#runs = memoryStore();
    this.#epochs.clear();
    const notice = {
      kind: "info",
      title: "Runs are kept only as long as this page",
      detail: `The browser stores no more data (${messageOf(error)}). Training continues; save the weights to keep them.`,
    } as const;
    if (this.#store.state.peek().run) this.#store.dispatch({ type: "notify", notice, source: "engine" });
  }

  async #prune(): Promise<void> {
    const all = await this.#runs.list();
    const unlabelled = all.filter(({ name, note }) => !name && !note);
    for (const { id } of unlabelled.slice(MAX_KEPT)) await this.#runs.remove(id);
  }
}

// Storage of runs.

/** A run with everything that is necessary to continue it. */
export interface StoredRun extends KeptRun {
  /** The bytes of a file of weights. */
  readonly checkpoint: Uint8Array<ArrayBuffer>;
}

export interface RunStore {
  /** The stored runs, the newest first. */
  list(): Promise<readonly KeptRun[]>;
  /** Replaces the stored state of a run; new weights of epochs are added to the existing ones. */
  put(run: StoredRun, weights: readonly EpochWeights[]): Promise<void>;
  get(id: string): Promise<{ readonly run: StoredRun; readonly weights: readonly EpochWeights[] } | null>;
  remove(id: string): Promise<void>;
}

/** A name for a new run. Pages over plain HTTP have no `crypto.randomUUID`. */
export function newRunId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

/** Lasts as long as the page: for browsers that reject storage. */
export function memoryStore(): RunStore {
  interface Kept {
    readonly run: KeptRun;
    readonly checkpoint: StoredRun["checkpoint"];
    readonly weights: Map<number, EpochWeights>;
  }
  const runs = new Map<string, Kept>();
  return {
    list: () => {
      const all = [...runs.values()].map(({ run }) => run);
      return Promise.resolve(all.sort((a, b) => b.saved - a.saved));
    },
    put: ({ checkpoint, ...run }, weights) => {
      const all = runs.get(run.id)?.weights ?? new Map<number, EpochWeights>();
      for (const one of weights) all.set(one.epoch, one);
      runs.set(run.id, { run, checkpoint, weights: all });
      return Promise.resolve();
    },
    get: (id) => {
      const found = runs.get(id);
      return Promise.resolve(
        found
          ? { run: { ...found.run, checkpoint: found.checkpoint }, weights: [...found.weights.values()] }
          : null,
      );
    },
    remove: (id) => {
      runs.delete(id);
      return Promise.resolve();
    },
  };
}
