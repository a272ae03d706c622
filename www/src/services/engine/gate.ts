/**
 * Lets questions to a run and changes of it take turns. Questions go through side by side, in order; a change waits
 * until those on their way have been answered, and what is asked after it waits for it.
 */
export class Gate {
  #asking = 0;
  #waiting: (() => void)[] = [];
  #changes: Promise<unknown> = Promise.resolve();
  /** Changes that have been asked for and have not ended. */
  #changing = 0;

  /** Asks something of the run in use; at once where nothing changes it. */
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

  /** Changes the run, or the data set it belongs to: one change after the other. */
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
