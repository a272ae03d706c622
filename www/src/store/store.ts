// The store of one page. `dispatch` is the only way to change its state.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { Action } from "./actions";
import { reduce } from "./reduce";
import type { State } from "./state";

export interface Store {
  readonly state: ReadonlySignal<State>;
  dispatch(action: Action): void;
  /** A part of the state that notifies only of changes of this part. */
  slice<T>(select: (state: State) => T): ReadonlySignal<T>;
  /** Calls `listener` now and with every change of a part; returns a function that stops this. */
  watch<T>(select: (state: State) => T, listener: (part: T) => void): () => void;
  /** Calls `listener` after every action; returns a function that stops this. */
  listen(listener: (action: Action) => void): () => void;
}

export function createStore(initial: State): Store {
  const state = signal(initial);
  const listeners = new Set<(action: Action) => void>();
  const slice = <T>(select: (state: State) => T): ReadonlySignal<T> => computed(() => select(state.value));
  return {
    state,
    slice,
    dispatch(action) {
      // Watchers see the state after the actions of the listeners: the address of a card contains its start actions.
      batch(() => {
        state.value = reduce(state.value, action);
        for (const listener of listeners) listener(action);
      });
    },
    watch(select, listener) {
      const part = slice(select);
      return effect(() => {
        const value = part.value;
        untracked(() => listener(value));
      });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
