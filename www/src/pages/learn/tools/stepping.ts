import { useEffect, useState } from "preact/hooks";

export interface Stepping {
  /** The number of completed steps. */
  readonly at: number;
  readonly playing: boolean;
  readonly go: (at: number) => void;
  readonly play: (on: boolean) => void;
}

/** Long enough to read the sentence of a step. */
const PACE = 1800;

/** The state of a step-by-step view; restarts for another sequence. */
export function useStepping(key: unknown, count: number): Stepping {
  const [state, setState] = useState({ key, at: 0, playing: false });
  const { at, playing } = state.key === key ? state : { at: 0, playing: false };
  const going = playing && at < count;
  useEffect(() => {
    if (!going) return;
    const timer = setTimeout(() => setState({ key, at: at + 1, playing: true }), PACE);
    return () => clearTimeout(timer);
  }, [key, at, going]);
  return {
    at,
    playing: going,
    go: (to) => setState({ key, at: Math.min(Math.max(to, 0), count), playing: false }),
    play: (on) => setState({ key, at: on && at === count ? 0 : at, playing: on }),
  };
}
