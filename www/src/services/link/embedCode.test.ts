import { expect, it } from "vitest";
import { embedCode } from "./embedCode";

it("embeds the page in its current state, without its header and tools", () => {
  const page = { href: "https://example.org/a/?data=MUTAG#v=1", pathname: "/a/", search: "?data=MUTAG" };
  expect(embedCode(page, "v=1&lesson=who-ends~2")).toBe(
    '<iframe src="https://example.org/a/?embed=1&amp;hide=tools#v=1&amp;lesson=who-ends~2" title="Sublevel" width="900" height="600" allow="fullscreen"></iframe>',
  );
});
