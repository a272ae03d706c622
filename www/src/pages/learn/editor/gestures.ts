let gestures = 0;

/** Starts a gesture: all its changes are one entry of the history. */
export function newGesture(of: string): string {
  gestures += 1;
  return `${of}-${gestures}`;
}
