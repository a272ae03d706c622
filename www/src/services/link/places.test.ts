import { expect, it } from "vitest";
import { emptyState } from "../../store/testing";
import { reduce } from "../../store/reduce";
import { changesTo, entryOf, isSamePlace, placeIn, placeOf } from "./places";
import type { Place } from "./places";

const CARD: Place = { page: "learn", lesson: { lesson: "ties", card: 2 }, topic: null };
const PLACES: readonly Place[] = [
  CARD,
  { page: "learn", lesson: { lesson: "ties", card: 1 }, topic: null },
  { page: "learn", lesson: null, topic: null },
  { page: "inspect", lesson: null, topic: null },
  { page: "model", lesson: null, topic: "filter" },
  { page: "model", lesson: null, topic: "compare" },
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

it("reads its own entries of the history and leaves the state of others alone", () => {
  expect(placeIn(entryOf(CARD, { theirs: 1 }))).toEqual(CARD);
  expect(entryOf(CARD, { theirs: 1 })).toMatchObject({ theirs: 1 });
  for (const other of [null, undefined, "text", 3, {}, { theirs: 1 }]) expect(placeIn(other)).toBeNull();
});
