// What the components of one page share. Several pages can live in one document, each with its own.

import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useId, useMemo } from "preact/hooks";
import type { Topology } from "../engine/topology";
import type { Services } from "../services/services";
import type { Change } from "../store/actions";
import type { Shown } from "../store/shown";
import type { State } from "../store/state";
import type { Store } from "../store/store";
import type { FrameLog } from "./frames";

export interface App {
  /** In front of every id in the document. */
  readonly id: string;
  /** The address of the window leads here again. */
  readonly addressed: boolean;
  readonly store: Store;
  readonly services: Services;
  readonly topology: Topology;
  /** What the plots show. */
  readonly shown: ReadonlySignal<Shown>;
  readonly frames: FrameLog;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("a component of the page needs its context");
  return app;
}

/** An id in the document: those of `useId` are unique in one page only. */
export function useOwnId(): string {
  return `${useApp().id}-${useId()}`;
}

/** A part of the state; the component is drawn again when it changes. */
export function useSlice<T>(select: (state: State) => T): T {
  const { store } = useApp();
  // The selectors of components read nothing but the state.
  return useMemo(() => store.slice(select), [store]).value;
}

/** Changes something as the hand of the user. */
export function useAct(): (change: Change) => void {
  const { store } = useApp();
  return (change) => store.dispatch({ ...change, source: "ui" });
}

/** What the plots show. */
export function useShown(): Shown {
  return useApp().shown.value;
}
