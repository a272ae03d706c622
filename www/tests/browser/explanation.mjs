// The explanation of a prediction: rows that sum to the score, and the prediction without them.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  faultless,
  load,
  pixels,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";
import { addsUp, number } from "./scores.mjs";

const panel = (page) => page.getByRole("region", { name: "Why?" });
const rows = (page) => panel(page).locator("button.why-row");
const sentence = (page) => panel(page).locator(".why-without");

const show = (page, index) =>
  page.evaluate(
    (graph) => window.sublevel.dispatch({ type: "show", subject: { type: "graph", index: graph } }),
    index,
  );

/** Shows a graph and waits for its drawing and its rows. */
async function ask(page, index) {
  await show(page, index);
  await panel(page)
    .getByText(new RegExp(`^Graph ${index + 1}, a`))
    .waitFor();
  await panel(page).locator(".why-graph canvas").first().waitFor();
}

/** The summands of all rows, and the displayed sum. */
async function sums(page) {
  const numbers = await panel(page).locator(".why-rows .why-number").allInnerTexts();
  const score = number(numbers.pop());
  return { score, added: numbers.map(number) };
}

describe("the explanation of a prediction", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("decomposes the score of a graph into rows, and highlights the bars of a row", async () => {
    await withPage(
      browser,
      { query: "?page=model&topic=fail&data=MUTAG", colorScheme: "light" },
      async (page) => {
        await page.evaluate(() =>
          window.sublevel.dispatch({ type: "show", subject: { type: "example", id: "path" } }),
        );
        await panel(page).getByRole("button", { name: "Show graph 1" }).click();
        await panel(page).getByText("These weights are untrained").waitFor();

        await trainToTheEnd(page, { epochs: 4 });
        await ask(page, 12);
        await panel(page).getByText("untrained").waitFor({ state: "detached" });
        const few = await sums(page);
        addsUp(few);
        // Seven rows, the remainder and the bias.
        assert.equal(few.added.length, 9);

        await panel(page)
          .getByRole("button", { name: /all others \(\d+ rows\)/ })
          .click();
        const all = await sums(page);
        addsUp(all);
        assert(all.added.length > few.added.length);
        assert.equal(all.score, few.score);
        assert.equal(await rows(page).count(), all.added.length - 1);
        await panel(page).getByRole("button", { name: "Only the first 7" }).click();

        // By keyboard: a row highlights its bar, shows the prediction without it, and stays selected.
        const unlit = await pixels(page, ".why-graph");
        await rows(page).nth(0).focus();
        await page.keyboard.press("Tab");
        const name = await rows(page).nth(1).locator(".why-name").innerText();
        await sentence(page).getByText(name, { exact: true }).waitFor();
        assert.match(
          await sentence(page).innerText(),
          /Without (it|them): (still )?class -?\d \(score −?\d+\.\d\d against −?\d+\.\d\d for class -?\d\)/,
        );
        assert.match(
          await page.evaluate(() => window.sublevel.state().view.highlight.id),
          /^h[01]\w*:(sub|super):\d+/,
        );
        await page.waitForTimeout(300); // drawn
        assert.notEqual(await pixels(page, ".why-graph"), unlit, "the bar has to be lit in the graph");
        await page.keyboard.press("Enter");
        await page.keyboard.press("Tab");
        assert.equal(await rows(page).nth(2).getAttribute("data-lit"), "true");
        await panel(page)
          .getByRole("combobox", { name: /Class whose score is explained/ })
          .focus();
        await sentence(page).getByText(name, { exact: true }).waitFor();
        assert.equal(await rows(page).nth(1).getAttribute("aria-pressed"), "true");

        await faultless(page, "why, light");
        await page.screenshot({ path: screenshotPath("why") });
      },
    );
  });

  it("supports any of several classes, and marks the bars that change the prediction", async () => {
    const query = "?page=model&topic=fail&data=IMDB-MULTI";
    await withPage(browser, { query, colorScheme: "dark" }, async (page) => {
      await trainToTheEnd(page, { epochs: 3 });
      await ask(page, 700);
      await panel(page).getByRole("combobox", { name: "Minus the score of" }).selectOption("none");
      const { logits } = await page.evaluate(() => ({ logits: [...window.sublevel.state().shown.logits] }));
      const choice = panel(page).getByRole("combobox", { name: /Class whose score is explained/ });
      const classes = (await choice.locator("option").allInnerTexts()).slice(1);
      assert.equal(classes.length, 3);
      for (const [i, name] of classes.entries()) {
        await choice.selectOption({ label: name });
        await panel(page).getByText(`score of ${name}`, { exact: true }).waitFor();
        const taken = await sums(page);
        addsUp(taken);
        assert(Math.abs(taken.score - logits[i]) <= 0.0051, `${taken.score} is said, ${logits[i]} is so`);
      }
      await choice.selectOption({ index: 0 });

      // The prediction without the bars of a row agrees with its mark.
      const said = logits.indexOf(Math.max(...logits));
      for (const row of await rows(page).all()) {
        await row.focus();
        const marked = (await row.getByText("changes the prediction").count()) > 0;
        const text = await sentence(page).innerText();
        assert.equal(marked, !text.includes(`: still ${classes[said]} (`), text);
      }
      await faultless(page, "why, dark");
      await page.screenshot({ path: screenshotPath("why-dark") });
    });
  });

  it("includes loops of extended persistence, and shows only scores for a model without bars", async () => {
    const small = { query: "?page=model&topic=fail&data=MUTAG", viewport: { width: 390, height: 844 } };
    await withPage(browser, small, async (page) => {
      await trainToTheEnd(page, { epochs: 2, extended: true });
      // The graph with the most loops.
      const graph = await page.evaluate(() => {
        const loops = window.sublevel.state().data.rows.map(({ vertices, edges }) => edges - vertices);
        return loops.indexOf(Math.max(...loops));
      });
      await ask(page, graph);
      const open = panel(page).getByRole("button", { name: /all others/ });
      if (await open.count()) await open.click();
      addsUp(await sums(page));
      const extended = rows(page).filter({ hasText: "extended loop" }).first();
      await extended.focus();
      const lit = await page.evaluate(() => window.sublevel.state().view.highlight.id);
      assert.match(lit, /^h1Extended:sub:\d+:\d+$/);
      assert(
        await page.evaluate(
          (id) => window.sublevel.state().inspection.extended.some((bar) => bar.id === id),
          lit,
        ),
        `${lit} is no bar of the graph`,
      );
      await page.screenshot({ path: screenshotPath("why-small") });

      await trainToTheEnd(page, { epochs: 1, model: "sum", extended: false });
      await panel(page).getByText("SUM learns no filter").waitFor();
      assert.equal(await panel(page).locator(".why-scores dd").count(), 2);
      assert.equal(await rows(page).count(), 0);
      assert(await load(page, { data: "IMDB-MULTI", graph: 0 }));
      await panel(page).getByText("Graph 1, a").waitFor();
    });
  });
});
