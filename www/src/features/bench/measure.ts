// Measures one case after the other, alternately on the CPU and on the GPU. Each has its own engine.

import { messageOf } from "../../domain/text/format";
import type { Calls, Compiled } from "../../engine/calls";
import type { Client } from "../../engine/client";
import type { Surroundings } from "../../services/engine/session";
import type { DeviceReport } from "../../protocol";
import { download } from "../../services/data/download";
import type { Entrant } from "../../services/device/race";
import type { Case } from "./cases";
import { pacesOf } from "./paces";
import type { Figures } from "./report";

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
  { pageUrl, connect, prepare }: Surroundings,
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
