// The browser features for storing runs: a database, and locks that mark runs as in use for other tabs.

import type { RunStorage } from "../services/storage/savedRuns";
import { runDatabase } from "./runDatabase";

const LOCK = "sublevel-run-";

export function browserRunStorage(): RunStorage {
  // Only secure contexts have locks; without them, two tabs can continue the same run independently.
  const locks = navigator.locks as LockManager | undefined;
  return {
    runs: runDatabase(),
    now: Date.now,
    newId: () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`,
    claim(id) {
      // Held as long as the page lives.
      void locks?.request(LOCK + id, { ifAvailable: true }, () => new Promise(() => undefined));
    },
    async claimed() {
      const held = (await locks?.query())?.held ?? [];
      const names = held.map(({ name }) => name ?? "").filter((name) => name.startsWith(LOCK));
      return new Set(names.map((name) => name.slice(LOCK.length)));
    },
  };
}
