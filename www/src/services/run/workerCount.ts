/** The resources of the computer. */
export interface Computer {
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
export function thisComputer(): Computer {
  // Only some browsers report their memory, so its type is not standard.
  const { hardwareConcurrency, deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number };
  return { cores: hardwareConcurrency, memory: deviceMemory ?? null };
}
