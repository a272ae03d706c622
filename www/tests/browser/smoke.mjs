// A quick check for contributors: a first visit, one lesson, one training run that survives a reload, and axe.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { trainTo } from "./broken-off.mjs";
import { COURSE, takeLesson } from "./course.mjs";
import { LEARNING, tabTo, walkHandle } from "./stage.mjs";
import {
  browserOf,
  faultless,
  load,
  notices,
  screenshotPath,
  untilReady,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

describe("smoke test", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("the first visit shows a filtration, and axe finds no fault", async () => {
    await withPage(browser, LEARNING, async (page) => {
      const handle = walkHandle(page);
      await handle.waitFor();
      const before = await handle.getAttribute("aria-valuetext");
      await handle.press("ArrowLeft");
      assert.notEqual(await handle.getAttribute("aria-valuetext"), before);
      await faultless(page, "first visit");
      await page.screenshot({ path: screenshotPath("smoke-first-visit") });
    });
  });

  it("the first lesson can be completed with the keyboard", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await tabTo(page, ".welcome .primary");
      await page.keyboard.press("Enter");
      await takeLesson(page, COURSE[0]);
    });
  });

  it("a run trains, and a reload offers it again", async () => {
    await withPage(browser, {}, async (page) => {
      assert(await load(page, { data: "cycles-and-trees", graph: 0 }));
      await page.evaluate(() => void window.sublevel.train({ epochs: 1000, width: 8, hats: 8 }));
      await trainTo(page, 2);
      const { stepsDone, loss } = await page.evaluate(() => window.sublevel.state().run);
      assert(loss.spans.every(({ first }) => Number.isFinite(first[1])));
      await page.reload();
      await untilReady(page);
      await page.getByRole("button", { name: "Resume", exact: true }).click();
      await page.waitForFunction((steps) => window.sublevel.state().run?.stepsDone === steps, stepsDone);
      assert.equal(
        await notices(page)
          .getByText(/could not/)
          .count(),
        0,
      );
      await faultless(page, "a run that was kept");
    });
  });
});
