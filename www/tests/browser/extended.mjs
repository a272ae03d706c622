// Extended persistence: deaths of essential classes, for own graphs and for models.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  drawing,
  drop,
  faultless,
  inMenu,
  load,
  saveData,
  screenshotPath,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

/** Two adjacent squares, with values that increase from left to right. */
const LADDER = JSON.stringify({
  n: 6,
  edges: [
    [0, 1],
    [1, 2],
    [3, 4],
    [4, 5],
    [0, 3],
    [1, 4],
    [2, 5],
  ],
  filter: [0, 1, 2, 3, 4, 5],
});

/** [kind, birth vertex, death vertex] of the bars in view. */
const bars = (page) =>
  page.evaluate(() =>
    window.sublevel
      .state()
      .shown.bars.filter(({ direction, birth, death }) => direction === "sub" && birth !== death)
      .map(({ kind, birthVertex, deathVertex }) => [kind, birthVertex, deathVertex]),
  );

describe("extended persistence", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("can be switched on for an own graph, in all views and in the link", async () => {
    const alone = { init: saveData, ready: false, reducedMotion: "reduce" };
    let link;
    await withPage(browser, alone, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      await drop(page, ["ladder.json", LADDER]);
      await page.waitForFunction(() => window.sublevel.state().shown.graph.vertices === 6);
      assert.deepEqual(
        (await bars(page)).map(([kind]) => kind),
        ["h0Essential", "h1Essential", "h1Essential"],
      );
      const before = [await drawing(page, ".area-bars"), await drawing(page, ".area-diagram")];
      await (await inMenu(page.getByLabel("extended"))).focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("Escape");
      assert.deepEqual(await bars(page), [
        ["h0Extended", 0, 5],
        ["h1Extended", 4, 0],
        ["h1Extended", 5, 1],
      ]);
      const after = [await drawing(page, ".area-bars"), await drawing(page, ".area-diagram")];
      assert.notEqual(after[0], before[0], "the barcode has to be drawn anew");
      assert.notEqual(after[1], before[1], "the diagram has to be drawn anew");

      // The last bar by its accessible name, and its cycle in the graph.
      await page.getByRole("application", { name: /^Barcode/ }).focus();
      await page.keyboard.press("End");
      const spoken = page.locator(".area-bars [aria-live=polite]");
      assert.match(
        await spoken.innerText(),
        /^Superlevel extended loop, born at 0 with a, ended at 4 with e$/,
      );
      await page.screenshot({ path: screenshotPath("extended") });
      await faultless(page, "with extended bars");

      await (await inMenu(page.getByLabel("Show the barcode as a table"))).check();
      const table = page.getByRole("region", { name: "Bars" });
      await table.getByRole("row", { name: /B₁ extended sublevel 4 \(e\) 0 \(a\)/ }).waitFor();
      assert.equal(await table.getByText("never").count(), 0);
      await page.waitForFunction(() => /extended=1/.test(location.hash));
      link = await page.evaluate(() => window.sublevel.link());
    });
    await withPage(browser, { ...alone, query: new URL(link).hash }, async (page) => {
      await page.waitForFunction(() =>
        window.sublevel?.state().shown.bars.some(({ kind }) => kind === "h1Extended"),
      );
    });
  });

  it("shows the bars that the model reads, can be switched off, and agrees with the pairing of the page", async () => {
    await withPage(browser, { query: "?data=one-loop-or-several&graph=291" }, async (page) => {
      const extended = page.getByLabel("extended");
      assert(!(await extended.isChecked()));
      await page.evaluate(async () => {
        await window.sublevel.train({ extended: true, width: 8, hats: 6 });
        window.sublevel.pause();
      });
      await page.waitForFunction(() => window.sublevel.state().inspection.extended !== null);
      await page.waitForTimeout(500); // the last inspection of the graph arrives
      assert(await extended.isChecked());
      const { read, filter, graph } = await page.evaluate(() => {
        const { inspection } = window.sublevel.state();
        return {
          read: inspection.extended.map(({ id, multiplicity }) => [id, multiplicity]),
          filter: [...inspection.filtration.filter],
          graph: { vertices: inspection.graph.vertices, edges: [...inspection.graph.edges] },
        };
      });
      assert(read.some(([id]) => id.startsWith("h1Extended")));
      assert.equal(
        (await bars(page)).some(([kind]) => kind === "h1Essential"),
        false,
      );
      await page.screenshot({ path: screenshotPath("extended-model") });
      await (await inMenu(extended)).uncheck();
      await page.keyboard.press("Escape");
      assert((await bars(page)).some(([kind]) => kind === "h1Essential"));

      // The same graph with the same values, as an own graph.
      const own = await page.evaluate(
        ({ filter, graph }) => {
          const filters = [{ name: "values", values: filter }];
          window.sublevel.dispatch({ type: "own-graph", graph: { title: "same", ...graph, filters } });
          window.sublevel.dispatch({ type: "view", change: { extended: true } });
          return window.sublevel
            .state()
            .shown.bars.filter(({ kind }) => kind.endsWith("Extended"))
            .map(({ id, multiplicity }) => [id, multiplicity]);
        },
        { filter, graph },
      );
      assert.deepEqual(own.toSorted(), read.toSorted());
      assert(await load(page, { graph: 0 }));
    });
  });
});
