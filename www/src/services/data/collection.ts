// Data sets of the TU collection: the server fetches them for the page, by name.

import { messageOf, sentence } from "../../domain/text/format";
import type { ServerFile } from "../../store/state";
import type { Store } from "../../store/store";
import { sourceNamed } from "./load";
import type { Load } from "./load";

/** How often the server is asked how far it is, in milliseconds. */
const ASK_EVERY = 250;

/** A data set that can be suggested. */
export interface Suggested {
  readonly name: string;
  readonly graphs: number;
  readonly classes: number;
}

type Progress =
  | { readonly state: "fetching"; readonly have: number; readonly of: number | null }
  | { readonly state: "ready" }
  | { readonly state: "failed"; readonly message: string };

export interface Surroundings {
  readonly pageUrl: string;
  /** What the server offers, asked anew. */
  offered(): Promise<readonly ServerFile[]>;
}

export class Collection {
  readonly #store: Store;
  readonly #load: Load;
  readonly #surroundings: Surroundings;

  constructor(store: Store, load: Load, surroundings: Surroundings) {
    this.#store = store;
    this.#load = load;
    this.#surroundings = surroundings;
  }

  /** Names to suggest; null: this server fetches nothing, such as that of a static site. */
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

  /** Has a data set fetched, if it is not there, and loads it; false where it did not come, and the page says why. */
  async load(name: string): Promise<boolean> {
    if (!sourceNamed(this.#store.state.peek(), { name, seed: 0 }) && !(await this.#fetched(name)))
      return false;
    const source = sourceNamed(this.#store.state.peek(), { name, seed: 0 });
    return source !== null && this.#load.load(source, { source: "ui" });
  }

  /** Whether the server has it now; somebody who cancels leaves the server to go on by itself. */
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

  async #ask(name: string, method: "GET" | "POST"): Promise<Progress> {
    const response = await fetch(this.#url(`collection/${encodeURIComponent(name)}`), { method });
    if (!response.ok) throw new Error(sentence((await response.text()).trim()));
    return (await response.json()) as Progress;
  }

  #show(name: string, fraction: number | null): void {
    const loading = { name, stage: "fetching", fraction } as const;
    this.#store.dispatch({ type: "loading", loading, source: "engine" });
  }

  #url(path: string): URL {
    return new URL(`data/${path}`, this.#surroundings.pageUrl);
  }
}
