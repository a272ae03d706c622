import { expect, it } from "vitest";
import { sizeIn } from "./progress";

it("finds a file's size by its name, whatever folder the list has it in", () => {
  expect(sizeIn({ "assets/engine-1a2b.wasm": 4_000_000 }, "engine-1a2b.wasm")).toBe(4_000_000);
});

it("takes any other list for unknown", () => {
  for (const sizes of [null, 3, [], {}, { "a.wasm": "big" }, { "a.wasm": 0 }]) {
    expect(sizeIn(sizes, "a.wasm")).toBeNull();
  }
});
