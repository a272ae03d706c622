import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endsOf, formatApart, formatValue } from "./values";

describe("values as texts", () => {
  it("have three decimals where these distinguish them", () => {
    expect(formatApart([0.5, 0.25, 1])).toEqual(["0.5", "0.25", "1"]);
    expect(endsOf({ birth: 0.12345, death: 0.9 })).toEqual(["0.123", "0.9"]);
    expect(endsOf({ birth: 0.12345, death: null })).toEqual(["0.123", null]);
  });

  it("grow until birth differs from death", () => {
    expect(endsOf({ birth: 0.99912, death: 0.99938 })).toEqual(["0.9991", "0.9994"]);
    expect(endsOf({ birth: 0.9999991, death: 0.9999997 })).toEqual(["0.999999", "1"]);
    expect(endsOf({ birth: 0.5, death: 0.5 })).toEqual(["0.5", "0.5"]);
  });

  it("grow only where a neighbour is alike", () => {
    expect(formatApart([0.1, 0.25001, 0.25002])).toEqual(["0.1", "0.25001", "0.25002"]);
  });

  it("distinguish any 32-bit values, and are never longer than needed", () => {
    const value = fc.float({ noNaN: true, min: 0, max: 1 });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), (values) => {
        const texts = formatApart(values);
        values.forEach((a, i) =>
          values.forEach((b, j) => {
            // Both zeros have one text.
            if (a !== b) expect(texts[i]).not.toBe(texts[j]);
          }),
        );
        if (new Set(values.map(formatValue)).size === new Set(values.map((one) => one + 0)).size)
          expect(texts).toEqual(values.map(formatValue));
      }),
    );
  });
});
