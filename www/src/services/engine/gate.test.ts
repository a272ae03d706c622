import { expect, it } from "vitest";
import { Gate } from "./session";

/** A promise that the test keeps. */
function kept(): { promise: Promise<void>; keep: () => void } {
  let keep = (): void => undefined;
  const promise = new Promise<void>((resolve) => (keep = resolve));
  return { promise, keep };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it("sends questions immediately and concurrently without a change", () => {
  const gate = new Gate();
  const asked: number[] = [];
  for (const question of [1, 2]) {
    void gate.ask(() => {
      asked.push(question);
      return new Promise(() => undefined);
    });
  }
  expect(asked).toEqual([1, 2]);
});

it("starts a change after the earlier answers, and sends later questions after the change", async () => {
  const gate = new Gate();
  const log: string[] = [];
  const first = kept();
  const change = kept();
  void gate.ask(async () => {
    await first.promise;
    log.push("asked before");
  });
  void gate.change(async () => {
    log.push("change begins");
    await change.promise;
    log.push("change ends");
  });
  void gate.ask(() => Promise.resolve(log.push("asked after")));
  await settle();
  expect(log).toEqual([]);
  first.keep();
  await settle();
  expect(log).toEqual(["asked before", "change begins"]);
  change.keep();
  await settle();
  expect(log).toEqual(["asked before", "change begins", "change ends", "asked after"]);
});

it("runs one change at a time, and continues after a failed one", async () => {
  const gate = new Gate();
  const log: string[] = [];
  const failing = gate.change(() => Promise.reject(new Error("refused")));
  const next = gate.change(() => Promise.resolve(log.push("next")));
  await expect(failing).rejects.toThrow("refused");
  await next;
  await gate.ask(() => Promise.resolve(log.push("asked")));
  expect(log).toEqual(["next", "asked"]);
});
