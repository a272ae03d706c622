import type { Services } from "../services/services";
import type { Store } from "../store/store";
import { readStored, writeStored } from "../services/storage/browserStorage";
import type { SublevelApi } from "./api";

/** Pauses training while the page is hidden, unless the user wants it to continue, and resumes it afterwards. */
export function pauseWhileHidden(store: Store, { train }: Services): () => void {
  let paused = false;
  const changed = (): void => {
    const { run, keepRunning, view } = store.state.value;
    if (document.hidden) {
      if (view.playing) store.dispatch({ type: "view", change: { playing: false }, source: "ui" });
      paused = run?.phase === "running" && !keepRunning;
      if (paused) store.dispatch({ type: "pause", source: "ui" });
    } else if (paused) {
      paused = false;
      void train.begin("ui");
    }
  };
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}

// Light and dark: the system decides until the user does. `public/theme.js` sets the first one before the first paint.

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

/** Idle time before the page loads content that was not requested yet. */
export const IDLE_MS = 1500;

/** Calls `work` when the page is idle after a pause, unless the visitor saves data. */
export function whenIdle(work: () => void, pause = IDLE_MS): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  let request: number | null = null;
  const timer = setTimeout(() => {
    // Safari lacks this callback; there, the pause is sufficient.
    if ("requestIdleCallback" in window) request = requestIdleCallback(work, { timeout: IDLE_MS });
    else work();
  }, pause);
  return () => {
    clearTimeout(timer);
    if (request !== null) cancelIdleCallback(request);
  };
}

/** Parts of the page that a page around it may hide. */
const PARTS = ["card", "tools", "sentence"] as const;

/** Classes for `?embed=1&hide=card,tools`: without the header, and without these parts. */
export function embedding(search: string): readonly string[] {
  const words = new URLSearchParams(search);
  const hidden = words.get("hide")?.split(",") ?? [];
  return [
    ...(words.get("embed") === "1" ? ["embedded"] : []),
    ...PARTS.filter((part) => hidden.includes(part)).map((part) => `hides-${part}`),
  ];
}

// Stores the page in the browser with `public/offline.js`, so that it works without a network after the first visit.

/** Stores the page when it is idle, and the training module when it is ready; stores nothing if the browser saves data. */
export function keepOffline(api: SublevelApi): void {
  // Available only over https and on localhost; a private window can reject it.
  if (!("serviceWorker" in navigator)) return;
  whenIdle(() => {
    keep(api, navigator.serviceWorker).catch((error: unknown) => {
      console.info("The page is not kept for use without a network.", error);
    });
  });
}

async function keep(api: SublevelApi, serviceWorker: ServiceWorkerContainer): Promise<void> {
  await serviceWorker.register(new URL("offline.js", document.baseURI));
  const { active } = await serviceWorker.ready;
  active?.postMessage("page");
  let isReady = false;
  api.on("engine", ({ status }) => {
    if (isReady === (status === "ready")) return;
    isReady = !isReady;
    if (isReady) active?.postMessage("training");
  });
}
