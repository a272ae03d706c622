// Light and dark: the system decides until the user does. `public/theme.js` sets the first one before the first paint.

import type { Store } from "../store/store";
import { readStored, writeStored } from "../services/storage/browserStorage";

const KEY = "sublevel:theme";

/** Keeps the page in the theme of the store, and the store in the system's where nothing was chosen. */
export function followTheme(store: Store): () => void {
  const endWatch = store.watch(
    ({ theme }) => theme,
    (theme) => {
      document.documentElement.dataset["theme"] = theme;
      window.dispatchEvent(new CustomEvent("sublevel:theme", { detail: theme }));
    },
  );
  const endListen = store.listen((action) => {
    if (action.type === "theme" && action.source !== "engine") writeStored(KEY, action.theme);
  });
  const system = matchMedia("(prefers-color-scheme: dark)");
  const changed = ({ matches }: MediaQueryListEvent): void => {
    if (readStored(KEY) !== null) return;
    store.dispatch({ type: "theme", theme: matches ? "dark" : "light", source: "engine" });
  };
  system.addEventListener("change", changed);
  return () => {
    endWatch();
    endListen();
    system.removeEventListener("change", changed);
  };
}
