// State that the components of one page share. A document can contain several pages, each with its own state.

import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useId, useMemo } from "preact/hooks";
import type { Topology } from "../engine/topology";
import type { Services } from "../services/services";
import type { Change } from "../store/actions";
import type { Shown } from "../store/shown";
import type { State } from "../store/state";
import type { Store } from "../store/store";

export interface App {
  /** Prefix of every id in the document. */
  readonly id: string;
  /** Whether the address of the window links to this page. */
  readonly addressed: boolean;
  readonly store: Store;
  readonly services: Services;
  readonly topology: Topology;
  /** The values that the plots show. */
  readonly shown: ReadonlySignal<Shown>;
  readonly frames: FrameLog;
  /** Opens files by their content. The app supplies it, because some kinds of files belong to one page. */
  readonly openFiles: (files: readonly File[]) => void;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("a component of the page needs its context");
  return app;
}

/** An id that is unique in the document: ids of `useId` are unique only within one page. */
export function useOwnId(): string {
  return `${useApp().id}-${useId()}`;
}

/** A part of the state; the component renders again when it changes. */
export function useSlice<T>(select: (state: State) => T): T {
  const { store } = useApp();
  // The selectors of components read only the state.
  return useMemo(() => store.slice(select), [store]).value;
}

/** Dispatches a change as a user action. */
export function useAct(): (change: Change) => void {
  const { store } = useApp();
  return (change) => store.dispatch({ ...change, source: "ui" });
}

/** The values that the plots show. */
export function useShown(): Shown {
  return useApp().shown.value;
}

// Durations of the last drawn frames of the graph, for `window.sublevel.frames()`.

const KEPT = 240;

export class FrameLog {
  readonly #frames: number[] = [];

  readonly record = (milliseconds: number): void => {
    this.#frames.push(milliseconds);
    if (this.#frames.length > KEPT) this.#frames.shift();
  };

  /** Milliseconds per frame, the latest last. */
  recent(): readonly number[] {
    return [...this.#frames];
  }
}
