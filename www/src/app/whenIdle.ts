/** How long a page is left alone before it fetches what nobody has asked for yet. */
const IDLE_MS = 1500;

/** Calls `work` when the page has been idle for a while, unless the visitor pays for every byte. */
export function whenIdle(work: () => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  let request: number | null = null;
  const timer = setTimeout(() => {
    // Safari has no such callback; there, the pause is enough.
    if ("requestIdleCallback" in window) request = requestIdleCallback(work, { timeout: IDLE_MS });
    else work();
  }, IDLE_MS);
  return () => {
    clearTimeout(timer);
    if (request !== null) cancelIdleCallback(request);
  };
}
