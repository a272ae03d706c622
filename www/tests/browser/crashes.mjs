// What happens to a run when something dies in the middle of it: a worker without a word, the GPU, the whole tab.

import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { begin, CONFIG, DATA, finish, same, trainTo, undisturbed } from "./broken-off.mjs";
import { EMULATED_GPU, launch, notices, pageUrl, untilReady, WITHOUT_GPU, withPage } from "./support.mjs";

/** Trains until so many epochs have ended and have been kept, and goes on: what comes next happens in the middle of steps. */
async function intoTheMiddle(page, epoch, config = CONFIG) {
  await begin(page, config);
  await trainTo(page, epoch);
  await page.evaluate(() => {
    window.sublevel.dispatch({ type: "pace", pace: 4 });
    void window.sublevel.train();
  });
  await page.waitForFunction(() => window.sublevel.state().run.phase === "running");
}

/** A model that an emulated GPU trains in seconds; with labels, rounding would grow (`folds.mjs`). */
const SMALL = { ...CONFIG, features: "degree", epochs: 3, batchSize: 32, width: 8, hats: 8 };

/** Equal but for rounding, in which a GPU differs. */
function near(found, expected) {
  assert.equal(found.length, expected.length);
  found.forEach((value, place) => {
    assert.ok(
      Math.abs(value - expected[place]) <= 1e-3 * Math.abs(expected[place]),
      `${value} at ${place}, expected ${expected[place]}`,
    );
  });
}

/** Puts a second copy of the only run that the browser keeps beside it, as it is kept now; nobody has that one in use. */
function copyKept(page) {
  return page.evaluate(async () => {
    const asked = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await asked(indexedDB.open("sublevel"));
    const change = database.transaction(["runs", "checkpoints", "weights"], "readwrite");
    const [runs, checkpoints, weights] = ["runs", "checkpoints", "weights"].map((name) =>
      change.objectStore(name),
    );
    const [run] = await asked(runs.getAll());
    runs.put({ ...run, id: "copy" });
    checkpoints.put(await asked(checkpoints.get(run.id)), "copy");
    for (const one of await asked(weights.getAll())) weights.put(one, ["copy", one.epoch]);
    await new Promise((resolve) => (change.oncomplete = resolve));
    database.close();
  });
}

/** Until the restarted engine goes on with the run as it was kept. */
function untilHeld(page, epoch) {
  return page.waitForFunction(
    (least) => {
      const { run, engine } = window.sublevel.state();
      return engine.status === "ready" && run?.held && run.epochs.length >= least;
    },
    epoch,
    { timeout: 120_000 },
  );
}

/** The same run without a break, by the CPU alone. */
async function onTheCpu(config) {
  const browser = await launch(WITHOUT_GPU);
  try {
    return await undisturbed(browser, config);
  } finally {
    await browser.close();
  }
}

suite("a run in whose middle something dies", () => {
  let browser;
  let whole;
  before(async () => {
    browser = await launch(WITHOUT_GPU);
    whole = await undisturbed(browser);
  });
  after(() => browser.close());

  test("goes on when its worker was ended without a word", async () => {
    const init = (page) =>
      page.addInitScript(() => {
        const workers = [];
        const Original = Worker;
        window.Worker = class extends Original {
          constructor(url, options) {
            super(url, options);
            if (options?.name === "session") workers.push(this);
          }
        };
        // The page listens once a second for signs of life; from the end of the worker on, time goes faster for it.
        let speed = 1;
        const { setInterval } = window;
        window.setInterval = (handler, ms, ...rest) =>
          setInterval(() => {
            for (let beat = 0; beat < (ms === 1000 ? speed : 1); beat++) handler(...rest);
          }, ms);
        window.endWorker = () => {
          Original.prototype.terminate.call(workers.at(-1));
          speed = 20;
        };
      });
    await withPage(browser, { init }, async (page) => {
      await intoTheMiddle(page, 4);
      await page.evaluate(() => window.endWorker());
      await notices(page).getByText("has given no sign of life").waitFor({ timeout: 60_000 });
      await page.getByRole("button", { name: "Restart", exact: true }).click();
      await untilHeld(page, 4);
      same(await finish(page), whole);
    });
  });

  test("is offered and goes on when its tab crashed", async () => {
    await withPage(browser, {}, async (page) => {
      await intoTheMiddle(page, 4);
      const crashed = page.waitForEvent("crash");
      const devtools = await page.context().newCDPSession(page);
      void devtools.send("Page.crash").catch(() => undefined);
      await crashed;
      // Who reloads a crashed tab has a new page at the same address.
      const again = await page.context().newPage();
      await again.goto(page.url());
      await untilReady(again);
      await notices(again).getByText(`Go on with the run on ${DATA}?`).waitFor();
      await again.getByRole("button", { name: "Go on", exact: true }).click();
      await untilHeld(again, 4);
      same(await finish(again), whole);
    });
  });
});

test("a run goes on on the CPU when its GPU is destroyed in the middle of it", async () => {
  const browser = await launch(EMULATED_GPU);
  const init = (page) =>
    page.route(/session\.worker-.*\.js$/, async (route) => {
      const response = await route.fetch();
      const reach = `
        const { requestDevice } = GPUAdapter.prototype;
        const devices = [];
        GPUAdapter.prototype.requestDevice = async function (...args) {
          const device = await requestDevice.apply(this, args);
          devices.push(device);
          return device;
        };
        new BroadcastChannel("destroy").onmessage = () => devices.forEach((device) => device.destroy());
      `;
      await route.fulfill({ response, body: `{${reach}}\n${await response.text()}` });
    });
  const query = "?page=inspect&backend=webgpu";
  try {
    const alone = await onTheCpu(SMALL);
    await withPage(browser, { query, init, tolerate: /GPU|destroyed|lost|Device/i }, async (page) => {
      assert.equal(await page.evaluate(() => window.sublevel.state().engine.device.gpu), true);
      await intoTheMiddle(page, 1, SMALL);
      await page.evaluate(() => new BroadcastChannel("destroy").postMessage(""));
      // Once, and not as an error of each question that was on its way.
      await notices(page)
        .getByText(/the GPU was lost/i)
        .waitFor({ timeout: 60_000 });
      const before = await page.evaluate(() => window.sublevel.state().run.epochs);
      await page.getByRole("button", { name: "Restart on the CPU" }).click();
      await untilHeld(page, 1);
      assert.equal(await page.evaluate(() => window.sublevel.state().engine.device.gpu), false);
      await copyKept(page);
      const restarted = await finish(page);
      // What was there before stays; after it the CPU trains, every step once.
      assert.deepEqual(restarted.epochs[0], before[0]);
      assert.deepEqual(
        restarted.epochs.map(({ epoch }) => epoch),
        Array.from({ length: SMALL.epochs }, (_, place) => place + 1),
      );
      const { stepsPerEpoch } = await page.evaluate(() => window.sublevel.state().run.summary);
      assert.equal(restarted.losses.length, SMALL.epochs * stepsPerEpoch);
      // Rounding grows from step to step, so that a later epoch is not held against one that never saw a GPU.
      near(restarted.losses.slice(0, stepsPerEpoch), alone.losses.slice(0, stepsPerEpoch));
      // It is held against what a page trains that never had one, from the run as it was kept.
      await page.goto(`${pageUrl}/?page=inspect&backend=cpu`);
      await untilReady(page);
      await page.getByRole("button", { name: "Go on", exact: true }).click();
      await untilHeld(page, 1);
      const { stepsDone } = await page.evaluate(() => window.sublevel.state().run);
      assert.ok(stepsDone < restarted.losses.length);
      same(await finish(page), restarted);
    });
  } finally {
    await browser.close();
  }
});
