/** How long one answer of the engine should take: often enough to look live, rarely enough to cost nothing. */
export const ANSWER_MILLISECONDS = 120;

/**
 * The number of steps to ask for next, given what the last request took. It at most doubles, so that a first
 * step that happened to be quick does not commit the page to a long one.
 */
export function nextPace(steps: number, milliseconds: number): number {
  const fitting = Math.round((steps * ANSWER_MILLISECONDS) / Math.max(1, milliseconds));
  return Math.min(Math.max(1, fitting), 2 * steps, 500);
}
