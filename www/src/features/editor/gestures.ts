let gestures = 0;

/** A name for what is typed or dragged from now on: all of it is one entry of the history. */
export function newGesture(of: string): string {
  gestures += 1;
  return `${of}-${gestures}`;
}
