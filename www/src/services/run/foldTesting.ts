// Engines for tests of cross-validation, without WebAssembly.

import type { Settings } from "../../domain/settings/settings";
import type { RunFile } from "../../domain/training/folds";
import type { CallName, TrainedFold } from "../../engine/calls";
import { EngineCrash } from "../../engine/client";
import type { Client } from "../../engine/client";
import { runSummary } from "../../store/testing";

export const FOLDS = 3;
/** Answers for one fold. */
const ANSWERS = 2;

export const BEGUN: RunFile = {
  data: "four",
  fingerprint: "0123456789abcdef",
  config: { ...runSummary().config, folds: FOLDS },
  seed: 0,
  splits: "seed",
  device: "CPU",
  versions: { sublevel: "0.1.0" },
  classes: ["a", "b"],
  folds: [],
  mean_test_accuracy: 0,
  std_test_accuracy: 0,
  unfinished: [1, 2, 3].map((fold) => ({ fold, split: String(fold), epochs: [], checkpoint: null })),
};

/** The run with these finished folds. */
export function withFolds(finished: readonly number[]): RunFile {
  return {
    ...BEGUN,
    folds: [...finished].sort().map((fold) => ({
      ...{ fold, split: String(fold), test_accuracy: 1, epochs: [], confusion: [], predictions: [] },
    })),
    unfinished: BEGUN.unfinished.filter(({ fold }) => !finished.includes(fold)),
  };
}

/** The folds of all files: of equal folds, the first. */
function merged(files: readonly RunFile[]): RunFile {
  const folds = new Map(
    files.flatMap((file) => file.folds.map((fold) => [fold.fold, fold] as const)).reverse(),
  );
  return {
    ...files[0]!,
    folds: [...folds.values()].sort((a, b) => a.fold - b.fold),
    unfinished: BEGUN.unfinished.filter(({ fold }) => !folds.has(fold)),
  };
}

/** An engine that takes two answers for a fold. */
export class FoldEngine {
  readonly asked: CallName[] = [];
  settings: Settings | null = null;
  closed = false;
  /** The folds in the order of their beginning. */
  readonly begun: number[] = [];
  readonly finished: number[] = [];
  /** The finished folds of the run that it trains. */
  #ofRun: number[] = [];
  #answers = 0;
  /** Called before an answer about a fold; can fail. */
  before: (fold: number, answer: number) => void | Promise<void> = () => undefined;

  readonly client = {
    call: async (name: CallName, args: readonly unknown[]) => {
      await Promise.resolve();
      if (this.closed) throw new EngineCrash("closed");
      this.asked.push(name);
      return this.#answer(name, args);
    },
    close: () => (this.closed = true),
  } as unknown as Client;

  #answer(name: CallName, [first]: readonly unknown[]): RunFile | Promise<TrainedFold> {
    if (name === "trainFold") return this.#train(first as number);
    if (name === "mergeFolds") return merged(first as RunFile[]);
    if (name === "beginFolds") {
      this.settings = first as Settings;
      this.#ofRun = [];
    }
    const file = withFolds(this.#ofRun);
    if (this.settings === null) return file;
    const { splits, ...config } = this.settings;
    return { ...file, config, splits, seed: config.seed };
  }

  async #train(fold: number): Promise<TrainedFold> {
    if (this.#answers === 0 || this.begun.at(-1) !== fold) {
      this.begun.push(fold);
      this.#answers = 0;
    }
    this.#answers += 1;
    await this.before(fold, this.#answers);
    const finished = this.#answers === ANSWERS;
    const share = this.#answers / ANSWERS;
    if (finished) {
      this.finished.push(fold);
      this.#ofRun.push(fold);
      this.#answers = 0;
    }
    const progress = { fold, finished, epoch: Number(finished), epochs: 1, share };
    return { progress, milliseconds: 100, model: finished ? Uint8Array.of(fold) : null };
  }
}
