// Data sets of the TU collection, which the server fetches by name.

import { messageOf, sentence } from "../../domain/text/format";
import type { ServerFile } from "../../store/state";
import type { Store } from "../../store/store";
import { sourceNamed } from "./load";
import type { Load } from "./load";

/** Interval of progress requests to the server, in milliseconds. */
const ASK_EVERY = 250;

/** A suggested data set. */
export interface Suggested {
  readonly name: string;
  readonly graphs: number;
  readonly classes: number;
}

type DownloadProgress =
  | { readonly state: "fetching"; readonly have: number; readonly of: number | null }
  | { readonly state: "ready" }
  | { readonly state: "failed"; readonly message: string };

export interface CollectionServer {
  readonly pageUrl: string;
  /** Fetches the current list of the server's data sets. */
  offered(): Promise<readonly ServerFile[]>;
}

export class Collection {
  readonly #store: Store;
  readonly #load: Load;
  readonly #surroundings: CollectionServer;

  constructor(store: Store, load: Load, surroundings: CollectionServer) {
    this.#store = store;
    this.#load = load;
    this.#surroundings = surroundings;
  }

  /** Names for suggestions; null: this server fetches no data sets, for example that of a static site. */
  async suggested(): Promise<readonly Suggested[] | null> {
    try {
      const response = await fetch(this.#url("collection.json"));
      if (!response.ok) return null;
      const list: unknown = await response.json();
      return Array.isArray(list) ? (list as readonly Suggested[]) : null;
    } catch {
      return null;
    }
  }

  /**
   * Requests a data set from the server if it is missing, and loads it; false on failure, for which the page shows the
   * reason.
   */
  async load(name: string): Promise<boolean> {
    if (!sourceNamed(this.#store.state.peek(), { name, seed: 0 }) && !(await this.#fetched(name)))
      return false;
    const source = sourceNamed(this.#store.state.peek(), { name, seed: 0 });
    return source !== null && this.#load.load(source, { source: "ui" });
  }

  /** Whether the server has it now. After a cancellation the server continues its download. */
  async #fetched(name: string): Promise<boolean> {
    this.#show(name, null);
    try {
      let progress = await this.#ask(name, "POST");
      while (progress.state === "fetching") {
        this.#show(name, progress.of ? progress.have / progress.of : null);
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
        if (this.#store.state.peek().loading?.name !== name) return false;
        progress = await this.#ask(name, "GET");
      }
      if (progress.state === "failed") throw new Error(progress.message);
      const files = await this.#surroundings.offered();
      this.#store.dispatch({ type: "server-files", files, source: "engine" });
      return true;
    } catch (error) {
      const detail = sentence(messageOf(error));
      const notice = { kind: "error", title: `${name} was not fetched`, detail } as const;
      this.#store.dispatch({ type: "notify", notice, source: "engine" });
      return false;
    } finally {
      if (this.#store.state.peek().loading?.name === name)
        this.#store.dispatch({ type: "loading", loading: null, source: "engine" });
    }
  }

  async #ask(name: string, method: "GET" | "POST"): Promise<DownloadProgress> {
    const response = await fetch(this.#url(`collection/${encodeURIComponent(name)}`), { method });
    if (!response.ok) throw new Error(sentence((await response.text()).trim()));
    return (await response.json()) as DownloadProgress;
  }

  #show(name: string, fraction: number | null): void {
    const loading = { name, stage: "fetching", fraction } as const;
    this.#store.dispatch({ type: "loading", loading, source: "engine" });
  }

  #url(path: string): URL {
    return new URL(`data/${path}`, this.#surroundings.pageUrl);
  }
}

/** Names the session of a site, relative to the page. */
export const SESSION_META = 'meta[name="sublevel-session"]';

export interface NamedSession {
  readonly file: string;
  readonly title: string;
  /** The view of a visitor whose address says nothing; null: that of every site. */
  readonly link: string | null;
}

/** The session that the page of a site names; null: none. */
export function siteSession(): NamedSession | null {
  const meta = document.querySelector<HTMLMetaElement>(SESSION_META);
  if (!meta?.content) return null;
  const { title = meta.content, link = null } = meta.dataset;
  return { file: meta.content, title, link };
}

/** The element that names a session in the page. */
export function siteMeta(page: Document, { file, title, link }: NamedSession): HTMLMetaElement {
  const meta = page.createElement("meta");
  meta.name = "sublevel-session";
  meta.content = file;
  meta.dataset["title"] = title;
  if (link !== null) meta.dataset["link"] = link;
  return meta;
}

/** The session of the site, and the list of the server's data sets; a static site can be without the list. */
export async function fetchServerFiles(pageUrl: string): Promise<readonly ServerFile[]> {
  const session = siteSession();
  const own = session && { name: session.title, url: session.file, bytes: 0, session: true };
  return [...(own ? [own] : []), ...(await fetchList(pageUrl))];
}

async function fetchList(pageUrl: string): Promise<readonly ServerFile[]> {
  try {
    const response = await fetch(new URL("data/index.json", pageUrl));
    if (!response.ok) return [];
    const list: unknown = await response.json();
    return Array.isArray(list) ? list.filter(isServerFile) : [];
  } catch {
    return [];
  }
}

function isServerFile(value: unknown): value is ServerFile {
  const file = value as Partial<ServerFile> | null;
  return (
    typeof file?.name === "string" &&
    typeof file.url === "string" &&
    typeof file.bytes === "number" &&
    (file.log === undefined || typeof file.log === "boolean")
  );
}
