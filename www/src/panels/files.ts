// Files that come from the disk and go there.

import { controller } from "../state/app";

const WEIGHTS = ".safetensors";

/** Asks for a data set and loads it. */
export function openFile(): void {
  open(".zip");
}

/** Asks for weights and goes on with their run. */
export function openWeights(): void {
  open(WEIGHTS);
}

function open(accept: string): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) takeFile(file);
  });
  input.click();
}

/** Loads what a file is by its name: weights, or a data set. */
export function takeFile(file: File): void {
  if (file.name.toLowerCase().endsWith(WEIGHTS)) void controller.loadWeights(file.name, file);
  else void controller.load({ type: "file", name: file.name, blob: file });
}

/** Offers the weights of the run as a download. */
export async function saveWeights(): Promise<void> {
  const file = await controller.saveWeights();
  if (!file) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file.bytes], { type: "application/octet-stream" }));
  link.download = file.name;
  link.click();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
