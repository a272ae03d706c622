import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptBeside, keptEvery, marksOf, nearestKept, spreadOver, trailEpochs, keptUpTo } from "./epochs";

const report = (epoch: number, testMetric: number) => ({ epoch, testMetric });
/** Ascending, with 0, as in a run. */
const kept = fc
  .uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 60 })
  .map((epochs) => [0, ...epochs.sort((a, b) => a - b)]);

describe("the epochs of a run", () => {
  it("map to the nearest epoch whose weights are kept", () => {
    expect(nearestKept([0, 4, 8], 5)).toBe(4);
    expect(nearestKept([0, 4, 8], 7)).toBe(8);
    expect(nearestKept([0, 4, 8], 6)).toBe(4);
    expect(nearestKept([], 6)).toBe(null);
    fc.assert(
      fc.property(kept, fc.nat({ max: 6000 }), (epochs, epoch) => {
        const found = nearestKept(epochs, epoch)!;
        const distances = epochs.map((one) => Math.abs(one - epoch));
        expect(Math.abs(found - epoch)).toBe(Math.min(...distances));
        expect(epochs).toContain(found);
      }),
    );
  });

  it("have steps that stay within the kept ones", () => {
    expect(keptBeside([0, 4, 8], 4, 1)).toBe(8);
    expect(keptBeside([0, 4, 8], 4, -1)).toBe(0);
    expect(keptBeside([0, 4, 8], 8, 3)).toBe(8);
    expect(keptBeside([0, 4, 8], 0, -1)).toBe(0);
    expect(keptUpTo([2, 4], 1)).toBe(null);
  });

  it("report how many of them are kept", () => {
    expect(keptEvery([0])).toBe(1);
    expect(keptEvery([0, 1, 2, 3])).toBe(1);
    expect(keptEvery([0, 4, 8, 9])).toBe(4);
    expect(keptEvery([0, 7])).toBe(7);
  });

  it("have a mark each, as high as the accuracy after them", () => {
    expect(marksOf([report(1, 0.5), report(2, 0.75)], [0, 2], 3, 100)).toEqual([
      { from: 0, to: 0, metric: null, kept: true },
      { from: 1, to: 1, metric: 0.5, kept: false },
      { from: 2, to: 2, metric: 0.75, kept: true },
      { from: 3, to: 3, metric: null, kept: false },
    ]);
  });

  it("metric marks if there are too many, and none is left out", () => {
    fc.assert(
      fc.property(kept, fc.integer({ min: 1, max: 300 }), (epochs, most) => {
        const last = epochs.at(-1)!;
        const reports = Array.from({ length: last }, (_, i) => report(i + 1, (i % 10) / 10));
        const marks = marksOf(reports, epochs, last, most);
        expect(marks.length).toBeLessThanOrEqual(most);
        expect(marks[0]!.from).toBe(0);
        expect(marks.at(-1)!.to).toBe(last);
        marks.slice(1).forEach(({ from }, i) => expect(from).toBe(marks[i]!.to + 1));
        for (const { from, to, metric, kept: any } of marks) {
          expect(any).toBe(epochs.some((epoch) => epoch >= from && epoch <= to));
          const within = reports.filter(({ epoch }) => epoch >= from && epoch <= to);
          const mean = within.reduce((sum, one) => sum + one.testMetric, 0) / within.length;
          if (within.length === 0) expect(metric).toBe(null);
          else expect(metric).toBeCloseTo(mean, 9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("are spread evenly over a film, including the first and the last", () => {
    expect(spreadOver([1, 2, 3], 5)).toEqual([1, 2, 3]);
    const all = Array.from({ length: 1000 }, (_, i) => i);
    const few = spreadOver(all, 240);
    expect(few.length).toBe(240);
    expect([few[0], few.at(-1)]).toEqual([0, 999]);
    expect(new Set(few).size).toBe(240);
  });
});

describe("the epochs of a trail", () => {
  it("are few, ascend, precede the one in view, and end with the last ones", () => {
    fc.assert(
      fc.property(kept, fc.nat({ max: 6000 }), (epochs, before) => {
        const found = trailEpochs(epochs, before, 16, 5);
        const past = epochs.filter((epoch) => epoch < before);
        expect(found.length).toBeLessThanOrEqual(21);
        expect(found).toEqual([...found].sort((a, b) => a - b));
        expect(found.slice(-5)).toEqual(past.slice(-5));
        if (past.length > 0) expect(found[0]).toBe(past[0]);
      }),
    );
  });

  it("stay the same while a run grows, except for the last ones", () => {
    const upTo = (last: number) => Array.from({ length: last + 1 }, (_, epoch) => epoch);
    const before = trailEpochs(upTo(40), 40, 16, 5);
    const after = trailEpochs(upTo(41), 41, 16, 5);
    expect(after.filter((epoch) => !before.includes(epoch)).length).toBeLessThanOrEqual(1);
  });
});
