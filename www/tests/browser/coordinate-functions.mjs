// The readout: coordinate functions that sum to the score, the bars with the largest values, and the coordinate functions of a bar.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  drawing,
  faultless,
  fits,
  inMenu,
  pixels,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";
import { addsUp, number } from "./scores.mjs";

const panel = (page) => page.getByRole("region", { name: "Coordinate functions of the readout" });
const rows = (page) => panel(page).locator(".coordinates-list button.why-row");
const details = (page) => panel(page).getByRole("region", { name: /^About function/ });
const thumbnails = (page) => details(page).locator(".coordinates-gallery .fail-thumb");

async function show(page, index) {
  await page.evaluate(
    (graph) => window.sublevel.dispatch({ type: "show", subject: { type: "graph", index: graph } }),
    index,
  );
  await panel(page)
    .getByText(new RegExp(`^Graph ${index + 1}[:,]`))
    .waitFor();
  await panel(page).locator(".why-sum").waitFor();
}

/** Checks that the numbers of the list sum to the score; returns the score. */
async function sumOf(page) {
  const added = (await panel(page).locator(".coordinates-list .why-number").allInnerTexts()).map(number);
  const score = added.pop();
  addsUp({ score, added });
  return score;
}

/** The page with a highlighted bar. */
async function faultlessWhenLit(page, where) {
  await page.evaluate(() => {
    const { bars } = window.sublevel.state().inspection.filtration;
    const { id } = bars.find(({ kind }) => kind === "h0Essential");
    window.sublevel.dispatch({ type: "view", change: { highlight: { type: "bar", id } } });
  });
  await faultless(page, where);
}

const state = (page) =>
  page.evaluate(() => {
    const { document, view, data, inspection } = window.sublevel.state();
    return {
      graph: document.subject.index,
      highlight: view.highlight?.id ?? null,
      parts: data.rows.map(({ part }) => part),
      bars: [...inspection.filtration.bars, ...(inspection.extended ?? [])],
      logits: [...inspection.logits],
    };
  });

/** Parses the description of a rational hat. */
function hatFrom(words) {
  const [, centre, radius] = /c = \(?([^)r]+?)\)?, radius \|r\| = ([\d.]+):/.exec(words);
  const c = centre.split(", ").map(number);
  return (...bar) => {
    const distance = bar.reduce((sum, end, i) => sum + Math.abs(end - c[i]), 0);
    return 1 / (1 + distance) - 1 / (1 + Math.abs(Number(radius) - distance));
  };
}

describe("coordinate functions", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("sum to the score, list the bars with the largest values, and link to their graphs", async () => {
    const query = "?page=model&topic=hats&data=MUTAG";
    await withPage(browser, { query, colorScheme: "light" }, async (page) => {
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "show", subject: { type: "example", id: "path" } }),
      );
      await panel(page).getByRole("button", { name: "Show graph 1" }).click();
      await panel(page).getByText("Graph 1, untrained weights").waitFor();
      await trainToTheEnd(page, { epochs: 6 });
      await show(page, 12);
      await panel(page).getByText("untrained").waitFor({ state: "detached" });
      await sumOf(page);
      assert.equal(await rows(page).count(), 9);
      assert.equal(await panel(page).getByRole("button", { name: "291 others" }).count(), 1);

      // By mouse: one hat, with the bars in its support.
      const all = await drawing(page, ".coordinates-plot");
      await rows(page)
        .filter({ has: page.locator("sub", { hasText: "0" }) })
        .first()
        .hover();
      await page.locator(".coordinates-plot .coordinates-halo").first().waitFor();
      assert.notEqual(await drawing(page, ".coordinates-plot"), all);
      await page.mouse.move(0, 0);
      await page.locator(".coordinates-plot .coordinates-halo").first().waitFor({ state: "detached" });
      assert.equal(await drawing(page, ".coordinates-plot"), all);

      // By keyboard: a selected hat, with its bars over the test graphs.
      const finite = panel(page)
        .getByRole("button", { name: /^function \d+ of B₀ [+−\d]/ })
        .first();
      await finite.focus();
      await page.keyboard.press("Enter");
      await thumbnails(page).first().waitFor();
      const words = await details(page).locator("p").first().innerText();
      const valueAt = hatFrom(words);
      const seen = [];
      for (const thumbnail of await thumbnails(page).all()) {
        const text = await thumbnail.innerText();
        const [birth, death] = /\(([\d.]+), ([\d.]+)\)/.exec(text).slice(1).map(Number);
        const said = number(await thumbnail.locator("b").innerText());
        // Centre, radius and ends are rounded to three decimals.
        assert(Math.abs(valueAt(birth, death) - said) < 6e-3, `${words} ${text}`);
        seen.push(said);
      }
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => b - a),
      );
      assert(seen.length > 2);
      await page.screenshot({ path: screenshotPath("hats") });
      await faultlessWhenLit(page, "hats, light");

      // Each links to a graph of the named part, with its bar highlighted.
      for (const [name, part] of [
        ["Training", "train"],
        ["Test", "test"],
      ]) {
        await details(page).getByRole("radio", { name }).focus();
        await page.keyboard.press("Space");
        await details(page).getByText(`Over the ${name.toLowerCase()} graphs`).waitFor();
        const text = await thumbnails(page).nth(1).innerText();
        const graph = Number(/graph (\d+)/.exec(text)[1]) - 1;
        await thumbnails(page).nth(1).focus();
        await page.keyboard.press("Enter");
        await page.waitForFunction((index) => {
          const { inspection, view } = window.sublevel.state();
          return inspection?.index === index && view.highlight?.type === "bar";
        }, graph);
        const found = await state(page);
        assert.equal(found.parts[graph], part);
        const bar = found.bars.find(({ id }) => id === found.highlight);
        const [birth, death] = /\(([\d.]+), ([\d.]+)\)/.exec(text).slice(1).map(Number);
        assert(Math.abs(bar.birth - birth) < 6e-4 && Math.abs(bar.death - death) < 6e-4, text);
        assert.equal(bar.direction === "super", text.includes("superlevel "));
        // The hat stays selected.
        assert.equal(await details(page).locator("p").first().innerText(), words);
        await page.waitForFunction(() =>
          document.querySelector('.coordinates-gallery [aria-current="true"]'),
        );
      }
      await page.locator(".why-graph canvas").first().waitFor();
      const lit = await pixels(page, ".why-graph");
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { highlight: null } }));
      await page.waitForTimeout(300); // drawn
      assert.notEqual(await pixels(page, ".why-graph"), lit, "the bar has to be lit in the graph");

      // The table contains every hat and its contribution to each class.
      await (await inMenu(panel(page).getByLabel("Show the coordinate functions as a table"))).check();
      await page.keyboard.press("Escape");
      const lines = panel(page).locator(".coordinates-table tbody tr");
      assert.equal(await lines.count(), 9);
      await faultlessWhenLit(page, "hats as a table");
      await panel(page).getByRole("button", { name: "Also the 291 others" }).click();
      assert.equal(await lines.count(), 300);
      const link = await page.evaluate(() => window.sublevel.link());
      assert.match(link, /tables=hats/);

      // The link restores the hat, also with another run.
      const { readoutView } = await page.evaluate(() => window.sublevel.state().view);
      assert.match(readoutView.coordinate, /^h0:\d+$/);
      await page.goto("about:blank");
      await page.goto(link);
      await details(page).locator("p").first().waitFor({ timeout: 60_000 });
      assert.deepEqual(await page.evaluate(() => window.sublevel.state().view.readoutView), readoutView);
    });
  });

  it("are listed for a bar, with its contributions to several classes", async () => {
    const query = "?page=model&topic=hats&data=IMDB-MULTI";
    await withPage(browser, { query, colorScheme: "dark" }, async (page) => {
      await trainToTheEnd(page, { epochs: 3 });
      await show(page, 700);
      // The class beside the explanation is that of the coordinate functions, too.
      await page.getByRole("combobox", { name: "Minus the score of" }).selectOption("none");
      const choice = page.getByRole("combobox", { name: /whose score/ });
      const classes = (await choice.locator("option").allInnerTexts()).slice(1);
      assert.equal(classes.length, 3);
      const { logits } = await state(page);
      for (const [i, name] of classes.entries()) {
        await choice.selectOption({ label: name });
        await panel(page).getByText(`score of ${name}`, { exact: true }).waitFor();
        const score = await sumOf(page);
        assert(Math.abs(score - logits[i]) <= 0.0051, `${score} is said, ${logits[i]} is so`);
      }

      // Keys move through the bars; Enter selects one.
      await panel(page)
        .getByRole("application", { name: /Arrow keys move/ })
        .focus();
      await page.keyboard.press("ArrowLeft");
      assert.match((await state(page)).highlight, /^h1Essential:/);
      await page.keyboard.press("Enter");
      const fired = panel(page).getByRole("region", { name: "Coordinate functions that respond to the bar" });
      const amounts = (await fired.locator(".coordinates-amounts dd").allInnerTexts()).map(number);
      const table = await fired
        .locator("tbody tr")
        .evaluateAll((lines) => lines.map(({ cells }) => [...cells].map(({ textContent }) => textContent)));
      assert.equal(amounts.length, 3);
      assert(table.length > 3 && table.length <= 8);
      const [, , , last] = table.map((line) => Math.abs(number(line.at(-1))));
      const sizes = table.map((line) => Math.abs(number(line.at(-1))));
      assert(last > 0);
      // Rounded ones may be equal.
      assert.deepEqual(
        sizes,
        sizes.toSorted((a, b) => b - a),
      );
      await faultlessWhenLit(page, "hats that fire, dark");
      await page.screenshot({ path: screenshotPath("hats-dark") });

      // The same by mouse, and from a hat to its bars.
      const plot = page.locator(".coordinates-plot");
      const [frame, mark] = [
        await plot.boundingBox(),
        await plot.locator(".lit .point").first().boundingBox(),
      ];
      const position = { x: mark.x - frame.x + mark.width / 2, y: mark.y - frame.y + mark.height / 2 };
      await fired.getByRole("button").first().click();
      const name = await details(page).locator("h3").first().innerText();
      assert.equal(name.toLowerCase(), table[0][0].toLowerCase());
      await plot.click({ position });
      await fired.waitFor();
      await plot.click({ position });
      await panel(page).getByText("Select a coordinate function to see").waitFor();
    });
  });

  it("link the bars to the score by lines, and name the lit path", async () => {
    const query = "?page=model&topic=hats&data=MUTAG";
    await withPage(browser, { query, colorScheme: "light" }, async (page) => {
      await trainToTheEnd(page, { epochs: 6 });
      await show(page, 12);
      await panel(page).getByRole("radio", { name: "Paths to the score" }).focus();
      await page.keyboard.press("Space");
      const links = panel(page).getByRole("region", { name: /^Paths from the bars/ });
      const column = (name) => links.getByRole("list", { name });
      const sentence = links.locator(".links-sentence");
      const lines = links.locator(".links-lines path");
      const numbers = async (name) =>
        (await column(name).locator(".number").allInnerTexts()).map((text) => number(text));
      await lines.first().waitFor();
      assert.match(await page.evaluate(() => window.sublevel.link()), /drawn=paths/);

      // Both columns sum to the score of the state, also for a lead.
      for (const lead of [true, false]) {
        await page
          .getByRole("combobox", { name: "Minus the score of" })
          .selectOption({ index: lead ? 1 : 0 });
        await links.getByText(lead ? "Lead" : "Score", { exact: true }).waitFor();
        const { logits } = await state(page);
        const [low, high] = logits.toSorted((a, b) => a - b);
        const score = number(await links.locator(".links-score .number").innerText());
        assert(Math.abs(score - (lead ? high - low : high)) < 0.0051);
        const [bars, functions] = [await numbers("Bars"), await numbers("Coordinate functions")];
        assert.equal(functions.length, 12);
        addsUp({ score, added: functions });
        addsUp({ score, added: [...bars, functions.at(-1)] });

        // The lines to the score are as wide as these numbers; negative ones are dashed.
        const drawn = await lines.evaluateAll((paths) =>
          paths.map((path) => ({
            width: Number(path.getAttribute("stroke-width")),
            dashed: getComputedStyle(path).strokeDasharray !== "none",
          })),
        );
        const toScore = drawn.slice(-functions.length);
        const most = functions.map(Math.abs).indexOf(Math.max(...functions.map(Math.abs)));
        const scale = toScore[most].width / Math.abs(functions[most]);
        for (const [i, { width, dashed }] of toScore.entries()) {
          assert(Math.abs(width / scale - Math.abs(functions[i])) < 0.0151, `${width}, ${functions[i]}`);
          if (functions[i] !== 0) assert.equal(dashed, functions[i] < 0);
        }
      }
      await links.getByText(/^8 of \d+ rows of bars: [\d.]+ % .* 8 of 300 functions: [\d.]+ %\.$/).waitFor();

      // By mouse: a bar, with its vertices and parts that sum to its contribution.
      const bar = column("Bars").getByRole("button").first();
      await bar.hover();
      await links.locator("path[data-lit=true]").first().waitFor();
      const [name, amount] = await bar.locator("span").allInnerTexts();
      const words = await sentence.innerText();
      assert(words.startsWith(name), words);
      const [, whole, parts] = /contributes? ([+−][\d.]+) to the score of [^:]+: (.+?)\. (It|One) /.exec(
        words,
      );
      assert.equal(whole, amount);
      const added = [...parts.matchAll(/([+−]?\d+\.\d\d) (?=through|on)/g)].map(([, text]) => number(text));
      assert(added.length > 0, parts);
      addsUp({ score: number(whole), added });
      const { highlight, bars } = await state(page);
      const { birthVertex, deathVertex } = bars.find(({ id }) => id === highlight);
      assert.match(words, new RegExp(`born at vertex v${birthVertex} \\(`));
      assert.match(
        words,
        deathVertex === null ? /is essential\.$/ : new RegExp(`at vertex v${deathVertex} \\(`),
      );
      await page.screenshot({ path: screenshotPath("hats-paths") });
      await page.mouse.move(0, 0);
      await links.locator("path[data-lit]").first().waitFor({ state: "detached" });

      // By keyboard: a selected function, then the line of a bar through it.
      const own = column("Coordinate functions").getByRole("button").first();
      await own.focus();
      assert.match(
        await sentence.innerText(),
        /^function \d+ of B.* its value −?[\d.e−]+ times the local gradient/,
      );
      await page.keyboard.press("Enter");
      await details(page).waitFor();
      const neighbour = column("Bars").locator('li[data-lit="true"] button').first();
      await neighbour.focus();
      const through = await sentence.innerText();
      const [, share, , gradient] =
        /: (−?[\d.e−]+) of its value (−?[\d.e−]+), times the local gradient (−?[\d.e−]+)\./
          .exec(through)
          .map((text) => number(text));
      const said = number(/([+−]?\d+\.\d\d) to the score/.exec(through)[1]);
      assert(Math.abs(share * gradient - said) < 0.0051 + 0.01 * Math.abs(said), through);
      assert.equal(await links.locator("path[data-lit=true]").count(), 2);
      await faultless(page, "paths, light");

      await page.setViewportSize({ width: 390, height: 844 });
      await links.locator(".links-lines path").first().waitFor();
      await fits(page, "paths");
      await page.emulateMedia({ colorScheme: "dark" });
      await faultless(page, "paths, dark and narrow");
      await links.scrollIntoViewIfNeeded();
      await page.screenshot({ path: screenshotPath("hats-paths-narrow") });
    });
  });

  it("support extended loops, epochs and small windows, and are absent for a model without bars", async () => {
    const query = "?page=model&topic=hats&data=PROTEINS";
    await withPage(browser, { query }, async (page) => {
      await trainToTheEnd(page, { epochs: 2, extended: true });
      const graph = await page.evaluate(() => {
        const loops = window.sublevel.state().data.rows.map(({ vertices, edges }) => edges - vertices);
        return loops.indexOf(Math.max(...loops));
      });
      await show(page, graph);
      await sumOf(page);
      const square = () => page.locator(".coordinates-plane").textContent();
      assert.doesNotMatch(await square(), /ext/);
      await panel(page).getByRole("radio", { name: "B₁ extended" }).check({ force: true });
      assert.match(await square(), /ext/);
      const extended = panel(page)
        .getByRole("button", { name: /^function \d+ of B₁ extended/ })
        .first();
      await extended.click();
      await thumbnails(page).first().waitFor();
      assert.match(await thumbnails(page).first().innerText(), /extended loop \([\d.]+, [\d.]+\)/);
      await thumbnails(page).first().click();
      await page.waitForFunction(() =>
        /^h1Extended:sub:/.test(window.sublevel.state().view.highlight?.id ?? ""),
      );

      // The first epoch has other weights.
      const before = await panel(page).locator(".coordinates-list .why-number").allInnerTexts();
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { epoch: 0 } }));
      await panel(page).getByText("untrained weights").waitFor();
      assert.notDeepEqual(await panel(page).locator(".coordinates-list .why-number").allInnerTexts(), before);
      await sumOf(page);

      for (const [width, height] of [
        [900, 500],
        [390, 844],
      ]) {
        await page.setViewportSize({ width, height });
        await panel(page).scrollIntoViewIfNeeded();
        await fits(page, `${width} × ${height}`);
        await faultlessWhenLit(page, `hats, ${width} × ${height}`);
        await page.screenshot({ path: screenshotPath(`hats-${width}`) });
      }

      await trainToTheEnd(page, { epochs: 1, model: "sum", extended: false }, 240_000);
      await panel(page).getByText("It therefore has no coordinate functions").waitFor();
      assert.equal(await rows(page).count(), 0);
    });
  });
});
