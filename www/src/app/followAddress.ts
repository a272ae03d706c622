// Keeps the address of the window in step with the state, and the state with an address that is typed in.

import { LINKED_PARTS, linkedOf } from "../store/linked";
import type { Store } from "../store/store";
import { addressWith, linkIn, writeLink } from "../services/link/address";

/** Browsers slow a page down that writes its address more often than this. */
const PAUSE_MS = 250;

export function followAddress(store: Store, page: Window): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let following = false;
  const write = (): void => {
    timer = null;
    const address = addressWith(page.location, writeLink(linkedOf(store.state.peek())));
    page.history.replaceState(page.history.state, "", address);
  };
  const changed = (): void => {
    // A page that was just opened keeps the address it was opened with.
    if (following) timer ??= setTimeout(write, PAUSE_MS);
  };
  const ends = LINKED_PARTS.map((part) => store.watch((state) => state[part], changed));
  following = true;
  // `replaceState` does not fire this: it is a link that somebody put into the address bar.
  const typed = (): void => {
    const { linked, clamped } = linkIn(page.location);
    store.dispatch({ type: "open-link", linked, source: "link" });
    reportClamped(store, clamped);
  };
  page.addEventListener("hashchange", typed);
  return () => {
    for (const end of ends) end();
    if (timer !== null) clearTimeout(timer);
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
