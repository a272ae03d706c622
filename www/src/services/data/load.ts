// Data sets: fetch, read, create a model, and select a graph, all in one step or not at all.

import {
  CARRIED_SETTINGS,
  carried,
  DEFAULTS,
  defaultsOn,
  fittedToModel,
  settingsOf,
} from "../../domain/settings/settings";
import type { Settings } from "../../domain/settings/settings";
import { chosenText } from "../../domain/settings/settingWords";
import { FIRST_EXAMPLE, LANDSCAPE } from "../../domain/graph/subject";
import { messageOf, sentence } from "../../domain/text/format";
import type { DataContent, Loaded } from "../../engine/calls";
import { EngineCrash } from "../../engine/client";
import type { Client } from "../../engine/client";
import type { DatasetSummary, RunSummary } from "../../protocol";
import { isByUser } from "../../store/actions";
import type { ActionSource } from "../../store/actions";
import type { Data, DatasetName, DataSource, State } from "../../store/state";
import type { Store } from "../../store/store";
import { shownGraph } from "../inspection/graphInView";
import type { Session } from "../engine/session";
import { download, MAX_FILE_BYTES } from "./download";
import type { Given, SiteSession } from "./siteSession";

export interface Offers {
  /** Resolves after the list of the server's data sets arrives. */
  readonly offered: Promise<unknown>;
  /** Loaded if no other data set is requested, so that ▶ has something to train on; null: none. */
  readonly first: DatasetName | null;
}

export interface LoadOptions {
  readonly source: ActionSource;
  /** The graph to show; `own`: that of the session; null keeps the one in view. */
  readonly show?: number | "own" | null;
  readonly settings?: Partial<Settings>;
  /** After a restart of the engine: whether the run in use was that of the session. */
  readonly isRestored?: boolean;
}

/** The name of a data set in links; null for a file of the user. */
function nameOfSource(source: DataSource): DatasetName | null {
  switch (source.type) {
    case "generator":
      return { name: source.id, seed: source.seed };
    case "server":
      return { name: source.file.name, seed: 0 };
    case "files":
      return null;
  }
}

/** The source for a name: a generator's id or title, or a file of the server. */
export function sourceNamed(
  { generators, serverFiles }: State,
  { name, seed }: DatasetName,
): DataSource | null {
  const wanted = name.toLowerCase();
  const generator = generators.find(({ id, title }) => [id, title.toLowerCase()].includes(wanted));
  if (generator) return { type: "generator", id: generator.id, seed };
  const file = serverFiles.find((offered) => offered.name.toLowerCase() === wanted);
  return file ? { type: "server", file } : null;
}

/** Whether the graph in view is the one of a new page, which the user has neither chosen nor changed. */
function isAsOpened({ document: { subject, filter, values } }: State): boolean {
  const first = subject.type === "example" && [FIRST_EXAMPLE.id, LANDSCAPE.id].includes(subject.id);
  return first && filter === null && values === null;
}

export function sameSource(a: DataSource, b: DataSource): boolean {
  if (a.type === "files" || b.type === "files") return a === b;
  const [one, other] = [nameOfSource(a), nameOfSource(b)];
  return a.type === b.type && one?.name === other?.name && one?.seed === other?.seed;
}

export class Load {
  readonly #store: Store;
  readonly #session: Session;
  readonly #pageUrl: string;
  readonly #offered: Promise<unknown>;
  readonly #first: DatasetName | null;
  readonly #keep: () => Promise<void>;
  readonly #hasRuns: () => Promise<boolean>;
  #abort: AbortController | null = null;
  /** The data set of the link at the time when the pending one was chosen. */
  #wantedBefore: DatasetName | null = null;
  /** The run that was loaded although nobody asked for its data set; null: none. */
  #unasked: number | null = null;
  /** Whether the session of the site did not open: the page reports that once. */
  #isWithoutSession = false;
  #followed: Promise<void> = Promise.resolve();

  /** `keep` stores the run in use, which a new data set ends. `hasRuns`: whether the browser stores runs of this visitor. */
  constructor(
    store: Store,
    session: Session,
    pageUrl: string,
    { offered, first }: Offers,
    keep: () => Promise<void>,
    hasRuns: () => Promise<boolean>,
  ) {
    this.#store = store;
    this.#session = session;
    this.#pageUrl = pageUrl;
    this.#offered = offered;
    this.#first = first;
    this.#keep = keep;
    this.#hasRuns = hasRuns;
  }

  /** Loads the data set of the link now and after each change; returns a function that stops this. */
  follow(): () => void {
    return this.#store.watch(
      ({ wanted, engine, data, view }) =>
        `${engine.status === "ready"} ${wanted?.name} ${wanted?.seed} ${data === null} ${view.page === "learn"}`,
      () => {
        this.#followed = this.#followWanted();
      },
    );
  }

  /** Resolves after the automatic loads finish. */
  settled(): Promise<void> {
    return this.#followed;
  }

  /** Loads a data set and creates a model for it. On failure, everything stays unchanged. */
  async load(source: DataSource, options: LoadOptions): Promise<boolean> {
    // Aborts a download that is obsolete; a file that the engine is reading is read to the end first.
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#wantedBefore = this.#store.state.peek().wanted;
    if (!(await this.#session.wanted())) return false;
    await this.#keep();
    if (abort.signal.aborted) return false;
    try {
      return await this.#session.change((client) => this.#load(client, source, options, abort.signal));
    } catch (error) {
      if (!(error instanceof EngineCrash) && !abort.signal.aborted) this.#refuse(source, error);
      return false;
    } finally {
      if (this.#abort === abort) {
        this.#abort = null;
        this.#store.dispatch({ type: "loading", loading: null, source: "engine" });
      }
    }
  }

  /** Loads a data set into another engine, which then receives its run or creates its own. */
  async into(client: Client, source: DataSource): Promise<void> {
    const { content } = await this.#opened(source, new AbortController().signal, () => undefined);
    await client.call("loadAlone", [content], buffersOf(content));
  }

  /** Cancels the pending data set. Only a termination of the engine can stop a read in progress. */
  cancel(): void {
    const { loading, backend } = this.#store.state.peek();
    this.#abort?.abort();
    this.#store.dispatch({ type: "loading", loading: null, source: "ui" });
    if (loading?.stage !== "reading") return;
    const notice = {
      kind: "info",
      title: "Loading was cancelled",
      detail: "The engine was restarted, so training starts again from new weights.",
    } as const;
    this.#store.dispatch({ type: "notify", notice, source: "ui" });
    void this.#session.start(backend, "ui").then(() => this.again());
  }

  /** Loads the data set in use into a restarted engine, with the settings of its run. */
  async again(): Promise<boolean> {
    const { data, run, document } = this.#store.state.peek();
    if (!data) return false;
    const show = document.subject.type === "graph" ? document.subject.index : null;
    const settings = run ? settingsOf(run.summary) : {};
    const isRestored = run !== null && run.stepsGiven > 0 && run.stepsDone === run.stepsGiven;
    return this.load(data.source, { source: "engine", show, settings, isRestored });
  }

  async #followWanted(): Promise<void> {
    const { engine, data, wanted, document } = this.#store.state.peek();
    if (engine.status !== "ready") return;
    await this.#offered;
    const session = await this.#sessionOfSite();
    const state = this.#store.state.peek();
    if (state.wanted !== wanted || state.data !== data || state.loading) return;
    // A choice of the user while the engine loads has priority over automatic loads.
    if (this.#abort && this.#wantedBefore === wanted) return;
    const source = wanted && sourceNamed(state, wanted);
    if (wanted && !source) this.#missing(wanted);
    const isLoaded = source !== null && data !== null && sameSource(source, data.source);
    const isUnasked = data === null ? source === null : isLoaded && this.#isUnasked(state);
    if (isUnasked) await this.#loadFirst(state, session);
    if (!source || isLoaded) return;
    const settings = { ...document.settings, ...this.#ofLesson(state) };
    await this.load(source, { source: "link", show: this.#shownOf(state), settings });
  }

  /**
   * Loads a data set that nobody asked for: the session of the site, in place of another one, too. Without it, there is still
   * something to train on.
   */
  async #loadFirst(state: State, session: DataSource | null): Promise<void> {
    const { data } = state;
    const first = this.#first && sourceNamed(state, this.#first);
    const show = isAsOpened(state) ? ("own" as const) : this.#shownOf(state);
    const options = { source: "link", show, settings: this.#ofLesson(state) } as const;
    let isOpen = false;
    if (session && !(data && sameSource(session, data.source))) {
      isOpen = await this.load(session, options);
      this.#isWithoutSession = !isOpen;
    }
    // A pending load is one that the user has asked for meanwhile.
    const isPending = session !== null && this.#abort !== null;
    if (!isOpen && first && !isPending && this.#store.state.peek().data === null)
      isOpen = await this.load(first, options);
    if (isOpen) this.#unasked = this.#store.state.peek().run?.id ?? null;
  }

  #shownOf({ document: { subject } }: State): number | null {
    return subject.type === "graph" ? subject.index : null;
  }

  /** Lessons are about the filter. */
  #ofLesson({ view }: State): Partial<Settings> {
    return view.lesson === null ? {} : { model: DEFAULTS.model };
  }

  /** Whether the run in use is one that nobody asked for and that has not changed since. */
  #isUnasked({ run }: State): boolean {
    return run !== null && run.id === this.#unasked && run.stepsDone === run.stepsGiven;
  }

  /**
   * The trained run of the site, off the lessons, which train from the start: something learned to look at. null: there is none, or a
   * returning visitor is offered a run of their own instead.
   */
  async #sessionOfSite(): Promise<DataSource | null> {
    const { view, serverFiles } = this.#store.state.peek();
    if (view.page === "learn" || this.#isWithoutSession) return null;
    const file = serverFiles.find(({ session }) => session);
    return file && !(await this.#hasRuns()) ? { type: "server", file } : null;
  }

  #missing({ name }: DatasetName): void {
    const detail = `“${name}” is neither generated here nor offered by this server.`;
    const notice = { kind: "error", title: "This data set is not here", detail } as const;
    this.#store.dispatch({ type: "notify", notice, source: "link" });
    const { data } = this.#store.state.peek();
    this.#store.dispatch({ type: "wanted", wanted: data && nameOfSource(data.source), source: "link" });
  }

  async #load(
    client: Client,
    source: DataSource,
    { show = 0, settings, isRestored, source: asker }: LoadOptions,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (signal.aborted) return false;
    const name = this.#nameOf(source);
    const before = this.#store.state.peek();
    const asked = fittedToModel(settings ?? this.#carried());
    const { content, session } = await this.#opened(source, signal, (fraction) =>
      this.#store.dispatch({
        type: "loading",
        loading: { name, stage: "fetching", fraction },
        source: "engine",
      }),
    );
    if (signal.aborted) return false;
    const loading = { name, stage: "reading", fraction: null } as const;
    this.#store.dispatch({ type: "loading", loading, source: "engine" });
    const index = show === "own" ? (session?.graph ?? null) : show;
    const loaded = await client.call("load", [content, asked, index], buffersOf(content));
    const { summary, withoutShippedFolds, grown } = loaded;
    const isWanted = isRestored ?? session?.hasSettings(settings ?? {}) ?? false;
    const given = session && isWanted ? await this.#given(client, session, loaded) : null;
    const { run, rows, shown } = given ?? loaded;
    // An automatic load takes time, in which the user can open something else, for example the next card of a lesson. That stays.
    const { subject } = this.#store.state.peek().document;
    const isAwaited =
      isByUser(asker) ||
      (show === "own"
        ? subject === before.document.subject
        : subject.type === "graph" && subject.index === show);
    const view = shown && isAwaited ? shownGraph(shown.index, shown) : null;
    this.#store.dispatch({
      type: "data-loaded",
      data: { source, summary, rows, withoutShippedFolds, foldFiles: null },
      run,
      given: given?.trained ?? null,
      show: view,
      source: asker,
    });
    // A link can show the run at an earlier epoch.
    const { epoch } = before.view;
    if (given && !isByUser(asker) && epoch !== null)
      this.#store.dispatch({ type: "view", change: { epoch }, source: asker });
    if (grown) this.#store.dispatch({ type: "log-grown", grown, source: "engine" });
    this.#store.dispatch({ type: "wanted", wanted: nameOfSource(source), source: asker });
    this.#session.note(run);
    // A run log has no settings, and a session has its own.
    if (!settings && !given && !grown && asker === "ui" && before.data)
      this.#noteCarried(before.data, run, summary);
    return true;
  }

  /** The content from which the engine creates the data set, and the session that it is in. */
  async #opened(
    source: DataSource,
    signal: AbortSignal,
    report: (fraction: number) => void,
  ): Promise<{ readonly content: DataContent; readonly session: SiteSession | null }> {
    if (source.type !== "server" || !source.file.session)
      return { content: await this.#content(source, signal, report), session: null };
    report(0);
    const { sessionAt } = await import("./siteSession");
    const session = await sessionAt(source.file, this.#pageUrl, signal);
    return { content: session.content(), session };
  }

  async #content(
    source: DataSource,
    signal: AbortSignal,
    report: (fraction: number) => void,
  ): Promise<DataContent> {
    if (source.type === "generator") return { generator: source.id, seed: source.seed };
    const name = this.#nameOf(source);
    const size =
      source.type === "files"
        ? source.files.reduce((sum, { blob }) => sum + blob.size, 0)
        : source.file.bytes;
    const mayBeLog = source.type === "files" || (source.type === "server" && source.file.log);
    const log = mayBeLog ? await (await import("../log/runLog")).logOf(source, this.#pageUrl) : null;
    if (log) {
      const [header, graphs, first] = await Promise.all([log.header(), log.graphs(), log.first()]);
      return { log: { header, graphs, first } };
    }
    if (size > MAX_FILE_BYTES) {
      const gigabytes = (size / 2 ** 30).toFixed(1);
      throw new Error(
        `${name} has ${gigabytes} GB, and the page reads data sets of at most 0.5 GB. The command line reads up to 1 GB: sublevel train --data ${name}`,
      );
    }
    report(0);
    if (source.type === "server") {
      const url = new URL(source.file.url, this.#pageUrl);
      return [{ path: name, bytes: await download(url, size, report, signal) }];
    }
    return Promise.all(
      source.files.map(async ({ path, blob }) => ({ path, bytes: new Uint8Array(await blob.arrayBuffer()) })),
    );
  }

  /** Continues the run of a session; null: the engine refuses it, which the page reports. */
  async #given(client: Client, session: SiteSession, loaded: Loaded): Promise<Given | null> {
    try {
      return await session.continued(client, loaded);
    } catch (error) {
      // The engine has the data set by now, with a new run.
      this.#session.fail("The trained run was not opened", error);
      return null;
    }
  }

  #carried(): Partial<Settings> {
    const { run } = this.#store.state.peek();
    return run ? carried(settingsOf(run.summary)) : {};
  }

  #noteCarried(before: Data, run: RunSummary, summary: DatasetSummary): void {
    const own = settingsOf(run);
    const defaults = defaultsOn(summary);
    const text = chosenText(own, defaults, CARRIED_SETTINGS);
    if (text === "") return;
    const notice = {
      kind: "info",
      title: `Settings from ${before.summary.name}`,
      detail: `The new run on ${summary.name} keeps these settings: ${text}. Change them under Training.`,
    } as const;
    this.#store.dispatch({ type: "notify", notice, source: "engine" });
  }

  #refuse(source: DataSource, error: unknown): void {
    const kept = this.#store.state.peek().data;
    const message = sentence(messageOf(error));
    const detail = kept ? `${message} ${kept.summary.name} stays in use.` : message;
    const notice = { kind: "error", title: `${this.#nameOf(source)} was not loaded`, detail } as const;
    this.#store.dispatch({ type: "notify", notice, source: "engine" });
    this.#store.dispatch({ type: "wanted", wanted: kept && nameOfSource(kept.source), source: "engine" });
  }

  #nameOf(source: DataSource): string {
    if (source.type === "files") return source.name;
    if (source.type === "server") return source.file.name;
    const { generators } = this.#store.state.peek();
    return generators.find(({ id }) => id === source.id)?.title ?? source.id;
  }
}

/** The buffers to transfer to the engine. */
function buffersOf(content: DataContent): ArrayBuffer[] {
  if ("generator" in content) return [];
  if ("log" in content) return [content.log.first.values.buffer];
  return content.map(({ bytes }) => bytes.buffer);
}
