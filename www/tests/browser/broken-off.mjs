// What the tests share that break a run off: the run, how far it is kept, and how it is compared with one that was left alone.

import assert from "node:assert/strict";
import { load, look, trainToTheEnd, withPage } from "./support.mjs";

/** Real graphs, where they have been fetched. */
export const DATA = "MUTAG";

/** Few short epochs. */
export const CONFIG = { seed: 3, epochs: 12, batchSize: 16 };

/** Begins a run, slowly: the last epoch is far when the first have ended, however fast the machine is. */
export async function begin(page, config = CONFIG) {
  await load(page, { data: DATA, graph: 0 });
  await page.evaluate((config) => {
    window.sublevel.dispatch({ type: "pace", pace: 16 });
    void window.sublevel.train(config);
  }, config);
}

/** Trains until an epoch has ended, and the run as it is then or later has been kept. */
export async function trainTo(page, epoch) {
  await page.waitForFunction((wanted) => (window.sublevel.state().run?.epochs.length ?? 0) >= wanted, epoch, {
    timeout: 120_000,
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

/** What is seen once the graph in view has the filter of the last step. */
export async function atRest(page) {
  await page.waitForFunction(() => {
    const { run, inspection } = window.sublevel.state();
    return inspection?.run === run.id && inspection.step === run.stepsDone;
  });
  return look(page);
}

/** The same run without a break. */
export async function undisturbed(browser, config = CONFIG) {
  let seen;
  await withPage(browser, {}, async (page) => {
    await load(page, { data: DATA, graph: 0 });
    await trainToTheEnd(page, config, 120_000);
    seen = await atRest(page);
  });
  return seen;
}

/** Goes on to the last epoch, as fast as it can. */
export async function finish(page) {
  await page.evaluate(() => {
    window.sublevel.dispatch({ type: "pace", pace: null });
    return window.sublevel.train();
  });
  await page.waitForFunction(() => window.sublevel.state().run?.phase === "finished", null, {
    timeout: 120_000,
  });
  return atRest(page);
}

/** The same epochs, losses and filter, bit for bit. */
export function same(found, expected) {
  assert.deepEqual(found.epochs, expected.epochs);
  assert.deepEqual(found.losses, expected.losses);
  assert.deepEqual(found.filter, expected.filter);
}
