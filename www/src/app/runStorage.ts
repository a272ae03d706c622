// The browser features for storing runs: a database, and locks that mark runs as in use for other tabs.

import { newRunId } from "../services/storage/savedRuns";
import type { RunStorage, RunStore, StoredRun } from "../services/storage/savedRuns";
import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from "idb";
import type { EpochWeights } from "../engine/calls";
import { upgraded } from "../store/runHistory";
import type { KeptRun } from "../store/state";

const LOCK = "sublevel-run-";

export function browserRunStorage(): RunStorage {
  // Only secure contexts have locks, and a sandboxed frame rejects requests; without them, two tabs can continue the same run independently.
  const locks = navigator.locks as LockManager | undefined;
  return {
    runs: runDatabase(),
    now: Date.now,
    newId: newRunId,
    claim(id) {
      // Held as long as the page lives.
      locks
        ?.request(LOCK + id, { ifAvailable: true }, () => new Promise(() => undefined))
        .catch(() => undefined);
    },
    async claimed() {
      const held = (await locks?.query().catch(() => null))?.held ?? [];
      const names = held.map(({ name }) => name ?? "").filter((name) => name.startsWith(LOCK));
      return new Set(names.map((name) => name.slice(LOCK.length)));
    },
  };
}

// Runs in an IndexedDB of the browser, which survives a closed tab.

interface Schema extends DBSchema {
  runs: { key: string; value: KeptRun };
  /** Stored separately, so that a list of the runs reads none of them. */
  checkpoints: { key: string; value: StoredRun["checkpoint"] };
  weights: { key: [string, number]; value: EpochWeights };
}

/** The first view does not wait for the library. */
async function open(callbacks: OpenDBCallbacks<Schema>): Promise<IDBPDatabase<Schema>> {
  const { openDB } = await import("idb");
  return openDB<Schema>("sublevel", 1, callbacks);
}

/** All weights of a run. */
function weightsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}

/** A run as this version stores it. */
const current = (run: KeptRun): KeptRun => ({ ...run, history: upgraded(run.history) });

/** On a rejection by the browser, every call fails. */
function runDatabase(): RunStore {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const database = (): Promise<IDBPDatabase<Schema>> =>
    (opened ??= open({
      upgrade(db) {
        db.createObjectStore("runs", { keyPath: "id" });
        db.createObjectStore("checkpoints");
        db.createObjectStore("weights");
      },
      // Another version of the page needs to change the database: this page opens it again on next use.
      blocking() {
        void opened?.then((db) => db.close());
        opened = null;
      },
      terminated() {
        opened = null;
      },
    }));
  return {
    async list() {
      const runs = (await (await database()).getAll("runs")).map(current);
      return runs.sort((a, b) => b.saved - a.saved);
    },
    async put({ checkpoint, ...run }, weights) {
      const change = (await database()).transaction(["runs", "checkpoints", "weights"], "readwrite");
      await Promise.all([
        change.objectStore("runs").put(run),
        change.objectStore("checkpoints").put(checkpoint, run.id),
        ...weights.map((one) => change.objectStore("weights").put(one, [run.id, one.epoch])),
        change.done,
      ]);
    },
    async get(id) {
      const db = await database();
      const [run, checkpoint] = await Promise.all([db.get("runs", id), db.get("checkpoints", id)]);
      if (!run || !checkpoint) return null;
      return { run: { ...current(run), checkpoint }, weights: await db.getAll("weights", weightsOf(id)) };
    },
    async remove(id) {
      const change = (await database()).transaction(["runs", "checkpoints", "weights"], "readwrite");
      await Promise.all([
        change.objectStore("runs").delete(id),
        change.objectStore("checkpoints").delete(id),
        change.objectStore("weights").delete(weightsOf(id)),
        change.done,
      ]);
    },
  };
}
