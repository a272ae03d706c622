import { expect, it } from "vitest";
import { cardKeyOf } from "./keys";

const keys = (key: string, ctrlKey = false, altKey = false): ReturnType<typeof cardKeyOf> =>
  cardKeyOf({ key, ctrlKey, metaKey: false, altKey });

it("moves on clicker keys and brackets and ignores keys with Ctrl", () => {
  expect([keys("PageDown"), keys("]")]).toEqual(["forward", "forward"]);
  expect([keys("PageUp"), keys("[")]).toEqual(["backward", "backward"]);
  expect([keys("ArrowDown"), keys("PageDown", true), keys("[", true)]).toEqual([null, null, null]);
});

it("reads brackets of keyboards that have them on AltGr or Alt", () => {
  expect([keys("]", true, true), keys("[", true, true)]).toEqual(["forward", "backward"]);
  expect([keys("]", false, true), keys("[", false, true)]).toEqual(["forward", "backward"]);
  expect([keys("PageDown", true, true), keys("PageUp", false, true)]).toEqual([null, null]);
});
