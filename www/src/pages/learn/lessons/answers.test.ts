import fc from "fast-check";
import { expect, it } from "vitest";
import { readAnswers, readPassed } from "./answers";

it("reads valid stored tasks and ignores all others", () => {
  expect(readPassed('["later-end:0", "<b>", 3, "who-ends:1"]')).toEqual(["later-end:0", "who-ends:1"]);
  for (const text of [null, "", "null", "{}", "[", "3"]) expect(readPassed(text)).toEqual([]);
});

it("keeps the progress of the course after any number of exercises", () => {
  const answer = { choice: 1, right: true };
  const exercises = Array.from({ length: 400 }, (_, seed) => [`exercises:0:${seed}`, answer]);
  const read = readAnswers(JSON.stringify(Object.fromEntries([["landscape:2", answer], ...exercises])));
  expect(Object.keys(read)).toHaveLength(301);
  expect(read["landscape:2"]).toEqual(answer);
  expect(read["exercises:0:399"]).toEqual(answer);
});

it("reads valid stored answers and ignores all others", () => {
  const answer = { choice: 1, right: true };
  expect(readAnswers(JSON.stringify({ "later-end:2": answer, "later-end:4:17": answer }))).toEqual({
    "later-end:2": answer,
    "later-end:4:17": answer,
  });
  const hostile = { "later-end:2": { choice: -1, right: true }, "<b>": answer, "who-ends:1": null };
  expect(readAnswers(JSON.stringify(hostile))).toEqual({});
  for (const text of [null, "", "null", "[]", "{", "3"]) expect(readAnswers(text)).toEqual({});
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => typeof readAnswers(text) === "object"));
});
