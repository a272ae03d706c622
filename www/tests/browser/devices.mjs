// The choice of the training device; and the page `?bench`.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import {
  browserOf,
  EMULATED_GPU,
  look,
  notices,
  screenshotPath,
  untilReady,
  untilSteps,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const train = (page) => page.getByRole("button", { name: "Train", exact: true }).click();
const pause = (page) => page.getByRole("button", { name: "Pause", exact: true }).first().click();
const state = (page) =>
  page.evaluate(() => {
    const { race, engine } = window.sublevel.state();
    return { race, gpu: engine.device.gpu, offered: engine.device.gpuOffered };
  });

/** A prefix of the engine's workers: the emulated GPU reports itself as a real one. */
const DISGUISE = `Object.defineProperty(GPUAdapter.prototype, "info", {
  get: () => ({ vendor: "", architecture: "", device: "", description: "A test GPU", isFallbackAdapter: false }),
});\n`;

const NEVER = "() => new Promise(() => {})";
/** A prefix with which the GPU accepts work and never completes it, after its comparison with the CPU. */
const SILENCE = `const { mapAsync } = GPUBuffer.prototype;
GPUBuffer.prototype.mapAsync = function (...args) {
  GPUBuffer.prototype.mapAsync = ${NEVER};
  return mapAsync.apply(this, args);
};\n`;

/** A prefix for each way in which a GPU cannot be used, with the reason. */
const UNUSABLE = [
  [
    "finds no end of its search",
    `GPU.prototype.requestAdapter = ${NEVER};\n`,
    /^This browser's WebGPU did not answer within \d+ seconds/,
  ],
  [
    "never starts",
    `GPUAdapter.prototype.requestDevice = ${NEVER};\n`,
    /^This browser's WebGPU did not answer within \d+ seconds/,
  ],
  [
    "never computes",
    `GPUBuffer.prototype.mapAsync = ${NEVER};\n`,
    /^This browser's WebGPU did not answer within \d+ seconds/,
  ],
  [
    "adds wrongly",
    `const { createShaderModule } = GPUDevice.prototype;
GPUDevice.prototype.createShaderModule = function ({ code, ...rest }) {
  return createShaderModule.call(this, { ...rest, code: code.replace("= total;", "= total + 1.0;") });
};\n`,
    /^The GPU \S.* returns wrong results: sum 0 is \S+ instead of \S+; the CPU is in use\.$/,
  ],
];

const disguised =
  (disguise = DISGUISE) =>
  (page) =>
    page.route(/session\.worker.*\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: disguise + (await response.text()) });
    });

/** Waits until the page has compared the devices. */
const compared = (page) =>
  page.waitForFunction(() => window.sublevel.state().race?.paces, null, { timeout: WORK_TIMEOUT });

describe("the training device", () => {
  const browser = browserOf(EMULATED_GPU);

  it("is the CPU if the GPU is emulated, without a comparison", async () => {
    await withPage(browser, {}, async (page) => {
      await train(page);
      await untilSteps(page, 3);
      await pause(page);
      assert.deepEqual(await state(page), { race: null, gpu: false, offered: null });
    });
  });

  it("is the faster one if the GPU is real, and the result is shown and stored", async () => {
    await withPage(browser, { init: disguised() }, async (page) => {
      await train(page);
      await untilSteps(page, 3);
      assert.equal((await state(page)).race.paces, null, "the run does not wait for the comparison");
      await compared(page);
      const { race, gpu, offered } = await state(page);
      assert.equal(offered, "A test GPU");
      // The emulated GPU is slow.
      assert.equal(gpu, false);
      assert(race.paces.cpu > race.paces.gpu, JSON.stringify(race.paces));
      const chip = page.getByRole("button", { name: /^Device: CPU, \S+ steps\/s; this GPU, \S+$/ });
      await chip.waitFor();
      await page.screenshot({ path: screenshotPath("device-raced") });

      await page.reload();
      await untilReady(page);
      assert.equal((await state(page)).race, null);
      const workers = [];
      page.on("worker", (worker) => workers.push(worker.url()));
      await page.evaluate(() => window.sublevel.train({ seed: 3 }));
      await untilSteps(page, 3);
      await chip.waitFor();
      assert.deepEqual(
        workers.filter((url) => url.includes("session.worker")),
        [],
        "no engine was started for a comparison",
      );
    });
  });

  it("is the CPU if the GPU never responds, and the run continues", async () => {
    await withPage(browser, { init: disguised(DISGUISE + SILENCE) }, async (page) => {
      await page.evaluate(() => window.sublevel.train({ epochs: 100_000 }));
      await compared(page);
      assert.equal((await state(page)).race.paces.gpu, 0);
      const { steps } = await look(page);
      await untilSteps(page, steps + 3);
      await page.getByRole("button", { name: /^Device: CPU, \S+ steps\/s; this GPU, none$/ }).click();
      await page.getByText("This GPU gave no answer within 20 seconds").waitFor();
      await page.screenshot({ path: screenshotPath("device-silent") });
    });
  });
});

describe("a GPU that", () => {
  const browser = browserOf(EMULATED_GPU);

  for (const [what, prefix, reason] of UNUSABLE) {
    it(`${what} is replaced by the CPU, and the reason is shown once`, async () => {
      await withPage(
        browser,
        {
          init: disguised(prefix),
          query: "?page=inspect&backend=webgpu&data=one-loop-or-several&graph=path",
        },
        async (page) => {
          const { device } = await page.evaluate(() => window.sublevel.state().engine);
          assert.equal(device.gpu, false);
          assert.match(device.reason, reason);
          assert.equal(await notices(page).getByText(device.reason).count(), 1);
          await train(page);
          await untilSteps(page, 3);
          assert.equal(await notices(page).getByText(device.reason).count(), 1);
        },
      );
    });
  }

  it("finds no end of its search does not keep the automatic choice from the CPU", async () => {
    await withPage(browser, { init: disguised(UNUSABLE[0][1]) }, async (page) => {
      const { device } = await page.evaluate(() => window.sublevel.state().engine);
      assert.match(device.reason, /^The CPU is in use: this browser's WebGPU did not answer/);
    });
  });
});

describe("the page ?bench", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("measures, can be cancelled, and exports its results as JSON", async () => {
    await withPage(browser, { query: "?bench", ready: false }, async (page) => {
      await page.getByRole("button", { name: "Measure" }).click();
      const rows = page.locator("tbody tr");
      const cpu = rows.first().locator("td").nth(2);
      await page.waitForFunction((cell) => Number(cell.textContent) > 0, await cpu.elementHandle(), {
        timeout: WORK_TIMEOUT,
      });
      await page.getByText(/Only the CPU is measured/).waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Measure" }).waitFor();
      await page.screenshot({ path: screenshotPath("bench") });
      const report = JSON.parse(await page.getByLabel("Report as JSON").inputValue());
      assert.match(report.browser, /Chrom/);
      assert.equal(report.adapter, null);
      assert.match(report.noGpu, /GPU/);
      const [first] = report.figures;
      assert.equal(first.batchSize, 32);
      assert.equal(first.cpuStepsPerSecond, Number(await cpu.textContent()));
      assert.equal(first.gpuStepsPerSecond, null);
      assert((await rows.count()) > report.figures.length, "the others were cancelled");
    });
  });
});
