// Synchronizes the address of the window with the state in both directions: for typed addresses, and for Back and Forward.

import { batch } from "@preact/signals";
import { LINKED_PARTS } from "../store/linked";
import type { State } from "../store/state";
import type { Store } from "../store/store";
import { addressWith, linkIn, linkOf } from "../services/link/address";
import type { ReadLink } from "../services/link/address";
import { changesTo, entryOf, isSamePlace, placeIn, placeOf } from "../services/link/places";

/** Browsers throttle a page that writes its address more often than this. */
const PAUSE_MS = 250;

/** `open` shows the state of a link. `ready` fetches the parts of the page that a link needs, and then reports their problems. */
export function followAddress(
  store: Store,
  page: Window,
  open: (read: ReadLink) => void,
  ready: (read: ReadLink) => Promise<() => void> | null,
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let following = false;
  let last = store.state.peek();
  const write = (state: State, how: "replaceState" | "pushState" = "replaceState"): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const address = addressWith(page.location, linkOf(state));
    page.history[how](entryOf(placeOf(state), page.history.state), "", address);
  };
  const changed = (): void => {
    // A newly opened page keeps its address.
    if (!following) return;
    const state = store.state.peek();
    if (isSamePlace(placeOf(last), placeOf(state))) timer ??= setTimeout(() => write(last), PAUSE_MS);
    else {
      // The entry that the user leaves keeps its last address.
      if (timer !== null) write(last);
      write(state, "pushState");
    }
    last = state;
  };
  const ends = LINKED_PARTS.map((part) => store.watch((state) => state[part], changed));
  following = true;
  page.history.replaceState(entryOf(placeOf(last), page.history.state), "");
  /** Changes the state without a new entry in the history. */
  const arrive = (going: () => void): void => {
    following = false;
    batch(going);
    following = true;
    last = store.state.peek();
    write(last);
  };
  const travelled = ({ state }: PopStateEvent): void => {
    const place = placeIn(state);
    if (place) {
      arrive(() => {
        for (const change of changesTo(place)) store.dispatch({ ...change, source: "link" });
      });
    }
  };
  const typed = (): void => {
    // Back and Forward change the part after `#`, too.
    if (placeIn(page.history.state)) return;
    const read = linkIn(page.location);
    const show = (): void => {
      arrive(() => open(read));
      reportClamped(store, read.clamped);
    };
    const waiting = ready(read);
    if (waiting)
      void waiting.then((report) => {
        show();
        report();
      });
    else show();
  };
  page.addEventListener("popstate", travelled);
  page.addEventListener("hashchange", typed);
  return () => {
    for (const end of ends) end();
    if (timer !== null) clearTimeout(timer);
    page.removeEventListener("popstate", travelled);
    page.removeEventListener("hashchange", typed);
  };
}

export function reportClamped(store: Store, clamped: readonly string[]): void {
  if (clamped.length === 0) return;
  store.dispatch({
    type: "notify",
    source: "link",
    notice: {
      kind: "info",
      title: "The link contains invalid values",
      detail: `Sublevel omitted or limited: ${clamped.join(", ")}. The rest follows the link.`,
    },
  });
}
