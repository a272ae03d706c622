// A run survives a reload, a closed tab, a crash of the engine, and a change of the data set.

import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { atRest, begin, CONFIG, DATA, finish, same, state, trainTo, undisturbed } from "./broken-off.mjs";
import { WORK_TIMEOUT } from "./limits.mjs";
import {
  browserOf,
  inMenu,
  load,
  notices,
  pageUrl,
  trainToTheEnd,
  untilReady,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const browser = browserOf(WITHOUT_GPU);

suite("a stored run", () => {
  let whole;
  before(async () => {
    whole = await undisturbed(browser);
    assert.equal(whole.epochs.length, 12);
  });

  test("resumes after a reload and in another tab, with the same result", async () => {
    await withPage(browser, {}, async (page) => {
      await begin(page);
      await trainTo(page, 3);
      const { stepsDone } = await state(page);
      await page.reload();
      await untilReady(page);
      const offer = notices(page).getByText(`Resume the run on ${DATA}?`);
      await offer.waitFor();
      await page.getByRole("button", { name: "Resume", exact: true }).click();
      await page.waitForFunction((steps) => window.sublevel.state().run?.stepsDone === steps, stepsDone);
      await offer.waitFor({ state: "detached" });
      await page.evaluate(() => void window.sublevel.train());
      await trainTo(page, 7);
      // Another tab does not list the run of this tab.
      const other = await page.context().newPage();
      await other.goto(`${pageUrl}/?page=inspect&data=one-loop-or-several&graph=path`);
      await untilReady(other);
      assert.deepEqual(await other.evaluate(() => window.sublevel.state().keptRuns), []);
      await page.close();
      await other.reload();
      await untilReady(other);
      await other.getByRole("button", { name: "Resume", exact: true }).click();
      await other.waitForFunction(() => (window.sublevel.state().run?.epochs.length ?? 0) >= 7);
      // The weights of its epochs are stored, too.
      const { snapshots } = await state(other);
      assert.deepEqual(snapshots.slice(0, 8), [0, 1, 2, 3, 4, 5, 6, 7]);
      same(await finish(other), whole);
    });
  });

  test("resumes after a crash of its engine, and after a change of the data set", async () => {
    const init = async (page) =>
      page.addInitScript(() => {
        const workers = [];
        const Original = Worker;
        window.Worker = class extends Original {
          constructor(url, options) {
            super(url, options);
            if (options?.name === "session") workers.push(this);
          }
        };
        window.killEngine = () =>
          workers.at(-1).dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
      });
    await withPage(browser, { init }, async (page) => {
      await begin(page);
      await trainTo(page, 4);
      await page.evaluate(() => window.killEngine());
      await notices(page).getByText("training resumes from the last stored state").waitFor();
      await page.getByRole("button", { name: "Restart", exact: true }).click();
      await page.waitForFunction(() => {
        const { run } = window.sublevel.state();
        return run?.held && run.epochs.length >= 4;
      });
      await load(page, { data: "cycles-and-trees", graph: 0 });
      await page.waitForFunction(() => window.sublevel.state().keptRuns.length === 1);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "runs" } }),
      );
      await page
        .getByRole("row", { name: new RegExp(`^${DATA} .* just now`) })
        .locator(".run-open")
        .click();
      await page.waitForFunction(() => (window.sublevel.state().run?.epochs.length ?? 0) >= 4);
      same(await finish(page), whole);
      // Extends the finished run.
      await (await inMenu(page.getByText("Train 6 more epochs"))).click();
      await page.waitForFunction(() => window.sublevel.state().run?.epochs.length === 18, null, {
        timeout: WORK_TIMEOUT,
      });
    });
  });

  test("trains without storage in the browser", async () => {
    const init = async (page) =>
      page.addInitScript(() => {
        indexedDB.open = () => {
          throw new DOMException("The user denied permission to access the database.", "UnknownError");
        };
      });
    await withPage(browser, { init }, async (page) => {
      await load(page, { data: DATA, graph: 0 });
      await trainToTheEnd(page, CONFIG);
      same(await atRest(page), whole);
    });
  });
});
