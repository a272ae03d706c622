// The panel “How do two runs differ?”: the comparison of seeds, folds, models and epochs, compared with each run alone.

import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import {
  faultless,
  fits,
  inMenu,
  launch,
  load,
  offered,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

let browser;
before(async () => {
  browser = await launch(WITHOUT_GPU);
});
after(() => browser.close());

const QUERY = "?page=model&topic=compare&data=one-loop-or-several&graph=path";
const TITLE = "How do two runs differ?";
const TIMEOUT = 240_000;

/** The panel, when its sentence contains these words. */
async function panelOf(page, words) {
  const panel = page.getByRole("region", { name: TITLE, exact: true });
  await panel.locator(".compare-finding", { hasText: words }).waitFor({ timeout: WORK_TIMEOUT });
  return panel;
}

/** Trains a new run; returns the engine's results for every graph. */
async function trained(page, config) {
  await trainToTheEnd(page, config, TIMEOUT);
  return page.evaluate(async () => {
    const { data, run } = window.sublevel.state();
    const { vertexOffsets, filter, logits } = await window.sublevel.inspect();
    const classes = data.summary.classes.length;
    return {
      testMetric: run.epochs.at(-1).testMetric,
      graphs: data.rows.map((row, i) => {
        const own = [...logits.subarray(classes * i, classes * (i + 1))];
        return {
          part: row.part,
          truth: row.class,
          said: own.indexOf(Math.max(...own)),
          filter: [...filter.subarray(vertexOffsets[i], vertexOffsets[i + 1])],
        };
      }),
    };
  });
}

/** Waits until the browser stores this many runs beside the current one. */
const untilKept = (page, count) =>
  page.waitForFunction((wanted) => window.sublevel.state().keptRuns.length >= wanted, count);

/** Kendall's τ-b, pair by pair; NaN if it is undefined. */
function tauOf(a, b) {
  let [same, untiedA, untiedB] = [0, 0, 0];
  for (let u = 0; u < a.length; u++) {
    for (let v = 0; v < u; v++) {
      const [one, other] = [Math.sign(a[u] - a[v]), Math.sign(b[u] - b[v])];
      same += one * other;
      untiedA += Math.abs(one);
      untiedB += Math.abs(other);
    }
  }
  return same / Math.sqrt(untiedA * untiedB);
}

/** The share of the variance of b explained by a nondecreasing function of a, by pooling adjacent violators. */
function risingShare(a, b) {
  const levels = new Map();
  for (const [v, value] of a.entries()) {
    const level = levels.get(value) ?? { count: 0, sum: 0 };
    levels.set(value, { count: level.count + 1, sum: level.sum + b[v] });
  }
  const pools = [];
  for (const value of [...levels.keys()].sort((x, y) => x - y)) {
    let pool = levels.get(value);
    while (pools.length > 0 && pools.at(-1).sum / pools.at(-1).count > pool.sum / pool.count) {
      const before = pools.pop();
      pool = { count: before.count + pool.count, sum: before.sum + pool.sum };
    }
    pools.push(pool);
  }
  const mean = b.reduce((x, y) => x + y, 0) / b.length;
  const total = b.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return pools.reduce((sum, pool) => sum + pool.count * (pool.sum / pool.count - mean) ** 2, 0) / total;
}

/** The common graphs of both runs in a part, with their τ. */
function compared(a, b, part) {
  const both = a.graphs.flatMap((graph, index) =>
    graph.part === part && b.graphs[index].part === part ? [index] : [],
  );
  return both.map((index) => {
    const [one, other] = [a.graphs[index], b.graphs[index]];
    const right = [one.said === one.truth, other.said === other.truth];
    return { index, tau: tauOf(one.filter, other.filter), right };
  });
}

const numberIn = (text) => Number(text.replace("−", "-").replaceAll(",", ""));
const mean = (numbers) => numbers.reduce((x, y) => x + y, 0) / numbers.length;

/** Whether a number rounded to two digits is this one, up to the last bits of f. */
function says(text, number) {
  assert(Math.abs(numberIn(text) - number) <= 0.008, `${text} is not ${number}`);
}

/** All graphs of the list with their numbers. */
async function listed(panel) {
  const found = [];
  for (;;) {
    found.push(
      ...(await panel.locator(".compare-chosen .fail-thumb").evaluateAll((thumbs) =>
        thumbs.map((thumb) => ({
          index: Number(/graph (\d+)/.exec(thumb.textContent)[1]) - 1,
          number: thumb.querySelector("b").lastChild.textContent,
        })),
      )),
    );
    const next = panel.getByRole("button", { name: "Next graphs" });
    if (await next.isDisabled()) return found;
    await next.click();
  }
}

/** A row of the table of runs: A, then B. */
const rowOf = (panel, name) =>
  panel
    .locator(".compare-table tr", { has: panel.page().getByRole("rowheader", { name, exact: true }) })
    .locator("td")
    .allTextContents();

suite("the comparison of two runs", () => {
  for (const data of ["MUTAG", "IMDB-MULTI"]) {
    test(`agrees graph by graph with each run alone, for two seeds on ${data}`, async (t) => {
      await withPage(browser, { query: QUERY }, async (page) => {
        if (!(await offered(page))?.includes(data)) return t.skip("the server does not offer it");
        assert(await load(page, { data, graph: 0 }));
        const b = await trained(page, { epochs: 3, seed: 1 });
        const a = await trained(page, { epochs: 2, seed: 2 });
        await untilKept(page, 1);
        let panel = page.getByRole("region", { name: TITLE, exact: true });
        assert.match(await panel.getByLabel("Run B").locator("option:checked").textContent(), /seed 1/i);
        await panel.getByRole("radio", { name: "Training", exact: true }).check();
        panel = await panelOf(page, "training graphs is");

        // The different settings, and the correct predictions of each run.
        assert.deepEqual(await rowOf(panel, "Seed"), ["2", "1"]);
        assert.deepEqual(await rowOf(panel, "Weights"), ["after epoch 2", "after epoch 3"]);
        assert.equal(await panel.getByRole("rowheader", { name: "Layers" }).count(), 0);
        for (const [place, text] of (await rowOf(panel, "Steps, time")).entries())
          assert.match(text, /^[\d,]+, (\d+(\.\d)? s|\d+ min \d+ s)$/, `${place}`);
        for (const [place, text] of (await rowOf(panel, "Right, test")).entries()) {
          const [, share] = /^([\d.]+) % of \d+$/.exec(text);
          assert(Math.abs(Number(share) / 100 - [a, b][place].testMetric) < 6e-4, text);
        }

        // The agreement, by comparing every pair of vertices.
        const graphs = compared(a, b, "train");
        const ordered = graphs.filter(({ tau }) => !Number.isNaN(tau));
        const told = await panel.locator(".compare-finding").textContent();
        const [, count, found] = /mean of τ over ([\d,]+) training graphs is (−?\d\.\d+)/.exec(told);
        assert.equal(numberIn(count), ordered.length, told);
        const average = mean(ordered.map(({ tau }) => tau));
        says(found, average);
        if (ordered.length < graphs.length)
          assert(
            told.includes(`${graphs.length - ordered.length} graph`),
            `${told} ${graphs.length - ordered.length}`,
          );
        const filters = [a, b].map(({ graphs: all }) => graphs.flatMap(({ index }) => all[index].filter));
        const falling = filters[0].map((value) => -value);
        const share = Math.max(...[filters[0], falling].map((values) => risingShare(values, filters[1])));
        const [, percent] = /explains at most ([\d.]+) %/.exec(told);
        assert(Math.abs(Number(percent) - 100 * share) < 0.2, `${told} ${share}`);

        // The list, with the largest disagreement first.
        const list = await listed(panel);
        assert.deepEqual(
          list.map(({ index }) => index).sort((x, y) => x - y),
          graphs.map(({ index }) => index),
        );
        const tauAt = new Map(graphs.map(({ index, tau }) => [index, tau]));
        const sign = average < 0 ? -1 : 1;
        let last = -Infinity;
        for (const { index, number } of list) {
          const tau = tauAt.get(index);
          if (Number.isNaN(tau)) {
            assert.equal(number, "–");
            last = 2;
            continue;
          }
          says(number, tau);
          assert(sign * tau >= last - 0.008, `${index} comes too late`);
          last = sign * tau;
        }

        // A range of τ, by keyboard.
        const columns = panel.locator(".compare-columns button");
        await columns.and(panel.locator('[tabindex="0"]')).focus();
        await page.keyboard.press("End");
        await page.keyboard.press("Enter");
        const high = graphs.filter(({ tau }) => tau >= 0.9 - 1e-6);
        await panel
          .locator(".compare-chosen h3", { hasText: `${high.length.toLocaleString("en")} training` })
          .waitFor();
        await page.keyboard.press("Enter");

        // The table of correct predictions; a click on a graph shows it.
        for (const [name, one, other] of [
          ["both predict correctly", true, true],
          ["only A predicts correctly", true, false],
          ["only B predicts correctly", false, true],
          ["neither predicts correctly", false, false],
        ]) {
          const own = graphs.filter(({ right }) => right[0] === one && right[1] === other);
          const cell = panel.getByRole("button", {
            name: new RegExp(`^[\\d,]+ training graphs that ${name}$`),
          });
          assert.equal(numberIn(await cell.textContent()), own.length, name);
          await cell.click();
          assert.deepEqual(
            (await listed(panel)).map(({ index }) => index).sort((x, y) => x - y),
            own.map(({ index }) => index),
          );
        }
        const cells = panel.locator(".compare-right button");
        const filled = await cells.evaluateAll((all) =>
          all.findIndex((cell) => Number(cell.textContent) > 0),
        );
        await cells.nth(filled).click();
        const thumb = panel.locator(".compare-chosen .fail-thumb").first();
        const shown = Number(/graph (\d+)/.exec(await thumb.textContent())[1]) - 1;
        await thumb.click();
        assert.equal(await page.evaluate(() => window.sublevel.state().document.subject.index), shown);

        // The graph in view: f of both runs at a vertex, and both predictions.
        const stage = panel.getByRole("region", { name: `Graph ${shown + 1}`, exact: true });
        await stage.locator(".compare-pictures canvas").first().waitFor();
        await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { selection: 1 } }));
        await stage.locator(".compare-reading", { hasText: "A − B" }).waitFor();
        const values = /f of A (\S+), f of B (\S+), A − B (\S+)$/.exec(
          await stage.locator(".compare-reading").textContent(),
        );
        const own = [a, b].map((run) => run.graphs[shown].filter[1]);
        for (const [place, value] of [...own, own[0] - own[1]].entries())
          assert(Math.abs(Number(values[place + 1]) - value) < 6e-4, `${values[0]} ${value}`);
        const verdicts = await stage.locator(".compare-predicted .verdict").allTextContents();
        const right = [a, b].map((run) => run.graphs[shown].said === run.graphs[shown].truth);
        assert.deepEqual(
          verdicts.map((text) => text.includes("right")),
          right,
        );
        await page.screenshot({ path: screenshotPath(`compare-${data}`) });
      });
    });
  }

  test("covers two epochs: a run agrees with itself everywhere, also with the reversed filter", async () => {
    await withPage(browser, { query: QUERY }, async (page) => {
      await load(page, { data: "one-loop-or-several", graph: 0 });
      const hint = page.getByText("There is nothing to compare yet.");
      await hint.waitFor();
      await trainToTheEnd(page, { epochs: 2, seed: 3 }, TIMEOUT);
      let panel = await panelOf(page, "The weights of B are untrained.");
      await panel.getByLabel("Run B").selectOption("epoch 2");
      panel = await panelOf(page, /^The mean of τ over \d+ test graphs is 1\.00\./);
      assert.match(
        await panel.locator(".compare-finding").textContent(),
        /never falls explains at most 100\.0 %/,
      );
      for (const which of ["A", "B"]) {
        const cell = panel.getByRole("button", {
          name: new RegExp(`^\\d+ test graphs that only ${which} predicts correctly`),
        });
        assert.equal(await cell.textContent(), "0");
      }
      await (await inMenu(panel.getByLabel("Show f of both runs as a table"))).check();
      const differences = await panel.locator(".compare-values td:last-child").allTextContents();
      assert(differences.length > 0 && differences.every((text) => text === "0"), differences.join());
    });
  });

  test("evaluates the epochs of a run on request, and shows one of them", async () => {
    await withPage(browser, { query: QUERY }, async (page) => {
      await load(page, { data: "one-loop-or-several", graph: 0 });
      const last = await trained(page, { epochs: 3, seed: 3 });
      const evolution = page.getByRole("region", { name: "Evolution over the epochs" });
      await evolution.getByRole("button", { name: "Evaluate 4 epochs" }).click();
      const rows = evolution.locator("tbody tr");
      await evolution.getByText("the mean of τ to epoch 3 is").waitFor({ timeout: WORK_TIMEOUT });
      assert.deepEqual(await rows.locator("th").allTextContents(), ["0", "1", "2", "3"]);
      const column = (n) => rows.locator(`td:nth-of-type(${n})`).allTextContents();
      const accuracies = await page.evaluate(() =>
        window.sublevel.state().run.epochs.map(({ testMetric }) => testMetric),
      );
      for (const [place, text] of (await column(2)).slice(1).entries())
        assert(Math.abs(parseFloat(text) / 100 - accuracies[place]) < 6e-4, text);
      await page.screenshot({ path: screenshotPath("compare-evolution") });

      // τ of the first epoch to the last one, by comparing every pair of vertices of every graph.
      await rows.first().getByRole("button").click();
      assert.equal(await page.evaluate(() => window.sublevel.state().view.epoch), 0);
      const first = await page.evaluate(async () => {
        const { vertexOffsets, filter } = await window.sublevel.inspect();
        return Array.from(vertexOffsets.slice(1), (end, i) => [...filter.subarray(vertexOffsets[i], end)]);
      });
      const taus = last.graphs.map(({ filter }, i) => tauOf(first[i], filter));
      const known = taus.filter((tau) => !Number.isNaN(tau));
      const [text] = await column(1);
      says(text.split(" ")[0], mean(known));
      assert((await evolution.textContent()).includes(`over ${known.length} graphs`), "the number of graphs");
      await faultless(page, "curves and table of the epochs");
    });
  });

  test("trains the next seed on the same split", async () => {
    await withPage(browser, { query: QUERY }, async (page) => {
      await load(page, { data: "one-loop-or-several", graph: 0 });
      const parts = () => page.evaluate(() => window.sublevel.state().data.rows.map(({ part }) => part));
      await trainToTheEnd(page, { epochs: 1, seed: 3 }, TIMEOUT);
      const before = await parts();
      await page.getByRole("button", { name: "Train seed 4 on this split" }).click();
      await page.waitForFunction(
        () =>
          window.sublevel.state().run.summary.config.seed === 4 &&
          window.sublevel.state().run.epochs.length > 0,
        null,
        { timeout: TIMEOUT },
      );
      await page.getByRole("button", { name: "Train seed 5 on this split" }).waitFor();
      assert.deepEqual(await parts(), before);
      // The seed alone gives another split.
      await trainToTheEnd(page, { epochs: 1, seed: 4, splitSeed: null }, TIMEOUT);
      assert.notDeepEqual(await parts(), before);
    });
  });

  test("covers several folds and models, pair by pair, as far as they are comparable", async () => {
    await withPage(browser, { query: QUERY }, async (page) => {
      await load(page, { data: "one-loop-or-several", graph: 0 });
      const first = await trained(page, { epochs: 2, seed: 4 });
      await trainToTheEnd(page, { model: "sum", epochs: 1, seed: 4 }, TIMEOUT);
      await untilKept(page, 1);
      let panel = await panelOf(page, /^SUM learns no filter/);
      assert.equal(await panel.locator(".compare-taus").count(), 0);
      await panel.getByRole("button", { name: /^\d+ test graphs that both predict correctly$/ }).waitFor();
      const folds = await trained(page, { model: "gfl", epochs: 2, seed: 4, fold: 2 });
      const seeds = await trained(page, { model: "gfl", epochs: 2, seed: 5, fold: 2 });
      await untilKept(page, 3);

      // Folds of one split share no test graph.
      panel = page.getByRole("region", { name: TITLE, exact: true });
      const [one, other] = [panel.getByLabel("Run A"), panel.getByLabel("Run B")];
      const matrix = panel.getByRole("grid", { name: "Mean τ of every two runs" });
      assert.equal(await matrix.getByRole("row").count(), 4);
      const rowTitled = async (words) => {
        const titles = await matrix.locator("tbody th").allTextContents();
        return titles.findIndex((title) => words.test(title));
      };
      const [ofFold, ofFirst] = [
        await rowTitled(/ · Seed 4, after/),
        await rowTitled(/Seed 4.*fold 1|fold 1.*seed 4/i),
      ];
      assert(ofFold > 0 && ofFirst > 0 && ofFold !== ofFirst);
      await matrix.locator("tbody tr").nth(ofFold).getByRole("button").nth(ofFirst).click();
      assert.match(await one.locator("option:checked").textContent(), /^Seed 4, after epoch 2/);
      assert.match(await other.locator("option:checked").textContent(), /Fold 1/i);
      panel = await panelOf(page, /^No test graph of one run is a test graph of the other\./);

      // The mean of each pair, over the common training graphs.
      await panel.getByRole("radio", { name: "Training", exact: true }).check();
      panel = await panelOf(page, "The splits differ:");
      const runs = { 0: seeds, [ofFold]: folds, [ofFirst]: first };
      for (const [i, a] of Object.entries(runs)) {
        for (const [j, b] of Object.entries(runs)) {
          const cell = matrix.locator("tbody tr").nth(Number(i)).getByRole("button").nth(Number(j));
          if (i === j) assert.equal((await cell.textContent()).trim(), "=");
          else {
            await cell.filter({ hasText: /\d/ }).waitFor({ timeout: WORK_TIMEOUT });
            const taus = compared(a, b, "train").map(({ tau }) => tau);
            const known = taus.filter((tau) => !Number.isNaN(tau));
            says(await cell.locator("span").textContent(), mean(known));
            assert.equal(await cell.locator("small").textContent(), `n = ${known.length}`);
          }
        }
      }

      // Over all graphs, for any splits.
      await panel.getByLabel(/over all graphs/).check();
      const graphs = await page.evaluate(() => window.sublevel.state().data.rows.length);
      const told = matrix.locator("tbody tr").nth(0).getByRole("button").nth(1);
      await told.and(matrix.locator(`[aria-label*="n = ${graphs}"]`)).waitFor({ timeout: WORK_TIMEOUT });

      // Another data set: these runs are listed with the reason why comparison is impossible.
      await load(page, { data: "cycles-and-trees", graph: 0 });
      await page.waitForFunction(() => window.sublevel.state().keptRuns.length >= 4);
      const options = panel.getByLabel("Run B").locator('optgroup[label^="Runs stored"] option');
      for (const option of await options.all()) {
        assert.match(await option.textContent(), /another data set/);
        assert(await option.isDisabled());
      }
    });
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`passes axe, ${colorScheme}`, async () => {
      await withPage(browser, { query: QUERY, colorScheme }, async (page) => {
        await load(page, { data: "one-loop-or-several", graph: 0 });
        for (const seed of [1, 2, 3]) await trainToTheEnd(page, { epochs: 1, seed }, TIMEOUT);
        await untilKept(page, 2);
        let panel = await panelOf(page, /test graph/);
        await panel.getByRole("radio", { name: "Training", exact: true }).check();
        panel = await panelOf(page, "training graphs is");
        await panel.locator(".compare-cell", { hasText: /\d/ }).first().waitFor();
        await page.screenshot({ path: screenshotPath(`compare-${colorScheme}`) });
        await faultless(page, "pictures, graphs and the matrix");
        for (const [width, height] of [
          [900, 500],
          [390, 844],
        ]) {
          await page.setViewportSize({ width, height });
          await fits(page, `${width} × ${height}`);
          await faultless(page, `${width} × ${height}`);
        }
        await page.setViewportSize({ width: 1280, height: 720 });
        await (await inMenu(panel.getByLabel("Show f of both runs as a table"))).check();
        assert.match(await page.evaluate(() => window.sublevel.link()), /topic=compare.*tables=compare/);
        await faultless(page, "a table, and how to read");
      });
    });
  }
});
