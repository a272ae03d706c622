import { expect, it } from "vitest";
import { reduce } from "../../../store/reduce";
import type { LessonAction } from "../../../store/lesson";
import { emptyState } from "../../../store/testing";
import { COURSE } from "./wholeCourse";
import { played, playing } from "./perform";

const REVEAL: readonly LessonAction[] = [
  { type: "show", example: "wheel" },
  { type: "threshold", threshold: 5 },
  { type: "filled", filled: true },
];

it("plays an answer: t walks to its value, and then the rest follows", () => {
  let state = emptyState();
  for (const change of playing(REVEAL)) state = reduce(state, { ...change, source: "lesson" });
  expect(state.view).toMatchObject({ playing: true, filled: false });
  expect(state.playback).toEqual({ to: 5, then: [{ type: "filled", filled: true }] });
  for (const change of played(state.playback!)) state = reduce(state, { ...change, source: "lesson" });
  expect(state.view).toMatchObject({ playing: false, threshold: 5, filled: true });
  expect(state.playback).toBeNull();
});

it("plays to the end after an interrupted answer", () => {
  let state = emptyState();
  for (const change of playing(REVEAL)) state = reduce(state, { ...change, source: "lesson" });
  state = reduce(state, { type: "view", change: { playing: false }, source: "ui" });
  expect(reduce(state, { type: "view", change: { playing: true }, source: "ui" }).playback).toBeNull();
});

it("shows an answer without a threshold at once", () => {
  expect(playing([{ type: "filled", filled: true }])).toEqual([{ type: "view", change: { filled: true } }]);
});

it("has something to show for each answer of the course", () => {
  for (const { id, cards } of COURSE) {
    for (const { question, wait } of cards) {
      if (question) expect(question.reveal, id).not.toEqual([]);
      if (wait?.guess) expect(wait.guess.reveal, id).not.toEqual([]);
    }
  }
});
