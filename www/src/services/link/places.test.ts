import { expect, it } from "vitest";
import { emptyState } from "../../store/testing";
import { reduce } from "../../store/reduce";
import { changesTo, entryOf, isSamePlace, placeIn, placeOf } from "./places";
import type { Change } from "../../store/actions";
import type { State } from "../../store/state";
import type { HistoryPlace } from "./places";

const CARD: HistoryPlace = {
  page: "learn",
  lesson: { lesson: "ties", card: 2 },
  making: false,
  topic: null,
  own: null,
};
const PLACES: readonly HistoryPlace[] = [
  CARD,
  { page: "learn", lesson: { lesson: "ties", card: 1 }, making: false, topic: null, own: null },
  { page: "learn", lesson: null, making: false, topic: null, own: null },
  { page: "learn", lesson: null, making: true, topic: null, own: null },
  { page: "inspect", lesson: null, making: false, topic: null, own: null },
  { page: "model", lesson: null, making: false, topic: "filter", own: null },
  { page: "model", lesson: null, making: false, topic: "compare", own: null },
];

it("leads from every place to every other place", () => {
  for (const from of PLACES) {
    for (const to of PLACES) {
      const changes = [...changesTo(from), ...changesTo(to)];
      const state = changes.reduce((now, change) => reduce(now, { ...change, source: "link" }), emptyState());
      expect(isSamePlace(placeOf(state), to)).toBe(true);
      expect(isSamePlace(from, to)).toBe(from === to);
    }
  }
});

it("returns to the graph of the user with its values, after a lesson replaced it", () => {
  const graph = { title: "Mine", vertices: 2, edges: [0, 1], filters: [{ name: "values", values: [1, 2] }] };
  const after = (changes: readonly Change[], state = emptyState()): State =>
    changes.reduce((now, change) => reduce(now, { ...change, source: "link" }), state);
  const mine = after([
    { type: "own-graph", graph },
    { type: "values", values: [1, 5] },
  ]);
  const card = after([...changesTo(CARD), { type: "show", subject: { type: "example", id: "tie" } }], mine);
  expect(placeOf(card).own).toBeNull();
  const back = after(changesTo(placeOf(mine)), card);
  expect(back.document.subject).toEqual(mine.document.subject);
  expect(back.document.values).toEqual([1, 5]);
  expect(back.view.lesson).toBeNull();
});

it("reads its own entries of the history and leaves the state of others alone", () => {
  expect(placeIn(entryOf(CARD, { theirs: 1 }))).toEqual(CARD);
  expect(entryOf(CARD, { theirs: 1 })).toMatchObject({ theirs: 1 });
  for (const other of [null, undefined, "text", 3, {}, { theirs: 1 }]) expect(placeIn(other)).toBeNull();
});
