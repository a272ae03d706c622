// Light and dark: the system decides until the user does. `public/theme.js` sets the first one before the first paint.

import { effect } from "@preact/signals";
import type { Theme } from "./state";
import type { Store } from "./store";
import { withTheme } from "./updates";

const KEY = "sublevel:theme";

/** Keeps the page in the theme of the store, and the store in the system's where nothing was chosen. */
export function followTheme(store: Store): void {
  const theme = store.slice((state) => state.theme);
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
    window.dispatchEvent(new CustomEvent("sublevel:theme", { detail: theme.value }));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
    if (savedTheme() === null) store.update(withTheme(event.matches ? "dark" : "light"));
  });
}

export function saveTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

function savedTheme(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
