// What can be taken away: everything as one archive.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import {
  launch,
  load,
  notices,
  offered,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

let browser;
before(async () => (browser = await launch(WITHOUT_GPU)));
after(() => browser.close());

/** This data set, or what is generated where the server offers none. */
async function open(page, name) {
  const names = await offered(page);
  await load(page, { data: names?.includes(name) ? name : "cycles-and-trees", graph: 2 });
}

/** The file that a press of this button brings. */
async function saved(page, button) {
  const coming = page.waitForEvent("download", { timeout: 120_000 });
  await button.click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) };
}

async function openSaving(page) {
  await page.getByRole("tab", { name: "Data sets" }).click();
  await page.getByText("Save what the model says").click();
}

/** The rows of a table, without the lines in front. */
function rowsOf(text) {
  const lines = text.trimEnd().split("\n");
  return lines.slice(lines.findIndex((line) => !line.startsWith("#")) + 1).map((line) => line.split(","));
}

/** A diagram, its lines in an order of their own. */
const linesOf = (text) => text.split("\n").filter(Boolean).sort();

describe("the archive", () => {
  for (const name of ["MUTAG", "PROTEINS"]) {
    it(`has what the model says of ${name}, in tables, diagrams and graphs that agree`, async () => {
      await withPage(browser, {}, async (page) => {
        await open(page, name);
        await trainToTheEnd(page, { epochs: 1, width: 8, hats: 6, seed: 5 }, 120_000);
        await openSaving(page);
        const { name: file, bytes } = await saved(page, page.getByRole("button", { name: /^Everything/ }));
        const { data, said } = await page.evaluate(async () => {
          const { summary, rows } = window.sublevel.state().data;
          const { vertexOffsets, filter, barOffsets, logits } = await window.sublevel.inspect();
          const parts = { vertexOffsets, filter, barOffsets, logits };
          const plain = Object.entries(parts).map(([key, numbers]) => [key, [...numbers]]);
          return { data: { name: summary.name, rows }, said: Object.fromEntries(plain) };
        });
        assert.equal(file, `${data.name.replaceAll(/[^\w.-]+/g, "-")}.zip`);
        const files = unzipSync(bytes);
        const text = (path) => strFromU8(files[path]);
        const { rows } = data;

        const f = rowsOf(text("filter.csv"));
        assert.deepEqual(
          f.map((row) => Math.fround(Number(row[4]))),
          said.filter,
        );
        const scores = rowsOf(text("predictions.csv"));
        assert.deepEqual(
          scores.flatMap((row) => row.slice(4).map((score) => Math.fround(Number(score)))),
          said.logits,
        );
        const bars = rowsOf(text("bars.csv"));
        assert.equal(bars.length, said.barOffsets.at(-1));

        const provenance = JSON.parse(text("provenance.json"));
        assert.match(provenance.fingerprint, /^[0-9a-f]{16}$/);
        assert.deepEqual(
          [provenance.seed, provenance.configuration.width, provenance.weights.untrained],
          [5, 8, false],
        );

        const digits = String(rows.length - 1).length;
        const barsOf = Map.groupBy(bars, (row) => `${row[0]} ${row[3]}`);
        for (const [graph, { vertices, edges }] of rows.entries()) {
          const number = String(graph).padStart(digits, "0");
          const graphml = text(`graphs/${number}.graphml`);
          const values = [...graphml.matchAll(/<node id="(\d+)"><data key="filter">(.+?)<\/data>/g)];
          const own = said.filter.slice(said.vertexOffsets[graph], said.vertexOffsets[graph + 1]);
          assert.deepEqual(
            values.map(([, id]) => Number(id)),
            [...Array(vertices).keys()],
          );
          assert.deepEqual(
            values.map(([, , value]) => Math.fround(Number(value))),
            own,
          );
          assert.equal(graphml.match(/<edge /g)?.length ?? 0, edges);
          for (const [direction, never] of [
            ["sublevel", "inf"],
            ["superlevel", "-inf"],
          ]) {
            const expected = (barsOf.get(`${graph} ${direction}`) ?? []).flatMap((row) => {
              const line = `${row[4].startsWith("h1") ? 1 : 0} ${row[5]} ${row[6] || never}`;
              return Array(Number(row[9])).fill(line);
            });
            assert.deepEqual(linesOf(text(`diagrams/${direction}/${number}.pers`)), expected.sort());
          }
        }
        assert.equal(Object.keys(files).length, 5 + 3 * rows.length);
        assert.equal(await notices(page).innerText(), "");
      });
    });
  }

  it("has predictions and graphs of a model without a filter, and can be given up", async () => {
    await withPage(browser, {}, async (page) => {
      await open(page, "PROTEINS");
      await trainToTheEnd(page, { epochs: 1, width: 8, model: "sum" }, 120_000);
      await openSaving(page);
      const everything = page.getByRole("button", { name: /^Everything/ });
      await everything.click();
      await page.getByRole("button", { name: /^Stop the archive/ }).click();
      await everything.waitFor();
      await page.screenshot({ path: screenshotPath("take-archive") });
      const { bytes } = await saved(page, everything);
      const files = unzipSync(bytes);
      const names = new Set(Object.keys(files).map((path) => path.replace(/\/.*/, "/")));
      assert.deepEqual(names, new Set(["README.txt", "provenance.json", "predictions.csv", "graphs/"]));
      assert.doesNotMatch(strFromU8(files["graphs/000.graphml"] ?? files["graphs/0000.graphml"]), /<data/);
    });
  });
});
