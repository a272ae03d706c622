/** The content of a stream; null as soon as it has more than `most` bytes, because a small file can unpack to any size. */
export async function readWithin(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    bytes += value.length;
    if (bytes > most) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
}
