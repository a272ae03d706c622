// Tests a notebook in JupyterLab and in Jupyter Notebook, in Chromium. The tests cover the page in its cell, a run, and
// tables in the kernel with the values of the page.
// node notebook.mjs --python PYTHON --chromium PROGRAM --out DIR

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { describeHosts } from "./hosts.mjs";
import { startJupyter } from "./jupyter.mjs";

const { values: options } = parseArgs({
  options: { python: { type: "string" }, chromium: { type: "string" }, out: { type: "string" } },
});
const MINUTE = 60_000;

const WATCH = `import json
import networkx as nx
import sublevel
rings = [nx.lollipop_graph(3, n - 3) for n in range(6, 26)]
trees = [nx.relabel_nodes(nx.random_labeled_tree(n, seed=n), str) for n in range(6, 26)]
view = sublevel.Explorer(rings + trees, labels=["ring"] * 20 + ["tree"] * 20)
view`;
// One step per epoch. Tables that arrive during training belong to its last epoch.
const TRAIN = `def write(change):
    if view.bars.attrs["weights"] != "after step 3":
        return
    for name in ["filter", "bars", "predictions"]:
        getattr(view, name).to_json(f"{name}.json", orient="split")
    json.dump(view.bars.attrs, open("attrs.json", "w"))
view.observe(write, "updates")
view.train(epochs=3, seed=7)`;
// There is no earlier rejection: it would be raised here.
const SELECT = `assert len(view.predictions) == 40
view.observe(lambda change: json.dump(list(change["new"]), open("selected.json", "w")), "selected")
view.selected = (7, 2)`;
const WRONG = `view.train(epochs=0)`;
const REFUSED = `try:
    view.bars
except RuntimeError as error:
    json.dump(str(error), open("refused.json", "w"))`;
const AGAIN = `view`;
// As under "Run all": the page trains while the cell waits.
const WAIT = `view.train(epochs=2, seed=8)
await view.wait()
json.dump([len(view.predictions), view.bars.attrs["weights"]], open("waited.json", "w"))`;
const LOG = `import pathlib, time
import numpy as np
graphs = [(5, [(i, (i + 1) % 5) for i in range(5)]), (4, [(0, 1), (1, 2), (2, 3)])]
run = sublevel.Run("log", graphs, labels=[0, 1])
sublevel.Explorer(run)`;
// The kernel is busy until the page has shown two epochs.
const LOGGED = `random = np.random.default_rng(0)
epoch = 0
while not pathlib.Path("seen").exists():
    epoch += 1
    run.log(epoch, f=random.random(9), predictions=random.random((2, 2)), loss=1 / epoch)
    time.sleep(0.2)`;

describeHosts(options.chromium);

const HOSTS = [
  { name: "JupyterLab", module: "jupyterlab", path: "lab/tree" },
  { name: "Jupyter Notebook", module: "notebook", path: "notebooks" },
];
for (const host of HOSTS)
  describe(`a notebook in ${host.name}`, () => {
    const problems = [];
    let requests = 0;
    let server, browser, page, frame;

    before(async () => {
      const cells = [WATCH, TRAIN, SELECT, WRONG, REFUSED, AGAIN, WAIT, LOG, LOGGED];
      server = await startJupyter(options.python, host.module, join(options.out, host.module), cells);
      const { url } = server;
      browser = await chromium.launch({
        executablePath: options.chromium,
        // The server of the notebook is the only reachable host.
        args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
      });
      const context = await browser.newContext({ viewport: { width: 1340, height: 1000 } });
      page = await context.newPage();
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(`console: ${message.text()}`);
      });
      page.on("pageerror", ({ message, stack }) => {
        // URLs of the package's scripts begin like this; errors in other scripts belong to the notebook.
        if (stack.includes("blob:")) problems.push(`uncaught: ${message}`);
      });
      const asked = (address) => {
        const local = [url, url.replace("http", "ws"), `blob:${url}`, "data:"].some((start) =>
          address.startsWith(start),
        );
        requests += 1;
        if (!local) problems.push(`request to ${address}`);
      };
      context.on("request", (request) => asked(request.url()));
      page.on("websocket", (socket) => asked(socket.url()));
      await page.goto(`${url}${host.path}/test.ipynb`);
      const ready = () => {
        const { isReady, session } = window.jupyterapp?.shell.currentWidget?.sessionContext ?? {};
        return isReady && session?.kernel?.status === "idle";
      };
      await page.waitForFunction(ready, null, { timeout: MINUTE });
    });

    after(async () => {
      await browser?.close();
      await server?.stop();
    });

    const command = (name, args = {}) =>
      page.evaluate(([id, given]) => void window.jupyterapp.commands.execute(id, given), [name, args]);
    /** Runs the selected cell and selects the next one. */
    const runCell = () => command("notebook:run-cell-and-select-next");
    const state = () =>
      frame.evaluate(() => {
        const { run, view, document, theme } = window.sublevel.state();
        const { phase, stepsDone } = run;
        return {
          phase,
          stepsDone,
          theme,
          page: view.page,
          vertex: view.selection,
          subject: document.subject,
        };
      });
    const until = async (holds) => {
      for (const end = Date.now() + MINUTE; !(await holds());) {
        const errors = await page.locator(".jp-OutputArea-output[data-mime-type*=error]").allInnerTexts();
        assert(
          errors.length === 0 && Date.now() < end,
          errors.join("\n") || `this took a minute\n${server.said()}`,
        );
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    /** The output of the kernel, after it was written. */
    const written = async (name) => {
      let read;
      await until(async () => {
        try {
          read = JSON.parse(await readFile(join(server.work, `${name}.json`), "utf8"));
          return true;
        } catch {
          return false;
        }
      });
      return read;
    };
    /** The page in a cell, when `isReady` of its state is true. */
    const frameIn = async (cell, isReady = "({ run }) => run") => {
      const found = page.locator(".jp-Notebook .jp-Cell").nth(cell).locator("iframe[title=Sublevel]");
      await found.waitFor({ timeout: MINUTE });
      const inside = await (await found.elementHandle()).contentFrame();
      const ready = `window.sublevel && (${isReady})(window.sublevel.state())`;
      await inside.waitForFunction(ready, null, { timeout: MINUTE });
      return inside;
    };
    const picture = (name) => page.screenshot({ path: join(options.out, `${host.module}-${name}.png`) });

    /** Steps after a failed step cannot succeed. */
    let broken = false;
    const step = (name, run) =>
      it(name, async (t) => {
        if (broken) return t.skip("a step before it failed");
        broken = true;
        await run().catch(async (error) => {
          await picture("failed");
          throw error;
        });
        broken = false;
      });

    step("has the page in its cell, and trains when the next one asks", async () => {
      await command("notebook:move-cursor-up");
      await runCell();
      frame = await frameIn(0);
      await runCell();
      assert.equal((await state()).page, "inspect");
      const attrs = await written("attrs");
      assert.equal(attrs["data set"], "graphs");
      assert.equal(attrs["seed"], "7");
      assert.equal((await state()).phase, "finished");
    });

    step("has the values of the page in its tables", async () => {
      const told = await frame.evaluate(async () => {
        const { data } = window.sublevel.state();
        const lists = Object.entries(await window.sublevel.inspect());
        const plain = lists.map(([name, value]) => [name, ArrayBuffer.isView(value) ? [...value] : value]);
        return {
          ...Object.fromEntries(plain),
          rows: data.rows,
          classes: data.summary.classes.map(({ name }) => name),
        };
      });
      const near = (found, expected) =>
        expected === null
          ? assert.equal(found, null)
          : assert(Math.abs(found - expected) < 1e-6, `${found}, ${expected}`);
      const graphOf = (offsets, row) => offsets.findLastIndex((offset) => offset <= row);

      const filter = await written("filter");
      assert.deepEqual(filter.columns, ["graph", "vertex", "f", "node"]);
      assert.equal(filter.data.length, told.filter.length);
      for (const [row, [graph, vertex, f, node]] of filter.data.entries()) {
        assert.equal(graph, graphOf(told.vertexOffsets, row));
        assert.equal(vertex, row - told.vertexOffsets[graph]);
        assert.equal(typeof node, graph < 20 ? "number" : "string");
        near(f, told.filter[row]);
      }

      const bars = await written("bars");
      assert.equal(5 * bars.data.length, told.bars.length);
      assert(bars.data.length > 100);
      for (const [
        row,
        [graph, direction, dimension, birth, death, from, to, multiplicity],
      ] of bars.data.entries()) {
        const [kind, way, start, end, times] = told.bars.slice(5 * row, 5 * row + 5);
        const first = told.vertexOffsets[graph];
        const never = end === 2 ** 32 - 1;
        assert.equal(graph, graphOf(told.barOffsets, row));
        assert.deepEqual([direction, dimension], [["sublevel", "superlevel"][way], kind === 2 ? 1 : 0]);
        assert.deepEqual([from, to, multiplicity], [start, never ? null : end, times]);
        near(birth, told.filter[first + start]);
        near(death, never ? null : told.filter[first + end]);
      }

      const predictions = await written("predictions");
      assert.equal(predictions.data.length, 40);
      for (const [row, [graph, label, predicted, probability, part]] of predictions.data.entries()) {
        const [tree, ring] = told.logits.slice(2 * row, 2 * row + 2);
        assert.deepEqual(
          [graph, label, part],
          [row, told.classes[told.rows[row].class], told.rows[row].part],
        );
        assert.equal(predicted, told.classes[ring > tree ? 1 : 0]);
        near(probability, 1 / (1 + Math.exp(-Math.abs(tree - ring))));
      }
    });

    step("reports the graph in view, and changes it", async () => {
      await runCell();
      await frame.waitForFunction(() => {
        const { document, view } = window.sublevel.state();
        return document.subject.index === 7 && view.selection === 2;
      });
      await frame.evaluate(() => window.sublevel.load({ graph: 11 }));
      await until(async () => (await written("selected"))[0] === 11);
    });

    step("keeps keys typed in the page from the notebook", async () => {
      await page.locator(".jp-Notebook .jp-Cell").first().scrollIntoViewIfNeeded();
      const cells = await page.locator(".jp-Notebook .jp-Cell").count();
      // Keys with a meaning in the notebook: delete the cell, insert one above, one below.
      await frame.locator(".brand").click();
      for (const key of ["d", "d", "a", "b", "x"]) await page.keyboard.press(key);
      await frame.locator(".header input").first().fill("5");
      await page.keyboard.press("Enter");
      await frame.waitForFunction(() => window.sublevel.state().document.subject.index === 4);
      assert.equal(await page.locator(".jp-Notebook .jp-Cell").count(), cells);
    });

    step("saves pictures with fonts and an archive", async () => {
      const saved = async (choice) => {
        const [download] = await Promise.all([page.waitForEvent("download"), choice.click()]);
        return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
      };
      await frame.getByRole("button", { name: "Graph: how to read, options, files" }).click();
      const picture = await saved(frame.locator(":popover-open").getByRole("button", { name: "PDF" }));
      assert.match(picture.bytes.toString("latin1"), /^%PDF-[^]*\/FontFile2/);
      await frame.getByRole("tab", { name: "Data", exact: true }).click();
      await frame.getByRole("tab", { name: "Data sets" }).click();
      await frame.getByText("Save the session, the model or its predictions").click();
      const archive = await saved(frame.getByRole("button", { name: /^Everything/ }));
      assert.equal(archive.name, "graphs.zip");
      assert(archive.bytes.length > 1000);
    });

    step("fits its cell, and is dark where the notebook is", async () => {
      const box = await page.locator("iframe[title=Sublevel]").boundingBox();
      const cell = await page.locator(".jp-Notebook .jp-OutputArea-output").first().boundingBox();
      assert(box.width <= cell.width && box.width > cell.width - 20, `${box.width} of ${cell.width}`);
      assert(Math.abs(box.height - 720) < 3, `${box.height}`);
      await picture("light");
      await command("apputils:change-theme", { theme: "JupyterLab Dark" });
      await frame.waitForFunction(() => document.documentElement.dataset.theme === "dark");
      await picture("dark");
      await command("apputils:change-theme", { theme: "JupyterLab Light" });
      await frame.waitForFunction(() => document.documentElement.dataset.theme === "light");
    });

    step("raises rejections of the page", async () => {
      await runCell();
      await until(async () => {
        await command("notebook:run-cell");
        return existsSync(join(server.work, "refused.json"));
      });
      await command("notebook:move-cursor-down");
      assert.match(await written("refused"), /epochs/i);
    });

    step("resumes the run in another cell", async () => {
      const { stepsDone } = await state();
      await runCell();
      frame = await frameIn(5);
      await frame.waitForFunction((steps) => window.sublevel.state().run.stepsDone === steps, stepsDone);
      await page.getByText("Another cell shows this explorer").waitFor();
      assert.equal(await page.locator("iframe[title=Sublevel]").count(), 1);
    });

    step("waits in a cell for the tables of a run", async () => {
      await runCell();
      assert.deepEqual(await written("waited"), [40, "after step 2"]);
    });

    step("shows the epochs of a run log while a cell logs them", async () => {
      await runCell();
      const log = await frameIn(
        7,
        '({ notices }) => notices.some(({ title }) => title === "The run log has no epoch yet")',
      );
      await runCell();
      await log.waitForFunction(() => window.sublevel.state().run?.epochs.length >= 2, null, {
        timeout: MINUTE,
      });
      await writeFile(join(server.work, "seen"), "");
      await until(() =>
        page.evaluate(
          () => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === "idle",
        ),
      );
      const lines = (await readFile(join(server.work, "log/epochs.jsonl"), "utf8")).trim().split("\n");
      await log.waitForFunction(
        (count) => window.sublevel.state().run.epochs.length === count,
        lines.length,
        { timeout: MINUTE },
      );
      await picture("log");
    });

    it("sends requests only to the server of the notebook, and reports no errors", () => {
      assert.deepEqual(problems, []);
      assert(requests > 20, `only ${requests} requests were seen`);
    });
  });
