// Keeps the page in the browser, so that it works without a network after the first visit: `public/offline.js` does it.

import type { SublevelApi } from "./api";
import { whenIdle } from "./whenIdle";

/** Keeps the page once it is idle, and the training module once it is there; nothing where the visitor saves data. */
export function keepOffline(api: SublevelApi): void {
  // Only over https and on this computer; a private window may have it and refuse.
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
