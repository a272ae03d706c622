// Regression: a data set whose graphs have numbers as targets, in every view.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  checkTopics,
  drop,
  faultless,
  fits,
  look,
  notices,
  screenshotPath,
  show,
  trainToTheEnd,
  untilReady,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

/** A small generator of numbers in [0, 1). */
function randomNumbers(seed) {
  let state = seed;
  return () => (state = (1103515245 * state + 12345) % 2 ** 31) / 2 ** 31;
}

/** Trees with additional edges. The target grows with the number of independent cycles. */
function graphsOf(count) {
  const random = randomNumbers(7);
  return Array.from({ length: count }, () => {
    const n = 6 + Math.floor(8 * random());
    const edges = new Map(
      Array.from({ length: n - 1 }, (_, v) => [v + 1, Math.floor((v + 1) * random())]).map((edge) => [
        edge.toSorted((a, b) => a - b).join(),
        edge,
      ]),
    );
    for (let extra = Math.floor(6 * random()); extra > 0; extra--) {
      const edge = [Math.floor(n * random()), Math.floor(n * random())].toSorted((a, b) => a - b);
      if (edge[0] !== edge[1]) edges.set(edge.join(), edge);
    }
    const cycles = edges.size - n + 1;
    return { n, edges: [...edges.values()], y: 0.75 * cycles - 2.5 };
  });
}

const GRAPHS = graphsOf(80);
const FILE = [
  "cycles.jsonl",
  new TextEncoder().encode(GRAPHS.map((graph) => `${JSON.stringify(graph)}\n`).join("")),
];
const CONFIG = { width: 16, hats: 16, batchSize: 16, epochs: 12, folds: 4 };

/** Opens the data set and trains to the end. */
async function trained(page, config = {}) {
  await drop(page, FILE);
  await page.waitForFunction(() => window.sublevel.state().data?.summary.name === "cycles");
  await untilReady(page);
  return trainToTheEnd(page, { ...CONFIG, ...config });
}

/** Whether the browser has stored a run after this number of epochs. */
function isStored(epochs) {
  return new Promise((resolve) => {
    const opened = indexedDB.open("sublevel");
    opened.onerror = () => resolve(false);
    opened.onsuccess = () => {
      const runs = opened.result.transaction("runs").objectStore("runs").getAll();
      runs.onsuccess = () => {
        opened.result.close();
        resolve(runs.result.some(({ history }) => history.epochs.length === epochs));
      };
    };
  });
}

/** Mean absolute error of the scores of a part, from the state of the page. */
async function errorOf(page, part) {
  const { predicted, rows } = await page.evaluate(async () => ({
    predicted: [...window.sublevel.state().run.predictions.values],
    rows: window.sublevel.state().data.rows,
  }));
  const own = rows.flatMap((row, i) => (row.part === part ? [Math.abs(row.target - predicted[i])] : []));
  return own.reduce((sum, error) => sum + error, 0) / own.length;
}

describe("regression", () => {
  const browser = browserOf(WITHOUT_GPU);

  for (const [theme, viewport] of [
    ["light", { width: 1280, height: 720 }],
    ["dark", { width: 390, height: 844 }],
  ]) {
    it(`is trained and shown in every view, ${theme}, ${viewport.width} px`, async () => {
      await withPage(browser, { colorScheme: theme, viewport }, async (page) => {
        const { epochs, phase } = await trained(page);
        assert.equal(phase, "finished");
        const { baseline, task } = await page.evaluate(() => window.sublevel.state().run.summary);
        assert.equal(task, "regression");
        const last = epochs.at(-1);
        assert(last.testMetric < 0.7 * baseline, `error ${last.testMetric}, median ${baseline}`);
        await page.waitForFunction(() =>
          window.sublevel.state().run.predictions?.values.every((value) => !Number.isNaN(value)),
        );
        assert(Math.abs((await errorOf(page, "test")) - last.testMetric) < 1e-5);

        await page.evaluate(() =>
          window.sublevel.dispatch({ type: "show", subject: { type: "graph", index: 3 } }),
        );
        await page.locator(".caption", { hasText: "predicted" }).first().waitFor();
        const caption = await page.locator(".caption").first().innerText();
        assert.match(caption, /^target −?\d/);
        await page.screenshot({ path: screenshotPath(`regression-inspect-${theme}`) });
        await faultless(page, `inspect, ${theme}`);

        await show(page, { page: "model", topic: "fail" });
        await page.getByText("Mean absolute error").first().waitFor();
        const scatter = page.getByRole("application", { name: /graphs\. Arrow keys/ });
        await scatter.waitFor();
        await scatter.focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowRight");
        await page
          .getByText(/^Graph \d+: actual .*, predicted .*, error/)
          .first()
          .waitFor();
        await page.keyboard.press("Enter");
        await page.keyboard.press("Escape");
        await page.screenshot({ path: screenshotPath(`regression-fail-${theme}`), fullPage: true });
        await faultless(page, `fail, ${theme}`);

        await checkTopics(
          page,
          ["filter", "classes", "hats", "map", "compare", "folds", "runs"],
          "regression",
          theme,
          /undefined|NaN|accuracy|class 0|\bno class\b/,
        );
        await show(page, { topic: "hats" });
        await page.getByText("Importance over all graphs of a part").click();
        await page.getByText(/test graphs, the mean absolute error is \d/).waitFor();
        await page.getByRole("columnheader", { name: "Error (MAE) without it" }).waitFor();
        await page
          .locator(".importance")
          .getByText(/^Always predicting .+, the median of the training part: \d/)
          .waitFor();
        await page.screenshot({ path: screenshotPath(`regression-importance-${theme}`), fullPage: true });
        await faultless(page, `importance, ${theme}`);
        await fits(page, `importance, ${theme}`);

        await show(page, { topic: "classes" });
        await page.getByText("no classes to compare").waitFor();
      });
    });
  }

  it("has a cross-validation with errors in place of accuracies", async () => {
    await withPage(browser, {}, async (page) => {
      await trained(page, { epochs: 2 });
      await show(page, { page: "model", topic: "folds" });
      await page
        .getByRole("button", { name: /^Cross-validate/ })
        .first()
        .click();
      await page.waitForFunction(
        () => {
          const { folds } = window.sublevel.state();
          return folds?.file?.folds.length === 4 && folds.training === null;
        },
        null,
        { timeout: 120_000 },
      );
      const file = await page.evaluate(() => window.sublevel.state().folds.file);
      assert(file.mean_test_error > 0 && file.mean_test_accuracy === undefined);
      assert.equal(
        file.folds.reduce((sum, { values }) => sum + values.length, 0),
        GRAPHS.length,
      );
      await page.getByText(/test error \(MAE\), mean ± standard deviation over 4 finished folds/).waitFor();
      await page.getByRole("heading", { name: "Largest errors", exact: true }).waitFor();
      await page.screenshot({ path: screenshotPath("regression-cross-validation"), fullPage: true });
      await faultless(page, "cross-validation");
    });
  });

  it("is the same after a reload, from the stored run", async () => {
    await withPage(browser, {}, async (page) => {
      const before = await trained(page);
      await page.waitForFunction(isStored, CONFIG.epochs);
      await page.reload();
      await untilReady(page);
      await notices(page).getByText("Open the run on cycles?").waitFor();
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.waitForFunction(() => window.sublevel.state().run?.epochs.length === 12);
      const after = await look(page);
      assert.deepEqual(after.epochs, before.epochs);
      await page
        .getByText(/test error \d/)
        .first()
        .waitFor();
      assert.equal(await notices(page).getByRole("alert").count(), 0);
    });
  });
});
