// The confusion matrix compared with the predictions elsewhere on the page, its cells, and their graphs.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  browserOf,
  drop,
  faultless,
  load,
  offered,
  pixels,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const browser = browserOf(WITHOUT_GPU);

const PANEL = '[aria-label="Where does it fail?"]';
const THUMB = `${PANEL} .fail-thumb`;

/** The panel with a data set of the server; skips the test if the server lacks it. */
function withData(t, data, use) {
  return withPage(browser, {}, async (page) => {
    if (!(await offered(page))?.includes(data)) return t.skip("the server does not offer it");
    assert(await load(page, { data, graph: 0 }));
    await page.evaluate(() =>
      window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" } }),
    );
    await use(page);
  });
}

/** The counts of the matrix by row, when it belongs to these weights. */
async function matrix(page, weights) {
  await page.waitForFunction(
    ([panel, wanted]) => document.querySelector(`${panel} .fail-hint`)?.textContent.startsWith(wanted),
    [PANEL, weights],
  );
  return page.$$eval(`${PANEL} tbody tr`, (rows) =>
    rows.map((row) => [...row.querySelectorAll("button")].map((cell) => Number(cell.textContent))),
  );
}

const graphsInView = (page) =>
  page.$$eval(THUMB, (thumbs) => thumbs.map((thumb) => Number(/graph (\d+)/.exec(thumb.textContent)[1]) - 1));

/** The predictions of the training engine, and the rows of the data set. */
async function predicted(page) {
  await page.waitForFunction(() => {
    const { run } = window.sublevel.state();
    return run.predictions?.step === run.stepsDone && !run.predictions.values.some(Number.isNaN);
  });
  return page.evaluate(() => {
    const { run, data } = window.sublevel.state();
    return { classes: [...run.predictions.values], rows: data.rows, names: data.summary.classes };
  });
}

/** The scores of one graph from the training engine. */
async function scoresOf(page, index, epoch) {
  await page.evaluate(
    (shown) => window.sublevel.dispatch({ type: "show", subject: { type: "graph", index: shown } }),
    index,
  );
  const handle = await page.waitForFunction(
    ([wanted, of]) => {
      const { inspection } = window.sublevel.state();
      return inspection?.index === wanted && inspection.epoch === of && [...inspection.logits];
    },
    [index, epoch],
  );
  return handle.jsonValue();
}

function count(rows, said, part, classes) {
  const counts = Array.from({ length: classes }, () => Array(classes).fill(0));
  rows.forEach((row, index) => {
    if (row.part === part) counts[row.class][said[index]] += 1;
  });
  return counts;
}

const leadOf = (scores, truth) => {
  const best = Math.max(...scores);
  const said = scores.indexOf(best);
  return best - (said === truth ? Math.max(...scores.filter((_, label) => label !== said)) : scores[truth]);
};

suite("the confusion matrix", () => {
  for (const data of ["MUTAG", "IMDB-MULTI"]) {
    test(`of ${data} counts the predictions of each part, and a cell shows its graphs`, async (t) => {
      await withData(t, data, async (page) => {
        await trainToTheEnd(page, { epochs: 3, seed: 1 });
        const { classes: said, rows, names } = await predicted(page);
        const now = `Step ${await page.evaluate(() => window.sublevel.state().run.stepsDone)}`;
        for (const [title, part] of [
          ["Training", "train"],
          ["Validation", "validation"],
          ["Test", "test"],
        ]) {
          await page.getByRole("radio", { name: title, exact: true }).check();
          const counts = count(rows, said, part, names.length);
          assert.deepEqual(await matrix(page, now), counts, part);
          const right = counts.reduce((sum, row, label) => sum + row[label], 0);
          const total = counts.flat().reduce((a, b) => a + b, 0);
          await page
            .getByText(
              `${right.toLocaleString("en")} of ${total.toLocaleString("en")} right, ${((100 * right) / total).toFixed(1)} %`,
            )
            .waitFor();
        }

        // The largest misclassified cell of the test part.
        const counts = count(rows, said, "test", names.length);
        const cells = counts.flatMap((row, truth) => row.map((graphs, s) => ({ graphs, truth, said: s })));
        const cell = cells.filter(({ truth, said: s }) => truth !== s).sort((a, b) => b.graphs - a.graphs)[0];
        assert(cell.graphs > 0, "the model is wrong somewhere");
        await page
          .locator(`${PANEL} tbody button`)
          .nth(cell.truth * names.length + cell.said)
          .click();
        const inCell = rows.flatMap((row, index) =>
          row.part === "test" && row.class === cell.truth && said[index] === cell.said ? [index] : [],
        );
        await page.getByRole("heading", { name: "predicted as" }).waitFor();
        const first = await graphsInView(page);
        assert.equal(first.length, Math.min(12, inCell.length));
        assert(first.every((index) => inCell.includes(index)));
        const leads = await page.$$eval(`${THUMB} b`, (all) =>
          all.map((b) => Number(/[\d.]+$/.exec(b.textContent)[0])),
        );
        assert.deepEqual(
          leads,
          [...leads].sort((a, b) => b - a),
        );
        // The training engine gives the same confidence.
        const scores = await scoresOf(page, first[0], null);
        assert.equal(leadOf(scores, cell.truth).toFixed(1), leads[0].toFixed(1));

        await page.waitForFunction((thumb) => document.querySelectorAll(`${thumb} canvas`).length > 0, THUMB);
        await page.waitForTimeout(1000);
        for (const theme of ["light", "dark"]) {
          await page.evaluate((wanted) => window.sublevel.dispatch({ type: "theme", theme: wanted }), theme);
          await page.waitForTimeout(200);
          await faultless(page, `${data}, ${theme}`);
          await page.screenshot({ path: screenshotPath(`fail-${data}-${theme}`) });
        }
      });
    });
  }

  test("supports the keyboard: cells, graphs, pages; Enter shows a graph and stays on the page", async (t) => {
    await withData(t, "MUTAG", async (page) => {
      await page.getByRole("radio", { name: "Training", exact: true }).check();
      await matrix(page, "Untrained");
      const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      await page.getByRole("grid").getByRole("button").first().focus();
      assert.match(await focused(), /of class -1 predicted as class -1, right$/);
      await page.keyboard.press("ArrowDown");
      assert.match(await focused(), /of class 1 predicted as class -1$/);
      await page.keyboard.press("ArrowRight");
      assert.match(await focused(), /of class 1 predicted as class 1, right$/);
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowDown");
      // Tab leaves the grid and returns to the same cell.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Shift+Tab");
      assert.match(await focused(), /of class 1 predicted as class -1$/);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "class 1, predicted as class -1" }).waitFor();
      // A cell with more graphs than fit on one page.
      const cells = page.getByRole("grid").getByRole("button");
      const counts = (await cells.allInnerTexts()).map(Number);
      await cells.nth(counts.indexOf(Math.max(...counts))).press("Enter");
      await page.waitForFunction((thumb) => document.querySelectorAll(thumb).length === 12, THUMB);

      const place = () => page.evaluate(() => document.activeElement.dataset.place);
      await page.locator(THUMB).first().focus();
      await page.keyboard.press("ArrowRight");
      assert.equal(await place(), "1");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("PageDown");
      assert.equal(await place(), "12");
      assert.equal(await page.locator(THUMB).count(), 12);
      await page.keyboard.press("ArrowLeft");
      assert.equal(await place(), "11");
      const [wanted] = (await graphsInView(page)).slice(11);
      await page.keyboard.press("Enter");
      const state = await page.evaluate(() => window.sublevel.state());
      assert.deepEqual(state.document.subject, { type: "graph", index: wanted });
      assert.equal(state.view.page, "model");
      assert.equal(await page.locator(`${THUMB}[aria-current="true"]`).getAttribute("data-place"), "11");
      assert.equal(await page.locator(`${THUMB}[aria-current="true"]`).count(), 1);
    });
  });

  test("follows the selected epoch, and marks initial weights as untrained", async (t) => {
    await withData(t, "MUTAG", async (page) => {
      await trainToTheEnd(page, { epochs: 4, seed: 2 });
      const untrained = page.getByText("untrained", { exact: true });
      const { rows } = await predicted(page);
      assert.equal(await untrained.count(), 0);
      const pictures = [];
      for (const [epoch, weights] of [
        [2, "Epoch 2"],
        [0, "Untrained"],
      ]) {
        await page.evaluate(
          (wanted) => window.sublevel.dispatch({ type: "view", change: { epoch: wanted } }),
          epoch,
        );
        const found = await matrix(page, weights);
        const said = [];
        for (const [index, { part }] of rows.entries()) {
          if (part !== "test") continue;
          const scores = await scoresOf(page, index, epoch);
          said[index] = scores.indexOf(Math.max(...scores));
        }
        assert.deepEqual(found, count(rows, said, "test", 2), weights);
        assert.equal(await untrained.count(), epoch === 0 ? 1 : 0);
        await page.locator(`${PANEL} tbody button`).nth(3).click();
        await page.waitForTimeout(600);
        pictures.push(await pixels(page, PANEL));
      }
      assert.notEqual(pictures[0], pictures[1], "the colours are those of the epoch");
    });
  });

  test("keeps graphs and order during training until a refresh, without layout shifts", async (t) => {
    await withData(t, "MUTAG", async (page) => {
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { pace: 16 } }));
      await page.evaluate(() => void window.sublevel.train({ epochs: 200, seed: 1 }));
      // Without the epoch of the numbers, which change during training.
      const hint = async () =>
        (await page.locator(`${PANEL} .fail-hint`).textContent()).replace(/ Numbers: epoch \d+\./, "");
      const words = () => page.locator(`${PANEL} .fail-words`).textContent();
      const tops = () =>
        page.$$eval(`${PANEL} :is(table, h3, .fail-hint, .fail-gallery)`, (all) =>
          all.map((element) => element.getBoundingClientRect().top),
        );
      await page.waitForSelector(THUMB);
      const before = { hint: await hint(), graphs: await graphsInView(page), tops: await tops() };
      const said = await words();
      const refresh = page.getByRole("button", { name: "Refresh the graphs and their order" });
      await page.waitForFunction(
        ([panel, old]) => document.querySelector(`${panel} .fail-words`).textContent !== old,
        [PANEL, said],
      );
      assert.deepEqual({ hint: await hint(), graphs: await graphsInView(page), tops: await tops() }, before);
      await refresh.click();
      await page.waitForFunction(
        ([panel, old]) =>
          document.querySelector(`${panel} .fail-hint`).textContent.replace(/ Numbers: epoch \d+\./, "") !==
          old,
        [PANEL, before.hint],
      );
      assert.match(await hint(), /^Epoch \d+, /);
      // After the run they belong to the current weights.
      await page.evaluate(() => window.sublevel.pause());
      await page.waitForFunction(
        (panel) => document.querySelector(`${panel} .fail-hint`).textContent.startsWith("Step "),
        PANEL,
      );
      assert(await refresh.isDisabled());
    });
  });

  test("of fifty classes scrolls below readable headings in natural order", async () => {
    await withPage(browser, {}, async (page) => {
      const names = Array.from({ length: 50 }, (_, label) => `kind ${label}`);
      const lines = Array.from({ length: 200 }, (_, i) => {
        const n = 4 + (i % 7);
        const edges = Array.from({ length: n - 1 }, (_, v) => [Math.floor((v * (i % 3)) / 3), v + 1]);
        return JSON.stringify({ n, edges, y: names[i % 50] });
      });
      await drop(page, ["fifty.jsonl", lines.join("\n")]);
      await page.waitForFunction(() => window.sublevel.state().data?.summary.classes.length === 50);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" } }),
      );
      await matrix(page, "Untrained");
      const headings = page.locator(`${PANEL} thead th`);
      assert.deepEqual(await headings.allInnerTexts(), names);
      assert.deepEqual(await page.locator(`${PANEL} tbody th`).allInnerTexts(), names);
      // No name is cut.
      assert.deepEqual(
        await page.$$eval(`${PANEL} :is(thead th span, tbody th)`, (all) =>
          all
            .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.textContent),
        ),
        [],
      );
      // Headings stay in view beside the last cell.
      const cells = page.getByRole("grid").getByRole("button");
      await cells.last().focus();
      const box = async (locator) => await locator.boundingBox();
      const [room, cell, column, line] = [
        await box(page.locator(`${PANEL} .fail-matrix`)),
        await box(cells.last()),
        await box(headings.last()),
        await box(page.locator(`${PANEL} tbody th`).last()),
      ];
      const within = ({ x, y, width, height }) =>
        x >= room.x - 1 &&
        y >= room.y - 1 &&
        x + width <= room.x + room.width + 1 &&
        y + height <= room.y + room.height + 1;
      assert([cell, column, line].every(within), JSON.stringify([room, cell, column, line]));
      assert(column.y + column.height <= cell.y + 1 && line.x + line.width <= cell.x + 1);
      assert.match(await cells.last().getAttribute("title"), /of kind 49 predicted as kind 49, right$/);
      for (const theme of ["light", "dark"]) {
        await page.evaluate((wanted) => window.sublevel.dispatch({ type: "theme", theme: wanted }), theme);
        await page.waitForTimeout(200);
        await page.screenshot({ path: screenshotPath(`fail-fifty-${theme}`) });
        await faultless(page, `fifty classes, ${theme}`);
      }
    });
  });

  test("reports that no graph is misclassified, and shows the least confident predictions", async () => {
    await withPage(browser, {}, async (page) => {
      await load(page, { data: "cycles-and-trees", graph: 0 });
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" } }),
      );
      const { epochs } = await trainToTheEnd(page, { epochs: 20, seed: 0 });
      assert.equal(epochs.at(-1).testMetric, 1, "the problem is easy");
      await page.getByRole("heading", { name: "No test graph is wrong" }).waitFor();
      await page.getByText("least confident first").waitFor();
      assert((await graphsInView(page)).length > 0);
      const leads = await page.$$eval(`${THUMB} b`, (all) =>
        all.map((b) => Number(/[\d.]+$/.exec(b.textContent)[0])),
      );
      assert.deepEqual(
        leads,
        [...leads].sort((a, b) => a - b),
      );
      // An empty cell shows a message.
      await page.locator(`${PANEL} tbody button`).nth(1).click();
      await page.getByText(": none.").waitFor();
      assert.equal(await page.locator(THUMB).count(), 0);
    });
  });
});
