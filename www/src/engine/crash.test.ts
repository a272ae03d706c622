import { expect, it, vi } from "vitest";
import { crashMessage, watchGpu } from "./crash";

it("a lost GPU is called so, whatever the trap says that it led to", () => {
  const said = crashMessage(new Error("unreachable"), { message: "Device was lost." });
  expect(said).toContain("The GPU was lost (Device was lost)");
  expect(said).toContain("on the CPU");
  expect(said).not.toContain("unreachable");
});

it("a trap has a sentence, too, and other errors keep theirs", () => {
  expect(crashMessage(new Error("unreachable"), null)).not.toContain("unreachable");
  expect(crashMessage(new Error("memory access out of bounds"), null)).toContain("out of memory");
  expect(crashMessage(new Error("This browser has no WebGPU adapter."), null)).toBe(
    "This browser has no WebGPU adapter.",
  );
});

it("the GPU is watched from the moment that it is there", async () => {
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
