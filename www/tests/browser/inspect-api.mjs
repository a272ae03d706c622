// `window.sublevel.inspect` returns for many graphs the results that the page shows for each.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  bytesOf,
  load,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

/** Two evaluations of a model may differ in the last bits. */
const near = (a, b, what) =>
  assert(Math.abs(a - b) <= 1e-4 * Math.max(1, Math.abs(b)), `${what}: ${a} is not ${b}`);

/** A bar as five numbers. */
function rowOf({ kind, direction, birthVertex, deathVertex, multiplicity }) {
  const kinds = ["h0", "h0Essential", "h1Essential"];
  return [
    kinds.indexOf(kind),
    direction === "sub" ? 0 : 1,
    birthVertex,
    deathVertex ?? 0xffffffff,
    multiplicity,
  ];
}

describe("the inspection of many graphs", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("returns the values and bars of each graph in view", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees" }, async (page) => {
      await trainToTheEnd(page, { epochs: 2, width: 8, hats: 6 });
      const asked = [7, 0, 151, 7];
      const said = await page.evaluate(async (graphs) => {
        const all = await window.sublevel.inspect(graphs);
        return Object.fromEntries(
          Object.entries(all).map(([key, value]) => [key, ArrayBuffer.isView(value) ? [...value] : value]),
        );
      }, asked);
      const { rows, run } = await page.evaluate(() => {
        const { data, run } = window.sublevel.state();
        return { rows: data.rows, run: { stepsDone: run.stepsDone } };
      });
      assert.deepEqual(said.graphs, asked);
      assert.deepEqual([said.step, said.epoch], [run.stepsDone, null]);
      assert.equal(said.logits.length, 2 * asked.length);
      for (const [place, graph] of asked.entries()) {
        assert(await load(page, { graph }));
        const one = await page.evaluate(() => {
          const { filtration, logits } = window.sublevel.state().inspection;
          return { filter: [...filtration.filter], logits: [...logits], bars: filtration.bars };
        });
        const filter = said.filter.slice(said.vertexOffsets[place], said.vertexOffsets[place + 1]);
        assert.equal(filter.length, rows[graph].vertices);
        filter.forEach((value, vertex) => near(value, one.filter[vertex], `graph ${graph}, f(v${vertex})`));
        said.logits
          .slice(2 * place, 2 * place + 2)
          .forEach((score, index) => near(score, one.logits[index], `graph ${graph}, score ${index}`));
        const bars = said.bars.slice(5 * said.barOffsets[place], 5 * said.barOffsets[place + 1]);
        assert.deepEqual(bars, one.bars.flatMap(rowOf), `bars of graph ${graph}`);
      }
      const all = await page.evaluate(async () => {
        const { graphs, vertexOffsets, filter } = await window.sublevel.inspect();
        return [graphs.length, vertexOffsets.at(-1), filter.length];
      });
      const vertices = rows.reduce((sum, row) => sum + row.vertices, 0);
      assert.deepEqual(all, [rows.length, vertices, vertices]);
    });
  });

  it("returns no filter for a model without one", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees" }, async (page) => {
      await trainToTheEnd(page, { epochs: 1, width: 8, model: "sum" });
      const said = await page.evaluate(async () => {
        const { vertexOffsets, filter, bars, logits } = await window.sublevel.inspect([3, 4]);
        return [[...vertexOffsets], filter.length, bars.length, logits.length];
      });
      assert.deepEqual(said, [[0, 0, 0], 0, 0, 4]);
    });
  });

  it("is saved as tables with their origin", async () => {
    await withPage(browser, { query: "?page=inspect&data=cycles-and-trees&graph=3" }, async (page) => {
      await trainToTheEnd(page, { epochs: 1, width: 8, hats: 6, seed: 5 });
      await page.getByRole("tab", { name: "Data sets" }).click();
      await page.getByText("Save the session, the model or its predictions").click();
      const tables = {};
      for (const name of ["Predictions", "Filter", "Bars", "Contributions"]) {
        const coming = page.waitForEvent("download");
        await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
        const file = await coming;
        const text = await (await bytesOf(file)).toString();
        const lines = text.trimEnd().split("\n");
        const at = lines.findIndex((line) => !line.startsWith("#"));
        tables[name] = {
          file: file.suggestedFilename(),
          head: lines.slice(0, at).join("\n"),
          rows: lines.slice(at),
        };
        assert.match(tables[name].head, /^# fingerprint: [0-9a-f]{16}$/m);
        assert.match(tables[name].head, /^# seed: 5$/m);
        assert.match(tables[name].head, /^# weights: after step \d+$/m);
      }
      await page.screenshot({ path: screenshotPath("save-tables") });
      const { graphs, vertices, predicted } = await page.evaluate(async () => {
        const { data } = window.sublevel.state();
        const { logits } = await window.sublevel.inspect([2]);
        return {
          graphs: data.rows.length,
          vertices: data.rows.reduce((sum, row) => sum + row.vertices, 0),
          predicted: data.summary.classes[logits[1] > logits[0] ? 1 : 0].name,
        };
      });
      assert.equal(tables.Predictions.rows.length, graphs + 1);
      assert.equal(tables.Predictions.rows[3].split(",")[3], predicted);
      assert.equal(tables.Filter.rows.length, vertices + 1);
      assert(tables.Bars.rows.length > graphs);
      assert(tables.Contributions.rows.slice(1).every((row) => row.startsWith("2,")));
      assert.match(tables.Filter.file, /-filter\.csv$/);
    });
  });

  for (const [model, config, count] of [
    ["GFL", { filters: 3 }, 3],
    ["TOGL", { model: "sum", topologyLayer: "persistence" }, 8],
  ]) {
    it(`is that of the chosen filter of ${model} on every page and in every file`, async () => {
      await withPage(browser, { query: "?page=inspect&data=cycles-and-trees&graph=3" }, async (page) => {
        await trainToTheEnd(page, { epochs: 1, width: 8, hats: 6, ...config });
        await page.getByRole("tab", { name: "Data sets" }).click();
        await page.getByText("Save the session, the model or its predictions").click();
        const seen = [];
        for (const filter of [1, 2, 0]) {
          await page
            .getByRole("combobox", { name: "Filter", exact: true })
            .first()
            .selectOption({ label: `Filter ${filter + 1}` });
          await page.waitForFunction((k) => window.sublevel.state().inspection.filter === k, filter);
          const [shown, said] = await page.evaluate(async () => {
            const { filter, filterName } = await window.sublevel.inspect([2]);
            return [
              [...window.sublevel.state().inspection.filtration.filter],
              { filter: [...filter], filterName },
            ];
          });
          assert.equal(said.filterName, `${filter + 1} of ${count}`);
          for (const name of ["Filter", "Bars"]) {
            const coming = page.waitForEvent("download");
            await page.getByRole("button", { name: new RegExp(`^${name} of every`) }).click();
            const file = await coming;
            const lines = (await bytesOf(file)).toString().trimEnd().split("\n");
            assert(lines.includes(`# filter: ${filter + 1} of ${count}`), lines.slice(0, 9).join());
            assert.match(file.suggestedFilename(), new RegExp(`-filter-${filter + 1}-of-${count}-`));
            const rows = lines.filter((line) => line.startsWith("2,")).map((line) => line.split(","));
            // The values of f, or the births with their vertices.
            for (const row of rows) {
              const [vertex, value] = name === "Filter" ? [row[3], row[4]] : [row[7], row[5]];
              near(Number(value), shown[Number(vertex)], `${name}, filter ${filter + 1}, v${vertex}`);
            }
            assert(rows.length > 0);
          }
          said.filter.forEach((value, vertex) => near(value, shown[vertex], `API, filter ${filter + 1}`));
          seen.push(shown.map((value) => value.toFixed(4)).join());
        }
        assert.equal(new Set(seen).size, 3, "the filters differ");
        // The questions about the model are about the same filter, and their headings name it.
        await page.evaluate(() =>
          window.sublevel.dispatch({
            type: "view",
            change: { page: "model", topic: "filter", filterInView: 1, threshold: null },
          }),
        );
        const learned = page.getByRole("region", { name: "What did it learn?" });
        await learned.getByText(`filter 2 of ${count}`).waitFor();
        if (model !== "GFL") await learned.getByText("topology layer inside the model").waitFor();
        await learned.getByText("Computing").first().waitFor({ state: "detached" });
        await page.screenshot({ path: screenshotPath(`together-${model}`) });
        if (model === "GFL") {
          await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { topic: "fail" } }));
          await page.getByRole("region", { name: "Why?" }).getByText("filter 2 of 3").waitFor();
        }
      });
    });
  }

  it("rejects an unknown graph", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees" }, async (page) => {
      const message = await page.evaluate(() =>
        window.sublevel.inspect([100_000]).catch((error) => error.message),
      );
      assert.match(message, /there is no graph 100000/);
    });
  });
});
