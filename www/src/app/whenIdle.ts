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
