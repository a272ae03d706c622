// Pictures of the page as files.

import type { App } from "../context";
import { cloudIn, exampleIn, indexIn, ownGraphIn } from "../../domain/graph/subject";
import { addressWith, writeLink } from "../../services/link/address";
import { filterInView } from "../../domain/settings/filters";
import { provenanceJson } from "../../services/export/provenance";
import { linkedOf } from "../../store/linked";
import { epochInView } from "../../store/selectors";
import { saveFile } from "../data/save";
import { captureOf } from "./capture";
import { posed } from "./pose";
import { sheetOf, svgFile } from "./sheet";
import type { Sheet } from "./sheet";

/** The file of a sheet in each format. */
const FILES = {
  svg: (sheet: Sheet) => svgFile(sheet),
  png: async (sheet: Sheet) => (await import("./png")).pngFile(sheet),
  pdf: async (sheet: Sheet) => (await import("./pdf")).pdfFile(sheet),
  tex: async (sheet: Sheet) => (await import("./tikz")).tikzFile(sheet),
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
  const drawing = await posed(parts, () => captureOf(parts));
  const title = titleOf(app, name);
  const description = parts
    .flatMap((part) => [part, ...part.querySelectorAll("[role][aria-label]")])
    .map((part) => part.getAttribute("aria-label"))
    .find((label) => label !== null)
    // The description of keys is for the interactive page only.
    ?.replace(/(?<=\.)\s.*$/s, "");
  const sheet = sheetOf(drawing, { title, description: description ?? name, provenance });
  saveFile(`${fileName(title)}.${format}`, await FILES[format](sheet));
}

/** The subject, its weights, and the link to it. */
async function provenanceOf({ store, services }: App): Promise<string> {
  const state = store.state.peek();
  const link = new URL(addressWith(location, writeLink(linkedOf(state))), location.href).href;
  const { run, engine } = state;
  if (!run?.held || engine.status !== "ready") return JSON.stringify({ sublevel: SUBLEVEL_VERSION, link });
  const step = run.stepsDone;
  const weights = await services.session.call("saveWeights");
  const provenance = provenanceJson(weights, {
    epoch: epochInView(state),
    step,
    filter: filterInView(run.summary),
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

function titleOf({ store, shown }: App, name: string): string {
  const { data, view, folds } = store.state.peek();
  if (name === "folds") return `${folds?.file?.data ?? ""}, ${name}`;
  const { subject } = shown.peek();
  const own = ownGraphIn(subject) ?? cloudIn(subject);
  if (own) return `${own.title}, ${name}`;
  const example = exampleIn(subject);
  if (example !== null) return `Example ${example}, ${name}`;
  const dataset = data?.summary.name ?? "";
  const ofAll = (view.page === "model" && !OF_ONE_GRAPH.includes(name)) || name === "curves";
  return ofAll ? `${dataset}, ${name}` : `${dataset} graph ${(indexIn(subject) ?? 0) + 1}, ${name}`;
}

function fileName(title: string): string {
  return title
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
