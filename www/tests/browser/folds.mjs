// Experiments: a run file of the command line opens, cross-validation in the page gives its numbers, and settings are compared. `tests/page/browser.rs` trains the run on the
// graphs that the server offers, and reports the run file that the page saved.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { after, before, suite, test } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import { painted } from "./stage.mjs";
import {
  bytesOf,
  drop,
  faultless,
  fits,
  launch,
  notices,
  outPath,
  screenshotPath,
  ROOMY,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const NATIVE = outPath("folds-native.json");
const FROM_PAGE = outPath("folds-from-page.json");
/**
 * Relative tolerance of losses; measured: 4e-7. The program multiplies and adds with one rounding (FMA), WebAssembly with two, and ln, cos and
 * exp are from different libraries. A change of one ulp in every initial weight makes the same difference between two runs of the program.
 * Longer runs, deeper models and labels cannot be compared: Adam makes whole steps for gradients that are zero up to rounding. The gradient
 * jumps where two vertices change their order or a point crosses the middle of a hat. In two of five runs of the defaults on MUTAG one ulp
 * became a tenth of the loss within sixty steps.
 */
const NEAR = 1e-5;

let browser;
before(async () => {
  browser = await launch(WITHOUT_GPU);
});
after(() => browser.close());

const QUERY = "?page=model&topic=folds&data=one-loop-or-several&graph=path";
const panel = (page) => page.getByRole("region", { name: "Is it better?" });
const button = (page, name) => panel(page).getByRole("button", { name });
const folds = (page) => page.evaluate(() => window.sublevel.state().folds);
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** Waits until the panel shows only folds that were trained here; returns their run file. */
async function finished(page) {
  const trained = () => {
    const { folds } = window.sublevel.state();
    return folds?.name === null && folds.training === null;
  };
  await page.waitForFunction(trained, null, { timeout: WORK_TIMEOUT });
  return (await folds(page)).file;
}

/** Short runs of a generated data set. */
async function quick(page, change) {
  await page.evaluate((settings) => window.sublevel.dispatch({ type: "settings", change: settings }), {
    ...{ epochs: 3, width: 8, hats: 6, folds: 3 },
    ...change,
  });
  await page.waitForFunction(() => {
    const { run, document } = window.sublevel.state();
    return run?.summary.config.epochs === document.settings.epochs;
  });
}

/** The page on a computer with this number of cores; `window.engines` lists the workers that train folds. */
const onCores = (cores) => (page) =>
  page.addInitScript((count) => {
    Object.defineProperty(navigator, "hardwareConcurrency", { get: () => count });
    window.engines = [];
    const Original = Worker;
    window.Worker = class extends Original {
      postMessage(message, transfer) {
        if (message.call === "beginFolds") window.engines.push(this);
        super.postMessage(message, transfer);
      }
    };
  }, cores);

/** The run without the durations of its epochs, which differ from run to run. */
function timeless(file) {
  return JSON.parse(JSON.stringify(file, (key, value) => (key === "seconds" ? 0 : value)));
}

/** Printing and reading a double may change its last bit. */
function rounded(file) {
  return JSON.parse(
    JSON.stringify(file, (_, value) => (typeof value === "number" ? value.toPrecision(12) : value)),
  );
}

/** The downloaded run file. */
async function saved(page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    button(page, "Save run file").click(),
  ]);
  return bytesOf(download);
}

suite("folds", () => {
  test("a run file of the command line shows its numbers, and cross-validation in the page gives the same", async (context) => {
    if (!existsSync(NATIVE)) {
      context.skip("the command line has not trained");
      return;
    }
    const text = await readFile(NATIVE);
    const native = JSON.parse(text);
    await withPage(browser, { query: QUERY }, async (page) => {
      await drop(page, ["RUN.json", text.toString()]);
      await panel(page).getByText(percent(native.mean_test_accuracy)).first().waitFor();
      const headline = await panel(page).locator(".fold-words").innerText();
      const deviation = (100 * native.std_test_accuracy).toFixed(1);
      assert(headline.includes(`${percent(native.mean_test_accuracy)} ± ${deviation} %`), headline);
      const rows = await panel(page).locator(".fold-row").allInnerTexts();
      assert.deepEqual(
        rows.map((row) => row.split(/\n+/)),
        native.folds.map(({ fold, test_accuracy: accuracy }) => [`Fold ${fold}`, percent(accuracy)]),
      );
      const summed = native.classes.map((_, truth) =>
        native.classes.map((_, said) =>
          native.folds.reduce((sum, fold) => sum + fold.confusion[truth][said], 0),
        ),
      );
      const cells = await panel(page).locator(".fail-cell").allInnerTexts();
      assert.deepEqual(cells.map(Number), summed.flat());
      const totals = await panel(page).locator(".fail-total").allInnerTexts();
      const graphs = native.folds.reduce((sum, fold) => sum + fold.predictions.length, 0);
      assert.equal(Number(totals.at(-1)), graphs);

      // Another data set is open: the graphs of the run can be shown when theirs is open.
      assert(await panel(page).locator(".fold-graph").first().isDisabled());
      await button(page, `Open ${native.data}`).click();
      await page.waitForFunction((name) => window.sublevel.state().data?.summary.name === name, native.data, {
        timeout: WORK_TIMEOUT,
      });
      await page.waitForFunction(() => window.sublevel.state().loading === null);
      const wrong = native.folds
        .flatMap((fold) => fold.predictions)
        .filter(([, truth, said]) => truth !== said);
      const first = Math.min(...wrong.map(([graph]) => graph));
      await panel(page).locator(".fold-graph:enabled").first().click();
      await page.waitForFunction((index) => window.sublevel.state().document.subject.index === index, first);
      await page.screenshot({ path: screenshotPath("folds-native") });

      await button(page, "Use these settings").click();
      await page.waitForFunction(
        (epochs) => window.sublevel.state().run?.summary.config.epochs === epochs,
        native.config.epochs,
      );
      const run = await page.evaluate(() => window.sublevel.state().run.id);
      // The results of the command line would be used again.
      await button(page, "All folds are trained").waitFor();
      await panel(page)
        .getByRole("button", { name: /^Remove /, disabled: false })
        .click();
      await button(page, /^Cross-validate/).click();
      const own = await finished(page);
      assert.deepEqual(await page.evaluate(() => window.sublevel.state().notices), []);
      assert.equal(
        await page.evaluate(() => window.sublevel.state().run.id),
        run,
        "the run in view is another one",
      );
      assert.equal(await page.evaluate(() => window.sublevel.state().run.stepsDone), 0);
      for (const key of ["data", "fingerprint", "seed", "splits", "classes", "config"])
        assert.deepEqual(own[key], native[key], key);
      assert.equal(own.folds.length, native.folds.length);
      let farthest = 0;
      for (const [place, fold] of own.folds.entries()) {
        const printed = native.folds[place];
        assert.deepEqual([fold.fold, fold.split], [printed.fold, printed.split]);
        assert.deepEqual(fold.predictions, printed.predictions);
        for (const [at, epoch] of fold.epochs.entries()) {
          const { train_loss: loss, test_accuracy: accuracy } = printed.epochs[at];
          const far = Math.abs(epoch.train_loss - loss) / loss;
          farthest = Math.max(farthest, far);
          assert(far < NEAR, `fold ${fold.fold}, epoch ${at + 1}: the loss ${epoch.train_loss}, not ${loss}`);
          assert.equal(epoch.test_accuracy, accuracy, `fold ${fold.fold}, epoch ${at + 1}`);
        }
      }
      context.diagnostic(`maximum relative difference of losses: ${farthest}`);
      await page.screenshot({ path: screenshotPath("folds-own") });
    });
  });

  test("after a cancellation the finished folds stay, also in a new tab, and the saved file can be read", async () => {
    await withPage(
      browser,
      { query: `${QUERY}&data=cycles-and-trees`, acceptDownloads: true },
      async (page) => {
        // Many folds, so that some remain on a busy machine, too.
        await quick(page, { epochs: 40, folds: 12 });
        await button(page, "Cross-validate, 12 folds").click();
        // Two folds can finish in one frame.
        await page.waitForFunction(() => window.sublevel.state().folds?.file?.folds.length >= 1, null, {
          timeout: WORK_TIMEOUT,
        });
        assert.match(
          await panel(page).locator(".fold-progress").innerText(),
          /Fold \d+ of 12, epoch \d+ of 40|\d+ of 12 folds finished/,
        );
        // The page stays usable: it is drawn while a worker trains.
        for (let frame = 0; frame < 10; frame++) await painted(page);
        await page.screenshot({ path: screenshotPath("folds-training") });
        await button(page, "Cancel").click();
        const file = await finished(page);
        assert(file.folds.length >= 1 && file.folds.length < 12);
        assert.equal(file.folds.length + file.unfinished.length, 12);
        assert.match(await panel(page).locator(".fold-words").innerText(), /Not finished/);
        const bytes = await saved(page);
        await writeFile(FROM_PAGE, bytes);
        assert.deepEqual(JSON.parse(bytes), file);

        // Another tab shows the finished folds, and opens the file.
        const other = await page.context().newPage();
        await other.goto(`${new URL(page.url()).origin}/${QUERY}&data=cycles-and-trees`);
        await button(other, `Show the last folds of ${file.data}`).click();
        await panel(other).locator(".fold-words").waitFor();
        assert.deepEqual(rounded((await folds(other)).file.folds), rounded(file.folds));
        await drop(other, ["anything.json", bytes.toString()]);
        await other.waitForFunction(() => window.sublevel.state().folds?.name === "anything.json");
        assert.deepEqual(rounded((await folds(other)).file), rounded(file));
        await other.close();
      },
    );
  });

  test("several engines give the run of one engine bit for bit, also after a crash of one", async () => {
    const query = `${QUERY}&data=cycles-and-trees`;
    // Enough epochs that every engine trains when one of them crashes.
    const config = { folds: 4, dropout: 0.2, epochs: 60 };
    let alone;
    await withPage(browser, { query, init: onCores(1) }, async (page) => {
      await quick(page, config);
      await button(page, "Cross-validate, 4 folds").click();
      alone = await finished(page);
      assert.deepEqual(
        alone.folds.map(({ fold, epochs }) => [fold, epochs.length]),
        [1, 2, 3, 4].map((fold) => [fold, 60]),
      );
      assert.equal(await page.evaluate(() => window.engines.length), 1);
    });
    await withPage(browser, { query, init: onCores(3) }, async (page) => {
      await quick(page, config);
      await button(page, "Cross-validate, 4 folds").click();
      await page.waitForFunction(
        () => window.sublevel.state().folds?.training?.progress?.current.length === 3,
        null,
        { timeout: WORK_TIMEOUT },
      );
      assert.equal(await page.evaluate(() => window.engines.length), 3);
      await page.evaluate(() =>
        window.engines.at(-1).dispatchEvent(new ErrorEvent("error", { message: "out of memory" })),
      );
      assert.deepEqual(timeless(await finished(page)), timeless(alone));
      assert.deepEqual(await page.evaluate(() => window.sublevel.state().notices), []);
    });
  });

  test("the model of a finished fold opens in all views, and after a reload the page says that its weights are missing", async () => {
    await withPage(browser, { query: `${QUERY}&data=cycles-and-trees`, ...ROOMY }, async (page) => {
      await quick(page, {});
      await button(page, "Cross-validate, 3 folds").click();
      const file = await finished(page);
      for (const { fold, predictions } of [file.folds[1], file.folds[2]]) {
        await button(page, `Open model of fold ${fold}`).click();
        await button(page, `The model of fold ${fold} is in view`).waitFor();
        await notices(page).getByText(`The model of fold ${fold} was loaded`).waitFor();
        const { config, tested } = await page.evaluate(() => {
          const { run, data } = window.sublevel.state();
          const rows = [...data.rows.entries()].filter(([, row]) => row.part === "test");
          return { config: run.summary.config, tested: rows.map(([graph]) => graph) };
        });
        assert.equal(config.fold, fold);
        assert.deepEqual(
          tested,
          predictions.map(([graph]) => graph),
        );
        await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { topic: "fail" } }));
        await page
          .getByRole("region", { name: "Where does it fail?" })
          .getByText(`Fold ${fold} of 3`)
          .waitFor();
        await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { topic: "folds" } }));
        // The list of graphs has the predictions of this fold.
        await page.waitForFunction((stored) => {
          const { predictions } = window.sublevel.state().run;
          return stored.every(([graph, , said]) => predictions?.values[graph] === said);
        }, predictions);
      }
      await page.screenshot({ path: screenshotPath("folds-opened") });
      await page.getByRole("button", { name: "Inspect", exact: true }).click();
      await page
        .getByText(/fold 3 of 3/)
        .first()
        .waitFor();
      await page.screenshot({ path: screenshotPath("folds-opened-inspect") });

      await page.goto(`${new URL(page.url()).origin}/${QUERY}&data=cycles-and-trees`);
      await button(page, `Show the last folds of ${file.data}`).click();
      await panel(page).getByText("A run file contains no weights.").waitFor();
      assert.equal(await button(page, /^Open model/).count(), 0);
    });
  });

  test("settings and seeds are compared, saved, and not trained twice", async () => {
    const query = `${QUERY}&data=cycles-and-trees`;
    await withPage(browser, { query, acceptDownloads: true }, async (page) => {
      await quick(page, {});
      await button(page, "Add setting").click();
      const form = page.locator(".settings-popover:popover-open");
      await form.getByLabel("Model", { exact: true }).selectOption("ph-only");
      await form.getByRole("button", { name: "Add", exact: true }).click();
      await form.getByRole("button", { name: "It is in the list" }).waitFor();
      await page.keyboard.press("Escape");
      await panel(page).getByLabel("Seeds").fill("2");
      await page.keyboard.press("Tab");
      await button(page, "Train 12 folds of 4 runs").click();
      await page.waitForFunction(
        () => {
          const { experiment, folds } = window.sublevel.state();
          return experiment.runs.length === 4 && folds?.training === null;
        },
        null,
        { timeout: WORK_TIMEOUT },
      );
      assert.deepEqual(await page.evaluate(() => window.sublevel.state().notices), []);
      const runs = await page.evaluate(() => window.sublevel.state().experiment.runs.map(({ file }) => file));
      assert.deepEqual(
        runs.map(({ config, seed, folds }) => [config.model, seed, folds.length]),
        [
          ["gfl", 0, 3],
          ["gfl", 1, 3],
          ["ph-only", 0, 3],
          ["ph-only", 1, 3],
        ],
      );
      // All seeds and settings have the same splits.
      const splits = runs.map(({ folds }) => folds.map(({ split }) => split).join());
      assert.equal(new Set(splits).size, 1);
      await button(page, "All folds are trained").waitFor();

      const answer = panel(page).getByRole("region", { name: "Comparison of the settings" });
      assert.match(
        await answer.locator(".experiment-sentence").innerText(),
        /is better than|No difference is shown|No statement is possible/,
      );
      const cells = await answer.locator(".experiment-table").first().locator("tbody tr").allInnerTexts();
      assert.deepEqual(
        cells.map((row) => row.split("\t").slice(2, 4)),
        [
          ["6", "3"],
          ["6", "3"],
        ],
      );
      await answer.getByRole("img", { name: /^Mean test accuracy of each setting\. GFL.*PH-only/ }).waitFor();
      await page.screenshot({ path: screenshotPath("experiment") });

      // The names are those of the saved tables.
      await button(page, /^Rename PH-only/).click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("Bars & only");
      await page.keyboard.press("Enter");
      await answer.locator(".experiment-table").first().getByText("Bars & only").waitFor();
      for (const [format, ending, content] of [
        ["LaTeX", "tex", "Bars \\& only"],
        ["CSV", "csv", ",setting,Bars & only,"],
        ["Markdown", "md", "| B | Bars &amp; only |"],
      ]) {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          answer.getByRole("button", { name: format, exact: true }).click(),
        ]);
        assert.equal(download.suggestedFilename(), `One loop or several-comparison.${ending}`);
        assert((await bytesOf(download)).toString().includes(content), format);
      }

      // The folds of each run can be chosen.
      await panel(page).getByLabel("Folds of").selectOption({ index: 2 });
      await page.waitForFunction(() => window.sublevel.state().folds.file.config.model === "ph-only");

      // A third seed trains its folds only.
      await panel(page).getByLabel("Seeds").fill("3");
      await page.keyboard.press("Tab");
      await button(page, "Train 6 more folds").waitFor();
      await button(page, "Remove Bars & only").click();
      await button(page, "Train 3 more folds").waitFor();
      await faultless(page, "experiment");
    });
  });

  test("invalid files are rejected with their reason, and the view does not change", async () => {
    await withPage(browser, { query: `${QUERY}&data=cycles-and-trees` }, async (page) => {
      await quick(page, {});
      await button(page, "Cross-validate, 3 folds").click();
      const file = await finished(page);
      assert.equal(file.folds.length, 3);
      const text = JSON.stringify(file);
      for (const [content, reason] of [
        [text.slice(0, text.length / 2), /EOF/],
        [JSON.stringify({ ...file, mean_test_accuracy: 2 }), /accuracy is 2 ±/],
        [JSON.stringify({ ...file, folds: [file.folds[0], file.folds[0]] }), /more than once/],
      ]) {
        await drop(page, ["RUN.json", content]);
        await notices(page).getByText(reason).waitFor();
        assert.deepEqual((await folds(page)).file, file);
        await page
          .getByRole("button", { name: /^Dismiss/ })
          .first()
          .click();
      }
      // A run of other graphs is shown with a notice.
      const [[graph, truth, said]] = file.folds[0].predictions;
      const folded = structuredClone(file);
      folded.folds[0].predictions[0] = [graph + 1e6, truth, said];
      await drop(page, ["RUN.json", JSON.stringify(folded)]);
      await panel(page)
        .getByText(/the file was changed/)
        .waitFor();
      assert(await panel(page).locator(".fold-graph").first().isDisabled());
    });
  });

  for (const theme of ["light", "dark"]) {
    test(`are readable and reachable, ${theme}`, async () => {
      const colours = { colorScheme: theme };
      await withPage(browser, { query: `${QUERY}&data=cycles-and-trees`, ...colours }, async (page) => {
        await quick(page, {});
        await button(page, "Cross-validate, 3 folds").click();
        await finished(page);
        await panel(page).locator(".fold-row").nth(1).press("Enter");
        await faultless(page, `folds, ${theme}`);
        for (const [width, height] of [
          [1280, 720],
          [900, 500],
          [390, 844],
        ]) {
          await page.setViewportSize({ width, height });
          await fits(page, `${width} × ${height}`);
          await panel(page).locator(".fold-words").scrollIntoViewIfNeeded();
          await page.screenshot({ path: screenshotPath(`folds-${theme}-${width}`) });
        }
      });
    });
  }
});
