// Files that come from the disk and go there.

import type { App } from "../../app/context";

const WEIGHTS = ".safetensors";

/** Asks for a data set and loads it. */
export function openFile(app: App): void {
  open(app, ".zip");
}

/** Asks for weights and goes on with their run. */
export function openWeights(app: App): void {
  open(app, WEIGHTS);
}

function open(app: App, accept: string): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) takeFile(app, file);
  });
  input.click();
}

/** Loads what a file is by its name: weights, or a data set. */
export function takeFile({ services: { load, weights } }: App, file: File): void {
  if (file.name.toLowerCase().endsWith(WEIGHTS)) void weights.load(file.name, file, "ui");
  else void load.load({ type: "file", name: file.name, blob: file }, { source: "ui" });
}

/** Offers the weights of the run as a download. */
export async function saveWeights({ services: { weights } }: App): Promise<void> {
  const file = await weights.save();
  if (!file) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file.bytes], { type: "application/octet-stream" }));
  link.download = file.name;
  link.click();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
