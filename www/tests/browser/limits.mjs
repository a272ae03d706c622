// The only time limits of the browser tests. They end a test that hangs; no test measures time with them. They allow for a machine that
// is ten times as slow as a free one.

/** A click, a key, an element that appears: milliseconds. */
export const ACTION_TIMEOUT = 180_000;
/** Building, downloading or training, of one wait: milliseconds. */
export const WORK_TIMEOUT = 1_200_000;
/** A whole suite: milliseconds. */
export const SUITE_TIMEOUT = 3_600_000;
