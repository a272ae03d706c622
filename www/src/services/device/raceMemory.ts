// What this browser remembers of races: the paces of both devices, for an adapter, a model and a size of batches.

import { readStored, writeStored } from "../storage/browserStorage";
import type { Data, Paces, Run } from "../../store/state";

const STORED = "sublevel:races";
/** Of the latest races. */
const MAX_STORED = 100;

/** Under which name a race is remembered. Batches are of one size where a power of two is nearest to their vertices. */
export function raceKey(adapter: string, { summary }: Data, { summary: { config } }: Run): string {
  const vertices = config.batchSize * summary.averageVertices;
  const size = Math.round(Math.log2(Math.max(1, vertices)));
  return [SUBLEVEL_VERSION, adapter, config.model, config.layers, size].join("\n");
}

export function rememberedRaces(): Partial<Record<string, Paces>> {
  try {
    const stored = JSON.parse(readStored(STORED) ?? "[]") as [string, Paces][];
    return Object.fromEntries(stored.filter(([, { cpu, gpu }]) => cpu >= 0 && gpu >= 0 && cpu + gpu > 0));
  } catch {
    return {};
  }
}

export function rememberRace(key: string, paces: Paces): void {
  const others = Object.entries(rememberedRaces()).filter(([other]) => other !== key);
  writeStored(STORED, JSON.stringify([...others, [key, paces]].slice(-MAX_STORED)));
}
