// What a contributor checks in a minute: a first visit, one lesson, one training run that a reload keeps, and axe.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { COURSE, takeLesson } from "./course.mjs";
import { LEARNING, tabTo, walkHandle } from "./stage.mjs";
import {
  faultless,
  launch,
  load,
  notices,
  screenshotPath,
  trainToTheEnd,
  untilReady,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

describe("smoke test", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

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

  it("a run trains to its end, and a reload offers it again", async () => {
    await withPage(browser, {}, async (page) => {
      assert(await load(page, { data: "cycles-and-trees", graph: 0 }));
      const run = await trainToTheEnd(page, { epochs: 2, width: 8, hats: 8 });
      assert.equal(run.phase, "finished");
      assert.equal(run.epochs.length, 2);
      assert(run.losses.every(Number.isFinite), `losses: ${run.losses}`);
      await page.waitForFunction(keptRuns);
      await page.reload();
      await untilReady(page);
      await page.getByRole("button", { name: "Go on", exact: true }).click();
      await page.waitForFunction(() => window.sublevel.state().run?.epochs.length === 2);
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

/** In the page: whether the browser stores a run with all steps of the run in use. */
async function keptRuns() {
  const answer = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  const database = await answer(indexedDB.open("sublevel"));
  const runs = await answer(database.transaction("runs").objectStore("runs").getAll());
  database.close();
  return runs.some(({ history }) => history.stepsDone === window.sublevel.state().run.stepsDone);
}
