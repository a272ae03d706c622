import { expect, it } from "vitest";
import { list, notNegative, positive, shareOrNothing, whole } from "./parse";

it("takes whole numbers in their range, and refuses others with the range", () => {
  const batch = whole(2, 1_000_000);
  expect(batch(" 16 ")).toEqual({ value: 16 });
  for (const text of ["0", "1", "-3", "2.5", "", "x", "1e9"]) {
    expect(batch(text)).toEqual({ problem: "a whole number from 2 to 1,000,000" });
  }
});

it("refuses a weight decay below 0 and a learning rate that is not above it", () => {
  expect(notNegative("0")).toEqual({ value: 0 });
  expect(notNegative("-1")).toEqual({ problem: "a number of at least 0" });
  expect(notNegative("Infinity")).toHaveProperty("problem");
  expect(positive(10)("0.003")).toEqual({ value: 0.003 });
  expect(positive(10)("0")).toEqual({ problem: "a number greater than 0 and at most 10" });
  expect(positive(10)("11")).toHaveProperty("problem");
});

it("takes nothing for the model's own dropout", () => {
  expect(shareOrNothing("")).toEqual({ value: null });
  expect(shareOrNothing("0.5")).toEqual({ value: 0.5 });
  expect(shareOrNothing("1")).toHaveProperty("problem");
});

it("takes epochs with commas between them, each once and in order", () => {
  expect(list(100)("40, 20,20")).toEqual({ value: [20, 40] });
  expect(list(100)("")).toEqual({ value: [] });
  expect(list(100)("20, x")).toHaveProperty("problem");
  expect(list(100)("0")).toHaveProperty("problem");
});
