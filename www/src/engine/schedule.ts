// The order of the requests in the worker: one job at a time, by priority. Long jobs consist of slices, and other jobs can
// run between them.

import type { Rank } from "./calls";

/** Returns its answer; at every yield, other jobs can run. */
export type Sliced<T> = AsyncGenerator<undefined, T>;

export interface Job<T> {
  readonly id: number;
  /** The lowest rank has the highest priority. */
  readonly rank: Rank;
  start(): Sliced<T> | Promise<T> | T;
  answered(answer: T): void;
  failed(error: unknown): Promise<void> | void;
  /** It was cancelled before its answer. */
  dropped(): void;
}

interface Planned<T> {
  readonly job: Job<T>;
  /** The first slice starts the job. */
  readonly slices: Sliced<T>;
}

export class Schedule<T> {
  /** By descending priority; equal ones in the order of their requests. */
  readonly #planned: Planned<T>[] = [];
  #working = false;
  readonly #receiveMessages: () => Promise<void>;

  /** `receiveMessages`: resolves after pending messages are received. */
  constructor(receiveMessages: () => Promise<void>) {
    this.#receiveMessages = receiveMessages;
  }

  add(job: Job<T>): void {
    const planned: Planned<T> = { job, slices: slicesOf(job) };
    const later = this.#planned.findIndex((other) => other.job.rank > job.rank);
    this.#planned.splice(later < 0 ? this.#planned.length : later, 0, planned);
    void this.#work();
  }

  /** Cancels the jobs that must not continue, also one in the middle of a slice. */
  drop(goesOn: (job: Job<T>) => boolean): void {
    for (const planned of this.#planned.filter(({ job }) => !goesOn(job))) {
      this.#remove(planned);
      planned.job.dropped();
      // The generator frees its resources; if they no longer exist, there is nothing to free.
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
        // No other job begins before the error is handled.
        if (this.#planned.includes(planned)) await planned.job.failed(error);
        this.#remove(planned);
      }
      await this.#receiveMessages();
    }
    this.#working = false;
  }

  /** false: it was cancelled. */
  #remove(planned: Planned<T>): boolean {
    const place = this.#planned.indexOf(planned);
    if (place >= 0) this.#planned.splice(place, 1);
    return place >= 0;
  }
}

/** A job without slices runs in one step. */
async function* slicesOf<T>(job: Job<T>): Sliced<T> {
  const started = job.start();
  return isSliced(started) ? yield* started : await started;
}

function isSliced<T>(begun: Sliced<T> | Promise<T> | T): begun is Sliced<T> {
  return typeof begun === "object" && begun !== null && Symbol.asyncIterator in begun;
}
