// What a visitor may paste into an issue: a computer, a browser and its figures, and nothing else.

import type { DeviceReport, Features, ModelKind } from "../../protocol";

export interface Figures {
  /** Name of the data set. */
  readonly data: string;
  readonly model: ModelKind;
  readonly features: Features;
  /** Graphs that are trained on. */
  readonly graphs: number;
  /** Graphs per optimization step. */
  readonly batchSize: number;
  /** On average. */
  readonly verticesAStep: number;
  readonly cpuStepsPerSecond: number;
  /** null: there is no GPU. */
  readonly gpuStepsPerSecond: number | null;
}

/** What WebGPU says of the adapter. */
export interface AdapterInfo {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
}

export interface Computer {
  readonly browser: string;
  /** Logical processors, as the browser has it. */
  readonly processors: number;
  readonly adapter: AdapterInfo | null;
  /** What the engine opened, or why it could not. */
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

/** Asks the browser; null where it has no WebGPU or no adapter. */
export async function adapterInfo(): Promise<AdapterInfo | null> {
  interface Gpu {
    requestAdapter(options: object): Promise<{ readonly info?: AdapterInfo } | null>;
  }
  const { gpu } = navigator as { gpu?: Gpu };
  const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
  if (!adapter?.info) return null;
  const { vendor, architecture, device, description } = adapter.info;
  return { vendor, architecture, device, description };
}
