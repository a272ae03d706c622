// The part of the state that goes into a link.

import type { Highlight } from "../domain/graph";
import type { Backend, Part } from "../protocol";
import { FIRST_EXAMPLE } from "../domain/examples";
import { FIT } from "../domain/view";
import type { Sort, Zoom } from "../domain/view";
import { ALL_GRAPHS } from "./state";
import type { DatasetName, DataTab, Directions, PanelId, Settings, State, Subject, TableId } from "./state";

export interface Linked {
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
  readonly directions: Directions;
  readonly threshold: number | null;
  readonly highlight: Highlight;
  readonly selection: number | null;
  readonly zoom: Zoom;
  readonly playing: boolean;
  readonly speed: number;
  readonly sort: Sort;
  readonly zeroLength: boolean;
  readonly extended: boolean | null;
  readonly panel: PanelId;
  readonly dataTab: DataTab;
  readonly tables: readonly TableId[];
  readonly class: number | null;
  readonly part: Part | null;
  readonly wrongOnly: boolean;
  readonly keepRunning: boolean;
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
  directions: "both",
  threshold: null,
  highlight: null,
  selection: null,
  zoom: FIT,
  playing: false,
  speed: 1,
  sort: "birth",
  zeroLength: false,
  extended: null,
  panel: "bars",
  dataTab: "sources",
  tables: [],
  class: ALL_GRAPHS.class,
  part: ALL_GRAPHS.part,
  wrongOnly: ALL_GRAPHS.wrongOnly,
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

function settingsOf({ features, epochs, seed, fold, learningRate }: Linked): Partial<Settings> {
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
  const { subject, filter, values } = linked;
  return {
    ...state,
    backend: linked.backend,
    wanted: linked.dataset,
    document: { subject, filter, values, settings: settingsOf(linked) },
    keepRunning: linked.keepRunning,
    view: {
      directions: linked.directions,
      threshold: linked.threshold,
      highlight: linked.highlight,
      selection: linked.selection,
      zoom: linked.zoom,
      playing: linked.playing,
      speed: linked.speed,
      sort: linked.sort,
      zeroLength: linked.zeroLength,
      extended: linked.extended,
      panel: linked.panel,
      dataTab: linked.dataTab,
      tables: linked.tables,
    },
    graphFilter: { class: linked.class, part: linked.part, wrongOnly: linked.wrongOnly },
  };
}
