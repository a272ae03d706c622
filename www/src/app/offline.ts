// Stores the page in the browser with `public/offline.js`, so that it works without a network after the first visit.

import type { SublevelApi } from "./api";
import { whenIdle } from "./whenIdle";

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
