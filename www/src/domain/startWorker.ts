// Workers, which a sandboxed frame does not have.

const SANDBOXED =
  "The page around this frame gives it the attribute sandbox without allow-same-origin, so the browser starts no workers in it. Open the page in its own window, or add allow-same-origin to the attribute.";

/** Whether the document has an origin of its own, which is the origin of no worker. */
export function isSandboxed(): boolean {
  return globalThis.origin === "null";
}

/** Fails with the reason in a sandboxed frame. */
export function checkWorkers(): void {
  if (isSandboxed()) throw new Error(SANDBOXED);
}

/** Starts a worker, or fails with the reason. */
export function startWorker(start: () => Worker): Worker {
  checkWorkers();
  return start();
}
