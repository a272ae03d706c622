// Saves and loads weights, also from and to the command line: `tests/page/browser.rs` writes the file for loading here and
// reads the file saved here.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { describe, it } from "node:test";
import {
  browserOf,
  drop,
  inMenu,
  load,
  look,
  notices,
  outPath,
  ROOMY,
  screenshotPath,
  untilSteps,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const DATA = "cycles-and-trees";
const CONFIG = { width: 8, hats: 6, epochs: 4, seed: 3 };

/** Makes this many single steps, each with the button. */
async function step(page, steps) {
  for (let i = 0; i < steps; i++) {
    const { length } = (await look(page)).losses;
    await page.getByRole("button", { name: "One optimisation step" }).click();
    await untilSteps(page, length + 1);
  }
}

/** Creates a run without a step. */
async function begin(page, config) {
  await page.evaluate(async (wanted) => {
    await window.sublevel.train(wanted);
    window.sublevel.pause();
  }, config);
  await page.getByRole("button", { name: "Start over from the weights of this seed" }).click();
  await page.waitForFunction(() => window.sublevel.state().run.loss.count === 0);
}

describe("weights", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("are saved and loaded with the keyboard, and the run resumes bit for bit", async () => {
    await withPage(browser, { query: `?data=${DATA}`, ...ROOMY }, async (page) => {
      await begin(page, CONFIG);
      await step(page, 3);
      const downloaded = page.waitForEvent("download");
      await (await inMenu(page.getByText("Save weights"))).press("Enter");
      const download = await downloaded;
      assert.equal(download.suggestedFilename(), "sublevel-Cycles-and-trees-epoch-0.safetensors");
      const file = outPath("page.safetensors");
      await download.saveAs(file);
      await step(page, 3);
      const { losses } = await look(page);

      await begin(page, { ...CONFIG, width: 5, seed: 9 });
      const chosen = page.waitForEvent("filechooser");
      await (await inMenu(page.getByText("Load weights…"))).press("Enter");
      await (await chosen).setFiles(file);
      await notices(page).getByText("page.safetensors was loaded").waitFor();
      const loaded = await look(page);
      assert.deepEqual([loaded.config.width, loaded.config.seed], [8, 3]);
      // The file contains the curves of the run, which are extended.
      assert.deepEqual(loaded.losses, losses.slice(0, 3));
      assert.equal(await page.getByRole("spinbutton", { name: "Seed" }).inputValue(), "3");
      await step(page, 3);
      assert.deepEqual((await look(page)).losses, losses);
      assert.equal(await page.evaluate(() => window.sublevel.state().run.stepsDone), 6);
    });
  });

  it("of another data set are rejected during training, and the run continues", async () => {
    await withPage(browser, { query: `?data=${DATA}`, ...ROOMY }, async (page) => {
      const bytes = await readFile(outPath("page.safetensors"));
      assert(await load(page, { data: "one-loop-or-several" }));
      await begin(page, { epochs: 1000 });
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await untilSteps(page, 3);
      const before = await look(page);
      await drop(page, ["page.safetensors", bytes]);
      await notices(page).getByText("page.safetensors was not loaded").waitFor();
      assert.match(await notices(page).innerText(), /“Cycles and trees”.*“One loop or several”/s);
      await untilSteps(page, before.steps + 3);
      await drop(page, ["half.safetensors", bytes.subarray(0, 5000)]);
      await notices(page).getByText("half.safetensors was not loaded").waitFor();
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await page.screenshot({ path: screenshotPath("weights-refused") });
      assert.deepEqual((await look(page)).losses.slice(0, before.steps), before.losses);
    });
  });

  it("of the command line are loaded by scripts and by drop", async () => {
    const expected = JSON.parse(await readFile(outPath("native.json"), "utf8"));
    const bytes = await readFile(outPath("native.safetensors"));
    await withPage(browser, { query: `?data=${DATA}`, ...ROOMY }, async (page) => {
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await untilSteps(page, 3);
      await drop(page, ["fold-2.safetensors", bytes]);
      await notices(page).getByText("fold-2.safetensors was loaded").waitFor();
      const loaded = await look(page);
      assert.equal(loaded.phase, "ready");
      assert.equal(loaded.config.fold, 2);
      // The curves of the command line are loaded, too.
      assert.equal(loaded.epochs.length, 1);
      assert.deepEqual(loaded.losses.map(Math.fround), expected.losses.map(Math.fround));
      assert.match(await page.locator(".epoch-text").innerText(), /Epoch\s+1\s+of\s+3/);
      assert.equal(loaded.filter.length, expected.filter.length);
      loaded.filter.forEach((value, v) => {
        assert(Math.abs(value - expected.filter[v]) < 1e-5, `f(${v}) = ${value}, not ${expected.filter[v]}`);
      });
      await page.getByRole("button", { name: "Resume", exact: true }).click();
      await page.waitForFunction(() => window.sublevel.state().run.phase === "finished");
      const { epochs } = await look(page);
      assert.deepEqual(
        epochs.map(({ epoch }) => epoch),
        [1, 2, 3],
      );
      await page.screenshot({ path: screenshotPath("weights-loaded") });

      const again = await page.evaluate(
        (content) => window.sublevel.loadWeights(Uint8Array.from(content)),
        [...bytes],
      );
      assert(again);
      assert.deepEqual((await look(page)).losses, loaded.losses);
      assert.equal(await page.evaluate(() => window.sublevel.loadWeights("nothing")), false);
    });
  });

  it("of the page are saved for the command line", async () => {
    await withPage(browser, { query: `?data=${DATA}`, ...ROOMY }, async (page) => {
      await begin(page, { ...CONFIG, epochs: 1000 });
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await untilSteps(page, 8);
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await page.waitForTimeout(1000); // the last answer and the last look at the graph arrive
      const saved = await page.evaluate(async () => [...(await window.sublevel.saveWeights())]);
      await writeFile(outPath("from-page.safetensors"), Uint8Array.from(saved));
      const { filter, steps, config } = await look(page);
      await writeFile(outPath("from-page.json"), JSON.stringify({ filter, steps, config }));
    });
  });
});
