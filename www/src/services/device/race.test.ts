import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AnswerTimeout, paceOf, START_TIMEOUT_MS, RACE_MS } from "./race";
import type { Entrant } from "./race";

/** A device with this duration per step, by step number from 0. */
function device(perStep: (step: number) => number): Entrant {
  let done = 0;
  return async (steps) => {
    let milliseconds = 0;
    for (let step = 0; step < steps; step++) milliseconds += perStep(done++);
    await new Promise((resolve) => {
      if (milliseconds < Infinity) setTimeout(resolve, milliseconds);
    });
    return { steps, milliseconds };
  };
}

describe("the pace of a device", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Result and duration of a race. */
  async function raced(perStep: (step: number) => number): Promise<{ pace: number | unknown; took: number }> {
    const start = performance.now();
    const paced = paceOf(device(perStep)).then(
      (pace) => ({ pace, took: performance.now() - start }),
      (error: unknown) => ({ pace: error, took: performance.now() - start }),
    );
    await vi.runAllTimersAsync();
    return paced;
  }

  it("is known within a second, for fast and slow devices", async () => {
    for (const perStep of [0.1, 3, 40, 300]) {
      const { pace, took } = await raced(() => perStep);
      expect(pace).toBeCloseTo(1000 / perStep);
      expect(took - perStep).toBeLessThanOrEqual(RACE_MS + 1);
    }
  });

  it("excludes the compilation of shaders and the slow steps after it", async () => {
    const { pace, took } = await raced((step) => (step === 0 ? 4000 : step < 40 ? 8 : 1));
    expect(pace).toBeCloseTo(1000);
    expect(took).toBeLessThanOrEqual(4000 + RACE_MS + 1);
  });

  it("is not affected by one interrupted turn", async () => {
    expect((await raced((step) => (step === 700 ? 80 : 1))).pace).toBeCloseTo(1000);
  });

  it("has an upper bound from a step that never ends", async () => {
    const { pace, took } = await raced((step) => (step < 1 ? 200 : Infinity));
    expect(pace).toBeCloseTo(1);
    expect(took).toBeLessThanOrEqual(200 + RACE_MS + 1);
  });

  it("uses the turns before one that never ends", async () => {
    expect((await raced((step) => (step < 200 ? 2 : Infinity))).pace).toBeCloseTo(500);
  });

  it("times out if the first step never ends", async () => {
    const { pace, took } = await raced(() => Infinity);
    expect(pace).toBeInstanceOf(AnswerTimeout);
    expect(took).toBe(START_TIMEOUT_MS);
  });
});
