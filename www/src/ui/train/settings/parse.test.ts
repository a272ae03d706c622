import { expect, it } from "vitest";
import { list, notNegative, positive, shareOrNothing, whole } from "./parse";

it("accepts whole numbers in their range, and rejects others with the range", () => {
  const batch = whole(2, 1_000_000);
  expect(batch(" 16 ")).toEqual({ value: 16 });
  for (const text of ["0", "1", "-3", "2.5", "", "x", "1e9"]) {
    expect(batch(text)).toEqual({ problem: "a whole number from 2 to 1,000,000" });
  }
});

it("rejects a weight decay below 0 and a learning rate of at most 0", () => {
  expect(notNegative("0")).toEqual({ value: 0 });
  expect(notNegative("-1")).toEqual({ problem: "a number of at least 0" });
  expect(notNegative("Infinity")).toHaveProperty("problem");
  expect(positive(10)("0.003")).toEqual({ value: 0.003 });
  expect(positive(10)("0")).toEqual({ problem: "a number greater than 0 and at most 10" });
  expect(positive(10)("11")).toHaveProperty("problem");
});

it("reads an empty field as the default dropout of the model", () => {
  expect(shareOrNothing("")).toEqual({ value: null });
  expect(shareOrNothing("0.5")).toEqual({ value: 0.5 });
  expect(shareOrNothing("1")).toHaveProperty("problem");
});

it("reads epochs with commas between them, sorted and without duplicates", () => {
  expect(list(100)("40, 20,20")).toEqual({ value: [20, 40] });
  expect(list(100)("")).toEqual({ value: [] });
  expect(list(100)("20, x")).toHaveProperty("problem");
  expect(list(100)("0")).toHaveProperty("problem");
});
