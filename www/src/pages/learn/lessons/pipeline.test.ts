import { expect, it } from "vitest";
import { describePipeline } from "./Pipeline";

it("the picture of the pipeline names its stations, and those that the learner has seen", () => {
  expect(describePipeline([], false)).toBe(
    "The way of a model: graph, values f, bars, numbers, answer, and the slopes of the loss back.",
  );
  expect(describePipeline(["graph", "bars"], true)).toMatch(
    /You have seen: graph, bars, slopes of the loss\.$/,
  );
});
