// Every model and every training option in the page, compared with the command line: `tests/page/browser.rs` trains the configurations of
// `options.json` with it.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import {
  browserOf,
  drop,
  faultless,
  notices,
  offered,
  outPath,
  pageUrl,
  ROOMY,
  screenshotPath,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const CASES = JSON.parse(await readFile(new URL("options.json", import.meta.url), "utf8"));
/**
 * Relative tolerance of a mean loss after a few steps, for rounding; see `folds.mjs`. An option that is not applied changes it by a
 * hundredth or more.
 */
const NEAR = 1e-3;

const more = (page) => page.getByRole("button", { name: /^More settings/ });
const form = (page) => page.locator(".settings-popover");
const run = (page) => page.evaluate(() => window.sublevel.state().run);

/** Sets a field to a value. */
async function set(within, label, value) {
  const field = within.getByLabel(label, { exact: true });
  if (typeof value === "boolean") return field.setChecked(value);
  if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT")
    return field.selectOption({ label: value });
  await field.fill(value);
  await field.press("Enter");
}

const SHIPPED = "The paper’s code, scikit-learn 0.20";

/** Generated replacements of a data set have no published folds, which the page reports; the real data sets are trained. */
async function standsIn(page, trained) {
  const choice = form(page).locator("option", { hasText: SHIPPED });
  if (await choice.isEnabled()) return false;
  assert(!existsSync(trained), "the real data set has shipped folds");
  await form(page).getByText("Not the folds of the paper’s code:").waitFor();
  return true;
}

/** Each change before the first step creates a new run, which the next field waits for. */
async function settled(page) {
  await page.waitForFunction(() => {
    const { run, document } = window.sublevel.state();
    const own = { ...run.summary.config, splits: run.summary.splits };
    // The engine stores some of them in single precision.
    const same = (a, b) => String(a) === String(b) || Math.fround(a) === Math.fround(b);
    return Object.entries(document.settings).every(([name, value]) => same(own[name], value));
  });
}

describe("training settings", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("give the same losses as the command line, for each model", async (context) => {
    await withPage(browser, ROOMY, async (page) => {
      const there = (await offered(page)) ?? [];
      cases: for (const { name, data, quick, more: others, summary } of CASES) {
        if (!there.includes(data)) continue;
        await page.goto("about:blank");
        await page.goto(`${pageUrl}/?data=${data}`);
        await page.waitForFunction((wanted) => window.sublevel?.state().data?.summary.name === wanted, data, {
          timeout: WORK_TIMEOUT,
        });
        for (const [label, value] of Object.entries(quick)) {
          await set(page.locator(".fields"), label, value);
          await settled(page);
        }
        if (Object.keys(others).length > 0) {
          await more(page).click();
          for (const [label, value] of Object.entries(others)) {
            if (value === SHIPPED && (await standsIn(page, outPath(`options-${name}.json`)))) continue cases;
            await set(form(page), label, value);
            await settled(page);
          }
          await page.keyboard.press("Escape");
        }
        await page.getByRole("button", { name: "Train", exact: true }).click();
        await page.waitForFunction(() => window.sublevel.state().run.phase === "finished", null, {
          timeout: WORK_TIMEOUT,
        });
        const { epochs, summary: made } = await run(page);
        const said = await page.locator(".model").first().innerText();
        assert.equal(said.split(";")[0], summary);
        await page.screenshot({ path: screenshotPath(`options-${name}`) });
        // The command line trains real graphs only.
        const file = outPath(`options-${name}.json`);
        if (!existsSync(file)) {
          context.diagnostic(`${name} is not compared with the command line`);
          continue;
        }
        const printed = JSON.parse(await readFile(file, "utf8")).folds[0].epochs;
        assert.equal(epochs.length, printed.length, name);
        epochs.forEach(({ trainLoss, testMetric }, epoch) => {
          const { train_loss: loss, test_accuracy: accuracy } = printed[epoch];
          assert(
            Math.abs(trainLoss - loss) < NEAR * loss,
            `${name}, epoch ${epoch + 1}: the page has the loss ${trainLoss}, the command line ${loss}`,
          );
          const graphs = Math.abs(testMetric - accuracy) * made.testGraphs;
          assert(graphs < 1.5, `${name}: ${graphs} test graphs of epoch ${epoch + 1} are judged otherwise`);
        });
      }
    });
  });

  it("are rejected beside their field if they are invalid, and change nothing else", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees", ...ROOMY }, async (page) => {
      await more(page).press("Enter");
      const before = await page.evaluate(() => window.sublevel.state().document.settings);
      for (const [label, value, problem] of [
        ["Batch size", "0", "Expected a whole number from 2 to 1,000,000, found 0. 32 stays."],
        ["Weight decay", "-1", "Expected a number of at least 0, found -1. 0.00001 stays."],
        ["Number of folds", "1", "Expected a whole number from 2 to 100, found 1. 10 stays."],
        ["Test fold", "11", "Expected a whole number from 1 to 10, found 11. 1 stays."],
        ["Layers", "6", "Expected a whole number from 1 to 5, found 6. 1 stays."],
        ["Dropout", "1", "Expected a number from 0 to below 1, or an empty field, found 1. It stays empty."],
      ]) {
        await set(form(page), label, value);
        const field = form(page).getByLabel(label, { exact: true });
        assert.equal(await field.getAttribute("aria-invalid"), "true");
        await form(page).getByRole("alert").getByText(problem, { exact: true }).waitFor();
      }
      assert.deepEqual(await page.evaluate(() => window.sublevel.state().document.settings), before);
      await faultless(page, "the form with refused values");
      await page.screenshot({ path: screenshotPath("options-refused") });
      await set(form(page), "Batch size", "16");
      await settled(page);
      assert.equal((await run(page)).summary.config.batchSize, 16);
      await page.keyboard.press("Escape");
      assert.match(await more(page).innerText(), /1\s+changed/);
    });
  });

  it("are listed for the next run beside those of the current run, and can be reset", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees", ...ROOMY }, async (page) => {
      await page.getByRole("button", { name: "One optimisation step" }).click();
      await page.waitForFunction(() => window.sublevel.state().run.stepsDone === 1);
      await set(page.locator(".fields"), "Model", "SUM");
      await more(page).click();
      await set(form(page), "Halve the learning rate at", "3, 5");
      await page.keyboard.press("Escape");
      const waiting = page.locator(".train-curves > .waiting");
      assert.match(
        await waiting.innerText(),
        /Changed for the next run: model GFL → SUM, halve the learning rate at 20, 40, 60, 80 → 3, 5\./,
      );
      assert.match(await page.locator(".model").first().innerText(), /^GFL, 1 layer, /);
      const start = page.getByRole("button", { name: "Train this run", exact: true });
      await start.click();
      await page.waitForFunction(() => window.sublevel.state().run.summary.config.model === "sum");
      assert.match(
        await page.locator(".model").first().innerText(),
        /^SUM, .*no filter, rate halved at 3 5, /,
      );
      const link = await page.evaluate(() => window.sublevel.link());
      assert.match(link, /model=sum/);
      assert.match(link, /halve=3~5|halve=3%7E5/);
      await page.goto("about:blank");
      await page.goto(link);
      await page.waitForFunction(() => window.sublevel?.state().run?.summary.config.model === "sum");
      assert.deepEqual((await run(page)).summary.config.halveAt, [3, 5]);
      await more(page).click();
      await form(page).getByRole("button", { name: "Reset to defaults" }).click();
      await page.waitForFunction(() => window.sublevel.state().run.summary.config.model === "gfl");
      assert.deepEqual((await run(page)).summary.config.halveAt, [20, 40, 60, 80]);
    });
  });

  it("of a model without a filter replace its views by an explanation", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees&graph=1", ...ROOMY }, async (page) => {
      for (const name of ["SUM", "Sort pooling", "Deep Sets"]) {
        await set(page.locator(".fields"), "Model", name);
        await settled(page);
        await page.getByText(`${name} learns no filter`).first().waitFor();
        for (const place of [".area-graph", ".area-bars"]) {
          assert.match(await page.locator(place).innerText(), new RegExp(`${name} learns no filter`), place);
        }
        await more(page).click();
        for (const label of [
          "Fixed filter",
          "Gradient at ties",
          "Extended persistence",
          "Coordinate function",
        ]) {
          assert(await form(page).getByLabel(label, { exact: true }).isDisabled(), `${label} of ${name}`);
        }
        await page.keyboard.press("Escape");
      }
    });
  });

  it("include extended persistence, and the page shows its barcode", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees&graph=1", ...ROOMY }, async (page) => {
      const kinds = () =>
        page.evaluate(() => [...new Set(window.sublevel.state().shown.bars.map(({ kind }) => kind))]);
      assert(!(await kinds()).includes("h0Extended"));
      await more(page).click();
      await set(form(page), "Extended persistence", true);
      await settled(page);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() =>
        window.sublevel.state().shown.bars.some(({ kind }) => kind === "h0Extended"),
      );
      assert(await page.locator(".area-bars").getByLabel("extended").isChecked());
    });
  });

  it("accept fold files by dialog or drop, and report errors in them", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees", ...ROOMY }, async (page) => {
      await page.waitForFunction(() => window.sublevel.state().data !== null);
      const graphs = await page.evaluate(() => window.sublevel.state().data.rows.length);
      const all = Array.from({ length: graphs }, (_, graph) => graph);
      const lines = (parts) => `${parts.join("\n")}\n`;
      const fold = (tested) => [
        [`train_idx-${tested + 1}.txt`, lines(all.filter((graph) => graph % 3 !== tested))],
        [`test_idx-${tested + 1}.txt`, lines(all.filter((graph) => graph % 3 === tested))],
      ];
      await drop(page, ["train_idx-1.txt", lines([0, graphs])], ["test_idx-1.txt", lines([1])]);
      await notices(page).getByText("The folds were not taken").waitFor();
      assert.match(
        await notices(page).innerText(),
        new RegExp(`train_idx-1.txt, line 2: expected the index of a graph, from 0 to ${graphs - 1}`),
      );
      await drop(page, ...fold(0), ...fold(1), ...fold(2));
      await page.waitForFunction(() => window.sublevel.state().run.summary.splits === "files");
      assert.match(await page.locator(".model").first().innerText(), /fold 1 of 3 from files/);
      await more(page).click();
      await set(form(page), "Test fold", "3");
      await settled(page);
      const tested = await page.evaluate(() =>
        window.sublevel.state().data.rows.flatMap(({ part }, graph) => (part === "test" ? [graph] : [])),
      );
      assert.deepEqual(
        tested,
        all.filter((graph) => graph % 3 === 2),
      );
      // The published folds are of other data sets.
      const origin = form(page).getByLabel("Source of the folds", { exact: true });
      assert(await origin.locator("option", { hasText: SHIPPED }).isDisabled());
      await form(page).getByText("not for “Cycles and trees”").waitFor();
      const chosen = page.waitForEvent("filechooser");
      await form(page).getByRole("button", { name: "Choose files of folds" }).click();
      await (
        await chosen
      ).setFiles(
        [...fold(0), ...fold(1)].map(([name, text]) => ({
          name,
          mimeType: "text/plain",
          buffer: Buffer.from(text),
        })),
      );
      await page.waitForFunction(() => window.sublevel.state().run.summary.config.folds === 2);

      // A single fold is enough, also for the second engine.
      await page.keyboard.press("Escape");
      await drop(page, ...fold(0));
      await page.waitForFunction(() => window.sublevel.state().run.summary.config.folds === 1);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "filter" } }),
      );
      await page.locator(".learned-finding", { hasText: "untrained" }).waitFor();
    });
  });

  it("are all reachable on the model page and on a phone", async () => {
    const phone = { viewport: { width: 390, height: 844 } };
    for (const [context, name] of [
      [{}, "model"],
      [phone, "phone"],
    ]) {
      const query = "?data=cycles-and-trees&page=model";
      await withPage(browser, { query, ...context }, async (page) => {
        assert.match(await page.locator(".model-train .model").innerText(), /^GFL, 1 layer, .*fold 1 of 10/);
        await page.getByRole("button", { name: "Settings", exact: true }).press("Enter");
        await set(form(page), "Model", "PH-only");
        await settled(page);
        await set(form(page), "Fixed filter", "closeness");
        await settled(page);
        const { width, right } = await form(page).evaluate((popover) => {
          const { right } = popover.getBoundingClientRect();
          return { width: popover.scrollWidth - popover.clientWidth, right };
        });
        assert(width <= 0 && right <= page.viewportSize().width, `${name}: ${width}, ${right}`);
        await page.screenshot({ path: screenshotPath(`options-${name}`) });
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: /^Settings/ }).waitFor();
        assert.match(await page.locator(".model-train .model").innerText(), /^PH-only, filter: closeness/);
      });
    }
  });
});
