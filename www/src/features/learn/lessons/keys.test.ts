import { expect, it } from "vitest";
import { wayOf } from "./keys";

it("goes on and back by the keys of a clicker and by brackets, and leaves those with Ctrl alone", () => {
  const keys = (key: string, ctrlKey = false): ReturnType<typeof wayOf> =>
    wayOf({ key, ctrlKey, metaKey: false, altKey: false });
  expect([keys("PageDown"), keys("]")]).toEqual(["forward", "forward"]);
  expect([keys("PageUp"), keys("[")]).toEqual(["backward", "backward"]);
  expect([keys("ArrowDown"), keys("PageDown", true)]).toEqual([null, null]);
});
