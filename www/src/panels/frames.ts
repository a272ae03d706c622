// The cost of the last drawn frames of the graph, for `window.sublevel.frames()`.

const KEPT = 240;
const frames: number[] = [];

export function recordFrame(milliseconds: number): void {
  frames.push(milliseconds);
  if (frames.length > KEPT) frames.shift();
}

/** Milliseconds per frame, the latest last. */
export function recentFrames(): readonly number[] {
  return [...frames];
}
