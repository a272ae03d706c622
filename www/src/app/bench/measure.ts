// Measures one case after the other, alternately on the CPU and on the GPU. Each has its own engine.

import { messageOf } from "../../domain/text/format";
import type { Calls, Compiled } from "../../engine/calls";
import type { Client } from "../../engine/client";
import type { EngineFactory } from "../../services/engine/session";
import type { DeviceReport, GeneratorSummary } from "../../protocol";
import { download } from "../../services/data/download";
import type { Entrant } from "../../services/device/race";
import type { Figures } from "./report";
import type { DataSource, ServerFile } from "../../store/state";

/** An engine on a device. */
interface Engine {
  readonly client: Client;
  readonly device: DeviceReport;
}

export interface MeasureEvents {
  /** The current stage, for display. */
  stage(text: string): void;
  /** The GPU, or the reason why there is none. */
  gpu(device: DeviceReport | string): void;
  done(one: Case, figures: Figures): void;
}

/** Maximum number of epochs; the measurement ends long before. */
const EPOCHS = 10_000;

/** Ends after the last case or when the signal aborts. Reported results stay. */
export async function measure(
  cases: readonly Case[],
  { pageUrl, connect, prepare }: EngineFactory,
  events: MeasureEvents,
  signal: AbortSignal,
): Promise<void> {
  const clients: Client[] = [];
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  let compiled: Compiled | null = null;
  const open = async (backend: "cpu" | "gpu"): Promise<Engine> => {
    const place = await prepare(
      { building: () => events.stage("The training module is being built"), failed: events.stage },
      signal,
    );
    const client = connect({ progress: () => undefined, crash: () => undefined });
    clients.push(client);
    const opened = await client.call("open", [backend, pageUrl, place, compiled]);
    compiled = opened.compiled;
    return { client, device: opened.device };
  };
  const work = async (): Promise<void> => {
    events.stage("Starting the CPU");
    const engines = [await open("cpu")];
    events.stage("Starting the GPU");
    try {
      engines.push(await open("gpu"));
      events.gpu(engines[1]!.device);
    } catch (error) {
      events.gpu(messageOf(error));
    }
    for (const [place, one] of cases.entries()) {
      events.stage(`${place + 1} of ${cases.length}: ${one.name}, ${one.batchSize} graphs a step`);
      events.done(one, await figures(one, engines, pageUrl, signal));
    }
  };
  try {
    await Promise.race([work(), ended]);
  } finally {
    for (const client of clients) client.close();
  }
}

async function figures(
  { source, batchSize }: Case,
  engines: readonly Engine[],
  pageUrl: string,
  signal: AbortSignal,
): Promise<Figures> {
  const settings = { batchSize, epochs: EPOCHS };
  const load = async (client: Client): Promise<Calls["load"]["answer"]> => {
    if (source.type === "generator")
      return client.call("load", [{ generator: source.id, seed: source.seed }, settings, null]);
    const { file } = source;
    const bytes = await download(new URL(file.url, pageUrl), file.bytes, () => undefined, signal);
    return client.call("load", [[{ path: file.name, bytes }], settings, null], [bytes.buffer]);
  };
  const loaded: Calls["load"]["answer"][] = [];
  for (const { client } of engines) loaded.push(await load(client));
  const entrants = engines.map(({ client }): Entrant => async (steps) => {
    const { report, milliseconds } = await client.call("train", [steps]);
    return { steps: report.steps.length, milliseconds };
  });
  const [cpu, gpu = null] = await pacesOf(entrants);
  const { summary, run } = loaded[0]!;
  return {
    data: summary.name,
    model: run.config.model,
    features: run.config.features,
    graphs: run.trainGraphs,
    batchSize,
    verticesAStep: Math.round(Math.min(batchSize, run.trainGraphs) * summary.averageVertices),
    cpuStepsPerSecond: cpu!,
    gpuStepsPerSecond: gpu,
  };
}

// Training steps per second of devices: some steps on each, in turn.

/** The timed calls of all devices together take at most this time, */
export const TIMED_MS = 1000;
/** unless this many turns take longer: a single turn can be delayed, for example at the first end of an epoch. */
const MIN_TURNS = 5;
/** Target duration of one call on each device: several calls fit into the time. */
const TURN_MS = 60;
/**
 * Each device trains a few steps first: the first steps compile shaders, and the JIT compiler optimizes code that runs
 * often.
 */
const WARM_UP_STEPS = 4;
const WARM_UP_MS = 500;
/** Maximum number of steps in one call. */
const MAX_STEPS = 200;

/** Steps per second of each device: the medians over turns that take one second in total. */
export async function pacesOf(entrants: readonly Entrant[]): Promise<readonly number[]> {
  const runners: Runner[] = [];
  for (const entrant of entrants) runners.push(await warmedUp(entrant));
  const expected = (): number => runners.reduce((sum, one) => sum + one.expected(), 0);
  let left = TIMED_MS;
  for (let turn = 0; turn < MIN_TURNS || left >= expected(); turn++)
    for (const one of runners) left -= await one.run();
  return runners.map((one) => one.pace());
}

async function warmedUp(entrant: Entrant): Promise<Runner> {
  let perStep = 0;
  let spent = 0;
  for (let steps = 0; steps < WARM_UP_STEPS || spent < WARM_UP_MS;) {
    const timed = await entrant(stepsIn(TURN_MS, perStep));
    if (timed.steps === 0) throw new Error("The run ended during the comparison.");
    steps += timed.steps;
    spent += timed.milliseconds;
    perStep = timed.milliseconds / timed.steps;
  }
  return new Runner(entrant, perStep);
}

class Runner {
  readonly #entrant: Entrant;
  /** Milliseconds per step: from the last call of the warm-up, then the median of the turns. */
  #perStep: number;
  readonly #turns: number[] = [];

  constructor(entrant: Entrant, perStep: number) {
    this.#entrant = entrant;
    this.#perStep = perStep;
  }

  /** Expected duration of the next turn, in milliseconds. */
  expected(): number {
    return stepsIn(TURN_MS, this.#perStep) * this.#perStep;
  }

  async run(): Promise<number> {
    const { steps, milliseconds } = await this.#entrant(stepsIn(TURN_MS, this.#perStep));
    this.#turns.push(milliseconds / Math.max(1, steps));
    this.#perStep = this.#turns.toSorted((a, b) => a - b)[this.#turns.length >> 1]!;
    // A turn of zero duration on the clock counts as 1 ms, so that the measurement ends.
    return Math.max(1, milliseconds);
  }

  pace(): number {
    return 1000 / Math.max(0.01, this.#perStep);
  }
}

/** At least one step; exactly one if there is no measurement yet. */
function stepsIn(milliseconds: number, perStep: number): number {
  return perStep > 0 ? Math.min(Math.max(1, Math.round(milliseconds / perStep)), MAX_STEPS) : 1;
}

// The measured cases: data sets, each with small and with large batches.

export interface Case {
  /** Name of the data set in the table. */
  readonly name: string;
  readonly source: Exclude<DataSource, { readonly type: "files" }>;
  readonly batchSize: number;
}

/** The paper's, and one that fills a GPU better. */
const BATCH_SIZES = [32, 256];
/** A larger file takes long to read: the user starts its measurement on the page itself. */
const MAX_BYTES = 16_000_000;

export function casesOf(
  generators: readonly GeneratorSummary[],
  files: readonly ServerFile[],
): readonly Case[] {
  const sets: Omit<Case, "batchSize">[] = [
    ...generators.map(({ id, title }) => ({
      name: title,
      source: { type: "generator", id, seed: 0 } as const,
    })),
    ...files
      .filter(({ bytes }) => bytes <= MAX_BYTES)
      .map((file) => ({ name: file.name, source: { type: "server", file } as const })),
  ];
  return sets.flatMap((set) => BATCH_SIZES.map((batchSize) => ({ ...set, batchSize })));
}
