// The one store. Components read the slices; `update` is the only way to change anything.

import { computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { State } from "./state";
import type { Update } from "./updates";

export interface Store {
  readonly state: ReadonlySignal<State>;
  update(...updates: Update[]): void;
  /** A part of the state that only tells of its own changes. */
  slice<T>(select: (state: State) => T): ReadonlySignal<T>;
}

export function createStore(initial: State): Store {
  const state = signal(initial);
  return {
    state,
    update(...updates) {
      state.value = updates.reduce((current, update) => update(current), state.value);
    },
    slice: (select) => computed(() => select(state.value)),
  };
}
