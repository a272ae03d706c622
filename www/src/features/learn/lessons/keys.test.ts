import { expect, it } from "vitest";
import { wayOf } from "./keys";

it("moves on clicker keys and brackets and ignores keys with Ctrl", () => {
  const keys = (key: string, ctrlKey = false): ReturnType<typeof wayOf> =>
    wayOf({ key, ctrlKey, metaKey: false, altKey: false });
  expect([keys("PageDown"), keys("]")]).toEqual(["forward", "forward"]);
  expect([keys("PageUp"), keys("[")]).toEqual(["backward", "backward"]);
  expect([keys("ArrowDown"), keys("PageDown", true)]).toEqual([null, null]);
});
