/** Offers a file as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download keeps the content in memory after it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
