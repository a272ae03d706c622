import { expect, it } from "vitest";
import { axisDomain, domainOf } from "./domain";

const own = (...values: number[]) =>
  domainOf({
    subject: { type: "example", id: "tie" },
    filtration: { filter: Float32Array.from(values), bars: [] },
    angle: null,
  });

it("a filter of the user keeps its scale, even with one value or none", () => {
  expect(own(100, 110)).toEqual([100, 110]);
  expect(own(-2, 0.5)).toEqual([-2, 0.5]);
  expect(own(3, 3)).toEqual([2.5, 3.5]);
  expect(own()).toEqual([0, 1]);
});

it("values in [0, 1] and learned filters have the axis [0, 1]", () => {
  expect(own(0.25, 0.5)).toEqual([0, 1]);
  const filtration = { filter: Float32Array.of(0.4, 0.6), bars: [] };
  expect(domainOf({ subject: { type: "graph", index: 0 }, filtration, angle: null })).toEqual([0, 1]);
  expect(domainOf({ subject: { type: "graph", index: 0 }, filtration: null, angle: null })).toEqual([0, 1]);
});

it("axes fit the values of a learned filter on request, and return to [0, 1]", () => {
  const filtration = { filter: Float32Array.of(0.125, 0.25), bars: [] };
  const shown = { subject: { type: "graph", index: 0 }, filtration, angle: null } as const;
  expect(axisDomain(shown, true)).toEqual([0.125, 0.25]);
  expect(axisDomain(shown, false)).toEqual([0, 1]);
  expect(axisDomain(shown, true)).toBe(axisDomain(shown, true));
  expect(axisDomain({ ...shown, filtration: null }, true)).toEqual([0, 1]);
  const constant = { filter: Float32Array.of(0.25), bars: [] };
  expect(axisDomain({ ...shown, filtration: constant }, true)).toEqual([-0.25, 0.75]);
});

it("heights are drawn on [−1, 1] in every direction, and values beyond it on their range", () => {
  const of = (...values: number[]) =>
    domainOf({
      subject: { type: "example", id: "tie" },
      filtration: { filter: Float32Array.from(values), bars: [] },
      angle: 90,
    });
  expect(of(-0.5, 0.25)).toEqual([-1, 1]);
  expect(of(0, 0)).toEqual([-1, 1]);
  expect(of(-0.5, 3)).toEqual([-0.5, 3]);
});
