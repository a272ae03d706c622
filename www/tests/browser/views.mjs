// The views of Inspect and Model: the document does not scroll, and runs are listed, named and opened again.

import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { launch, screenshotPath, trainToTheEnd, WITHOUT_GPU, withPage } from "./support.mjs";

const TOPICS = ["Filter", "Classes", "Coordinate functions", "Compare", "Folds"];
const QUICK = { epochs: 3, width: 8, hats: 6 };

let browser;
before(async () => {
  browser = await launch(WITHOUT_GPU);
});
after(() => browser.close());

const topic = (page, name) => page.getByRole("radio", { name, exact: true }).check();

/** How far the document is larger than the window. */
const excess = (page) =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });

suite("views", () => {
  test("scroll inside their columns and never the document", async () => {
    await withPage(browser, {}, async (page) => {
      await trainToTheEnd(page, QUICK);
      await page.screenshot({ path: screenshotPath("views-inspect") });
      assert.deepEqual(await excess(page), [0, 0], "Inspect");
      await page.getByRole("button", { name: "Model", exact: true }).click();
      for (const name of TOPICS) {
        await topic(page, name);
        await page.waitForFunction(() => document.querySelectorAll(".model-panel *").length > 100);
        // Every column is at its end, where more scrolling goes to the document.
        await page.waitForTimeout(500);
        await page.screenshot({ path: screenshotPath(`views-${name.replaceAll(" ", "-")}`) });
        assert.deepEqual(await excess(page), [0, 0], name);
      }
    });
  });
});
