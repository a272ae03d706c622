// "How do the classes differ?": curves, densities and the graphs of a cell, compared with the bars of each graph.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import {
  browserOf,
  faultless,
  fits,
  inMenu,
  load,
  offered,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const browser = browserOf(WITHOUT_GPU);

const QUERY = "?page=model&topic=classes&data=one-loop-or-several&graph=path";
const TITLE = "How do the classes differ?";

/** The sentence about the test of a part, whether a difference is reliable or not. */
const TESTED = {
  test: /^(?!Testing).*test graphs.*permutation test/i,
  train:
    /^(?!Testing).*training graphs (of|:).*(permutation test|none is stated)|between the training graphs.*permutation test/i,
};

/** The sentence after training: that about the weights before it stays until then. */
const TRAINED = /^(?!These weights).*(permutation test|none is stated)/;

/** The panel, when its sentence contains these words. */
async function panelOf(page, words) {
  const panel = page.getByRole("region", { name: TITLE, exact: true });
  await panel.locator(".class-finding", { hasText: words }).waitFor({ timeout: WORK_TIMEOUT });
  return panel;
}

/** Size, filter, edges and bars of every graph of a class in a part, from the training engine. */
function graphsOf(page, label, part) {
  return page.evaluate(
    async ([wanted, of]) => {
      const { data } = window.sublevel.state();
      const found = [];
      for (const [index, row] of data.rows.entries()) {
        if (row.class !== wanted || row.part !== of) continue;
        window.sublevel.dispatch({ type: "show", subject: { type: "graph", index } });
        let state = window.sublevel.state();
        while (state.inspection?.index !== index || state.shown.subject.index !== index) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          state = window.sublevel.state();
        }
        const { graph, filtration } = state.shown;
        // With the deaths of loops if the model reads them.
        const all = [...filtration.bars, ...(state.inspection.extended ?? [])];
        const bars = all.map(({ kind, direction, birth, death, multiplicity }) => ({
          ...{ kind, direction, birth, death, multiplicity },
        }));
        found.push({ index, edges: [...graph.edges], filter: [...filtration.filter], bars });
      }
      return found;
    },
    [label, part],
  );
}

/** Components and loops of the subgraph with f ≤ t, or ≥ t, by merging its edges. */
function betti({ filter, edges }, t, direction) {
  const inside = (v) => (direction === "sub" ? filter[v] <= t : filter[v] >= t);
  const root = filter.map((_, v) => v);
  const find = (v) => (root[v] === v ? v : find(root[v]));
  let components = filter.filter((_, v) => inside(v)).length;
  let loops = 0;
  for (let e = 0; e < edges.length; e += 2) {
    if (!inside(edges[e]) || !inside(edges[e + 1])) continue;
    const [a, b] = [find(edges[e]), find(edges[e + 1])];
    if (a === b) loops += 1;
    else {
      root[a] = b;
      components -= 1;
    }
  }
  return [components, loops];
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

/** Whether a rounded number is this one. */
function says(text, number) {
  if (text === "< 0.01") return number > 0 && number < 0.01;
  const digits = text.split(".")[1]?.length ?? 0;
  return Math.abs(Number(text) - number) <= 0.51 * 10 ** -digits;
}

/** The bars of a graph in the cell of a sentence. */
function barsIn({ bars }, cell, direction) {
  const [, what, low, high, end] = /(components|loops) born from ([\d.]+) to ([\d.]+)(.*)/i.exec(cell);
  const inRange = (value, from, to) =>
    value >= Math.fround(from) && (to >= 1 ? value <= 1 : value < Math.fround(to));
  const [, from, to] = /that end from ([\d.]+) to ([\d.]+)/.exec(end) ?? [];
  const stays = from === undefined;
  const kind =
    what.toLowerCase() === "loops" ? (stays ? "h1Essential" : "h1Extended") : stays ? "h0Essential" : "h0";
  return bars
    .filter((bar) => bar.direction === direction && bar.kind === kind && bar.birth !== bar.death)
    .filter(({ birth }) => inRange(birth, Number(low), Number(high)))
    .filter(({ death }) => from === undefined || inRange(death, Number(from), Number(to)))
    .reduce((sum, { multiplicity }) => sum + multiplicity, 0);
}

/** All graphs of the gallery with their numbers. */
async function gallery(panel) {
  const found = [];
  for (;;) {
    found.push(
      ...(await panel.locator(".class-filling .fail-thumb").evaluateAll((thumbs) =>
        thumbs.map((thumb) => ({
          graph: Number(/graph (\d+)/.exec(thumb.textContent)[1]) - 1,
          bars: Number(thumb.querySelector("b").lastChild.textContent.replaceAll(",", "")),
        })),
      )),
    );
    const next = panel.getByRole("button", { name: "Next graphs" });
    if (await next.isDisabled()) return found;
    await next.click();
  }
}

const reading = (panel) => panel.locator(".class-reading").textContent();

/** The graphs in a cell of a class, counted from their bars. */
function filling(graphs, cell, direction) {
  return graphs
    .map((graph) => ({ graph: graph.index, bars: barsIn(graph, cell, direction) }))
    .filter(({ bars }) => bars > 0)
    .sort((a, b) => b.bars - a.bars || a.graph - b.graph);
}

suite("the comparison of classes", () => {
  for (const [data, part, direction] of [
    ["MUTAG", "train", "sub"],
    ["IMDB-MULTI", "test", "super"],
    ["PROTEINS", "test", "sub"],
  ]) {
    test(`curves, cells and their graphs agree with the bars of ${data}`, async (t) => {
      await withPage(browser, { query: QUERY }, async (page) => {
        if (!(await offered(page))?.includes(data)) return t.skip("the server does not offer it");
        assert(await load(page, { data, graph: 0 }));
        await panelOf(page, /^These weights are untrained\./);
        await trainToTheEnd(page, { epochs: 3, seed: 1 });
        let panel = await panelOf(page, TRAINED);
        if (part === "train") await panel.getByRole("radio", { name: "Training", exact: true }).check();
        if (direction === "super") await panel.getByRole("radio", { name: "Superlevel" }).check();
        panel = await panelOf(page, TESTED[part]);
        const classes = [await graphsOf(page, 0, part), await graphsOf(page, 1, part)];

        // The curves, from subgraphs.
        const slider = panel.getByRole("slider", { name: "Betti curves, t" });
        await slider.focus();
        for (const [key, t] of [
          ["Home", 0],
          ["PageUp", 0.1],
          ["ArrowRight", 0.11],
          ["End", 1],
        ]) {
          await page.keyboard.press(key);
          const told = await slider.getAttribute("aria-valuetext");
          assert.equal(await reading(panel), told);
          const [, at, ...numbers] =
            /At t = ([\d.]+), β₀ is (.+) in .+ and (.+) in .+, β₁ is (.+) in .+ and (.+) in /.exec(told);
          assert.equal(Number(at), t);
          const expected = [0, 1].flatMap((dimension) =>
            classes.map((graphs) =>
              median(
                graphs.map(
                  (graph) => (100 * betti(graph, Math.fround(t), direction)[dimension]) / graph.filter.length,
                ),
              ),
            ),
          );
          for (const [i, number] of expected.entries())
            assert(says(numbers[i], number), `${told} ${expected}`);
        }

        // By keyboard: the cell with the largest difference, in the second class.
        const pictures = panel.getByRole("application");
        await pictures.nth(1).focus();
        await page.keyboard.press("Home");
        const cell = await reading(panel);
        const [, ...told] = /: (.+) in .+, (.+) in .+ \(mean per 100 vertices\)/.exec(cell);
        classes.forEach((graphs, label) => {
          const own = graphs.map((graph) => (100 * barsIn(graph, cell, direction)) / graph.filter.length);
          assert(says(told[label], mean(own)), `${cell} ${mean(own)}`);
        });
        // The sentence: pairs of graphs, one of each class.
        const finding = await panel.locator(".class-finding").textContent();
        const named = /graphs of (.+) have more (.+) \(per 100 vertices\): AUC ([\d.]+)/.exec(finding);
        if (named) {
          const [first] = await panel.locator(".density figcaption").allTextContents();
          const [more, fewer] = named[1] === first ? classes : classes.toReversed();
          const share = (graph) => barsIn(graph, named[2], direction) / graph.filter.length;
          const above = more.map((a) => mean(fewer.map((b) => (Math.sign(share(a) - share(b)) + 1) / 2)));
          assert(says(named[3], mean(above)), `${finding} ${mean(above)}`);
          const any = 100 * mean(more.map((graph) => Math.sign(share(graph))));
          const shares = /([\d.]+) % of these graphs have any/.exec(finding);
          assert.equal(shares === null, finding.includes("f was fitted to the labels"), finding);
          if (shares) assert(says(shares[1], any), `${finding} ${any}`);
        }
        t.diagnostic(finding);
        await page.keyboard.press("Enter");
        const heading = panel.locator(".class-filling h3");
        await heading.waitFor();
        const expected = filling(classes[1], cell, direction);
        assert.match(await heading.textContent(), new RegExp(`^${expected.length} of ${classes[1].length} `));
        assert.deepEqual(await gallery(panel), expected);

        // By pointer: a cell of the first class, and one of its graphs.
        const mark = pictures.first().locator(".density-marks > *").first();
        await mark.scrollIntoViewIfNeeded();
        await mark.hover();
        const other = await reading(panel);
        await mark.click();
        const filled = filling(classes[0], other, direction);
        await heading.filter({ hasText: new RegExp(`^${filled.length} of ${classes[0].length} `) }).waitFor();
        assert.deepEqual(await gallery(panel), filled);
        await panel.locator(".class-filling .fail-thumb").last().click();
        assert.equal(
          await page.evaluate(() => window.sublevel.state().document.subject.index),
          filled.at(-1).graph,
        );
        await page.screenshot({ path: screenshotPath(`classes-${data}`) });

        // Other scales need no new request.
        await panel.getByRole("radio", { name: "Per graph" }).check();
        await pictures.first().focus();
        await page.keyboard.press("Home");
        const [, absolute] = /: (.+?) in .+ \(mean per graph\)/.exec(await reading(panel));
        const there = await reading(panel);
        assert(says(absolute, mean(classes[0].map((graph) => barsIn(graph, there, direction)))), there);
      });
    });
  }

  for (const [direction, side] of [
    ["sub", "below"],
    ["super", "above"],
  ]) {
    test(`loops of extended persistence are on their side of the diagonal, ${direction}level`, async (t) => {
      await withPage(browser, { query: QUERY }, async (page) => {
        const data = (await offered(page))?.includes("MUTAG") ? "MUTAG" : "one-loop-or-several";
        assert(await load(page, { data, graph: 0 }));
        await trainToTheEnd(page, { epochs: 3, seed: 1, extended: true });
        const panel = await panelOf(page, TRAINED);
        if (direction === "super") await panel.getByRole("radio", { name: "Superlevel" }).check();
        await panel.getByText(`its loops lie ${side} the diagonal`).waitFor();
        const graphs = await graphsOf(page, 0, "test");
        const picture = panel.getByRole("application").first();
        await picture.evaluate((element) => element.scrollIntoView({ block: "center" }));
        const marks = picture.locator(".density-marks > *");
        const found = new Map();
        for (let at = 0; at < (await marks.count()); at++) {
          // The centre of a half cell is not the centre of its box.
          const { x, y, width, height } = await marks.nth(at).boundingBox();
          for (const share of [0.3, 0.7]) {
            await page.mouse.move(x + share * width, y + share * height);
            const told = await reading(panel);
            const [, mean] = /: (.+?) in /.exec(told) ?? [];
            if (mean) found.set(told.split(":")[0], mean);
          }
        }
        for (const [cell, told] of found) {
          const own = graphs.map((graph) => (100 * barsIn(graph, cell, direction)) / graph.filter.length);
          assert(says(told, mean(own)), `${cell}: ${told}, not ${mean(own)}`);
        }
        const cells = [...found.keys()];
        assert(cells.filter((cell) => /^Loops .+ that end/.test(cell)).length > 1, cells.join("\n"));
        t.diagnostic(`${cells.length} cells`);
        await page.screenshot({ path: screenshotPath(`classes-extended-${direction}`) });
      });
    });
  }

  test("any two different classes can be compared", async (t) => {
    await withPage(browser, { query: QUERY }, async (page) => {
      if (!(await offered(page))?.includes("IMDB-MULTI")) return t.skip("the server does not offer it");
      assert(await load(page, { data: "IMDB-MULTI", graph: 0 }));
      const panel = await panelOf(page, TESTED.test);
      const [first, second] = [panel.getByLabel("First class"), panel.getByLabel("Second class")];
      await first.selectOption({ label: "class 3" });
      assert.deepEqual([await first.inputValue(), await second.inputValue()], ["2", "1"]);
      await second.selectOption({ label: "class 3" });
      assert.deepEqual([await first.inputValue(), await second.inputValue()], ["1", "2"]);
      assert.deepEqual(await panel.locator(".density figcaption").allTextContents(), [
        "class 2",
        "class 3",
        "difference",
      ]);
      // The test of the new pair takes a moment.
      await panelOf(page, /class 3.*permutation test/i);
      const finding = await panel.locator(".class-finding").textContent();
      assert.match(finding, /class 2/i);
      assert.doesNotMatch(finding, /class 1/i);

      // A link restores all choices, also with another run.
      await panel.getByRole("radio", { name: "Training", exact: true }).check();
      await panel.getByRole("radio", { name: "Superlevel" }).check();
      await panel.getByRole("radio", { name: "Per graph" }).check();
      await panel.getByLabel("only the range of f").check();
      await panelOf(page, TESTED.train);
      await panel.getByRole("application").nth(1).focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("Enter");
      const heading = panel.locator(".class-filling h3");
      const title = await heading.textContent();
      const link = await page.evaluate(() => window.sublevel.link());
      await page.goto("about:blank");
      await page.goto(link);
      await panelOf(page, TESTED.train);
      assert.equal(await heading.textContent(), title);
      for (const name of ["Training", "Superlevel", "Per graph"])
        assert(await panel.getByRole("radio", { name, exact: true }).isChecked(), name);
      assert(await panel.getByLabel("only the range of f").isChecked());
      assert.deepEqual([await first.inputValue(), await second.inputValue()], ["1", "2"]);
      // Another data set has different classes.
      await load(page, { data: "one-loop-or-several", graph: 0 });
      await panelOf(page, TESTED.train);
      assert.equal(await heading.count(), 0);
    });
  });

  test("the layout is stable from epoch to epoch", async () => {
    await withPage(browser, { query: QUERY }, async (page) => {
      await load(page, { data: "one-loop-or-several", graph: 0 });
      await trainToTheEnd(page, { epochs: 4, seed: 2 });
      const panel = await panelOf(page, TRAINED);
      await panel.locator(".density").first().waitFor();
      const places = () =>
        panel
          .locator(".class-finding, .class-controls, .class-key, .class-curve, .class-reading, .density")
          .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
      const before = await places();
      const finding = await panel.locator(".class-finding").textContent();
      for (const epoch of [0, 2]) {
        await page.evaluate(
          (shown) => window.sublevel.dispatch({ type: "view", change: { epoch: shown } }),
          epoch,
        );
        await panelOf(page, epoch === 0 ? /^These weights are untrained\./ : /^Test graphs of/);
        assert.deepEqual(await places(), before);
      }
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { epoch: null } }));
      await panel.locator(".class-finding", { hasText: finding }).waitFor();
      assert.deepEqual(await places(), before);
    });
  });

  test("a model without a filter shows an explanation", async () => {
    await withPage(browser, { query: QUERY }, async (page) => {
      await load(page, { data: "one-loop-or-several", graph: 0 });
      await trainToTheEnd(page, { model: "sum", epochs: 1 });
      const panel = page.getByRole("region", { name: TITLE, exact: true });
      await panel.getByText("SUM learns no filter").waitFor();
      assert.equal(await panel.getByRole("application").count(), 0);
    });
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`passes axe, ${colorScheme}`, async () => {
      await withPage(browser, { query: QUERY, colorScheme }, async (page) => {
        await load(page, { data: "one-loop-or-several", graph: 0 });
        const panel = await panelOf(page, TESTED.test);
        await panel.getByRole("application").first().focus();
        await page.keyboard.press("Enter");
        await panel.locator(".class-filling").waitFor();
        await faultless(page, "pictures, and the graphs of a cell");
        for (const [width, height] of [
          [900, 500],
          [390, 844],
        ]) {
          await page.setViewportSize({ width, height });
          await panel.locator(".class-filling").evaluate((part) => part.scrollIntoView({ block: "start" }));
          await fits(page, `${width} × ${height}`);
          await faultless(page, `${width} × ${height}`);
        }
        await page.setViewportSize({ width: 1280, height: 720 });
        await (await inMenu(panel.getByLabel("Show curves and densities as tables"))).check();
        assert.match(await page.evaluate(() => window.sublevel.link()), /tables=classes/);
        await faultless(page, "tables, and how to read");
      });
    });
  }
});
