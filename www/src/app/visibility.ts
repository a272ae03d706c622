import type { Services } from "../services/services";
import type { Store } from "../store/store";

/** Pauses training while the page is hidden, unless the user wants it to continue, and resumes it afterwards. */
export function pauseWhileHidden(store: Store, { train }: Services): () => void {
  let paused = false;
  const changed = (): void => {
    const { run, keepRunning, view } = store.state.value;
    if (document.hidden) {
      if (view.playing) store.dispatch({ type: "view", change: { playing: false }, source: "ui" });
      paused = run?.phase === "running" && !keepRunning;
      if (paused) store.dispatch({ type: "pause", source: "ui" });
    } else if (paused) {
      paused = false;
      void train.begin("ui");
    }
  };
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
