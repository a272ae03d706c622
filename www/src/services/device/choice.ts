// If the device is automatic, a run trains on the faster one. The page compares the devices during a run, once per adapter,
// model and batch size: an engine on the other device trains the same run for a second.

import { settingsOf } from "../../domain/settings/settings";
import { messageOf } from "../../domain/text/format";
import type { Backend } from "../../protocol";
import type { ActionSource } from "../../store/actions";
import type { Data, Paces, Run, State } from "../../store/state";
import type { Store } from "../../store/store";
import type { SavedRuns } from "../storage/savedRuns";
import type { Load } from "../data/load";
import { inTime, AnswerTimeout, median, paceOf, perStepOf } from "./race";
import type { Timed } from "./race";
import type { SecondEngine, Session } from "../engine/session";
import { contentsOf } from "../run/train";
import { readStored, writeStored } from "../storage/browserStorage";

/** Maximum number of epochs of a race; it ends long before. */
const EPOCHS = 10_000;
/** Number of the latest answers of the run in use that are timed. */
const MAX_TURNS = 15;
/** Minimum saving for which a run moves to the other device. */
const WORTH_MS = 3000;

/** The reason for no comparison if a GPU cannot run a step as one submission. */
const BY_OPERATION =
  "it would take each step of this run one operation after the other, which lasts longer than the whole step on the CPU.";

/** Restarts the engine on a device. */
export type Restart = (device: Backend, source: ActionSource) => Promise<void>;

interface DeviceComparison {
  readonly key: string;
  readonly data: Data;
  readonly run: Run;
  /** Milliseconds per step of the latest answers of the run. */
  readonly turns: number[];
  /** The engine on the other device. */
  other: SecondEngine | null;
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
  #compared: DeviceComparison | null = null;

  constructor(store: Store, session: Session, load: Load, savedRuns: SavedRuns, restart: Restart) {
    this.#store = store;
    this.#session = session;
    this.#load = load;
    this.#savedRuns = savedRuns;
    this.#restart = restart;
    // A race ends when its run or engine is no longer in use.
    this.#end = this.#store.watch(subjectOf, () => {
      if (!this.#compared || this.#isInUse(this.#compared)) return;
      this.#giveUp();
      this.#store.dispatch({ type: "race", race: null, source: "engine" });
    });
  }

  /** Ends the service and a race in progress. */
  close(): void {
    this.#end();
    this.#giveUp();
  }

  /**
   * Moves a run that has not begun to the faster device if that is known. Otherwise the run begins immediately, and the
   * devices are compared meanwhile. If the steps of a run do not fit into one GPU submission, it moves to the CPU without a
   * race. null: nothing to wait for. There is no real GPU, the user or a link sets the device, or the run is on the learning
   * page, where runs are too short for a race.
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
    else this.#publish(data, run, known, null);
    const moves = known && run.stepsDone === 0 && (fasterOf(known) === "gpu") !== gpu;
    return moves ? this.#restart(fasterOf(known), source) : null;
  }

  /** Moves the run to the CPU, with the reason in the chip; a run that has begun on a GPU stays there. */
  #toCpu(data: Data, run: Run, gpu: boolean, source: ActionSource): Promise<void> | null {
    if (gpu && run.stepsDone > 0) return null;
    this.#publish(data, run, null, BY_OPERATION);
    return gpu ? this.#restart("cpu", source) : null;
  }

  /** Called after some steps of the run in use. */
  timed(run: number, took: Timed): void {
    if (this.#compared?.run.id !== run || took.steps === 0) return;
    const { turns } = this.#compared;
    turns.push(perStepOf(took));
    if (turns.length > MAX_TURNS) turns.shift();
  }

  async #compare(compared: DeviceComparison, on: "cpu" | "gpu"): Promise<void> {
    this.#compared = compared;
    const { key, data, run, turns } = compared;
    this.#publish(data, run, null, null);
    try {
      const pace = await this.#paceOf(compared, on).catch((error: unknown) => {
        if (error instanceof AnswerTimeout) return 0;
        throw error;
      });
      await this.#firstOf(compared);
      const own = median(turns);
      if (!this.#isInUse(compared) || own === null)
        throw new Error("The run ended before the devices were compared.");
      const paces = on === "gpu" ? { cpu: 1000 / own, gpu: pace } : { cpu: pace, gpu: 1000 / own };
      rememberRace(key, paces);
      this.#publish(data, run, paces, null);
      if (fasterOf(paces) === on && this.#isWorthIt(paces, on)) await this.#goOver(compared, on);
    } catch (error) {
      // A device that fails is not the faster one. A cancelled race reports nothing.
      if (this.#compared === compared) this.#publish(data, run, null, messageOf(error));
    } finally {
      if (this.#compared === compared) this.#giveUp();
    }
  }

  /** Steps per second of the same run on another device, in a separate engine. */
  async #paceOf(compared: DeviceComparison, on: "cpu" | "gpu"): Promise<number> {
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

  /** Resolves after the first answer of the run in use, or when the run stops. */
  #firstOf(compared: DeviceComparison): Promise<void> {
    return new Promise((resolve) => {
      const end = this.#store.watch(
        ({ run }) => `${run?.stepsDone} ${run?.phase} ${subjectOf(this.#store.state.peek())}`,
        () => {
          const goesOn = this.#isInUse(compared) && this.#store.state.peek().run?.phase === "running";
          if (goesOn && compared.turns.length === 0) return;
          // The first call comes before `end` is assigned.
          queueMicrotask(() => end());
          resolve();
        },
      );
    });
  }

  /** Whether the other device saves enough of the remaining time of the run. A run with a rival cannot move. */
  #isWorthIt({ cpu, gpu }: Paces, on: "cpu" | "gpu"): boolean {
    const { run } = this.#store.state.peek();
    if (!run || run.rival) return false;
    const { config, stepsPerEpoch } = run.summary;
    const left = config.epochs * stepsPerEpoch - run.stepsDone;
    const [before, after] = on === "gpu" ? [cpu, gpu] : [gpu, cpu];
    return 1000 * (left / before - left / after) > WORTH_MS;
  }

  /** Continues the run from its current step in the engine that was compared with its own. */
  async #goOver(compared: DeviceComparison, on: "cpu" | "gpu"): Promise<void> {
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

  #isInUse({ run }: DeviceComparison): boolean {
    const { backend, engine, run: now } = this.#store.state.peek();
    return backend === "auto" && engine.status === "ready" && now?.id === run.id && now.held;
  }

  #giveUp(): void {
    this.#compared?.other?.client.close();
    this.#compared = null;
  }

  #publish({ source }: Data, { summary }: Run, paces: Paces | null, problem: string | null): void {
    const race = { source, model: summary.config.model, paces, problem };
    this.#store.dispatch({ type: "race", race, source: "engine" });
  }
}

/** The subject of a race as a key. */
function subjectOf({ backend, engine, run }: State): string {
  return `${backend} ${engine.status} ${run?.id} ${run?.held}`;
}

// The race results that this browser stores: the paces of both devices per adapter, model and batch size.

const STORED = "sublevel:races";
/** Maximum number of stored races; the latest stay. */
const MAX_STORED = 100;

/** The key of a race. Batches have equal sizes if the nearest power of two to their number of vertices is equal. */
function raceKey(adapter: string, { summary }: Data, { summary: { config } }: Run): string {
  const vertices = config.batchSize * summary.averageVertices;
  const size = Math.round(Math.log2(Math.max(1, vertices)));
  return [SUBLEVEL_VERSION, adapter, config.model, config.layers, size].join("\n");
}

function rememberedRaces(): Partial<Record<string, Paces>> {
  try {
    const stored = JSON.parse(readStored(STORED) ?? "[]") as [string, Paces][];
    return Object.fromEntries(stored.filter(([, { cpu, gpu }]) => cpu >= 0 && gpu >= 0 && cpu + gpu > 0));
  } catch {
    return {};
  }
}

function rememberRace(key: string, paces: Paces): void {
  const others = Object.entries(rememberedRaces()).filter(([other]) => other !== key);
  writeStored(STORED, JSON.stringify([...others, [key, paces]].slice(-MAX_STORED)));
}
