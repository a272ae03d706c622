import { expect, it } from "vitest";
import { UNSEEN_KINDS } from "../../../store/lesson";
import { countsAsRight, exerciseScore, inScore, topicsOf } from "./exercises";
import { COURSE, EXERCISE_LESSON } from "./wholeCourse";

it("the exercises have every kind of question on new graphs and points once, with the name of its lesson", () => {
  const kinds = EXERCISE_LESSON.cards.map(({ transfer }) => transfer);
  expect([...kinds].sort()).toEqual([...UNSEEN_KINDS].sort());
  const topics = topicsOf(COURSE);
  expect(new Set(topics).size).toBe(kinds.length);
  expect(topics[kinds.indexOf("who-ends")]).toBe("Which component ends?");
});

it("the score counts each question once, by its first answer", () => {
  const answers = {
    "exercises:3:17": { choice: 0, right: true },
    "exercises:3:18": { choice: 1, right: false },
    "exercises:12:18": { choice: 1, right: true },
    "who-ends:4:17": { choice: 0, right: true },
  };
  expect(exerciseScore(answers, null)).toEqual({ asked: 3, right: 2 });
  expect(exerciseScore(answers, 3)).toEqual({ asked: 2, right: 1 });
  expect(exerciseScore(answers, 1)).toEqual({ asked: 0, right: 0 });
  expect(inScore({ asked: 3, right: 2 })).toBe("2 of 3 right");
  expect(countsAsRight("exercises:3:18", answers["exercises:3:18"], true)).toBe(false);
  expect(countsAsRight("exercises:3:19", undefined, true)).toBe(true);
  expect(countsAsRight("who-ends:4:17", { choice: 1, right: false }, true)).toBe(true);
});
