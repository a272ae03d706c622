import type { App } from "../context";
import { saveFile } from "../data/save";

/** Offers the weights of the run as a download. */
export async function saveWeights({ services: { weights } }: App): Promise<void> {
  const file = await weights.save();
  if (!file) return;
  saveFile(file.name, new Blob([file.bytes], { type: "application/octet-stream" }));
}
