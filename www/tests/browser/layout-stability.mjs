// The layout is stable during training. `lessons.mjs` checks it in all lessons.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import { browserOf, load, WITHOUT_GPU, withPage } from "./support.mjs";
import { forgetShifts, noticed, shifts, unasked, watchShifts } from "./reading.mjs";

const SIZES = { laptop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };

describe("the layout is stable", () => {
  const browser = browserOf(WITHOUT_GPU);

  for (const [size, viewport] of Object.entries(SIZES)) {
    it(`during training: ${size}`, async () => {
      // The run does not end before it is paused.
      await withPage(browser, { viewport, init: watchShifts, query: "?epochs=1000" }, async (page) => {
        await load(page, { graph: 3 });
        const tab = page.getByRole("tab", { name: "Train", exact: true });
        if (await tab.isVisible()) await tab.click();
        await page.waitForTimeout(1500); // the layout settles
        await forgetShifts(page);
        await page.getByRole("button", { name: "Train", exact: true }).click();
        await page.waitForFunction(() => window.sublevel.state().run?.epochs.length >= 12, null, {
          timeout: WORK_TIMEOUT,
        });
        await page.getByRole("button", { name: "Pause", exact: true }).first().click();
        await page.waitForTimeout(600);
        assert.deepEqual(noticed(await shifts(page)), []);
        assert.deepEqual(unasked(await shifts(page)), []);
      });
    });

    it(`at the end of a run: ${size}`, async () => {
      await withPage(browser, { viewport, init: watchShifts }, async (page) => {
        await load(page, { graph: 3 });
        const tab = page.getByRole("tab", { name: "Train", exact: true });
        if (await tab.isVisible()) await tab.click();
        await page.evaluate(() => void window.sublevel.train({ epochs: 20 }));
        await page.waitForFunction(() => window.sublevel.state().run?.epochs.length >= 2);
        await page.waitForTimeout(600); // the layout settles
        await forgetShifts(page);
        await page.waitForFunction(() => window.sublevel.state().run.phase === "finished", null, {
          timeout: WORK_TIMEOUT,
        });
        await page.waitForTimeout(600);
        assert.deepEqual(unasked(await shifts(page)), []);
      });
    });
  }
});
