import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNumber, metricOf, metricText, predictionText } from "./metric";

describe("numbers", () => {
  it("have three significant digits, or all digits before the point", () => {
    const texts = [0, 0.4123, -1.2345, 12.34, 123.4, 1234.5, 0.00123, 0.00001, 12345678].map(formatNumber);
    expect(texts).toEqual(["0", "0.412", "−1.23", "12.3", "123", "1235", "0.00123", "1.00e−5", "1.23e+7"]);
  });

  it("are within half a unit of the third digit", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 1e6, noNaN: true }), (value) => {
        expect(Math.abs(Number(formatNumber(value)) - value)).toBeLessThanOrEqual(0.00501 * value);
      }),
    );
  });
});

it("a run has the metric of its task, and one without a task that of classes", () => {
  expect(metricOf({ task: "regression" }).title).toBe("Error (MAE)");
  expect(metricOf({}).format(0.741)).toBe("74.1 %");
  expect(metricOf(null)).toBe(metricOf({ task: "classification" }));
  expect([undefined, null, NaN, 0.5].map((value) => metricText(metricOf(null), value))).toEqual([
    ...["–", "–", "–", "50.0 %"],
  ]);
});

it("shows targets far from 0 with the digits that distinguish them", () => {
  const far = { classes: [], targets: { min: 1e8, max: 1e8 + 0.75, mean: 1e8 } };
  expect(predictionText(far, 1e8 + 0.25)).toBe("100000000.250");
  const near = { classes: [], targets: { min: -1, max: 2, mean: 0 } };
  expect(predictionText(near, 0.25)).toBe("0.250");
});
