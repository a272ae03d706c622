// Pictures of the page as files.

import type { App } from "../context";
import { cloudIn, exampleIn, indexIn, ownGraphIn } from "../../domain/graph/subject";
import { addressWith, linkOf } from "../../services/link/address";
import { filterLabel, filterWords } from "../../domain/settings/models";
import { listOf } from "../../domain/text/format";
import { provenanceJson } from "../../services/export/provenance";
import { epochInView, filterInView } from "../../store/selectors";
import { saveFile } from "../files/disk";
import { captureOf } from "./capture";
import type { CapturedDrawing } from "./capture";
import { sheetOf, svgFile } from "./sheet";
import type { PictureMetadata, Sheet } from "./sheet";
import { tikzFile } from "./tikz";
import { loadFonts, styleSheet } from "./fonts";
import { captionOf } from "./caption";
import { arranged, CHANGING, panelsOf, stateOfFigure, tablesIn } from "./figure";
import type { Columns } from "./figure";
import { FAMILIES, MARGIN, sizesIn, WIDTH, svgElement } from "./text";

// A sheet as pixels, with the resolution that it is printed at.

const DOTS_AN_INCH = 600;
const MILLIMETRES_AN_INCH = 25.4;

async function pngFile(sheet: Sheet): Promise<Blob> {
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
    canvas.width = dots(sheet.width);
    canvas.height = dots(sheet.height);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!made) throw new Error("The browser ran out of memory for this image. Save it as SVG or PDF.");
    const { title, description, provenance } = sheet.about;
    const chunks = [
      resolution(DOTS_AN_INCH),
      text("Title", title),
      text("Description", description),
      text("Comment", provenance),
    ];
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

/** The file of a sheet in each format. */
const FILES = {
  svg: svgFile,
  png: pngFile,
  pdf: async (sheet: Sheet) => (await import("./pdf")).pdfFile(sheet),
  tex: tikzFile,
  txt: ({ about }: Sheet) => new Blob([`${about.description}\n`], { type: "text/plain;charset=utf-8" }),
} as const;
export type Format = keyof typeof FILES;

/** Saves the contents of these parts of the page. */
export async function savePicture(
  app: App,
  name: string,
  parts: readonly HTMLElement[],
  format: Format,
): Promise<void> {
  const provenance = name === "folds" ? provenanceOfFolds(app) : await provenanceOf(app);
  const drawing = await posed(parts, () => captureOf([parts]));
  const description = parts
    .flatMap((part) => [part, ...part.querySelectorAll("[role][aria-label]")])
    .map((part) => part.getAttribute("aria-label"))
    .find((label) => label !== null)
    // The description of keys is for the interactive page only.
    ?.replace(/(?<=\.)\s.*$/s, "");
  await saveDrawing(app, name, drawing, { description: description ?? name, provenance }, format);
}

/** Saves the panels of the page of a graph as one figure. Its description is the caption. */
export async function saveFigure(
  app: App,
  page: HTMLElement,
  columns: Columns,
  format: Format,
): Promise<void> {
  const panels = panelsOf(app, page);
  const figure = arranged(panels, columns);
  const before = stateOfFigure(app);
  const provenance = await provenanceOf(app);
  const parts = panels.map(({ part }) => part);
  const work = (): readonly [CapturedDrawing, string] => {
    if (stateOfFigure(app).some((value, i) => value !== before[i])) throw new Error(CHANGING);
    const names = panels.map(({ name }) => name);
    return [
      captureOf(figure.columns, figure.letters),
      captionOf(app.store.state.peek(), app.shown.peek(), names),
    ];
  };
  const [drawing, description] = await posed(parts, work, figure.heights);
  const name = columns === 1 ? "figure" : "figure of two columns";
  await saveDrawing(app, name, drawing, { description, provenance }, format);
  const tables = tablesIn(app, panels);
  if (tables.length === 0) return;
  const detail = `Shown as a table, and not as a panel: ${listOf(tables)}.`;
  const notice = { kind: "info", title: "The figure lacks a view", detail } as const;
  app.store.dispatch({ type: "notify", notice, source: "ui" });
}

async function saveDrawing(
  app: App,
  name: string,
  drawing: CapturedDrawing,
  about: Omit<PictureMetadata, "title">,
  format: Format,
): Promise<void> {
  const title = titleOf(app, name);
  const sheet = sheetOf(drawing, { title, ...about });
  saveFile(`${fileName(title)}.${format}`, await FILES[format](sheet));
}

/** The subject, its weights, and the link to it. */
async function provenanceOf({ store, services }: App): Promise<string> {
  const state = store.state.peek();
  const link = new URL(addressWith(location, linkOf(state)), location.href).href;
  const { run, engine } = state;
  if (!run?.held || engine.status !== "ready") return JSON.stringify({ sublevel: SUBLEVEL_VERSION, link });
  const step = run.stepsDone;
  const weights = await services.session.call("saveWeights");
  const provenance = provenanceJson(weights, {
    epoch: epochInView(state),
    step,
    filter: filterWords(run.summary, filterInView(state)),
  });
  return JSON.stringify({ ...(JSON.parse(provenance) as Readonly<Record<string, unknown>>), link });
}

/** The same for a run over folds, from its file. */
function provenanceOfFolds({ store }: App): string {
  const file = store.state.peek().folds?.file;
  if (!file) throw new Error("There is no run over folds. Train one, or open its file.");
  const { data: dataset, fingerprint, seed, splits, config: configuration, versions } = file;
  return JSON.stringify({ sublevel: versions.sublevel, dataset, fingerprint, seed, splits, configuration });
}

/** Pictures of the page of the model that are about the graph in view. */
const OF_ONE_GRAPH: readonly string[] = ["hats", "explanation"];
/** Pictures that show no filter. */
const WITHOUT_FILTER: readonly string[] = ["curves", "confusion matrix", "scatter plot"];

function titleOf({ store, shown }: App, name: string): string {
  const { data, run, view, folds } = store.state.peek();
  if (name === "folds") return `${folds?.file?.data ?? ""}, ${name}`;
  const { subject } = shown.peek();
  const own = ownGraphIn(subject) ?? cloudIn(subject);
  if (own) return `${own.title}, ${name}`;
  const example = exampleIn(subject);
  if (example !== null) return `Example ${example}, ${name}`;
  const dataset = data?.summary.name ?? "";
  const ofAll = (view.page === "model" && !OF_ONE_GRAPH.includes(name)) || name === "curves";
  const shows = run !== null && !WITHOUT_FILTER.includes(name);
  const filter = shows ? filterLabel(run.summary, filterInView({ run, view })) : null;
  const what = filter === null ? name : `${filter}, ${name}`;
  return ofAll ? `${dataset}, ${what}` : `${dataset} graph ${(indexIn(subject) ?? 0) + 1}, ${what}`;
}

function fileName(title: string): string {
  return title
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

// The pose of a part of the page for its picture: the light theme, the fonts and the width of pictures.

/** The views need this time to draw everything in its new size. */
const SETTLING_MS = 300;
const SIZES = sizesIn(WIDTH + 2 * MARGIN);

/**
 * Does something while parts of the page are as wide as a picture. `data-picture` states the height of a part as a share of the
 * width; without a number, the content determines it. `heights` replace it, in pixels. Style sheets know a posed part by `data-posed`.
 */
async function posed<T>(
  parts: readonly HTMLElement[],
  work: () => T,
  heights: ReadonlyMap<Element, number> = new Map(),
): Promise<T> {
  await loadFonts();
  const root = document.documentElement;
  const theme = root.dataset["theme"] ?? "light";
  const undo: (() => void)[] = [];
  const scrolled = scrolledAround(parts);
  const show = (name: string): void => {
    root.dataset["theme"] = name;
    dispatchEvent(new CustomEvent("sublevel:theme", { detail: name }));
  };
  try {
    if (theme !== "light") show("light");
    // All sizes are read before one of them changes.
    const texts = textsIn(parts).map((text) => [text, getComputedStyle(text).fontSize] as const);
    for (const [text, size] of texts) {
      undo.push(dress(text, { fontSize: `${SIZES(Number.parseFloat(size))}px` }));
    }
    for (const part of parts) {
      const tall = heights.get(part) ?? Number(part.dataset["picture"]) * WIDTH;
      part.dataset["posed"] = "";
      const width = `${WIDTH}px`;
      const height = tall > 0 ? { height: `${tall}px`, minHeight: "0", maxHeight: "none" } : {};
      const fontFamily = FAMILIES.sans;
      // The parts move under a pointer that rests, which must not highlight anything in them.
      const pointerEvents = "none";
      undo.push(
        dress(part, {
          ...{ width, minWidth: width, maxWidth: width, flex: "none", fontFamily, pointerEvents },
          ...height,
        }),
      );
    }
    undo.push(...parts.map(revealed));
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return work();
  } finally {
    for (const step of undo) step();
    for (const part of parts) delete part.dataset["posed"];
    if (theme !== "light") show(theme);
    for (const [element, top] of scrolled) element.scrollTop = top;
  }
}

/** Gives a part behind a tab or in a closed menu its place, invisibly: a drawing needs its size. The result undoes it. */
function revealed(part: HTMLElement): () => void {
  const undo: (() => void)[] = [];
  for (let at = part.parentElement; at; at = at.parentElement) {
    const element = at;
    if (getComputedStyle(element).display !== "none") continue;
    const { hidden } = element;
    element.hidden = false;
    undo.push(
      () => (element.hidden = hidden),
      dress(element, { display: "block", opacity: "0", pointerEvents: "none" }),
    );
  }
  return () => {
    for (const step of undo) step();
  };
}

/** These parts and the elements in them. */
function textsIn(parts: readonly HTMLElement[]): readonly HTMLElement[] {
  return parts.flatMap((part) => [
    part,
    ...[...part.querySelectorAll("*")].filter((element) => element instanceof HTMLElement),
  ]);
}

/** Sets styles of an element; the result undoes it. */
function dress(element: HTMLElement, styles: Readonly<Record<string, string>>): () => void {
  const own = element.style as unknown as Record<string, string>;
  const before = Object.fromEntries(Object.keys(styles).map((name) => [name, own[name] ?? ""]));
  Object.assign(own, styles);
  return () => Object.assign(own, before);
}

/** The scroll positions of all elements around these parts. */
function scrolledAround(parts: readonly HTMLElement[]): ReadonlyMap<Element, number> {
  const scrolled = new Map<Element, number>();
  for (const part of parts) {
    for (let at = part.parentElement; at; at = at.parentElement) scrolled.set(at, at.scrollTop);
  }
  return scrolled;
}
