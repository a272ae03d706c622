// A drawing as a sheet of paper with the width of one or two journal columns.

import type { CapturedDrawing } from "./capture";
import { MILLIMETRES, svgElement } from "./text";

/** The metadata of a picture. */
export interface PictureMetadata {
  readonly title: string;
  readonly description: string;
  /** Its origin, as JSON. */
  readonly provenance: string;
}

export interface Sheet {
  readonly svg: SVGSVGElement;
  /** In millimetres. */
  readonly width: number;
  readonly height: number;
  readonly about: PictureMetadata;
}

/** Puts a drawing on a white background, with title and origin. */
export function sheetOf(drawing: CapturedDrawing, about: PictureMetadata): Sheet {
  const { content, width, height } = drawing;
  const wide = MILLIMETRES * drawing.columns;
  const tall = Math.round((1000 * wide * height) / width) / 1000;
  const svg = svgElement("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    width: `${wide}mm`,
    height: `${tall}mm`,
    viewBox: `0 0 ${width.toFixed(2)} ${height.toFixed(2)}`,
    role: "img",
  });
  for (const [name, text] of [
    ["title", about.title],
    ["desc", about.description],
    ["metadata", about.provenance],
  ] as const) {
    const element = svgElement(name, {});
    element.textContent = text;
    svg.append(element);
  }
  svg.append(svgElement("rect", { width: "100%", height: "100%", fill: "#ffffff" }), content);
  return { svg, width: wide, height: tall, about };
}

/** The bytes of the file. */
export function svgFile({ svg }: Sheet): Blob {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
  return new Blob([text], { type: "image/svg+xml" });
}
