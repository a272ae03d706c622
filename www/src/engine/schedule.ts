// The order in which the worker does what it was asked for: one thing at a time, the most urgent first. What takes long comes in
// slices, and gives way between them.

import type { Rank } from "./calls";

/** Ends with its answer; wherever it yields it may have to wait for others. */
export type Sliced<T> = AsyncGenerator<undefined, T>;

export interface Job<T> {
  readonly id: number;
  /** The lowest is the most urgent. */
  readonly rank: Rank;
  start(): Sliced<T> | Promise<T> | T;
  answered(answer: T): void;
  failed(error: unknown): Promise<void> | void;
  /** It was ended before it had an answer. */
  dropped(): void;
}

interface Planned<T> {
  readonly job: Job<T>;
  /** The job begins with the first of them. */
  readonly slices: Sliced<T>;
}

export class Schedule<T> {
  /** The most urgent first; of equals what was asked for first. */
  readonly #planned: Planned<T>[] = [];
  #working = false;
  readonly #breath: () => Promise<void>;

  /** `breath`: waits until messages that have come meanwhile are here. */
  constructor(breath: () => Promise<void>) {
    this.#breath = breath;
  }

  add(job: Job<T>): void {
    const planned: Planned<T> = { job, slices: slicesOf(job) };
    const later = this.#planned.findIndex((other) => other.job.rank > job.rank);
    this.#planned.splice(later < 0 ? this.#planned.length : later, 0, planned);
    void this.#work();
  }

  /** Ends what is not to go on; what is in the middle of a slice ends with it. */
  drop(goesOn: (job: Job<T>) => boolean): void {
    for (const planned of this.#planned.filter(({ job }) => !goesOn(job))) {
      this.#remove(planned);
      planned.job.dropped();
      // What it has taken it gives back; where that is gone with all the rest, there is nothing to give back.
      planned.slices.return(undefined as T).catch(() => undefined);
    }
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let planned = this.#planned[0]; planned; planned = this.#planned[0]) {
      try {
        const { done, value } = await planned.slices.next();
        if (done && this.#remove(planned)) planned.job.answered(value);
      } catch (error) {
        // Nothing else begins until it is known what it means.
        if (this.#planned.includes(planned)) await planned.job.failed(error);
        this.#remove(planned);
      }
      await this.#breath();
    }
    this.#working = false;
  }

  /** false: it was dropped. */
  #remove(planned: Planned<T>): boolean {
    const place = this.#planned.indexOf(planned);
    if (place >= 0) this.#planned.splice(place, 1);
    return place >= 0;
  }
}

/** What is not sliced is done in one. */
async function* slicesOf<T>(job: Job<T>): Sliced<T> {
  const begun = job.start();
  return isSliced(begun) ? yield* begun : await begun;
}

function isSliced<T>(begun: Sliced<T> | Promise<T> | T): begun is Sliced<T> {
  return typeof begun === "object" && begun !== null && Symbol.asyncIterator in begun;
}
