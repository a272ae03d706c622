import type { TextFile } from "./export";

/** Offers a file as a download. */
export function saveFile({ name, text, type }: TextFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  // The download has its own hold on the text once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
