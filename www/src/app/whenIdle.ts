/** Idle time before the page loads content that was not requested yet. */
const IDLE_MS = 1500;

/** Calls `work` after the page has been idle for a while, unless the visitor saves data. */
export function whenIdle(work: () => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  let request: number | null = null;
  const timer = setTimeout(() => {
    // Safari lacks this callback; there, the pause is sufficient.
    if ("requestIdleCallback" in window) request = requestIdleCallback(work, { timeout: IDLE_MS });
    else work();
  }, IDLE_MS);
  return () => {
    clearTimeout(timer);
    if (request !== null) cancelIdleCallback(request);
  };
}
