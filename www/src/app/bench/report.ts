// Text that a visitor can paste into an issue: computer, browser and measurements, and nothing else.

import { within } from "../../engine/module";
import type { DeviceReport, Features, ModelKind } from "../../protocol";

export interface Figures {
  /** Name of the data set. */
  readonly data: string;
  readonly model: ModelKind;
  readonly features: Features;
  /** Number of training graphs. */
  readonly graphs: number;
  /** Graphs per optimization step. */
  readonly batchSize: number;
  /** Mean value. */
  readonly verticesAStep: number;
  readonly cpuStepsPerSecond: number;
  /** null: there is no GPU. */
  readonly gpuStepsPerSecond: number | null;
}

/** The adapter information of WebGPU. */
export interface AdapterInfo {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
}

export interface Computer {
  readonly browser: string;
  /** Number of logical processors according to the browser. */
  readonly processors: number;
  readonly adapter: AdapterInfo | null;
  /** The device that the engine opened, or the reason for its failure. */
  readonly gpu: DeviceReport | string;
}

/** The text of a JSON object. */
export function reportText({ gpu, ...computer }: Computer, figures: readonly Figures[]): string {
  const opened = typeof gpu === "string" ? { noGpu: gpu } : { gpu: gpu.name, emulated: gpu.software };
  const short = (pace: number | null): number | null => pace && Number(pace.toPrecision(3));
  const rows = figures.map((row) => ({
    ...row,
    cpuStepsPerSecond: short(row.cpuStepsPerSecond),
    gpuStepsPerSecond: short(row.gpuStepsPerSecond),
  }));
  return JSON.stringify({ sublevel: SUBLEVEL_VERSION, ...computer, ...opened, figures: rows }, null, 1);
}

/** Time limit for the answer of the browser: some never answer. */
const SILENCE_MS = 10_000;

/** Reads the adapter information from the browser; null without WebGPU, an adapter or an answer. */
export async function adapterInfo(): Promise<AdapterInfo | null> {
  interface Gpu {
    requestAdapter(options: object): Promise<{ readonly info?: AdapterInfo } | null>;
  }
  const { gpu } = navigator as { gpu?: Gpu };
  const asked = gpu?.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
  const adapter = asked && (await within(SILENCE_MS, asked))?.value;
  if (!adapter?.info) return null;
  const { vendor, architecture, device, description } = adapter.info;
  return { vendor, architecture, device, description };
}
