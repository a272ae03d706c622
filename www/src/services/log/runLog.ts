// Finds the run log of a data source.

import { readWithin } from "../../domain/readWithin";
import type { DataSource, SourceFile } from "../../store/state";
import type { LogPortion } from "../../engine/calls";

/** The run log of a source; null: the source is a data set. */
export async function logOf(source: DataSource, pageUrl: string): Promise<RunLog | null> {
  if (source.type === "server") {
    if (!source.file.log) return null;
    return serverLog(new URL(source.file.url, pageUrl));
  }
  if (source.type === "generator") return null;
  const [first] = source.files;
  const isZip = source.files.length === 1 && first !== undefined && first.path.toLowerCase().endsWith(".zip");
  if (!isZip && !source.files.some(({ path }) => isHeader(path))) return null;
  return isZip ? zipLog(first.blob) : fileLog(source.files);
}

// The places of a run log: a folder of the server, files from the disk, and a zip.

/** A run log in a folder of the server. */
function serverLog(folder: URL): RunLog {
  const part = async (
    name: LogFileName,
    from: number,
    to: number | null,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    if (from === to) return new Uint8Array();
    const range = `bytes=${from}-${to === null ? "" : to - 1}`;
    const headers: Record<string, string> = from === 0 && to === null ? {} : { range };
    // The file grows, so its parts must not come from the cache of the browser.
    const response = await fetch(new URL(name, folder), { headers, cache: "no-store" });
    // A file that is shorter than before: another writer has replaced it.
    if (response.status === 416) return new Uint8Array();
    if (!response.ok) throw new Error(`The server answered ${response.status} for ${name}. Try again.`);
    return new Uint8Array(await response.arrayBuffer());
  };
  return new RunLog({ part, read: (name, most) => whole(name, most, (to) => part(name, 0, to)) });
}

/** A run log in files from the disk. */
function fileLog(files: readonly SourceFile[]): RunLog {
  const header = files.find(({ path }) => isHeader(path));
  const folder = header?.path.slice(0, header.path.lastIndexOf("/") + 1) ?? "";
  return new RunLog(blobs((name) => files.find(({ path }) => path === folder + name)?.blob ?? null));
}

/** A run log in a zip; null: the zip contains none. */
async function zipLog(zip: Blob): Promise<RunLog | null> {
  // The reader of data sets reports the problem of a damaged zip.
  const names = await filesInZip(zip).catch(() => new Map<string, () => Promise<Blob>>());
  const header = [...names.keys()].find(isHeader);
  if (header === undefined) return null;
  const folder = header.slice(0, -"run-log.json".length);
  const known = new Map<string, Promise<Blob>>();
  const blobOf = (name: string): Promise<Blob> | null => {
    const file = names.get(folder + name);
    if (!file) return null;
    const blob = known.get(name) ?? file();
    known.set(name, blob);
    return blob;
  };
  return new RunLog(blobs(blobOf));
}

function blobs(find: (name: LogFileName) => Promise<Blob> | Blob | null): LogFiles {
  const part = async (
    name: LogFileName,
    from: number,
    to: number | null,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const blob = await find(name);
    if (!blob) throw new Error(`The run log has no file ${name}: open all files of its folder together.`);
    return new Uint8Array(await blob.slice(from, to ?? blob.size).arrayBuffer());
  };
  return { part, read: (name, most) => whole(name, most, (to) => part(name, 0, to)) };
}

/** A file of at most this size. */
async function whole(
  name: LogFileName,
  most: number,
  read: (to: number) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(most + 1);
  if (bytes.length > most)
    throw new Error(`${name} is longer than ${most / 2 ** 20} MiB, the limit of the page.`);
  return bytes;
}

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
async function filesInZip(zip: Blob): Promise<ReadonlyMap<string, () => Promise<Blob>>> {
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
  /** Offset of the file in the zip. */
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
  const content = await readWithin(unpacked, length);
  if (content?.size !== length) throw new Error(DAMAGED);
  return content;
}

async function viewOf(zip: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await zip.slice(from, to).arrayBuffer());
}

/** Whether a file is the header of a run log, by its name. */
export function isHeader(path: string): boolean {
  return path.split("/").at(-1) === "run-log.json";
}

// A run log in parts: its header, its graphs, and the epochs that the page has not read yet.

/** Maximum size of the graphs of a run log, as for a data set. */
const MAX_GRAPH_BYTES = 2 ** 29;

/** The files of a run log; they can grow. */
interface LogFiles {
  /** A whole file. */
  read(name: LogFileName, most: number): Promise<Uint8Array<ArrayBuffer>>;
  /** A part of a file, shorter at its end; `to` null: up to its end. */
  part(name: LogFileName, from: number, to: number | null): Promise<Uint8Array<ArrayBuffer>>;
}

export type LogFileName = "run-log.json" | "graphs.jsonl" | "epochs.jsonl" | "values.f32";

export class RunLog {
  readonly #files: LogFiles;

  constructor(files: LogFiles) {
    this.#files = files;
  }

  header(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.read("run-log.json", 2 ** 20);
  }

  graphs(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#files.read("graphs.jsonl", MAX_GRAPH_BYTES);
  }

  /** The first epochs; empty if there is none. */
  async first(): Promise<LogPortion> {
    const { lines } = await this.#lines(0);
    const first = portionsOf(lines)[0];
    return first ? this.#portion(first) : { lines: "", values: new Uint8Array() };
  }

  /**
   * The epochs after `last`, portion by portion, from this byte of the index on; returns the byte after them. The writer
   * completes the arrays before their line.
   */
  async *after(last: number, from: number): AsyncGenerator<LogPortion, number> {
    const { lines, length } = await this.#lines(from);
    for (const portion of portionsOf(lines.filter(({ epoch }) => epoch > last))) {
      yield await this.#portion(portion);
    }
    return from + length;
  }

  async #lines(from: number): Promise<{ readonly lines: readonly LogLine[]; readonly length: number }> {
    // One byte more: a server rejects an empty part.
    const start = Math.max(0, from - 1);
    const part = await this.#files.part("epochs.jsonl", start, null);
    return linesOf(part.subarray(from - start));
  }

  async #portion({ lines, from, to }: { lines: string; from: number; to: number }): Promise<LogPortion> {
    return { lines, values: await this.#files.part("values.f32", from, to) };
  }
}

// The index of a run log: a line for each epoch, with the place of its arrays.

/** A line of the index. */
interface LogLine {
  readonly text: string;
  readonly epoch: number;
  /** Place of the arrays, in bytes. */
  readonly offset: number;
  readonly bytes: number;
}

/** Maximum size of the arrays in a portion, except for a single epoch. */
const PORTION_BYTES = 8 * 2 ** 20;

/**
 * The complete lines of a part of the index, and their length in bytes. A writer may still be writing the last line. An
 * unreadable line has no size: the engine names its problem.
 */
export function linesOf(part: Uint8Array<ArrayBuffer>): {
  readonly lines: readonly LogLine[];
  readonly length: number;
} {
  const length = part.lastIndexOf(0x0a) + 1;
  const text = new TextDecoder().decode(part.subarray(0, length));
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return { lines: lines.map(lineOf), length };
}

function lineOf(text: string): LogLine {
  try {
    const { epoch, offset, bytes } = JSON.parse(text) as Partial<Record<keyof LogLine, unknown>>;
    if (isCount(epoch) && isCount(offset) && isCount(bytes)) return { text, epoch, offset, bytes };
  } catch {
    // The engine reads the line, too.
  }
  return { text, epoch: Infinity, offset: 0, bytes: 0 };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Lines whose arrays are read at once, and the place of these arrays. */
interface Portion {
  readonly lines: string;
  readonly from: number;
  readonly to: number;
}

/** Divides lines into portions of limited size. */
export function portionsOf(lines: readonly LogLine[], most = PORTION_BYTES): readonly Portion[] {
  const portions: { lines: string; from: number; to: number }[] = [];
  for (const { text, offset, bytes } of lines) {
    const last = portions.at(-1);
    const end = offset + bytes;
    if (last && offset === last.to && end - last.from <= most) {
      last.lines += `${text}\n`;
      last.to = end;
    } else portions.push({ lines: `${text}\n`, from: offset, to: end });
  }
  return portions;
}
