import { expect, it, vi } from "vitest";
import { crashMessage, watchGpu } from "./crash";

it("reports a lost GPU as the cause of a trap", () => {
  const message = crashMessage(new Error("unreachable"), { message: "Device was lost." });
  expect(message).toContain("The GPU was lost (Device was lost)");
  expect(message).toContain("on the CPU");
  expect(message).not.toContain("unreachable");
});

it("describes a trap, and keeps the messages of other errors", () => {
  expect(crashMessage(new Error("unreachable"), null)).not.toContain("unreachable");
  expect(crashMessage(new Error("memory access out of bounds"), null)).toContain("out of memory");
  expect(crashMessage(new Error("This browser has no WebGPU adapter."), null)).toBe(
    "This browser has no WebGPU adapter.",
  );
});

it("watches a GPU from its creation", async () => {
  for (const [reason, destroyed] of [
    ["unknown", false],
    ["destroyed", true],
  ] as const) {
    class Adapter {
      requestDevice() {
        return Promise.resolve({ lost: Promise.resolve({ reason, message: "gone" }) });
      }
    }
    const tell = vi.fn();
    watchGpu(Adapter, tell);
    await new Adapter().requestDevice();
    await Promise.resolve();
    expect(tell).toHaveBeenCalledExactlyOnceWith({ message: "gone" }, destroyed);
  }
  watchGpu(undefined, vi.fn());
});
