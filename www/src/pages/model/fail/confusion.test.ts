import { describe, expect, test } from "vitest";
import type { GraphRow, Part } from "../../../protocol";
import { chosenOf, confusionOf, guessing, leastCertain, verdictsOf } from "./confusion";

const row = (label: number, part: Part = "test"): GraphRow => ({
  vertices: 1,
  edges: 0,
  class: label,
  target: null,
  part,
});

/** Verdicts of graphs of one part. */
const judged = (scores: readonly (readonly number[])[], labels: readonly number[]) =>
  verdictsOf(
    Float64Array.from(scores.flat()),
    labels.map((label) => row(label)),
    "test",
  );

describe("verdicts", () => {
  test("are those of the part alone, by their index in the data set", () => {
    const rows = [row(0, "train"), row(1), row(0, "validation"), row(0)];
    const scores = Float64Array.from([1, 0, 0, 1]);
    expect(verdictsOf(scores, rows, "test").map(({ index, predicted }) => [index, predicted])).toEqual([
      [1, 0],
      [3, 1],
    ]);
    expect(verdictsOf(Float64Array.from([0, 1]), rows, "validation")).toEqual([
      { index: 2, truth: 0, predicted: 1, margin: 1 },
    ]);
    expect(verdictsOf(new Float64Array(), [row(0)], "validation")).toEqual([]);
  });

  test("predict the first of several largest scores", () => {
    const [tied, later, all] = judged(
      [
        [2, 2, 1],
        [0, 3, 3],
        [1, 1, 1],
      ],
      [1, 2, 0],
    );
    expect(tied).toEqual({ index: 0, truth: 1, predicted: 0, margin: 0 });
    expect(later).toEqual({ index: 1, truth: 2, predicted: 1, margin: 0 });
    expect(all).toEqual({ index: 2, truth: 0, predicted: 0, margin: 0 });
  });

  test("have the lead over the true class, or over the next one where they are right", () => {
    const [wrong, right] = judged(
      [
        [-4, 2, 1.5],
        [-4, 2, 1.5],
      ],
      [0, 1],
    );
    expect(wrong?.margin).toBe(6);
    expect(right?.margin).toBe(0.5);
  });

  test("have a margin where all scores are below zero", () => {
    expect(judged([[-3, -1]], [1])[0]).toMatchObject({ predicted: 1, margin: 2 });
  });
});

const VERDICTS = judged(
  [
    [3, 0],
    [0, 1],
    [1, 0],
    [5, 0],
    [1, 0],
    [0, 2],
  ],
  [1, 1, 1, 0, 0, 1],
);
const indices = (verdicts: ReturnType<typeof chosenOf>): number[] => verdicts.map(({ index }) => index);

test("the matrix has true classes in rows and predicted classes in columns", () => {
  expect(confusionOf(VERDICTS, 3)).toEqual([
    [2, 0, 0],
    [2, 2, 0],
    [0, 0, 0],
  ]);
});

test("misclassified graphs are sorted by descending confidence, correct ones by ascending confidence, ties by index", () => {
  expect(indices(chosenOf(VERDICTS, { truth: 1, predicted: 0 }))).toEqual([0, 2]);
  expect(indices(chosenOf(VERDICTS, { truth: 0, predicted: 0 }))).toEqual([4, 3]);
  expect(indices(chosenOf(VERDICTS, { truth: 0, predicted: 1 }))).toEqual([]);
  expect(indices(chosenOf(VERDICTS, "wrong"))).toEqual([0, 2]);
  expect(indices(leastCertain(VERDICTS))).toEqual([1, 2, 4, 5, 0, 3]);
});

test("guessing predicts the most frequent class of the training part, even where another is more frequent in this part", () => {
  const rows = [row(0, "train"), row(1, "train"), row(1, "train"), row(0), row(0), row(1), row(0)];
  expect(guessing(rows, "test", 2)).toEqual({ class: 1, share: 0.25 });
  expect(guessing(rows, "train", 2)).toEqual({ class: 1, share: 2 / 3 });
});
