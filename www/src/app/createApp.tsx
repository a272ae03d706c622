// One page: a store, its services and its components. Pages in the same document share no state.

import { render } from "preact";
import { FIRST_EXAMPLE, LANDSCAPE } from "../domain/graph/subject";
import { WorkerClient, sessionWorker } from "../engine/client";
import { trainingModule } from "../engine/preparation";
import { checkWorkers, isSandboxed } from "../domain/startWorker";
import type { Topology } from "../engine/topology";
import { rememberAnswers } from "../pages/learn/lessons/answers";
import { followLessons, linkedBy } from "../pages/learn/lessons/follow";
import { isCourseLoaded, lessonsWith, loadCourse, openedAt } from "../pages/learn/lessons/lessons";
import { Page } from "./Page";
import { createServices } from "../services/services";
import type { RunStorage } from "../services/storage/savedRuns";
import type { Surroundings } from "../services/engine/session";
import { NO_HISTORY } from "../store/history";
import { UNLINKED, withLinked } from "../store/linked";
import type { Linked } from "../store/linked";
import { shownSelector } from "../store/shown";
import { NO_SCORE } from "../store/state";
import type { DatasetName, PageId, State, Theme } from "../store/state";
import type { OwnLesson } from "../store/lesson";
import { createStore } from "../store/store";
import type { Store } from "../store/store";
import { messageOf, sentence } from "../domain/text/format";
import { NO_EXPERIMENT } from "../domain/training/experiment";
import { addressWith, cardIn, linkIn, linkOf, readLink } from "../services/link/address";
import type { ReadLink } from "../services/link/address";
import { createApi } from "./api";
import type { SublevelApi } from "./api";
import { AppContext, FrameLog } from "../ui/context";
import type { App } from "../ui/context";
import { followAddress, reportClamped } from "./followAddress";
import { browserRunStorage } from "./runStorage";
import { fetchServerFiles, siteSession } from "../services/data/collection";
import { listenToShortcuts } from "../ui/shortcuts";
import { pauseWhileHidden, followTheme, IDLE_MS, whenIdle, embedding } from "./browser";

function serverAndBrowser(): Home {
  const pageUrl = document.baseURI;
  return {
    training: async (events, signal) => {
      // A sandboxed frame cannot read from the server either, and would wait for an answer.
      checkWorkers();
      return trainingModule(pageUrl, events, signal);
    },
    runStorage: browserRunStorage(),
    first: { name: "one-loop-or-several", seed: 0 },
    page: null,
  };
}

export interface Options {
  readonly root: HTMLElement;
  readonly topology: Topology;
  /** Prefix of every id in the document; unique for each page. */
  readonly id: string;
  /** A whole page follows the address, the theme and the keys of the window; a part of another page does not. */
  readonly whole: boolean;
  /** The environment; the default is a server, and a browser that stores runs. */
  readonly home?: Home;
  /** The lesson of the address. */
  readonly lesson?: LinkedLesson;
}

/** The parts of a page that depend on its environment. */
export interface Home {
  /** Place of the training module, after it is ready. */
  readonly training: Surroundings["prepare"];
  readonly runStorage: RunStorage;
  /** The automatically loaded data set, so that ▶ trains immediately; null: none. */
  readonly first: DatasetName | null;
  /** The first page; null: the page of the address, which then follows the view. */
  readonly page: PageId | null;
}

export interface Running {
  readonly api: SublevelApi;
  /** Starts the engine if it is not running; false if that fails (the page shows the reason). */
  startEngine(): Promise<boolean>;
  close(): void;
}

export function createApp(options: Options): Running {
  const { root, topology, id, whole, home = serverAndBrowser(), lesson = NO_LESSON } = options;
  const addressed = whole && home.page === null;
  const read = addressed ? withLessonAt(openingLink(), lesson.own) : linkTo(home.page);
  if (whole) root.classList.add(...embedding(location.search));
  const store = createStore(firstState(read, topology, lesson.own));
  const shown = store.slice(shownSelector(topology));
  const pageUrl = document.baseURI;
  const surroundings: Surroundings = {
    pageUrl,
    connect: (events) => new WorkerClient(sessionWorker(), events),
    prepare: home.training,
  };
  const offered = fetchServerFiles(pageUrl).then((files) =>
    store.dispatch({ type: "server-files", files, source: "engine" }),
  );
  const services = createServices(store, surroundings, { offered, first: home.first }, home.runStorage);
  const app: App = {
    id,
    addressed: home.page === null,
    store,
    services,
    topology,
    shown,
    frames: new FrameLog(),
    openFiles: (files) => void import("./files/files").then(({ takeFiles }) => takeFiles(app, files)),
  };
  // From now on, the address contains the lesson, so that a reload needs its file no more.
  if (read.lessonAddress !== null && lesson.own?.packed)
    history.replaceState(history.state, "", addressWith(location, linkOf(store.state.peek())));
  const unfollow = followLessons(store, topology, () => void services.ready());
  render(
    <AppContext.Provider value={app}>
      <Page whole={whole} />
    </AppContext.Provider>,
    root,
  );
  const ends = [
    pauseWhileHidden(store, services),
    listenToShortcuts(store, root, whole),
    rememberAnswers(store),
    unfollow,
    ...(whole ? [followTheme(store)] : []),
    ...(addressed
      ? [
          followAddress(
            store,
            window,
            (link) => {
              const linked = linkedBy(link, store.state.peek(), topology);
              store.dispatch({ type: "open-link", linked, source: "link" });
            },
            (link) =>
              courseFor(link)?.then(({ own, problem }) => {
                if (own) store.dispatch({ type: "own-lesson", lesson: own, source: "link" });
                return () => {
                  const { linked } = withLessonAt(link, own);
                  if (link.lessonAddress && own)
                    store.dispatch({ type: "view", change: { lesson: linked.lesson }, source: "link" });
                  reportLesson(store, problem);
                };
              }) ?? null,
          ),
        ]
      : []),
  ];
  reportClamped(store, read.clamped);
  reportLesson(store, lesson.problem);
  // The data set of a link loads immediately, also for a visitor who saves data. All pages but Learn show a data set; Learn loads it later.
  const { document: opened, wanted, view } = store.state.value;
  const load = (): void => void services.session.wanted();
  if (opened.subject.type === "graph" || (wanted && view.page !== "learn")) load();
  // A lesson in a sandboxed frame says only on request that it cannot train there.
  else if (view.page !== "learn" || !isSandboxed())
    ends.push(whenIdle(load, view.page === "learn" ? IDLE_MS : 0));
  return {
    api: createApi(app),
    startEngine: () => services.session.wanted(),
    close() {
      for (const end of ends) end();
      services.close();
      render(null, root);
    },
  };
}

/** The lesson of a link that contains its file; why it does not open. */
export interface LinkedLesson {
  readonly own: OwnLesson | null;
  readonly problem: string | null;
}
const NO_LESSON: LinkedLesson = { own: null, problem: null };

/** The link of the address; for an address that says nothing, the view of the run that its site was saved with. */
export function openingLink(): ReadLink {
  const read = linkIn(location);
  const session = siteSession();
  if (read.stated.size > 0 || read.lessonAddress !== null || session?.link == null) return read;
  const saved = readLink(session.link);
  // The data set is in the session, whatever its name was where it was saved.
  const linked = { ...saved.linked, dataset: { name: session.title, seed: 0 } };
  return { ...saved, linked, stated: new Set([...saved.stated, "dataset" as const]) };
}

/** Fetches the course if the link opens a card, and reads the lesson inside the link or at its address; null: the link needs nothing else. */
export function courseFor({ linked, lessonFile, lessonAddress }: ReadLink): Promise<LinkedLesson> | null {
  const packed = linked.lesson === null ? null : lessonFile;
  if (lessonAddress === null && packed === null) {
    return linked.lesson === null || isCourseLoaded() ? null : loadCourse().then(() => NO_LESSON);
  }
  return import("../pages/learn/lessons/openLesson")
    .then(({ lessonAt, lessonInLink }) =>
      packed === null ? lessonAt(lessonAddress ?? "") : lessonInLink(packed),
    )
    .then((own) => ({ own, problem: null }))
    .catch(async (error: unknown) => {
      await loadCourse();
      return { own: null, problem: sentence(messageOf(error)) };
    });
}

/** The link with the card of the lesson at its address. */
function withLessonAt(read: ReadLink, own: OwnLesson | null): ReadLink {
  if (read.lessonAddress === null || !own) return read;
  const stated = new Set([...read.stated, "lesson" as const]);
  const card = Math.min(cardIn(read.lessonAddress), own.cards.length - 1);
  return { ...read, stated, linked: { ...read.linked, lesson: { lesson: own.id, card } } };
}

/** A link can name a lesson that is neither in the course nor in the link, nor at its address. */
function reportLesson(store: Store, problem: string | null): void {
  const { view, ownLesson } = store.state.peek();
  if (!view.lesson && problem !== null) {
    const notice = { kind: "error", title: "The lesson was not opened", detail: problem } as const;
    store.dispatch({ type: "notify", notice, source: "link" });
  }
  if (!view.lesson || !isCourseLoaded() || openedAt(lessonsWith(ownLesson), view.lesson)) return;
  const detail =
    problem ??
    "The course has no such lesson, and the link does not contain it. Ask for a new link, copied while the lesson is open, or for its file.";
  const notice = {
    kind: "error",
    title: `The lesson “${view.lesson.lesson}” was not opened`,
    detail,
  } as const;
  store.dispatch({ type: "view", change: { lesson: null }, source: "link" });
  store.dispatch({ type: "notify", notice, source: "link" });
}

function linkTo(page: PageId | null): ReadLink {
  return page === null
    ? { linked: UNLINKED, lessonFile: null, lessonAddress: null, clamped: [], stated: new Set() }
    : {
        linked: { ...UNLINKED, page },
        lessonFile: null,
        lessonAddress: null,
        clamped: [],
        stated: new Set(["page"]),
      };
}

/** A new visitor sees one walk through the superlevel filtration of a landscape; with reduced motion, its end. */
function arrival(still: boolean): Pick<Linked, "subject" | "directions" | "playing" | "threshold"> {
  const { id, filter } = LANDSCAPE;
  return {
    subject: { type: "example", id },
    directions: "super",
    playing: !still,
    threshold: still ? null : Math.max(...filter) + 1,
  };
}

function firstState(read: ReadLink, topology: Topology, ownLesson: OwnLesson | null): State {
  const first = { type: "example", id: FIRST_EXAMPLE.id } as const;
  const blank = {
    engine: { status: "idle" } as const,
    generators: topology.generators(),
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
    displayed: first,
    inspection: null,
    asked: null,
    notices: [],
    answers: {},
    passed: [],
    unseen: {},
    playback: null,
    score: NO_SCORE,
    ownLesson,
    draft: null,
    theme: (document.documentElement.dataset["theme"] ?? "light") as Theme,
  };
  const linked = linkedBy(read, withLinked(blank, UNLINKED), topology);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const opened = read.stated.size === 0 ? { ...linked, ...arrival(still) } : linked;
  const { subject } = opened;
  return withLinked({ ...blank, displayed: subject.type === "graph" ? first : subject }, opened);
}
