/**
 * Orders questions to a run and changes of it. Questions run concurrently, in order; a change waits for the pending
 * questions, and later questions wait for the change.
 */
export class Gate {
  #asking = 0;
  #waiting: (() => void)[] = [];
  #changes: Promise<unknown> = Promise.resolve();
  /** Number of pending changes. */
  #changing = 0;

  /** Sends a question about the run in use; immediately if no change is pending. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    while (this.#changing > 0) await this.#changes;
    this.#asking += 1;
    try {
      return await question();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) {
        for (const go of this.#waiting) go();
        this.#waiting = [];
      }
    }
  }

  /** Changes the run, or its data set: one change after the other. */
  change<T>(work: () => Promise<T>): Promise<T> {
    this.#changing += 1;
    const result = this.#changes.then(async () => {
      if (this.#asking > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      try {
        return await work();
      } finally {
        this.#changing -= 1;
      }
    });
    this.#changes = result.catch(() => undefined);
    return result;
  }
}
