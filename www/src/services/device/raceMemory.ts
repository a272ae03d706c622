// The race results that this browser stores: the paces of both devices per adapter, model and batch size.

import { readStored, writeStored } from "../storage/browserStorage";
import type { Data, Paces, Run } from "../../store/state";

const STORED = "sublevel:races";
/** Maximum number of stored races; the latest stay. */
const MAX_STORED = 100;

/** The key of a race. Batches have equal sizes if the nearest power of two to their number of vertices is equal. */
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
