// A lesson file as text in a link: its JSON without spaces, compressed.

import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import { fromBase64Url, toBase64Url } from "./packed";

/** The longest text in a link. Browsers and messengers keep addresses of this length. */
const LONGEST = 30_000;
/** The largest file, in bytes. */
const MAX_LESSON_BYTES = 1_000_000;

/** The text of a valid lesson file; null: it is too long for a link. */
export function packLesson(text: string): string | null {
  const packed = toBase64Url(deflateSync(strToU8(withoutSpaces(text)), { level: 9 }));
  return packed.length <= LONGEST ? packed : null;
}

/** Null: the text contains no file, or one that is too large. */
export function unpackLesson(packed: string): string | null {
  const bytes = packed.length <= LONGEST ? fromBase64Url(packed) : null;
  if (!bytes?.length) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((part) => {
    size += part.length;
    // A few bytes can expand to gigabytes, so this stops before it collects them.
    if (size > MAX_LESSON_BYTES) throw new RangeError("larger than a lesson file");
    parts.push(part);
  });
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      inflate.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    return strFromU8(joined(parts, size));
  } catch {
    return null;
  }
}

/** Bytes expanded at a time: at most a thousandfold. */
const PIECE = 256;

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function withoutSpaces(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    // Its parser is more lenient than that of the browser.
    return text;
  }
}
