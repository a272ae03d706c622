// Where the page may choose, a run begins on the device that trains it faster. Which one that is is measured once for an adapter, a
// model and a size of batches, and remembered.

import { readStored, writeStored } from "../app/storage";
import { settingsOf } from "../domain/settings";
import type { Client } from "../engine/client";
import type { Backend } from "../protocol";
import type { ActionSource } from "../store/actions";
import type { Data, Paces, Run } from "../store/state";
import type { Store } from "../store/store";
import type { Load } from "./load";
import { fasterOf, race } from "./race";
import type { Entrant } from "./race";
import type { Session } from "./session";
import { contentsOf } from "./train";

/** What this browser remembers of races. */
const STORED = "sublevel:races";
/** Of the latest of them. */
const MOST_STORED = 100;
/** A race goes on for so many epochs at most; it is over long before. */
const EPOCHS = 10_000;

/** Starts the engine anew on a device. */
export type Restart = (device: Backend, source: ActionSource) => Promise<void>;

export class DeviceChoice {
  readonly #store: Store;
  readonly #session: Session;
  readonly #load: Load;
  readonly #restart: Restart;
  #choosing: Promise<void> | null = null;

  constructor(store: Store, session: Session, load: Load, restart: Restart) {
    this.#store = store;
    this.#session = session;
    this.#load = load;
    this.#restart = restart;
  }

  /**
   * Puts a run that has not begun on the faster device; null where there is nothing to choose: without a real GPU, or where the
   * user or a link says which device. What begins on the learning page is short, and begins at once.
   */
  choose(source: ActionSource): Promise<void> | null {
    if (this.#choosing) return this.#choosing;
    const { backend, engine, data, run, view } = this.#store.state.peek();
    if (backend !== "auto" || engine.status !== "ready" || view.page === "learn") return null;
    const { gpu, gpuOffered: adapter } = engine.device;
    if (adapter === null || !data || !run?.held || run.stepsDone > 0) return null;
    const key = keyOf(adapter, data, run);
    const known = remembered()[key];
    if (known && (fasterOf(known) === "gpu") === gpu) {
      this.#tell(data, run, known);
      return null;
    }
    this.#choosing = this.#choose(key, known ?? null, data, run, source).finally(() => {
      this.#choosing = null;
    });
    return this.#choosing;
  }

  async #choose(key: string, known: Paces | null, data: Data, run: Run, source: ActionSource): Promise<void> {
    try {
      if (!known) this.#tell(data, run, null);
      const paces = known ?? (await this.#race(data, run));
      remember(key, paces);
      this.#tell(data, run, paces);
      const { engine, run: now } = this.#store.state.peek();
      if (engine.status !== "ready" || now?.id !== run.id) return;
      if ((fasterOf(paces) === "gpu") !== engine.device.gpu) await this.#restart(fasterOf(paces), source);
    } catch {
      // A GPU that cannot take part is not the faster one.
      this.#store.dispatch({ type: "race", race: null, source: "engine" });
    }
  }

  async #race(data: Data, run: Run): Promise<Paces> {
    const clients: Client[] = [];
    const entrant = async (backend: Backend): Promise<Entrant> => {
      const client = await this.#session.another(backend, () => undefined);
      clients.push(client);
      await this.#load.into(client, data.source);
      const settings = { ...settingsOf(run.summary), epochs: EPOCHS };
      await client.call("configure", [settings, await contentsOf(data.foldFiles?.files ?? []), false]);
      return async (steps) => {
        const { report, milliseconds } = await client.call("train", [steps]);
        return { steps: report.steps.length, milliseconds };
      };
    };
    try {
      return await race(await entrant("cpu"), await entrant("gpu"));
    } finally {
      for (const client of clients) client.close();
    }
  }

  #tell({ source }: Data, { summary }: Run, paces: Paces | null): void {
    const race = { source, model: summary.config.model, paces };
    this.#store.dispatch({ type: "race", race, source: "engine" });
  }
}

/** Batches are of one size where a power of two is nearest to their vertices. */
function keyOf(adapter: string, { summary }: Data, { summary: { config } }: Run): string {
  const vertices = config.batchSize * summary.averageVertices;
  const size = Math.round(Math.log2(Math.max(1, vertices)));
  return [SUBLEVEL_VERSION, adapter, config.model, config.layers, size].join("\n");
}

function remembered(): Partial<Record<string, Paces>> {
  try {
    return Object.fromEntries(
      (JSON.parse(readStored(STORED) ?? "[]") as [string, Paces][]).filter(
        ([, paces]) => paces.cpu > 0 && paces.gpu > 0,
      ),
    );
  } catch {
    return {};
  }
}

function remember(key: string, paces: Paces): void {
  const others = Object.entries(remembered()).filter(([other]) => other !== key);
  writeStored(STORED, JSON.stringify([...others, [key, paces]].slice(-MOST_STORED)));
}
