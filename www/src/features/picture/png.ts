// A sheet as pixels, with the resolution that it is printed at.

import { svgElement } from "./element";
import { styleSheet } from "./fonts";
import { svgFile } from "./sheet";
import type { Sheet } from "./sheet";
import { MILLIMETRES } from "./sizes";

const DOTS_AN_INCH = 600;
const MILLIMETRES_AN_INCH = 25.4;

export async function pngFile(sheet: Sheet): Promise<Blob> {
  const dots = (millimetres: number): number =>
    Math.round((millimetres / MILLIMETRES_AN_INCH) * DOTS_AN_INCH);
  const svg = sheet.svg.cloneNode(true) as SVGSVGElement;
  const style = svgElement("style", {});
  style.textContent = await styleSheet();
  svg.prepend(style);
  const url = URL.createObjectURL(svgFile({ ...sheet, svg }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = dots(MILLIMETRES);
    canvas.height = dots(sheet.height);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!made) throw new Error("The browser ran out of memory for this image. Save it as SVG or PDF.");
    const { title, provenance } = sheet.about;
    const chunks = [resolution(DOTS_AN_INCH), text("Title", title), text("Comment", provenance)];
    return new Blob([withChunks(new Uint8Array(await made.arrayBuffer()), chunks)], { type: "image/png" });
  } finally {
    URL.revokeObjectURL(url);
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Signature and header come first in every PNG. */
const HEADER_END = 8 + 25;

/** Puts chunks behind the header of a PNG. */
export function withChunks(png: Bytes, chunks: readonly Bytes[]): Bytes {
  return joined([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)]);
}

/** `pHYs`: dots a metre, both ways. */
export function resolution(dotsAnInch: number): Bytes {
  const data = new DataView(new ArrayBuffer(9));
  const dots = Math.round((1000 * dotsAnInch) / MILLIMETRES_AN_INCH);
  data.setUint32(0, dots);
  data.setUint32(4, dots);
  data.setUint8(8, 1);
  return chunk("pHYs", new Uint8Array(data.buffer));
}

/** `iTXt`: a text in UTF-8, not compressed, in no language. */
function text(keyword: string, value: string): Bytes {
  const utf8 = new TextEncoder();
  return chunk("iTXt", joined([utf8.encode(keyword), new Uint8Array(5), utf8.encode(value)]));
}

function chunk(type: string, data: Uint8Array): Bytes {
  const named = joined([new TextEncoder().encode(type), data]);
  const [length, check] = [data.length, crc32(named)].map((value) => {
    const bytes = new DataView(new ArrayBuffer(4));
    bytes.setUint32(0, value);
    return new Uint8Array(bytes.buffer);
  });
  return joined([length!, named, check!]);
}

/** The checksum of PNG (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
