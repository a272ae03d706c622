import { afterEach, expect, it, vi } from "vitest";
import { startWorker } from "./startWorker";

afterEach(() => vi.unstubAllGlobals());

it("names the reason and the remedy where a frame has no workers", () => {
  const worker = {} as Worker;
  vi.stubGlobal("origin", "https://example.org");
  expect(startWorker(() => worker)).toBe(worker);
  vi.stubGlobal("origin", "null");
  expect(() => startWorker(() => worker)).toThrow(
    /attribute sandbox without allow-same-origin.*its own window/,
  );
});
