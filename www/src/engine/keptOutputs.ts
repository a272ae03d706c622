// The outputs of runs for all graphs of the data set in use, for comparisons. Each output is computed once, and the run
// itself need not stay open.

import type { Compared } from "./calls";
import type { Outputs, Session } from "./module";

/** Maximum number of stored outputs of the run in use. */
const MAX_OWN = 4;

export class KeptOutputs {
  readonly #session: Session;
  /** By the storage id of a run. */
  readonly #kept = new Map<string, Outputs>();
  /** Outputs of the run in use by its id and epoch; the most recently used comes last. */
  readonly #own = new Map<string, Outputs>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Stores the output of a stored run. */
  keep(id: string, outputs: Outputs): null {
    this.#kept.get(id)?.free();
    this.#kept.set(id, outputs);
    return null;
  }

  /** Whether the output of the run in use with the weights of this epoch is available. */
  knows(run: number, epoch: number | null): boolean {
    return this.#own.has(`${run} ${epoch}`);
  }

  /** `run`, `epoch`: the run in use, and the epoch of its weights. */
  async of(run: number, compared: Compared, epoch: number | null): Promise<Outputs> {
    if (compared.type === "kept") {
      const outputs = this.#kept.get(compared.id);
      if (!outputs) throw new Error("This run has not been opened: choose it again.");
      return outputs;
    }
    const name = `${run} ${epoch}`;
    const outputs = this.#own.get(name) ?? (await this.#session.outputsOf(run, epoch ?? undefined));
    this.#own.delete(name);
    this.#own.set(name, outputs);
    for (const [oldest, unused] of this.#own) {
      if (this.#own.size <= MAX_OWN) break;
      this.#own.delete(oldest);
      unused.free();
    }
    return outputs;
  }

  /** Called when another data set is in use. */
  forget(): void {
    for (const outputs of [...this.#kept.values(), ...this.#own.values()]) outputs.free();
    this.#kept.clear();
    this.#own.clear();
  }
}
