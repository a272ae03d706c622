import { expect, it } from "vitest";
import { shortcutOf } from "./shortcuts";

const keys = (key: string, ...held: ("ctrlKey" | "metaKey" | "shiftKey" | "altKey")[]) =>
  shortcutOf({
    key,
    ctrlKey: held.includes("ctrlKey"),
    metaKey: held.includes("metaKey"),
    shiftKey: held.includes("shiftKey"),
    altKey: held.includes("altKey"),
  });

it("undoes and redoes with the keys of every system", () => {
  for (const held of ["ctrlKey", "metaKey"] as const) {
    expect(keys("z", held)).toBe("undo");
    expect(keys("Z", held, "shiftKey")).toBe("redo");
    expect(keys("y", held)).toBe("redo");
  }
});

it("takes no other keys", () => {
  expect(keys("z")).toBeNull();
  expect(keys("z", "ctrlKey", "altKey")).toBeNull();
  expect(keys("z", "ctrlKey", "metaKey")).toBeNull();
  expect(keys("y", "ctrlKey", "shiftKey")).toBeNull();
  expect(keys("a", "ctrlKey")).toBeNull();
});
