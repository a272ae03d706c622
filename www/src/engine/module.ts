// The training module in the worker. Its types are generated from src/web/training.rs. An epoch of `undefined` means the
// current weights, and 0 those before the first step.

import type * as generated from "../../types/training";

/** Any number of data sets and runs, by id. */
export type Session = generated.Session;

/** The outputs of a run for all graphs of its data set. */
export type Outputs = generated.Outputs;

export interface EngineModule extends Pick<typeof generated, "Session"> {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
}

/** The folds of a configuration, for training one at a time. */
export type CrossValidation = generated.CrossValidation;

/** The value of a promise if it resolves within this number of milliseconds; otherwise null, and the value is discarded. */
export async function within<T>(
  milliseconds: number,
  asked: Promise<T>,
): Promise<{ readonly value: T } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  // A late failure is ignored.
  const there = asked.then((value) => ({ value }));
  there.catch(() => undefined);
  try {
    return await Promise.race([there, late]);
  } finally {
    clearTimeout(timer);
  }
}
