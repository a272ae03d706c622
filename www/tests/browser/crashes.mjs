// A crash in the middle of a run: of the worker, of the GPU, of the tab.

import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { begin, CONFIG, DATA, finish, same, trainTo, undisturbed } from "./broken-off.mjs";
import { WORK_TIMEOUT } from "./limits.mjs";
import { EMULATED_GPU, launch, notices, pageUrl, untilReady, WITHOUT_GPU, withPage } from "./support.mjs";

/**
 * Trains until this many epochs have ended and are stored, and continues, so that the crash interrupts a step. A channel receives a message
 * as soon as the training continues: the machine can be so busy that a message of the test arrives after the end of the run.
 */
async function intoTheMiddle(page, epoch, { config = CONFIG, channel } = {}) {
  await begin(page, config);
  await trainTo(page, epoch);
  await page.evaluate((name) => {
    window.sublevel.dispatch({ type: "view", change: { pace: 4 } });
    void window.sublevel.train();
    if (name) new BroadcastChannel(name).postMessage("");
  }, channel);
  if (channel) return;
  await page.waitForFunction(() => window.sublevel.state().run.phase === "running");
}

/** A model that an emulated GPU trains in seconds; with labels, rounding errors would grow (`folds.mjs`). */
const SMALL = { ...CONFIG, features: "degree", epochs: 3, batchSize: 32, width: 8, hats: 8 };

/** Equal up to the rounding of a GPU. */
function near(found, expected) {
  assert.equal(found.length, expected.length);
  found.forEach((value, place) => {
    assert.ok(
      Math.abs(value - expected[place]) <= 1e-3 * Math.abs(expected[place]),
      `${value} at ${place}, expected ${expected[place]}`,
    );
  });
}

/** Stores a copy of the only stored run, which no tab has in use. */
function copyKept(page) {
  return page.evaluate(async () => {
    const asked = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await asked(indexedDB.open("sublevel"));
    const change = database.transaction(["runs", "checkpoints", "weights"], "readwrite");
    const [runs, checkpoints, weights] = ["runs", "checkpoints", "weights"].map((name) =>
      change.objectStore(name),
    );
    const [run] = await asked(runs.getAll());
    // Later than the run itself, so that the page offers the copy first.
    runs.put({ ...run, id: "copy", saved: run.saved + 3_600_000 });
    checkpoints.put(await asked(checkpoints.get(run.id)), "copy");
    for (const one of await asked(weights.getAll())) weights.put(one, ["copy", one.epoch]);
    await new Promise((resolve) => (change.oncomplete = resolve));
    database.close();
  });
}

/** Waits until the restarted engine has resumed the stored run. */
function untilHeld(page, epoch) {
  return page.waitForFunction(
    (least) => {
      const { run, engine } = window.sublevel.state();
      return engine.status === "ready" && run?.held && run.epochs.length >= least;
    },
    epoch,
    { timeout: WORK_TIMEOUT },
  );
}

/** The same run without interruption, on the CPU. */
async function onTheCpu(config) {
  const browser = await launch(WITHOUT_GPU);
  try {
    return await undisturbed(browser, config);
  } finally {
    await browser.close();
  }
}

suite("a run that a crash interrupts", () => {
  let browser;
  let whole;
  before(async () => {
    browser = await launch(WITHOUT_GPU);
    whole = await undisturbed(browser);
  });
  after(() => browser.close());

  test("resumes after its worker stops without a message", async () => {
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
        // The page checks once a second that the worker responds; after the end of the worker it checks more often.
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
      await notices(page).getByText("has not answered for").waitFor({ timeout: WORK_TIMEOUT });
      await page.getByRole("button", { name: "Restart", exact: true }).click();
      await untilHeld(page, 4);
      same(await finish(page), whole);
    });
  });

  test("is offered and resumes after a crash of its tab", async () => {
    await withPage(browser, {}, async (page) => {
      await intoTheMiddle(page, 4);
      const crashed = page.waitForEvent("crash");
      const devtools = await page.context().newCDPSession(page);
      void devtools.send("Page.crash").catch(() => undefined);
      await crashed;
      // The reload of a crashed tab is a new page at the same address.
      const again = await page.context().newPage();
      await again.goto(page.url());
      await untilReady(again);
      await notices(again).getByText(`Resume the run on ${DATA}?`).waitFor();
      await again.getByRole("button", { name: "Resume", exact: true }).click();
      await untilHeld(again, 4);
      same(await finish(again), whole);
    });
  });
});

test("a run resumes on the CPU after the loss of its GPU", async () => {
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
        // A request that reaches the worker before the page ends it must not report a second error.
        const request = () =>
          self.dispatchEvent(new MessageEvent("message", { data: { id: -1, call: "rows", args: [], rank: 0 } }));
        new BroadcastChannel("destroy").onmessage = () =>
          devices.forEach((device) => {
            void device.lost.then(request);
            device.destroy();
          });
      `;
      await route.fulfill({ response, body: `{${reach}}\n${await response.text()}` });
    });
  const query = "?page=inspect&backend=webgpu&data=one-loop-or-several&graph=path";
  try {
    const alone = await onTheCpu(SMALL);
    await withPage(browser, { query, init, tolerate: /GPU|destroyed|lost|Device/i }, async (page) => {
      assert.equal(await page.evaluate(() => window.sublevel.state().engine.device.gpu), true);
      await intoTheMiddle(page, 1, { config: SMALL, channel: "destroy" });
      // One notice, not one for each pending request.
      await notices(page)
        .getByText(/the GPU was lost/i)
        .waitFor({ timeout: WORK_TIMEOUT });
      const before = await page.evaluate(() => window.sublevel.state().run.epochs);
      await copyKept(page); // of the point at which the restart resumes
      await page.getByRole("button", { name: "Restart on the CPU" }).click();
      await untilHeld(page, 1);
      assert.equal(await page.evaluate(() => window.sublevel.state().engine.device.gpu), false);
      const restarted = await finish(page);
      // Earlier epochs do not change; then the CPU trains, each step once.
      assert.deepEqual(restarted.epochs[0], before[0]);
      assert.deepEqual(
        restarted.epochs.map(({ epoch }) => epoch),
        Array.from({ length: SMALL.epochs }, (_, place) => place + 1),
      );
      const { stepsPerEpoch } = await page.evaluate(() => window.sublevel.state().run.summary);
      assert.equal(restarted.losses.length, SMALL.epochs * stepsPerEpoch);
      // Rounding errors grow from step to step, so that later epochs are not compared with those of the CPU only.
      near(restarted.losses.slice(0, stepsPerEpoch), alone.losses.slice(0, stepsPerEpoch));
      // They are compared with a page without a GPU that resumes the stored run.
      await page.goto(`${pageUrl}/?page=inspect&backend=cpu&data=one-loop-or-several&graph=path`);
      await untilReady(page);
      await page.getByRole("button", { name: "Resume", exact: true }).click();
      await untilHeld(page, 1);
      const { stepsDone } = await page.evaluate(() => window.sublevel.state().run);
      assert.ok(stepsDone < restarted.losses.length);
      same(await finish(page), restarted);
    });
  } finally {
    await browser.close();
  }
});
