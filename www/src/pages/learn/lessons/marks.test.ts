import { expect, it } from "vitest";
import { faultOfMarks, forTouch, readMarks, unbroken, wordCount } from "./marks";

it("reads bold text and terms and keeps all other text", () => {
  expect(readMarks("A **bold** and a *term*, 2 > 1.")).toEqual([
    { mark: "plain", text: "A " },
    { mark: "bold", text: "bold" },
    { mark: "plain", text: " and a " },
    { mark: "term", text: "term" },
    { mark: "plain", text: ", 2 > 1." },
  ]);
});

it("reports unclosed marks and HTML", () => {
  expect(faultOfMarks("a **b** *c*")).toBeNull();
  expect(faultOfMarks("t < 3")).toBeNull();
  expect(faultOfMarks("a **b*")).toContain("not closed");
  expect(faultOfMarks("a <b>b</b>")).toContain("HTML");
});

it("keeps expressions on one line without changing the words", () => {
  expect(unbroken("a *filter*, say")).toBe("a *filter*\u2060, say");
  expect(unbroken("at t = 2 the bar (2, 3) ends")).toBe("at t\u00a0=\u00a02 the bar (2,\u00a03) ends");
  expect(unbroken("1/(1 + |r − d|) − 1")).toBe("1/(1\u00a0+\u00a0|r\u00a0−\u00a0d|) − 1");
  expect(wordCount("one  two\nthree ")).toBe(3);
});

it("asks a finger to tap", () => {
  expect(forTouch("Point at the bar of **c**, then point at e.")).toBe("Tap the bar of **c**, then tap e.");
  expect(forTouch("A bar is also a point: look.")).toBe("A bar is also a point: look.");
});
