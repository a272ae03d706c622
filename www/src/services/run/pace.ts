/** Target duration of one answer of the engine: short enough to look live, long enough for negligible overhead. */
export const ANSWER_MILLISECONDS = 120;

/**
 * The number of steps in the next request, from the duration of the last one. It at most doubles, so that a quick first step
 * does not cause a very long request.
 */
export function nextPace(steps: number, milliseconds: number): number {
  const fitting = Math.round((steps * ANSWER_MILLISECONDS) / Math.max(1, milliseconds));
  return Math.min(Math.max(1, fitting), 2 * steps, 500);
}
