import { expect, it } from "vitest";
import { embedding } from "./browser";

it("hides only the parts that the embedding page names", () => {
  expect(embedding("")).toEqual([]);
  expect(embedding("?embed=1&hide=card,tools,evil%20class")).toEqual([
    "embedded",
    "hides-card",
    "hides-tools",
  ]);
  expect(embedding("?hide=sentence")).toEqual(["hides-sentence"]);
  expect(embedding("?embed=yes")).toEqual([]);
});
