// The part of the state in links.

import type { Backend } from "../protocol";
import { FIRST_EXAMPLE } from "../domain/graph/subject";
import { NO_EXPERIMENT } from "../domain/training/experiment";
import { DEFAULTS, isSame, SETTING_NAMES } from "../domain/settings/settings";
import type { SettingName, Settings } from "../domain/settings/settings";
import { FIT } from "../domain/view";
import { NO_HISTORY } from "./history";
import {
  ALL_GRAPHS,
  FIRST_CLASSES_VIEW,
  FIRST_ERRORS_VIEW,
  FIRST_READOUT_VIEW,
  FIRST_SEPARATION,
  NO_HEIGHTS,
  NO_SCORE,
} from "./state";
import type { Subject } from "../domain/graph/subject";
import type { DatasetName, GraphFilter, PageId, State, View } from "./state";
import type { Directions } from "./choices";

export interface Linked extends View, GraphFilter {
  readonly backend: Backend;
  readonly dataset: DatasetName | null;
  readonly subject: Subject;
  readonly filter: string | null;
  readonly values: readonly number[] | null;
  readonly settings: Partial<Settings>;
  readonly keepRunning: boolean;
}

/**
 * The default page of a link without one: the page of the graph if the link names a graph of a data set, otherwise the
 * learning page.
 */
export function pageOf({ dataset, subject }: Pick<Linked, "dataset" | "subject">): PageId {
  return dataset !== null || subject.type === "graph" ? "inspect" : "learn";
}

/** The default graph of a link without one: the first graph of its data set, or the first example. */
export function subjectOf({ dataset }: Pick<Linked, "dataset">): Subject {
  return dataset === null ? UNLINKED.subject : { type: "graph", index: 0 };
}

/** The default filtrations of a page: the learning page begins with one. */
export function directionsOf(page: PageId): Directions {
  return page === "learn" ? "sub" : "both";
}

export const MAX_EPOCHS = 10_000;
export const MAX_SEED = 2 ** 32 - 1;

/** The state of an empty link. */
export const UNLINKED: Linked = {
  backend: "auto",
  dataset: null,
  subject: { type: "example", id: FIRST_EXAMPLE.id },
  filter: null,
  values: null,
  settings: {},
  page: "learn",
  placement: "value",
  stretch: false,
  colour: "f",
  tool: null,
  tieRule: "index",
  target: "longest",
  hat: null,
  filled: false,
  lesson: null,
  making: false,
  present: false,
  epoch: null,
  filterInView: 0,
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
  fit: false,
  trails: false,
  extended: null,
  panel: "bars",
  topic: "filter",
  errorsView: FIRST_ERRORS_VIEW,
  classesView: FIRST_CLASSES_VIEW,
  readoutView: FIRST_READOUT_VIEW,
  readoutPicture: "diagram",
  mapColour: "class",
  separation: FIRST_SEPARATION,
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
    settings: statedSettings(settings),
    ...view,
    ...graphFilter,
    keepRunning,
  };
}

/** A link with settings always contains these; of the others, those that differ from the defaults of the command line. */
const ALWAYS_STATED: readonly SettingName[] = ["features", "epochs", "seed", "fold", "learningRate"];

function statedSettings(settings: Partial<Settings>): Partial<Settings> {
  const names = SETTING_NAMES.filter((name) => {
    const value = settings[name];
    // Fold files are not part of a link.
    if (value === undefined || value === "files") return false;
    return ALWAYS_STATED.includes(name) || !isSame(value, DEFAULTS[name]);
  });
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

/** The settings of a link: omitted ones have the defaults of the command line, unless all are omitted. */
function meant(settings: Partial<Settings>): Partial<Settings> {
  if (Object.keys(settings).length === 0) return settings;
  const others = SETTING_NAMES.filter((name) => !ALWAYS_STATED.includes(name));
  return { ...Object.fromEntries(others.map((name) => [name, DEFAULTS[name]])), ...settings };
}

/** The parts of the state that a link contains completely. */
export const LINKED_PARTS = ["backend", "wanted", "document", "keepRunning", "view", "graphFilter"] as const;
type LinkedPart = (typeof LINKED_PARTS)[number];

/** The state before any data, apart from what differs between the page and tests. */
export const BLANK = {
  engine: { status: "idle" },
  serverFiles: [],
  race: null,
  loading: null,
  data: null,
  run: null,
  previousRun: null,
  keptRuns: [],
  comparedRun: null,
  folds: null,
  experiment: NO_EXPERIMENT,
  offering: true,
  history: NO_HISTORY,
  displayed: { type: "example", id: FIRST_EXAMPLE.id },
  inspection: null,
  asked: null,
  notices: [],
  answers: {},
  passed: [],
  unseen: {},
  playback: null,
  score: NO_SCORE,
  ownLesson: null,
  draft: null,
} as const satisfies Partial<State>;

/** The state after all pieces of the link are applied. */
export function withLinked(state: Omit<State, LinkedPart>, linked: Linked): State {
  const { backend, dataset, subject, filter, values, settings, keepRunning, ...seen } = linked;
  const { class: ofClass, part, wrongOnly, ...view } = seen;
  return {
    ...state,
    backend,
    wanted: dataset,
    document: {
      subject,
      filter,
      values,
      heights: NO_HEIGHTS,
      settings: meant(settings),
      opening: 0,
      run: null,
    },
    keepRunning,
    view,
    graphFilter: { class: ofClass, part, wrongOnly },
  };
}
