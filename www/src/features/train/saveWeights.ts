import type { App } from "../context";
import { saveFile } from "../data/save";
import { weightsName } from "../../services/run/weights";
import { epochsBehind } from "../../store/runHistory";
import type { KeptRun } from "../../store/state";

/** Offers a stored run as a download. */
export async function saveStoredRun({ services: { savedRuns } }: App, run: KeptRun): Promise<void> {
  const stored = await savedRuns.stored(run.id);
  if (!stored) return;
  const name = weightsName(run.name || run.dataset, epochsBehind(run));
  saveFile(name, new Blob([stored.checkpoint], { type: "application/octet-stream" }));
}

/** Offers the weights of the run as a download. */
export async function saveWeights({ services: { weights } }: App): Promise<void> {
  const file = await weights.save();
  if (!file) return;
  saveFile(file.name, new Blob([file.bytes], { type: "application/octet-stream" }));
}
