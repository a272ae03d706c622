// The places of a run log: a folder of the server, files from the disk, and a zip.

import type { SourceFile } from "../../store/state";
import { isHeader } from "./header";
import { RunLog } from "./runLog";
import type { LogFileName, LogFiles } from "./runLog";
import { filesInZip } from "./zip";

/** A run log in a folder of the server. */
export function serverLog(folder: URL): RunLog {
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
export function fileLog(files: readonly SourceFile[]): RunLog {
  const header = files.find(({ path }) => isHeader(path));
  const folder = header?.path.slice(0, header.path.lastIndexOf("/") + 1) ?? "";
  return new RunLog(blobs((name) => files.find(({ path }) => path === folder + name)?.blob ?? null));
}

/** A run log in a zip; null: the zip contains none. */
export async function zipLog(zip: Blob): Promise<RunLog | null> {
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
