// The learning page with emulated WebGPU: a sample of the other tests.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import { browserOf, EMULATED_GPU, screenshotPath, withPage } from "./support.mjs";
import { COURSE, goOn, lessonNamed, untilCard } from "./course.mjs";
import { barOf, LEARNING, openTool, sentence, walkHandle } from "./stage.mjs";

const TRAINING = lessonNamed("learn-the-order");

describe("the learning page with emulated WebGPU", () => {
  const browser = browserOf(EMULATED_GPU);

  it("opens, walks, opens a tool and starts the course", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).focus();
      await page.keyboard.press("Home");
      assert.match(await sentence(page).innerText(), /^K⁰ = ∅/);
      await page.keyboard.press("End");
      assert.equal((await barOf(page, "c")).pair, "(2, 3)");
      await openTool(page, "Ties and slopes");
      await page.getByText("0 tied values").waitFor();
      await page.getByRole("button", { name: "Close ties and slopes" }).click();
      await page.getByRole("button", { name: "Start the lesson" }).click();
      await untilCard(page, COURSE[0], 0);
      await page.getByRole("button", { name: "Show me" }).click();
      await goOn(page);
      await untilCard(page, COURSE[0], 1);
    });
  });

  it("trains in a lesson, and the filter changes", async () => {
    const query = `#v=1&backend=webgpu&lesson=${TRAINING.id}~3`;
    await withPage(browser, { ...LEARNING, query }, async (page) => {
      await untilCard(page, TRAINING, 2);
      await page.waitForFunction(() => window.sublevel.state().engine.status === "ready", null, {
        timeout: WORK_TIMEOUT,
      });
      const device = await page.evaluate(() => window.sublevel.state().engine.device);
      assert(device.gpu, device.reason);
      const filter = () => page.evaluate(() => [...window.sublevel.state().shown.filtration.filter]);
      const before = await filter();
      await page.getByLabel("Pace of training").selectOption({ label: "full speed" });
      await page.getByRole("button", { name: "Do it for me" }).click();
      await page
        .locator(".lesson-buttons .primary:not([aria-disabled=true])")
        .waitFor({ timeout: WORK_TIMEOUT });
      const { epochs, rival } = await page.evaluate(() => window.sublevel.state().run);
      assert(epochs.length >= 3 && rival.epochs.length >= 3);
      assert.notDeepEqual(await filter(), before);
      await page.screenshot({ path: screenshotPath("learn-gpu") });
    });
  });
});
