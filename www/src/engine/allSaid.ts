// What runs say of every graph of the data set in use, so that they can be compared: of each it is worked out once, and the run
// itself need not stay open.

import type { Compared } from "./calls";
import type { Said, Session } from "./module";

/** So many weights of the run in use are remembered. */
const MAX_OWN = 4;

export class AllSaid {
  readonly #session: Session;
  /** By the id under which a run is kept. */
  readonly #kept = new Map<string, Said>();
  /** Of the run in use, by its id and epoch; what was asked for last comes last. */
  readonly #own = new Map<string, Said>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** What a run says that was kept. */
  keep(id: string, said: Said): null {
    this.#kept.get(id)?.free();
    this.#kept.set(id, said);
    return null;
  }

  /** Whether the run in use has said it with the weights of this epoch. */
  knows(run: number, epoch: number | null): boolean {
    return this.#own.has(`${run} ${epoch}`);
  }

  /** `run`, `epoch`: the one in use, and the weights that it is asked with. */
  async of(run: number, compared: Compared, epoch: number | null): Promise<Said> {
    if (compared.type === "kept") {
      const said = this.#kept.get(compared.id);
      if (!said) throw new Error("This run has not been opened: choose it again.");
      return said;
    }
    const name = `${run} ${epoch}`;
    const said = this.#own.get(name) ?? (await this.#session.sayAll(run, epoch ?? undefined));
    this.#own.delete(name);
    this.#own.set(name, said);
    for (const [oldest, unused] of this.#own) {
      if (this.#own.size <= MAX_OWN) break;
      this.#own.delete(oldest);
      unused.free();
    }
    return said;
  }

  /** Another data set is in use. */
  forget(): void {
    for (const said of [...this.#kept.values(), ...this.#own.values()]) said.free();
    this.#kept.clear();
    this.#own.clear();
  }
}
