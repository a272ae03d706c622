// Storage of runs.

import type { EpochWeights } from "../../engine/calls";
import type { KeptRun } from "../../store/state";

/** A run with everything that is necessary to continue it. */
export interface StoredRun extends KeptRun {
  /** The bytes of a file of weights. */
  readonly checkpoint: Uint8Array<ArrayBuffer>;
}

export interface RunStore {
  /** In order of age, the newest first. */
  list(): Promise<readonly KeptRun[]>;
  /** Replaces the stored state of a run; new weights of epochs are added to the existing ones. */
  put(run: StoredRun, weights: readonly EpochWeights[]): Promise<void>;
  get(id: string): Promise<{ readonly run: StoredRun; readonly weights: readonly EpochWeights[] } | null>;
  remove(id: string): Promise<void>;
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
