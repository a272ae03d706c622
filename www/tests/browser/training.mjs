// Training on both devices changes colours, bars and curves.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  drawing,
  EMULATED_GPU,
  load,
  look,
  mean,
  pixels,
  ROOMY,
  screenshotPath,
  trainToTheEnd,
  untilSteps,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const SET_UPS = [
  {
    name: "no adapter, so the CPU",
    flags: WITHOUT_GPU,
    query: "?page=inspect&data=one-loop-or-several&graph=path",
    gpu: false,
  },
  {
    name: "WebGPU, emulated",
    flags: EMULATED_GPU,
    query: "?page=inspect&backend=webgpu&data=one-loop-or-several&graph=path",
    gpu: true,
  },
];

for (const { name, flags, query, gpu } of SET_UPS) {
  describe(`training: ${name}`, () => {
    const browser = browserOf(flags);

    it("colours, bars and curves change during training", async () => {
      await withPage(browser, { query, ...ROOMY }, async (page) => {
        const device = await page.evaluate(() => window.sublevel.state().engine.device);
        assert.equal(device.gpu, gpu, device.reason);
        assert.match(device.reason, /\w+/);

        await load(page, { graph: 0 });
        await page.waitForTimeout(1500); // the layout settles
        const before = { ...(await look(page)), ...(await pictures(page)) };
        assert.equal(before.graph, 0);
        assert.equal(before.steps, 0);
        await page.screenshot({ path: screenshotPath(`training-${gpu ? "webgpu" : "cpu"}-before`) });

        // The run does not end before it is paused.
        await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { pace: 16 } }));
        await page.getByRole("button", { name: "Train", exact: true }).click();
        await untilSteps(page, gpu ? 4 : 30);
        await page.getByRole("button", { name: "Pause", exact: true }).first().click();
        await page.waitForTimeout(gpu ? 3000 : 500);
        const after = { ...(await look(page)), ...(await pictures(page)) };
        await page.screenshot({ path: screenshotPath(`training-${gpu ? "webgpu" : "cpu"}-after`) });

        assert.equal(after.phase, "paused");
        assert(after.losses.every(Number.isFinite), `losses: ${after.losses}`);
        assert.notDeepEqual(after.filter, before.filter, "the filter must change");
        assert(
          after.filter.every((value) => value >= 0 && value <= 1),
          "f lies in [0, 1]",
        );
        assert.notDeepEqual(after.bars, before.bars, "the bars must change");
        assert.notEqual(after.graphPixels, before.graphPixels, "the colours of the graph must change");
        assert.notEqual(after.barsDrawn, before.barsDrawn, "the barcode must be redrawn");
        assert.notEqual(after.diagramDrawn, before.diagramDrawn, "the diagram must be redrawn");
        assert.notEqual(after.curves, before.curves, "the curves must grow");
      });
    });
  });
}

describe("training: emulated WebGPU and the CPU", () => {
  const browser = browserOf(EMULATED_GPU);

  it("have the same losses in twenty steps", async () => {
    const config = { width: 16, hats: 20, epochs: 3 };
    const losses = [];
    for (const backend of ["cpu", "webgpu"]) {
      await withPage(browser, { query: `?data=one-loop-or-several&backend=${backend}` }, async (page) => {
        const run = await trainToTheEnd(page, config);
        losses.push(run.losses.slice(0, 20));
      });
    }
    const [cpu, gpu] = losses;
    assert.equal(cpu.length, 20);
    assert.equal(gpu.length, 20);
    const apart = cpu.map((loss, step) => Math.abs(loss - gpu[step]));
    assert(Math.max(...apart) < 1e-3, `the losses differ by ${apart}`);
    assert(Math.abs(cpu[0] - cpu[19]) > 1e-2, `nothing was learned: ${cpu}`);
  });
});

async function pictures(page) {
  return {
    graphPixels: await pixels(page, ".graph-canvas"),
    barsDrawn: await drawing(page, ".area-bars"),
    diagramDrawn: await drawing(page, ".area-diagram"),
    curves: (await drawing(page, ".train-curves")) + (await pixels(page, ".train-curves")),
  };
}

describe("training: real data sets on the CPU, 20 epochs", () => {
  const browser = browserOf(WITHOUT_GPU);

  for (const data of ["MUTAG", "PROTEINS", "IMDB-BINARY"]) {
    it(data, async (test) => {
      await withPage(browser, {}, async (page) => {
        assert(await load(page, { data }));
        await page.waitForTimeout(1500);
        await page.screenshot({ path: screenshotPath(`${data}-before`) });
        const run = await trainToTheEnd(page, { epochs: 20 });
        await page.waitForTimeout(500);
        await page.screenshot({ path: screenshotPath(`${data}-after`) });

        assert.equal(run.phase, "finished");
        assert.equal(run.epochs.length, 20);
        const losses = run.epochs.map(({ trainLoss }) => trainLoss);
        assert(mean(losses.slice(-5)) < mean(losses.slice(0, 3)), `the loss must decrease: ${losses}`);
        const { trainMetric, testMetric } = run.epochs.at(-1);
        assert(trainMetric > run.majority, `${trainMetric} must exceed the majority share ${run.majority}`);
        test.diagnostic(
          `train ${trainMetric.toFixed(3)}, test ${testMetric.toFixed(3)}, majority share ${run.majority.toFixed(3)}`,
        );
      });
    });
  }
});
