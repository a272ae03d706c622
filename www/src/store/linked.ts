// The part of the state that goes into a link.

import type { Backend } from "../protocol";
import { FIRST_EXAMPLE } from "../domain/examples";
import { FIT } from "../domain/view";
import { ALL_GRAPHS } from "./state";
import type { DatasetName, Directions, GraphFilter, PageId, Settings, State, Subject, View } from "./state";

export interface Linked extends View, GraphFilter {
  readonly backend: Backend;
  readonly dataset: DatasetName | null;
  readonly subject: Subject;
  readonly filter: string | null;
  readonly values: readonly number[] | null;
  readonly features: Settings["features"] | null;
  readonly epochs: number | null;
  readonly seed: number | null;
  readonly fold: number | null;
  readonly learningRate: number | null;
  readonly keepRunning: boolean;
}

/** The page that a link means which does not say: a graph of a data set is looked at, everything else is to learn with. */
export function pageOf({ dataset, subject }: Pick<Linked, "dataset" | "subject">): PageId {
  return dataset !== null || subject.type === "graph" ? "inspect" : "learn";
}

/** The filtrations that a page shows where nobody has chosen: who learns begins with one. */
export function directionsOf(page: PageId): Directions {
  return page === "learn" ? "sub" : "both";
}

export const MOST_EPOCHS = 10_000;
export const MOST_SEED = 2 ** 32 - 1;

/** What a link without a word means. */
export const UNLINKED: Linked = {
  backend: "auto",
  dataset: null,
  subject: { type: "example", id: FIRST_EXAMPLE.id },
  filter: null,
  values: null,
  features: null,
  epochs: null,
  seed: null,
  fold: null,
  learningRate: null,
  page: "learn",
  placement: "value",
  stretch: false,
  tool: null,
  tieRule: "index",
  hat: null,
  filled: false,
  lesson: null,
  present: false,
  epoch: null,
  pace: null,
  directions: "sub",
  threshold: null,
  highlight: null,
  selection: null,
  zoom: FIT,
  playing: false,
  asks: false,
  speed: 1,
  sort: "birth",
  zeroLength: false,
  trails: false,
  extended: null,
  panel: "bars",
  topic: "filter",
  dataTab: "sources",
  tables: [],
  ...ALL_GRAPHS,
  keepRunning: false,
};

export function linkedOf({ backend, wanted, document, view, graphFilter, keepRunning }: State): Linked {
  const { subject, filter, values, settings } = document;
  return {
    backend,
    dataset: wanted,
    subject,
    filter,
    values,
    features: settings.features ?? null,
    epochs: settings.epochs ?? null,
    seed: settings.seed ?? null,
    fold: settings.fold ?? null,
    learningRate: settings.learningRate ?? null,
    ...view,
    ...graphFilter,
    keepRunning,
  };
}

function settingsOf({
  features,
  epochs,
  seed,
  fold,
  learningRate,
}: Pick<Linked, keyof Settings>): Partial<Settings> {
  return {
    ...(features === null ? {} : { features }),
    ...(epochs === null ? {} : { epochs }),
    ...(seed === null ? {} : { seed }),
    ...(fold === null ? {} : { fold }),
    ...(learningRate === null ? {} : { learningRate }),
  };
}

/** The parts of the state that a link says all of. */
export const LINKED_PARTS = ["backend", "wanted", "document", "keepRunning", "view", "graphFilter"] as const;
type LinkedPart = (typeof LINKED_PARTS)[number];

/** The state with everything that the link says. */
export function withLinked(state: Omit<State, LinkedPart>, linked: Linked): State {
  const { backend, dataset, subject, filter, values, keepRunning, ...rest } = linked;
  const { features, epochs, seed, fold, learningRate, ...seen } = rest;
  const { class: ofClass, part, wrongOnly, ...view } = seen;
  return {
    ...state,
    backend,
    wanted: dataset,
    document: {
      subject,
      filter,
      values,
      settings: settingsOf({ features, epochs, seed, fold, learningRate }),
      opening: 0,
      run: null,
    },
    keepRunning,
    view,
    graphFilter: { class: ofClass, part, wrongOnly },
  };
}
