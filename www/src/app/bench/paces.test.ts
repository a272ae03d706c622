import { describe, expect, it } from "vitest";
import type { Entrant } from "../../services/device/race";
import { TIMED_MS, pacesOf } from "./measure";

/** A device with its own clock: its first steps take longer. */
class Device {
  steps = 0;
  /** Steps and duration of each call, in order. */
  readonly calls: { steps: number; milliseconds: number }[] = [];
  readonly #perStep: (step: number) => number;

  constructor(perStep: (step: number) => number) {
    this.#perStep = perStep;
  }

  readonly train: Entrant = (steps) => {
    let milliseconds = 0;
    for (let step = 0; step < steps; step++) milliseconds += this.#perStep(this.steps++);
    const timed = { steps, milliseconds };
    this.calls.push(timed);
    return Promise.resolve(timed);
  };

  get milliseconds(): number {
    return this.calls.reduce((sum, call) => sum + call.milliseconds, 0);
  }
}

describe("steps per second", () => {
  it("are measured for each device, in the given order", async () => {
    const [one, other] = await pacesOf([new Device(() => 2).train, new Device(() => 10).train]);
    expect(one).toBeCloseTo(500);
    expect(other).toBeCloseTo(100);
  });

  it("exclude the compilation of shaders", async () => {
    const [, gpu] = await pacesOf([
      new Device(() => 5).train,
      new Device((step) => (step < 3 ? 700 : 1)).train,
    ]);
    expect(gpu).toBeCloseTo(1000);
  });

  it("take at most one second of measurement after the warm-up, for all devices together", async () => {
    for (const [cpuStep, gpuStep] of [
      [0.1, 0.2],
      [3, 40],
    ] as const) {
      const devices = [new Device(() => cpuStep), new Device(() => gpuStep)] as const;
      await pacesOf(devices.map(({ train }) => train));
      const warm = devices.map(({ calls }) => {
        let [steps, spent, at] = [0, 0, 0];
        while (steps < 4 || spent < 500) {
          steps += calls[at]!.steps;
          spent += calls[at++]!.milliseconds;
        }
        return spent;
      });
      const timed = devices[0].milliseconds + devices[1].milliseconds - warm[0]! - warm[1]!;
      expect(timed).toBeGreaterThan(TIMED_MS / 3);
      expect(timed).toBeLessThanOrEqual(TIMED_MS);
    }
  });

  it("are not affected by one interrupted turn", async () => {
    const disturbed = new Device((step) => (step === 400 ? 80 : 1));
    expect((await pacesOf([disturbed.train, new Device(() => 2).train]))[0]).toBeCloseTo(1000);
  });

  it("are not those of a turn that takes the whole time", async () => {
    const stalled = new Device((step) => (step % 40 === 15 ? 5000 : 40));
    expect((await pacesOf([new Device(() => 1).train, stalled.train]))[1]).toBeCloseTo(25);
  });

  it("are measured for slow devices, too", async () => {
    const [, gpu] = await pacesOf([new Device(() => 1).train, new Device(() => 2000).train]);
    expect(gpu).toBeCloseTo(0.5);
  });
});
