// Runs in the browser's own database, where a closed tab finds them again.

import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from "idb";
import type { EpochWeights } from "../engine/calls";
import type { RunStore, StoredRun } from "../services/runStore";

interface Schema extends DBSchema {
  runs: { key: string; value: StoredRun };
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

/** Where the browser refuses, every call fails. */
export function runDatabase(): RunStore {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const database = (): Promise<IDBPDatabase<Schema>> =>
    (opened ??= open({
      upgrade(db) {
        db.createObjectStore("runs", { keyPath: "id" });
        db.createObjectStore("weights");
      },
      // Another version of the page wants to change it: this one opens it again when it needs it.
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
      const runs = await (await database()).getAll("runs");
      return runs.sort((a, b) => b.saved - a.saved);
    },
    async put(run, weights) {
      const change = (await database()).transaction(["runs", "weights"], "readwrite");
      await Promise.all([
        change.objectStore("runs").put(run),
        ...weights.map((one) => change.objectStore("weights").put(one, [run.id, one.epoch])),
        change.done,
      ]);
    },
    async get(id) {
      const db = await database();
      const run = await db.get("runs", id);
      return run ? { run, weights: await db.getAll("weights", weightsOf(id)) } : null;
    },
    async remove(id) {
      const change = (await database()).transaction(["runs", "weights"], "readwrite");
      await Promise.all([
        change.objectStore("runs").delete(id),
        change.objectStore("weights").delete(weightsOf(id)),
        change.done,
      ]);
    },
  };
}
