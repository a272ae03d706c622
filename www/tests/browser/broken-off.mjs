// Shared by the tests that interrupt a run: the run, its stored state, and the comparison with an uninterrupted run.

import assert from "node:assert/strict";
import { WORK_TIMEOUT } from "./limits.mjs";
import { load, look, trainToTheEnd, withPage } from "./support.mjs";

/** Real graphs, if they were fetched. */
export const DATA = "MUTAG";

/** Few short epochs. */
export const CONFIG = { seed: 3, epochs: 12, batchSize: 16 };

/** Starts a run at a slow pace, so that it is far from its last epoch after the first ones on any machine. */
export async function begin(page, config = CONFIG) {
  await load(page, { data: DATA, graph: 0 });
  await page.evaluate((config) => {
    window.sublevel.dispatch({ type: "view", change: { pace: 16 } });
    void window.sublevel.train(config);
  }, config);
}

/** Trains until an epoch has ended and the browser has stored the run. */
export async function trainTo(page, epoch) {
  await page.waitForFunction((wanted) => (window.sublevel.state().run?.epochs.length ?? 0) >= wanted, epoch, {
    timeout: WORK_TIMEOUT,
  });
  await page.evaluate(() => window.sublevel.pause());
  for (;;) {
    const kept = await page.evaluate(async () => {
      const { run } = window.sublevel.state();
      const asked = (request) =>
        new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
      const database = await asked(indexedDB.open("sublevel"));
      const runs = await asked(database.transaction("runs").objectStore("runs").getAll());
      database.close();
      return runs.some(({ history }) => history.stepsDone === run.stepsDone);
    });
    if (kept) return;
    await page.waitForTimeout(100);
  }
}

export const state = (page) => page.evaluate(() => window.sublevel.state().run);

/** The view when the graph has the filter of the last step. */
export async function atRest(page) {
  await page.waitForFunction(() => {
    const { run, inspection } = window.sublevel.state();
    return inspection?.run === run.id && inspection.step === run.stepsDone;
  });
  return look(page);
}

/** The same run without interruption. */
export async function undisturbed(browser, config = CONFIG) {
  let seen;
  await withPage(browser, {}, async (page) => {
    await load(page, { data: DATA, graph: 0 });
    await trainToTheEnd(page, config);
    seen = await atRest(page);
  });
  return seen;
}

/** Trains to the last epoch at full speed. */
export async function finish(page) {
  await page.evaluate(() => {
    window.sublevel.dispatch({ type: "view", change: { pace: null } });
    return window.sublevel.train();
  });
  await page.waitForFunction(() => window.sublevel.state().run?.phase === "finished", null, {
    timeout: WORK_TIMEOUT,
  });
  return atRest(page);
}

/** The same epochs, losses and filter, bit for bit. */
export function same(found, expected) {
  assert.deepEqual(found.epochs, expected.epochs);
  assert.deepEqual(found.losses, expected.losses);
  assert.deepEqual(found.filter, expected.filter);
}
