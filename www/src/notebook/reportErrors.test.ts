import { expect, it } from "vitest";
import { reportErrors } from "./reportErrors";

it("sends uncaught errors of the page to the kernel, and no notices of the browser", () => {
  const window = new EventTarget();
  const sent: string[] = [];
  const report = reportErrors(window, (problem) => void sent.push(problem));
  const happens = (type: string, more: object): void =>
    void window.dispatchEvent(Object.assign(new Event(type), more));
  happens("error", { error: new TypeError("crypto.randomUUID is not a function") });
  happens("error", {
    error: undefined,
    message: "ResizeObserver loop completed with undelivered notifications.",
  });
  happens("unhandledrejection", { reason: new Error("no memory") });
  report("no module");
  expect(sent).toEqual([
    "The page in the cell has an error: crypto.randomUUID is not a function. Run its cell again.",
    "The page in the cell has an error: no memory. Run its cell again.",
    "The page in the cell has an error: no module. Run its cell again.",
  ]);
});
