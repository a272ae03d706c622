import { afterEach, expect, it, vi } from "vitest";
import { newRunId } from "./savedRuns";

afterEach(() => vi.unstubAllGlobals());

it("names runs in a page over plain HTTP, which has no crypto.randomUUID", () => {
  vi.stubGlobal("crypto", {});
  expect(newRunId()).not.toBe(newRunId());
});
