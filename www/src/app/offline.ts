// Keeps the page in the browser, so that it works without a network after the first visit: `public/offline.js` does it.

import type { SublevelApi } from "./api";
import { whenIdle } from "./whenIdle";

/** Keeps the page once it is idle, and the training module once it is there; nothing where the visitor saves data. */
export function keepOffline(api: SublevelApi): void {
  // Only over https and on this computer; a private window may have it and refuse.
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  whenIdle(() => {
    serviceWorker.register(new URL("offline.js", document.baseURI)).then(
      () => follow(api, serviceWorker),
      (error: unknown) => {
        console.info("The page is not kept for use without a network.", error);
      },
    );
  });
}

function follow(api: SublevelApi, serviceWorker: ServiceWorkerContainer): void {
  let isReady = false;
  const say = () => {
    if (isReady) serviceWorker.controller?.postMessage("training");
  };
  api.on("engine", (engine) => {
    if (isReady === (engine.status === "ready")) return;
    isReady = !isReady;
    say();
  });
  // A new build is kept apart from the one before, and has no training module yet.
  serviceWorker.addEventListener("controllerchange", say);
}
