import type { Controller } from "./controller";
import type { Store } from "./store";

/** Pauses training while nobody sees the page, unless the user wants it to go on, and resumes what it paused. */
export function pauseWhileHidden(store: Store, controller: Controller): void {
  let paused = false;
  document.addEventListener("visibilitychange", () => {
    const { run, keepRunning } = store.state.value;
    if (document.hidden) {
      paused = run?.phase === "running" && !keepRunning;
      if (paused) controller.pause();
    } else if (paused) {
      paused = false;
      controller.train();
    }
  });
}
