/// <reference lib="webworker" />
// Writes an archive in a worker, so that the page stays responsive. The page terminates the worker if the user cancels.

import { strToU8, Zip, ZipDeflate } from "fflate";
import { messageOf } from "../../../../domain/text/format";
import { countFiles, filesOf } from "./contents";
import type { Contents } from "./contents";

export type ArchiveReply =
  | { readonly type: "chunk"; readonly bytes: Uint8Array<ArrayBuffer>; readonly share: number }
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly message: string };

const scope = self as unknown as DedicatedWorkerGlobalScope;
/** Number of bytes in one message. */
const CHUNK = 2 ** 20;

scope.onmessage = ({ data }: MessageEvent<Contents>) => {
  const tell = (reply: ArchiveReply, transfer: Transferable[] = []): void =>
    scope.postMessage(reply, transfer);
  try {
    write(data, tell);
    tell({ type: "done" });
  } catch (error) {
    tell({ type: "failed", message: messageOf(error) });
  }
};

function write(contents: Contents, tell: (reply: ArchiveReply, transfer?: Transferable[]) => void): void {
  const total = countFiles(contents);
  let done = 0;
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  const send = (): void => {
    const together = new Uint8Array(bytes);
    let at = 0;
    for (const piece of waiting) {
      together.set(piece, at);
      at += piece.length;
    }
    waiting = [];
    bytes = 0;
    tell({ type: "chunk", bytes: together, share: done / total }, [together.buffer]);
  };
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    waiting.push(piece);
    bytes += piece.length;
    if (bytes >= CHUNK) send();
  });
  for (const { path, pieces } of filesOf(contents)) {
    const file = new ZipDeflate(path);
    zip.add(file);
    for (const piece of pieces) file.push(strToU8(piece));
    file.push(new Uint8Array(), true);
    done += 1;
  }
  zip.end();
  send();
}
