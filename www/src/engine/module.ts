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
