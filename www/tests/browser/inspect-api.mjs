// `window.sublevel.inspect` returns for many graphs the results that the page shows for each.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { strFromU8, unzipSync } from "fflate";
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

/** The download of this button; `read` turns its bytes into text. */
async function savedText(page, button, read = strFromU8) {
  const coming = page.waitForEvent("download");
  await button.click();
  const file = await coming;
  return { file: file.suggestedFilename(), text: read(new Uint8Array(await bytesOf(file))) };
}

/** The lines before a table by name, and its rows by column. */
function tableOf(text) {
  const lines = text.trimEnd().split("\n");
  const first = lines.findIndex((line) => !line.startsWith("#"));
  const named = lines.slice(0, first).map((line) => /^# (.*?): (.*)$/.exec(line).slice(1));
  const columns = lines[first].split(",");
  const rows = lines.slice(first + 1).map((line) => line.split(","));
  return {
    header: Object.fromEntries(named),
    rows: rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
  };
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
        const { file, text } = await savedText(
          page,
          page.getByRole("button", { name: new RegExp(`^${name}`) }),
        );
        tables[name] = { file, ...tableOf(text) };
        assert.match(tables[name].header.fingerprint, /^[0-9a-f]{16}$/);
        assert.equal(tables[name].header.seed, "5");
        assert.match(tables[name].header.weights, /^after step \d+$/);
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
      assert.equal(tables.Predictions.rows.length, graphs);
      assert.equal(tables.Predictions.rows[2].predicted, predicted);
      assert.equal(tables.Filter.rows.length, vertices);
      assert(tables.Bars.rows.length > graphs);
      assert(tables.Contributions.rows.every(({ graph }) => graph === "2"));
      assert.match(tables.Filter.file, /-filter\.csv$/);
    });
  });

  for (const { model, config, filters, names } of [
    { model: "GFL", config: { filters: 3 }, filters: [1, 2, 0], names: (k) => `${k + 1} of 3` },
    {
      model: "GFL with values of edges",
      config: { filters: 2, edgeFilter: "learned" },
      filters: [1, 0],
      names: (k) => `${k + 1} of 2`,
    },
    {
      model: "GFL with extended persistence",
      config: { filters: 2, readout: "extended" },
      filters: [1, 0],
      names: (k) => `${k + 1} of 2`,
    },
    {
      model: "TOGL",
      config: { model: "sum", topologyLayer: "persistence" },
      filters: [1, 7, 0],
      names: (k) => `${k + 1} of 8`,
    },
    {
      model: "RePHINE",
      config: { model: "sum", layers: 2, topologyLayer: "rephine" },
      filters: [9, 1],
      names: (k) => `${(k % 8) + 1} of 8 of layer ${k < 8 ? 1 : 2}`,
    },
    {
      model: "SpectRe",
      config: { model: "sum", topologyLayer: "spectre" },
      filters: [5, 0],
      names: (k) => `${k + 1} of 8`,
    },
  ]) {
    it(`is that of the chosen filter of ${model} on every page and in every file`, async () => {
      await withPage(browser, { query: "?page=inspect&data=cycles-and-trees&graph=3" }, async (page) => {
        await trainToTheEnd(page, { epochs: 1, width: 8, hats: 6, ...config });
        await page.getByRole("tab", { name: "Data sets" }).click();
        await page.getByText("Save the session, the model or its predictions").click();
        const ofEdges = ["rephine", "spectre"].includes(config.topologyLayer);
        const readsBars = config.model === undefined;
        const seen = [];
        for (const filter of filters) {
          await page
            .getByRole("combobox", { name: "Filter", exact: true })
            .first()
            .selectOption(String(filter));
          await page.waitForFunction((k) => window.sublevel.state().inspection.filter === k, filter);
          const { shown, logits, vertices, said, filterName } = await page.evaluate(async (ofEdges) => {
            const { filter, edgeFilter, filterName } = await window.sublevel.inspect([2]);
            const { filtration, logits } = window.sublevel.state().inspection;
            return {
              shown: [...(ofEdges ? filtration.edgeFilter : filtration.filter)],
              logits: [...logits],
              vertices: window.sublevel.state().data.rows[2].vertices,
              said: [filter, edgeFilter].map((values) => [...values]),
              filterName,
            };
          }, ofEdges);
          const name = names(filter);
          const what = `${model}, filter ${filter}`;
          assert.equal(filterName, name);
          assert.equal(said[ofEdges ? 0 : 1].length, 0, "values of other cells");
          const same = (found, source) => {
            assert.equal(found.length, shown.length, `${what}, ${source}`);
            found.forEach((value, at) => near(Number(value), shown[at], `${what}, ${source}, ${at}`));
          };
          same(said[ofEdges ? 1 : 0], "API");
          // The place of a cell in the list of values: edges follow vertices.
          const placeOf = (row, prefix = "") =>
            row[`${prefix}edge`]
              ? Number(row[`${prefix}edge`]) + (ofEdges ? 0 : vertices)
              : Number(row[`${prefix}vertex`]);
          const check = {
            Predictions: ([row]) =>
              logits.forEach((score, index) => near(Number(Object.values(row)[4 + index]), score, what)),
            Filter: (rows) => {
              assert.deepEqual(
                rows.map((row) => placeOf(row)),
                shown.map((_, at) => at),
              );
              same(
                rows.map(({ f }) => f),
                "table",
              );
            },
            Bars: (rows) => {
              assert(rows.length > 0);
              for (const row of rows) {
                near(Number(row.birth), shown[placeOf(row, "birth_")], `${what}, births`);
                if (row.death) near(Number(row.death), shown[placeOf(row, "death_")], `${what}, deaths`);
              }
            },
            Contributions: (rows, header) => {
              const numbersOf = (key) => (header[key] ?? "0, 0").split(", ").map(Number);
              const [bias, others] = ["bias of each class", "other filters to each class"].map(numbersOf);
              logits.forEach((score, index) => {
                const sum = rows.reduce((all, row) => all + Number(Object.values(row)[8 + index]), 0);
                near(sum + bias[index] + others[index], score, `${what}, contributions`);
              });
              const isValue = (end) => shown.some((value) => Math.abs(value - end) < 1e-6);
              assert(
                rows.every(
                  ({ birth, death }) => isValue(Number(birth)) && (!death || isValue(Number(death))),
                ),
              );
            },
          };
          for (const [table, test] of Object.entries(check)) {
            const button = page
              .getByRole("button", { name: new RegExp(`^${table} of every|^${table}`) })
              .first();
            const missing = (table === "Bars" && ofEdges) || (table === "Contributions" && !readsBars);
            assert.equal(await button.isDisabled(), missing, `${what}, ${table}`);
            if (missing) continue;
            const { file, text } = await savedText(page, button);
            const { header, rows } = tableOf(text);
            const named = table !== "Predictions";
            assert.equal(header.filter, named ? name : undefined, `${what}, ${table}`);
            assert.equal(file.includes(`-filter-${name.replaceAll(" ", "-")}-`), named, file);
            test(
              rows.filter(({ graph }) => graph === "2"),
              header,
            );
          }
          const archive = await savedText(page, page.getByRole("button", { name: /^Everything/ }), unzipSync);
          const inside = (path) => strFromU8(archive.text[path]);
          check.Filter(tableOf(inside("filter.csv")).rows.filter(({ graph }) => graph === "2"));
          if (!ofEdges) check.Bars(tableOf(inside("bars.csv")).rows.filter(({ graph }) => graph === "2"));
          const graphml = inside(Object.keys(archive.text).find((path) => /graphs\/0*2\.graphml/.test(path)));
          same(
            [...graphml.matchAll(/<data key="(edge_)?filter">(.+?)<\/data>/g)].map(([, , value]) => value),
            "GraphML",
          );
          assert.doesNotMatch(inside("README.txt"), /no filter/);
          seen.push(shown.map((value) => value.toFixed(5)).join());
        }
        assert.equal(new Set(seen).size, filters.length, "the filters differ");
        // The questions about the model are about the same filter, and their headings name it.
        const label = `filter ${names(filters[0])}`;
        await page.evaluate(
          (filterInView) =>
            window.sublevel.dispatch({
              type: "view",
              change: { page: "model", topic: "filter", filterInView, threshold: null },
            }),
          filters[0],
        );
        const learned = page.getByRole("region", { name: "What did it learn?" });
        await learned.getByText(label).first().waitFor();
        if (config.topologyLayer === "persistence")
          await learned.getByText("topology layer inside the model").waitFor();
        await learned.getByText("Computing").first().waitFor({ state: "detached" });
        await page.screenshot({ path: screenshotPath(`together-${model.replaceAll(" ", "-")}`) });
        if (readsBars) {
          await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { topic: "fail" } }));
          await page.getByRole("region", { name: "Why?" }).getByText(label).waitFor();
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
