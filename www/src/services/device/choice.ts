// Where the page may choose, a run trains on the faster device. Which one that is is measured beside a run that goes on, once for
// an adapter, a model and a size of batches: an engine on the other device trains the same run for a second.

import { settingsOf } from "../../domain/settings/settings";
import { messageOf } from "../../domain/text/format";
import type { Backend } from "../../protocol";
import type { ActionSource } from "../../store/actions";
import type { Data, Paces, Run, State } from "../../store/state";
import type { Store } from "../../store/store";
import type { SavedRuns } from "../storage/savedRuns";
import type { Load } from "../data/load";
import { inTime, Late, median, paceOf, perStepOf } from "./race";
import type { Timed } from "./race";
import { raceKey, rememberedRaces, rememberRace } from "./raceMemory";
import type { Another, Session } from "../engine/session";
import { contentsOf } from "../run/train";

/** A race goes on for so many epochs at most; it is over long before. */
const EPOCHS = 10_000;
/** Of the run in use so many answers are timed, the latest. */
const MAX_TURNS = 15;
/** A run goes over to the other device where that saves it more than this. */
const WORTH_MS = 3000;

/** Why what a GPU cannot take as one submission is not compared. */
const BY_OPERATION =
  "it would take each step of this run one operation after the other, which lasts longer than the whole step on the CPU.";

/** Starts the engine anew on a device. */
export type Restart = (device: Backend, source: ActionSource) => Promise<void>;

interface Compared {
  readonly key: string;
  readonly data: Data;
  readonly run: Run;
  /** Milliseconds a step of the latest answers of the run. */
  readonly turns: number[];
  /** The engine on the other device. */
  other: Another | null;
}

export function fasterOf({ cpu, gpu }: Paces): Exclude<Backend, "auto"> {
  return gpu > cpu ? "gpu" : "cpu";
}

export class DeviceChoice {
  readonly #store: Store;
  readonly #session: Session;
  readonly #load: Load;
  readonly #savedRuns: SavedRuns;
  readonly #restart: Restart;
  readonly #end: () => void;
  #compared: Compared | null = null;

  constructor(store: Store, session: Session, load: Load, savedRuns: SavedRuns, restart: Restart) {
    this.#store = store;
    this.#session = session;
    this.#load = load;
    this.#savedRuns = savedRuns;
    this.#restart = restart;
    // A race ends when what it is about is no longer in use.
    this.#end = this.#store.watch(subjectOf, () => {
      if (!this.#compared || this.#isInUse(this.#compared)) return;
      this.#giveUp();
      this.#store.dispatch({ type: "race", race: null, source: "engine" });
    });
  }

  /** Ends this, and a race that goes on. */
  close(): void {
    this.#end();
    this.#giveUp();
  }

  /**
   * Puts a run that has not begun on the faster device, where that is known; otherwise the run begins at once, and the devices are
   * compared beside it. What a GPU does not take as one submission goes to the CPU without a race. null where nothing is to be waited for: without a real GPU, or where the user or a link says which device.
   * What begins on the learning page is too short for it.
   */
  choose(source: ActionSource): Promise<void> | null {
    const { backend, engine, data, run, view } = this.#store.state.peek();
    if (backend !== "auto" || engine.status !== "ready" || view.page === "learn" || this.#compared)
      return null;
    const { gpu, gpuOffered: adapter } = engine.device;
    if (adapter === null || !data || !run?.held) return null;
    if (!run.summary.recordable) return this.#toCpu(data, run, gpu, source);
    const key = raceKey(adapter, data, run);
    const known = rememberedRaces()[key];
    if (!known) void this.#compare({ key, data, run, turns: [], other: null }, gpu ? "cpu" : "gpu");
    else this.#tell(data, run, known, null);
    const moves = known && run.stepsDone === 0 && (fasterOf(known) === "gpu") !== gpu;
    return moves ? this.#restart(fasterOf(known), source) : null;
  }

  /** The CPU takes the run, and the chip says why; what has begun on a GPU stays there. */
  #toCpu(data: Data, run: Run, gpu: boolean, source: ActionSource): Promise<void> | null {
    if (gpu && run.stepsDone > 0) return null;
    this.#tell(data, run, null, BY_OPERATION);
    return gpu ? this.#restart("cpu", source) : null;
  }

  /** The run in use has done some steps. */
  timed(run: number, took: Timed): void {
    if (this.#compared?.run.id !== run || took.steps === 0) return;
    const { turns } = this.#compared;
    turns.push(perStepOf(took));
    if (turns.length > MAX_TURNS) turns.shift();
  }

  async #compare(compared: Compared, on: "cpu" | "gpu"): Promise<void> {
    this.#compared = compared;
    const { key, data, run, turns } = compared;
    this.#tell(data, run, null, null);
    try {
      const pace = await this.#paceOf(compared, on).catch((error: unknown) => {
        if (error instanceof Late) return 0;
        throw error;
      });
      await this.#firstOf(compared);
      const own = median(turns);
      if (!this.#isInUse(compared) || own === null)
        throw new Error("The run ended before the devices were compared.");
      const paces = on === "gpu" ? { cpu: 1000 / own, gpu: pace } : { cpu: pace, gpu: 1000 / own };
      rememberRace(key, paces);
      this.#tell(data, run, paces, null);
      if (fasterOf(paces) === on && this.#isWorthIt(paces, on)) await this.#goOver(compared, on);
    } catch (error) {
      // A device that cannot take part is not the faster one; of a race that was given up nothing is told.
      if (this.#compared === compared) this.#tell(data, run, null, messageOf(error));
    } finally {
      if (this.#compared === compared) this.#giveUp();
    }
  }

  /** Steps a second of the same run on another device, in an engine of its own. */
  async #paceOf(compared: Compared, on: "cpu" | "gpu"): Promise<number> {
    const { data, run } = compared;
    const other = await inTime(this.#session.another(on, () => undefined));
    if (this.#compared !== compared) {
      other.client.close();
      throw new Error("The race was given up.");
    }
    compared.other = other;
    const { client } = other;
    await this.#load.into(client, data.source);
    const settings = { ...settingsOf(run.summary), epochs: EPOCHS };
    const folds = await contentsOf(data.foldFiles?.files ?? []);
    await inTime(client.call("configure", [settings, folds, false]));
    return paceOf(async (steps) => {
      const { report, milliseconds } = await client.call("train", [steps]);
      return { steps: report.steps.length, milliseconds };
    });
  }

  /** Until the run in use has answered once, or does not go on. */
  #firstOf(compared: Compared): Promise<void> {
    return new Promise((resolve) => {
      const end = this.#store.watch(
        ({ run }) => `${run?.stepsDone} ${run?.phase} ${subjectOf(this.#store.state.peek())}`,
        () => {
          const goesOn = this.#isInUse(compared) && this.#store.state.peek().run?.phase === "running";
          if (goesOn && compared.turns.length === 0) return;
          // The first call comes before there is anything to end.
          queueMicrotask(() => end());
          resolve();
        },
      );
    });
  }

  /** Does the other device save so much of what is left of the run? What trains beside it cannot go over. */
  #isWorthIt({ cpu, gpu }: Paces, on: "cpu" | "gpu"): boolean {
    const { run } = this.#store.state.peek();
    if (!run || run.rival) return false;
    const { config, stepsPerEpoch } = run.summary;
    const left = config.epochs * stepsPerEpoch - run.stepsDone;
    const [before, after] = on === "gpu" ? [cpu, gpu] : [gpu, cpu];
    return 1000 * (left / before - left / after) > WORTH_MS;
  }

  /** The run goes on, from where it is, in the engine that has been compared with its own. */
  async #goOver(compared: Compared, on: "cpu" | "gpu"): Promise<void> {
    const { other } = compared;
    const running = this.#store.state.peek().run?.phase === "running";
    this.#store.dispatch({ type: "pause", source: "engine" });
    const kept = await this.#savedRuns.now();
    const { run } = this.#store.state.peek();
    if (!other || !kept || !this.#isInUse(compared)) return;
    compared.other = null;
    this.#compared = null;
    this.#session.adopt(other);
    await this.#savedRuns.again(run, "engine");
    if (!this.#store.state.peek().run?.held) await this.#restart(on, "engine");
    if (running && this.#store.state.peek().run?.held)
      this.#store.dispatch({ type: "train", source: "engine" });
  }

  #isInUse({ run }: Compared): boolean {
    const { backend, engine, run: now } = this.#store.state.peek();
    return backend === "auto" && engine.status === "ready" && now?.id === run.id && now.held;
  }

  #giveUp(): void {
    this.#compared?.other?.client.close();
    this.#compared = null;
  }

  #tell({ source }: Data, { summary }: Run, paces: Paces | null, problem: string | null): void {
    const race = { source, model: summary.config.model, paces, problem };
    this.#store.dispatch({ type: "race", race, source: "engine" });
  }
}

/** What a race is about. */
function subjectOf({ backend, engine, run }: State): string {
  return `${backend} ${engine.status} ${run?.id} ${run?.held}`;
}
