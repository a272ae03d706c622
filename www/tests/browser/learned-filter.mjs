// The panel of the learned filter: the filter of a model compared with known quantities of the vertices.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { etaSquared, levelsOf, neighboursIn, OF_STRUCTURE } from "./quantities.mjs";
import {
  browserOf,
  bytesOf,
  faultless,
  fits,
  inMenu,
  load,
  offered,
  outPath,
  pageUrl,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const browser = browserOf(WITHOUT_GPU);

const CONFIG = { features: "degree", seed: 1, epochs: 6 };

/** The panel, when all of it belongs to the weights in view. */
async function panelOf(page) {
  const panel = page.getByRole("region", { name: "What did it learn?" });
  await panel.getByRole("table", { name: /correctly classified/ }).waitFor();
  return panel;
}

const finding = (panel) => panel.locator(".learned-finding").textContent();

/** Name and both shares of each row, in percent. */
function rowsOf(panel) {
  return panel
    .locator(".quantity")
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector(".quantity-name").textContent,
        ...[...row.querySelectorAll(".share-text")].map((text) =>
          Number.parseFloat(text.lastChild.textContent),
        ),
      ]),
    );
}

const nameOfChosen = (panel) => panel.locator(".quantity:has(:checked) .quantity-name").textContent();

suite("the learned filter", () => {
  test("a filter that reads labels can be retrained on degrees only, and undo restores the previous run", async (t) => {
    await withPage(
      browser,
      { query: "?page=model&topic=filter&data=one-loop-or-several&graph=path" },
      async (page) => {
        const without = page.getByRole("button", { name: "Train on the degree alone" });
        await page.locator(".learned-finding").waitFor();
        assert.equal(await without.count(), 0, "examples have no labels");
        if (!(await offered(page))) return t.skip("the server offers no data sets");
        await load(page, { data: "PROTEINS", graph: 0 });
        await trainToTheEnd(page, { epochs: 1 });
        const told = () => page.evaluate(() => window.sublevel.state().run.summary.config.features);
        assert.equal(await told(), "degree+label");
        await without.click();
        await page.waitForFunction(() => {
          const { run } = window.sublevel.state();
          return run.summary.config.features === "degree" && run.stepsDone > 0;
        });
        assert.equal(await without.count(), 0);
        await page.getByRole("button", { name: "Undo" }).click();
        await page.waitForFunction(() => {
          const { run } = window.sublevel.state();
          return run.summary.config.features === "degree+label" && run.stepsDone > 0;
        });
      },
    );
  });

  test("the degree explains the filter of PROTEINS, and the test with class means uses the same weights", async (t) => {
    await withPage(
      browser,
      { query: "?page=model&topic=filter&data=one-loop-or-several&graph=path" },
      async (page) => {
        if (!(await offered(page))) return t.skip("the server offers no data sets");
        await load(page, { data: "PROTEINS", graph: 0 });
        let panel = await panelOf(page);
        assert.match(await finding(panel), /^These weights are untrained\./);

        const { epochs } = await trainToTheEnd(page, CONFIG);
        panel = await panelOf(page);
        await page.waitForFunction(
          () => !document.querySelector(".learned-finding").textContent.includes("untrained"),
        );
        await page.waitForFunction((share) => {
          const test = document.querySelector(".swap-in-table tbody td:nth-child(3)");
          return test?.textContent === `${(100 * share).toFixed(1)} %`;
        }, epochs.at(-1).testMetric);
        await panel.locator('.quantities[aria-busy="false"]').waitFor();
        const rows = await rowsOf(panel);
        assert.deepEqual(rows.map(([name]) => name).sort(), [
          "attribute 1",
          "closeness",
          "clustering",
          "component size",
          "core number",
          "degree",
          "label",
        ]);
        assert.equal(rows[0][0], "degree");
        assert.ok(rows[0][1] > 50 && rows[0][2] > 50, String(rows[0]));
        assert.match(
          await finding(panel),
          new RegExp(
            `^The degree explains ${rows[0][1].toFixed(1)} % .* over the validation and test graphs`,
          ),
        );
        await page.screenshot({ path: screenshotPath("learned") });

        // The numbers of the sentence are those of the table, and those of the table are those of the run.
        const sentence = await panel.locator(".swap-in-sentence").textContent();
        const [, swapped, learned] =
          /degree, ([\d.]+) % of the test graphs are right; with f itself ([\d.]+) %/.exec(sentence);
        assert.equal(learned, (100 * epochs.at(-1).testMetric).toFixed(1));
        const [first] = await panel.locator(".swap-in-table tbody tr").allTextContents();
        const { test: graphs } = await page.evaluate(() =>
          Object.groupBy(window.sublevel.state().data.rows, ({ part }) => part),
        );
        assert.equal(first, `Test${swapped} %${learned} %${graphs.length}`);

        // Keys move from row to row, and the rest of the panel follows.
        await panel.getByRole("radio", { name: /^degree/ }).focus();
        await page.keyboard.press("ArrowDown");
        assert.equal(await nameOfChosen(panel), rows[1][0]);
        await panel
          .locator(".learned-finding", { hasText: new RegExp(`^The ${rows[1][0]} explains`) })
          .waitFor();
        await panel.locator(".swap-in-sentence", { hasText: `of the ${rows[1][0]},` }).waitFor();
        await page.keyboard.press("ArrowUp");
        assert.equal(await nameOfChosen(panel), "degree");

        // A fixed filter has its own shares and marks, and the core number explains all of the core number.
        await panel.getByLabel("Fixed filter beside f").selectOption("core");
        await panel.locator(".beside-agreement", { hasText: "order pairs of vertices alike in" }).waitFor();
        const ofCore = panel.locator(".quantity:has(.quantity-name:text-is('core number')) .share-text");
        assert.deepEqual(
          (await ofCore.evaluateAll((texts) => texts.map((text) => text.lastChild.textContent))).slice(2),
          ["100.0 %", "100.0 %"],
        );
        assert.ok((await panel.locator(".level-fixed").count()) > 1);
        await page.screenshot({ path: screenshotPath("learned-beside") });
        await panel.getByLabel("Fixed filter beside f").selectOption("");
        assert.equal(await panel.locator(".level-fixed").count(), 0);

        // Two quantities explain at least as much as one.
        await panel.getByLabel("Second quantity").selectOption("label");
        await panel.locator(".learned-finding", { hasText: "The degree and the label together" }).waitFor();
        const [, together] = /explain ([\d.]+) %/.exec(await finding(panel));
        assert.ok(Number(together) >= rows[0][1]);
        assert.equal(await panel.locator(".level-series-line").count(), 3);
        await page.screenshot({ path: screenshotPath("learned-pair") });
        await panel.getByLabel("Second quantity").selectOption("");

        // The table counts each vertex once.
        const asTable = panel.getByLabel("Show f at each level as a table");
        await (await inMenu(asTable)).check();
        const counted = await panel
          .locator(".learned-table tbody tr")
          .evaluateAll((levels) =>
            levels
              .flatMap(({ cells }) => [cells[2], cells[4]])
              .reduce((sum, { textContent }) => sum + Number(textContent.replaceAll(",", "")), 0),
          );
        const vertices = await page.evaluate(() =>
          window.sublevel.state().data.rows.reduce((sum, row) => sum + row.vertices, 0),
        );
        assert.equal(counted, vertices);
        assert.match(await page.evaluate(() => window.sublevel.link()), /tables=learned/);
        await asTable.uncheck();
        await page.keyboard.press("Escape");

        // The slider selects the initial weights; the order of the rows does not change.
        const places = await panel.locator(".quantity-name").allTextContents();
        await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { epoch: 0 } }));
        await panel.locator(".learned-finding", { hasText: "These weights are untrained." }).waitFor();
        assert.deepEqual(await panel.locator(".quantity-name").allTextContents(), places);
        assert.notEqual((await rowsOf(panel))[0][1], rows[0][1]);
        await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { epoch: null } }));
        await page.waitForFunction(
          (share) => document.querySelector(".quantity .share-text").lastChild.textContent === share,
          `${rows[0][1].toFixed(1)} %`,
        );
      },
    );
  });

  test("the shares agree with those computed from the files of the archive", async (t) => {
    await withPage(
      browser,
      { query: "?page=model&topic=filter&data=one-loop-or-several&graph=path" },
      async (page) => {
        const names = await offered(page);
        const data = names?.includes("PROTEINS") ? "PROTEINS" : "cycles-and-trees";
        await load(page, { data, graph: 0 });
        await trainToTheEnd(page, { ...CONFIG, epochs: 3 });
        const panel = await panelOf(page);
        await panel.locator('.quantities[aria-busy="false"]').waitFor();
        await page.waitForFunction(
          () => !document.querySelector(".learned-finding").textContent.includes("untrained"),
        );
        const told = Object.fromEntries((await rowsOf(panel)).map(([name, ...shares]) => [name, shares]));

        await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { page: "inspect" } }));
        await page.getByRole("tab", { name: "Data sets" }).click();
        await page.getByText("Save the session, the model or its predictions").click();
        const coming = page.waitForEvent("download", { timeout: 120_000 });
        await page.getByRole("button", { name: /^Everything/ }).click();
        const archive = await bytesOf(await coming);
        await writeFile(outPath("learned-archive.zip"), archive);
        await writeFile(outPath("learned-shares.json"), JSON.stringify(told));
        const files = unzipSync(archive);

        const lines = strFromU8(files["filter.csv"]).trimEnd().split("\n");
        const rows = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(","));
        const f = rows.map((row) => Number(row[4]));
        const training = [...f.keys()].filter((v) => rows[v][2] === "train");
        const others = [...f.keys()].filter((v) => rows[v][2] !== "train");
        const graphs = Object.keys(files)
          .filter((path) => path.startsWith("graphs/"))
          .sort()
          .map((path) => neighboursIn(strFromU8(files[path])));
        const values = Object.fromEntries(
          Object.entries(OF_STRUCTURE).map(([name, of]) => [name, graphs.flatMap(of)]),
        );
        // Labels and attributes are not exported; they come from the files of the data set.
        if (data === "PROTEINS") {
          const url = await page.evaluate(
            (wanted) => window.sublevel.state().serverFiles.find(({ name }) => name === wanted).url,
            data,
          );
          const read = unzipSync(new Uint8Array(await (await fetch(`${pageUrl}/${url}`)).arrayBuffer()));
          const numbersIn = (end) => {
            const path = Object.keys(read).find((name) => name.endsWith(end));
            return strFromU8(read[path]).trim().split(/\s+/).map(Number);
          };
          values.label = numbersIn("_node_labels.txt");
          values["attribute 1"] = numbersIn("_node_attributes.txt");
        }
        assert.deepEqual(Object.keys(told).sort(), Object.keys(values).sort());
        for (const [name, own] of Object.entries(values)) {
          assert.equal(own.length, f.length, name);
          const level = levelsOf(own, name === "label");
          const shares = [others, training].map((part) => 100 * etaSquared(f, level, part));
          assert.deepEqual(
            told[name],
            shares.map((share) => Number(Math.max(0, share).toFixed(1))),
            `${name}: ${shares}`,
          );
        }
        t.diagnostic(`${f.length} vertices of ${graphs.length} graphs of ${data}: ${JSON.stringify(told)}`);
      },
    );
  });

  test("a model without a filter shows an explanation and an alternative", async () => {
    await withPage(
      browser,
      { query: "?page=model&topic=filter&data=one-loop-or-several&graph=path" },
      async (page) => {
        await load(page, { data: "one-loop-or-several", graph: 0 });
        await trainToTheEnd(page, { model: "sum", epochs: 1 });
        const panel = page.getByRole("region", { name: "What did it learn?" });
        await panel.getByText("SUM learns no filter").waitFor();
        await panel.getByRole("button", { name: "New run with GFL" }).click();
        await panelOf(page);
        assert.match(await finding(panel), /^These weights are untrained\./);
      },
    );
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`passes axe, ${colorScheme}`, async () => {
      await withPage(
        browser,
        { query: "?page=model&topic=filter&data=one-loop-or-several&graph=path", colorScheme },
        async (page) => {
          await load(page, { data: "one-loop-or-several", graph: 0 });
          const panel = await panelOf(page);
          await faultless(page, "a picture");
          const asTable = panel.getByLabel("Show f at each level as a table");
          await (await inMenu(asTable)).check();
          await faultless(page, "a table, and how to read it");
          await asTable.uncheck();
          await page.keyboard.press("Escape");
          for (const [width, height] of [
            [900, 500],
            [390, 844],
          ]) {
            await page.setViewportSize({ width, height });
            await fits(page, `${width} × ${height}`);
            await panel.scrollIntoViewIfNeeded();
            await faultless(page, `${width} × ${height}`);
            await page.screenshot({ path: screenshotPath(`learned-${colorScheme}-${width}`) });
          }
        },
      );
    });
  }
});
