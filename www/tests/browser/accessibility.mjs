// The learning page in all sizes and themes: text is large enough, nothing is wider than the window, axe finds no fault.

import assert from "node:assert/strict";
import { describe, it, before, after } from "node:test";
import { faultless, launch, reopen, screenshotPath, WITHOUT_GPU, withPage } from "./support.mjs";
import { readable, wholeStage } from "./reading.mjs";
import { LEARNING, walkHandle } from "./stage.mjs";

const GRAPHS = ["path", "tie", "wheel"];
/** `zoomed` is a laptop at 200 %. */
const SIZES = {
  laptop: { width: 1280, height: 720 },
  phone: { width: 390, height: 844 },
  narrow: { width: 360, height: 740 },
  zoomed: { width: 640, height: 360 },
};
/** For a lecture: `least` is the minimum size of text, in pixels. */
const PRESENTED = { viewport: SIZES.laptop, words: "&present=1", least: 20 };

async function open(page, query) {
  await reopen(page, query);
  await walkHandle(page).waitFor();
  await page.waitForTimeout(300);
}

describe("the learning page", () => {
  let browser;
  /** The ids of all tools. */
  let tools;
  before(async () => {
    browser = await launch(WITHOUT_GPU);
    await withPage(browser, LEARNING, async (page) => {
      const options = page.getByRole("combobox", { name: "Tool", exact: true }).locator("option");
      await walkHandle(page).waitFor();
      tools = (await options.evaluateAll((all) => all.map(({ value }) => value))).filter(Boolean);
    });
    assert(tools.includes("reduction"));
  });
  after(() => browser.close());

  const looks = Object.entries(SIZES).map(([size, viewport]) => [size, { viewport, words: "", least: 12 }]);
  for (const [size, { viewport, words: more, least }] of [...looks, ["presented", PRESENTED]]) {
    it(`is readable: ${size}`, async () => {
      const pages = [
        ...GRAPHS.map((graph) => [graph, `graph=${graph}`]),
        ["tie-super", "graph=tie&way=super"],
        ...tools.map((tool) => [tool, `tool=${tool}`]),
        ["slopes-tie", "graph=tie&tool=slopes"],
        ["lesson", "lesson=who-ends~3"],
        ["lesson-tool", "lesson=ties"],
      ];
      await withPage(browser, { ...LEARNING, viewport }, async (page) => {
        for (const [name, words] of pages) {
          await open(page, `#v=1&${words}${more}`);
          await readable(page, least, `${name}, ${size}`);
          await wholeStage(page, `${name}, ${size}`);
          await page.screenshot({ path: screenshotPath(`learn-${name}-${size}`) });
        }
      });
    });
  }

  it("passes axe, in both themes", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await withPage(browser, { ...LEARNING, colorScheme, query: "" }, async (page) => {
        for (const words of ["", "present=1", "way=super", ...tools.map((tool) => `tool=${tool}`)]) {
          await open(page, words && `#v=1&${words}`);
          await faultless(page, `${words || "first visit"}, ${colorScheme}`);
          await page.screenshot({ path: screenshotPath(`learn-${words || "page"}-${colorScheme}`) });
        }
      });
    }
  });
});
