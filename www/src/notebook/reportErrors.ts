// Errors of the page reach the kernel: nobody looks at the console of a frame in a notebook.

import { messageOf, sentence } from "../domain/text/format";

/** Sends uncaught errors of the window; returns a function that sends a caught one. */
export function reportErrors(
  window: Pick<EventTarget, "addEventListener">,
  send: (problem: string) => void,
): (error: unknown) => void {
  const report = (error: unknown): void =>
    send(`The page in the cell has an error: ${sentence(messageOf(error))} Run its cell again.`);
  window.addEventListener("error", (event) => {
    // Browsers report the end of a frame before all sizes are known without an error object, and nothing is wrong.
    const { error } = event as ErrorEvent;
    if (error instanceof Error) report(error);
  });
  window.addEventListener("unhandledrejection", (event) => report((event as PromiseRejectionEvent).reason));
  return report;
}
