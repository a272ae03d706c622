// Reads single files of a zip, without the others.

/** Signature of an entry of the central directory, of its end, and of a file. */
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const FILE = 0x04034b50;
/** Size of the end without its comment, and of the longest comment. */
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
/** Maximum size of the central directory. */
const MAX_DIRECTORY = 2 ** 20;

const DAMAGED = "The zip is damaged, or larger than 4 GB: pack the folder again, or open its files.";

/** A function that reads each file, by its path. */
export async function filesInZip(zip: Blob): Promise<ReadonlyMap<string, () => Promise<Blob>>> {
  const tail = await viewOf(zip, Math.max(0, zip.size - END_BYTES - MAX_COMMENT), zip.size);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) throw new Error(DAMAGED);
  const [size, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (size > MAX_DIRECTORY || start + size > zip.size) throw new Error(DAMAGED);
  const directory = await viewOf(zip, start, start + size);
  const files = new Map<string, () => Promise<Blob>>();
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY;) {
    const [method, packed, length] = [
      directory.getUint16(at + 10, true),
      directory.getUint32(at + 20, true),
      directory.getUint32(at + 24, true),
    ];
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    const place = directory.getUint32(at + 42, true);
    const next = at + 46 + name! + extra! + comment!;
    if (next > directory.byteLength) throw new Error(DAMAGED);
    const path = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, name!));
    files.set(path, () => contents(zip, { method, packed, length, place }));
    at = next;
  }
  return files;
}

interface Entry {
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly packed: number;
  readonly length: number;
  /** Of the file in the zip. */
  readonly place: number;
}

async function contents(zip: Blob, { method, packed, length, place }: Entry): Promise<Blob> {
  const head = await viewOf(zip, place, place + 30);
  if (head.byteLength < 30 || head.getUint32(0, true) !== FILE) throw new Error(DAMAGED);
  const start = place + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const bytes = zip.slice(start, start + packed);
  if (method === 0) return bytes;
  if (method !== 8) throw new Error("The zip uses a compression other than deflate: pack the folder again.");
  const unpacked = bytes.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let arrived = 0;
  const reader = unpacked.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    arrived += value.length;
    // A small zip can unpack to any size.
    if (arrived > length) {
      await reader.cancel();
      throw new Error(DAMAGED);
    }
    chunks.push(value);
  }
  if (arrived !== length) throw new Error(DAMAGED);
  return new Blob(chunks);
}

async function viewOf(zip: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await zip.slice(from, to).arrayBuffer());
}
