// Files compressed with gzip. The browser decompresses them, so that the topology module needs no code for it.

/** Maximum size in bytes of a graph that the page reads, after decompression. */
export const MAX_BYTES = 2 ** 26;

/**
 * The content of a file, decompressed if it is compressed with gzip; rejects damaged files and files that are too large
 * after decompression.
 */
export async function unpacked(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return new Uint8Array(await file.arrayBuffer());
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error("the gzip file is damaged or cut off; get it once more");
    });
    if (done) break;
    bytes += value.length;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      throw new Error(
        "the gzip file contains more than 64 MB, and the page reads at most 64 MB; the command line reads larger files",
      );
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
