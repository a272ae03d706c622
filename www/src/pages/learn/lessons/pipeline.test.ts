import { expect, it } from "vitest";
import { describePart, describePipeline } from "./Pipeline";

it("the picture of the pipeline names its stations, and those that the learner has seen", () => {
  expect(describePipeline([], false)).toBe(
    "The way of a model: graph, values f, bars, numbers, score, loss, and the slopes of the loss back.",
  );
  expect(describePipeline(["graph", "bars"], true)).toMatch(
    /You have seen: graph, bars, slopes of the loss\.$/,
  );
});

it("a card names its part of the way", () => {
  expect(describePart("numbers")).toBe(
    "This card is about: numbers. The way of a model: graph, values f, bars, numbers, score, loss.",
  );
});
