import { expect, it } from "vitest";
import { filterGraphs, isWrong, softmax } from "./graphs";
import { graphRows } from "./testing";

const all = { class: null, part: null, wrongOnly: false };

it("lists graphs by class, then in the order of the data set", () => {
  expect(filterGraphs(graphRows(), all, null)).toEqual([0, 2, 1, 3]);
});

it("filters by class and part", () => {
  expect(filterGraphs(graphRows(), { ...all, class: 1 }, null)).toEqual([1, 3]);
  expect(filterGraphs(graphRows(), { ...all, part: "test" }, null)).toEqual([3]);
});

it("finds misclassified graphs, and none without a prediction", () => {
  const predictions = { values: Float64Array.of(0, 0, NaN, 1), step: 3 };
  expect(filterGraphs(graphRows(), { ...all, wrongOnly: true }, predictions)).toEqual([1]);
  expect(isWrong(predictions, 2, graphRows()[2]!)).toBeNull();
  expect(isWrong(null, 0, graphRows()[0]!)).toBeNull();
  // A run log without labels.
  expect(isWrong(predictions, 1, { ...graphRows()[1]!, class: null })).toBeNull();
});

it("turns scores into probabilities, even if they are huge", () => {
  expect(softmax(Float64Array.of(0, 0))).toEqual([0.5, 0.5]);
  expect(softmax(Float64Array.of(1000, 0))).toEqual([1, 0]);
});
