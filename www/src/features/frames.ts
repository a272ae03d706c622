// Durations of the last drawn frames of the graph, for `window.sublevel.frames()`.

const KEPT = 240;

export class FrameLog {
  readonly #frames: number[] = [];

  readonly record = (milliseconds: number): void => {
    this.#frames.push(milliseconds);
    if (this.#frames.length > KEPT) this.#frames.shift();
  };

  /** Milliseconds per frame, the latest last. */
  recent(): readonly number[] {
    return [...this.#frames];
  }
}
