// Files and texts that can be dropped, opened or pasted, in every format.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe, it } from "node:test";
import {
  browserOf,
  drop,
  dropEdges,
  faultless,
  inMenu,
  look,
  notices,
  pageUrl,
  ROOMY,
  saveData,
  screenshotPath,
  untilSteps,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const FORMATS = new URL("../../../tests/fixtures/formats/", import.meta.url);
const fixture = (name) => readFile(new URL(name, FORMATS), "utf8");
const EXPECTED = JSON.parse(await fixture("expected.json"));

/** The text files of a data set of six graphs: paths of two, three … vertices, in two classes. */
function looseDataset() {
  const edges = [];
  const indicator = [];
  const labels = [];
  for (let graph = 1; graph <= 6; graph++) {
    for (let v = 0; v <= graph; v++) {
      indicator.push(graph);
      if (v > 0)
        edges.push([indicator.length - 1, indicator.length], [indicator.length, indicator.length - 1]);
    }
    labels.push(graph % 2);
  }
  return [
    ["TOY_A.txt", edges.map((ends) => ends.join(", ")).join("\n")],
    ["TOY_graph_indicator.txt", indicator.join("\n")],
    ["TOY_graph_labels.txt", labels.join("\n")],
  ];
}

/** Twenty rings of one class, with an attribute. */
function rings() {
  const ring = (n) => {
    const vertices = [...Array(n).keys()];
    const edges = vertices.map((v) => [v, (v + 1) % n]);
    return JSON.stringify({ n, edges, y: "ring", x: vertices.map((v) => [v]) });
  };
  return [...Array(20).keys()].map((place) => ring(4 + place)).join("\n");
}

const WITHOUT_TRAINING =
  'Every graph of “rings” has the class "ring", and training requires two classes: add graphs of another class.';

/** Checks that this button is disabled and has the reason as its description. */
async function isRefused(page, name) {
  const button = page.getByRole("button", { name, exact: true });
  assert(await button.isDisabled(), `${name} is enabled`);
  const described = await button.getAttribute("aria-describedby");
  assert.equal(await page.locator(`[id="${described}"]`).innerText(), WITHOUT_TRAINING);
}

const setTheme = (page, theme) =>
  page.evaluate((wanted) => window.sublevel.dispatch({ type: "theme", theme: wanted }), theme);

/** Waits until the graph of the fixtures is in view. */
async function untilKarate(page) {
  await page.waitForFunction(
    ({ vertices, edges }) => {
      const { graph, subject } = window.sublevel.state().shown;
      return subject.type === "own" && graph.vertices === vertices && graph.edges.length === 2 * edges;
    },
    { vertices: EXPECTED.vertices, edges: EXPECTED.edges },
  );
}

describe("files", () => {
  const browser = browserOf(WITHOUT_GPU);
  /** These tests do not need the training module. */
  const alone = { init: saveData, ready: false, reducedMotion: "reduce" };

  const DEGREE = "The file has no filter values, so f is the degree of each vertex.";
  const NAMES = "The vertices have no names, so the page calls them v0, v1, v2 and so on.";
  /** With the buttons of the two ways to show the file. */
  const WEIGHTS =
    "The edges have values, too: they can enter at these values, without f. Values of vertices Values of edges";
  for (const [names, filter, assumptions] of [
    [["networkx.graphml"], "values", [NAMES, WEIGHTS]],
    [["networkx.json"], "values", [NAMES, WEIGHTS]],
    [["networkx.edgelist", "networkx-values.txt"], "values", [NAMES]],
    [["networkx.edgelist"], null, [DEGREE, NAMES]],
    [["igraph.graphml"], null, [WEIGHTS]],
    [["igraph.edges"], null, [DEGREE, NAMES]],
  ]) {
    it(`${names.join(" and ")} opens as a graph`, async () => {
      await withPage(browser, alone, async (page) => {
        await page.getByRole("slider", { name: /filtration/ }).waitFor();
        const files = await Promise.all(names.map(async (name) => [name, await fixture(name)]));
        await drop(page, ...files);
        await untilKarate(page);
        const notice = await notices(page).innerText();
        const expected =
          assumptions.length > 0 ? `Assumptions about ${names[0]} ${assumptions.join(" ")}` : "";
        assert.equal(notice.replace(/\s+/g, " "), expected);
        const components = (await look(page)).bars.filter(({ id }) => id.startsWith("h0Essential:sub"));
        assert.equal(components.length, EXPECTED.components);
        if (filter === null) return;
        await page.getByLabel("Filter", { exact: true }).selectOption(filter);
        const found = (await look(page)).filter;
        EXPECTED.filter.forEach((value, v) =>
          assert(Math.abs(found[v] - value) < 1e-6, `f(v${v}) = ${found[v]}`),
        );
        await page.screenshot({ path: screenshotPath(`dropped-${names[0]}`) });
        await faultless(page, names[0]);
      });
    });
  }

  it("of many megabytes are read beside the page, which can cancel that", async () => {
    await withPage(browser, alone, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      await dropEdges(page, "large.csv", 1_500_000, 1_500_000);
      await notices(page).getByText("Reading large.csv").waitFor();
      // The page answers meanwhile.
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await notices(page).getByText("Reading large.csv").waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => window.sublevel.state().shown.subject.type), "example");
      // Another file takes the place of the one that is read.
      await dropEdges(page, "large.csv", 1_500_000, 1_500_000);
      await notices(page).getByText("Reading large.csv").waitFor();
      await dropEdges(page, "other.csv", 70_000, 10_000);
      await page.waitForFunction(() => window.sublevel.state().shown.graph.edges.length === 140_000);

      await dropEdges(page, "large.csv", 1_500_000, 1_500_000);
      await notices(page).getByText("large.csv was not opened").waitFor();
      assert.match(
        await notices(page).innerText(),
        /1,500,000 edges, and the page shows at most 20,000 vertices and 100,000 edges.*sublevel barcode FILE --filter degree/,
      );
      // About as large as the page takes, and read in a worker as well.
      await dropEdges(page, "shown.csv", 90_000, 20_000);
      await page.waitForFunction(() => window.sublevel.state().shown.graph.edges.length === 180_000);
      await page.getByText("1 in 5 edges drawn").waitFor();
      assert.equal(await notices(page).getByText("large.csv was not opened").count(), 0);
      await faultless(page, "the largest graph");
    });
  });

  it("compressed with gzip open as well, and a damaged one is reported", async () => {
    await withPage(browser, alone, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      const packed = gzipSync(await fixture("networkx.graphml"));
      const dropPacked = (name, bytes) =>
        page.evaluate(
          ([name, bytes]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
          },
          [name, [...bytes]],
        );
      await dropPacked("cut.graphml.gz", packed.subarray(0, packed.length / 2));
      await notices(page).getByText("cut.graphml.gz was not opened").waitFor();
      assert.match(await notices(page).innerText(), /damaged or cut off/);
      await dropPacked("many.graphml.gz", gzipSync(Buffer.alloc(2 ** 26 + 1, " ")));
      await notices(page).getByText("at most 64 MB").waitFor();
      await dropPacked("networkx.graphml.gz", packed);
      await untilKarate(page);
    });
  });

  it("can be opened with the keyboard", async () => {
    await withPage(browser, alone, async (page) => {
      const chosen = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: /^Open/ }).press("Enter");
      await (
        await chosen
      ).setFiles(["networkx.edgelist", "networkx-values.txt"].map((name) => new URL(name, FORMATS).pathname));
      await untilKarate(page);
    });
  });

  it("of a table with unknown headings open with the columns that the user chooses", async () => {
    await withPage(browser, alone, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      const before = (await look(page)).vertices;
      const table = 'person;friend;"since; year";score\nann;bob;2001;1,5\nbob;eve;2002;2\neve;ann;2003;0,5\n';
      const dialog = page.getByRole("dialog", { name: "Columns of friends.csv" });
      const open = dialog.getByRole("button", { name: "Open" });
      const weight = dialog.getByLabel("Content of score");

      await page.getByRole("button", { name: /^Open/ }).focus();
      await drop(page, ["friends.csv", table]);
      await dialog.getByText('"person" is unknown').waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      assert.equal((await look(page)).vertices, before);
      assert.equal(await notices(page).innerText(), "", "nothing went wrong");
      assert.match(await page.evaluate(() => document.activeElement.textContent), /^Open/);

      await drop(page, ["friends.csv", table]);
      await dialog.waitFor();
      const cells = await dialog.locator("tbody tr").first().locator("td").allInnerTexts();
      assert.deepEqual(cells, ["ann", "bob", "2001", "1,5"], "the reader splits the rows");
      const menus = dialog.getByRole("combobox");
      const words = () => menus.evaluateAll((all) => all.map(({ value }) => value));
      assert.deepEqual(await words(), ["source", "target", "", ""]);
      // Everything by keys: the first menu has the focus.
      assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Content of person");
      await page.keyboard.press("Home");
      await dialog.getByText("Choose the column of the source.").waitFor();
      assert(await open.isDisabled());
      await page.keyboard.press("s");
      assert.deepEqual(await words(), ["source", "target", "", ""]);
      await weight.selectOption("weight");
      assert.equal(await open.isDisabled(), false);
      for (const [width, height, theme] of [
        [1280, 720, "light"],
        [1280, 720, "dark"],
        [390, 844, "light"],
        [390, 844, "dark"],
      ]) {
        await page.setViewportSize({ width, height });
        await setTheme(page, theme);
        await page.screenshot({ path: screenshotPath(`columns-${width}-${theme}`) });
        await faultless(page, `columns, ${width}, ${theme}`);
        const box = await dialog.boundingBox();
        assert(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, "inside the window");
      }
      await page.setViewportSize({ width: 1280, height: 720 });
      await open.press("Enter");
      await notices(page).getByText("Assumptions about friends.csv").waitFor();
      assert.match(await notices(page).innerText(), /the column "since; year" is left out/i);
      const { subject } = await page.evaluate(() => window.sublevel.state().shown);
      assert.deepEqual([subject.graph.names, subject.graph.edges.length], [["ann", "bob", "eve"], 6]);
      await page.getByRole("button", { name: "Values of edges" }).click();
      await page.waitForFunction(() => window.sublevel.state().shown.subject.type === "points");
      const { cloud } = (await page.evaluate(() => window.sublevel.state().shown)).subject;
      assert.deepEqual([...cloud.weighted.values].sort(), [0.5, 1.5, 2]);

      // Points are the other kind of table.
      await drop(page, ["square.csv", "x,y,town\n0.5,0.5,a\n3,0.5,b\n0.5,4,c\n"]);
      await page.getByRole("dialog", { name: "Columns of square.csv" }).waitFor();
      const square = page.getByRole("dialog").getByRole("combobox");
      assert.deepEqual(await square.evaluateAll((all) => all.map(({ value }) => value)), [
        "coordinate",
        "coordinate",
        "",
      ]);
      await page.getByRole("dialog").getByRole("button", { name: "Open" }).click();
      await page.waitForFunction(() => window.sublevel.state().shown.subject.cloud?.title === "square");
      const points = (await page.evaluate(() => window.sublevel.state().shown)).subject.cloud.coordinates;
      assert.deepEqual(points, [0.5, 0.5, 3, 0.5, 0.5, 4]);
    });
  });

  it("of edges and of values are asked for one after the other", async () => {
    await withPage(browser, alone, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      await drop(
        page,
        ["net.csv", "k,von,nach\n1,a,b\n2,b,c\n"],
        ["net-values.csv", "wer,hoch,breit\na,1,9\nb,3,9\nc,2,9\n"],
      );
      const edges = page.getByRole("dialog", { name: "Columns of net.csv" });
      await edges.getByLabel("Content of von").selectOption("source");
      await edges.getByLabel("Content of nach").selectOption("target");
      await edges.getByRole("button", { name: "Open" }).click();
      const values = page.getByRole("dialog", { name: "Columns of net-values.csv" });
      await values.getByLabel("Content of hoch").selectOption("value");
      await values.getByRole("button", { name: "Open" }).click();
      await page.waitForFunction(() => window.sublevel.state().shown.subject.type === "own");
      const { graph } = (await page.evaluate(() => window.sublevel.state().shown)).subject;
      assert.deepEqual(graph.names, ["a", "b", "c"]);
      assert.deepEqual([...graph.filters[0].values], [1, 3, 2]);
    });
  });

  it("JSON opens as a graph, also from the clipboard", async () => {
    const text = await fixture("networkx.json");
    await withPage(browser, alone, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      }, text);
      await untilKarate(page);
    });
  });

  it("a zip of the TU collection opens as a data set", async () => {
    await withPage(browser, { ready: false }, async (page) => {
      await page.waitForFunction(() => window.sublevel?.state().serverFiles.length > 0);
      const { name, url } = await page.evaluate(() => {
        const sets = window.sublevel.state().serverFiles.filter(({ session }) => !session);
        return sets.toSorted((a, b) => a.bytes - b.bytes)[0];
      });
      const response = await fetch(new URL(url, pageUrl));
      await drop(page, [`${name}.zip`, new Uint8Array(await response.arrayBuffer())]);
      await page.waitForFunction((wanted) => window.sublevel.state().data?.summary.name === wanted, name);
      assert.equal((await look(page)).graph, 0);
    });
  });

  it("the text files of a data set open as a data set, and it trains", async () => {
    await withPage(browser, { ready: false }, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      await drop(page, ...looseDataset());
      await page.waitForFunction(() => window.sublevel.state().data?.summary.name === "TOY");
      const { rows, source } = await page.evaluate(() => window.sublevel.state().data);
      assert.deepEqual(
        rows.map((row) => [row.vertices, row.edges]),
        [2, 3, 4, 5, 6, 7].map((vertices) => [vertices, vertices - 1]),
      );
      assert.equal(source.files.length, 3);
      await notices(page).getByText("split into 3 folds instead of 10").waitFor();
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await untilSteps(page, 2);
      // A restarted engine reads the files again.
      await page.evaluate(() => window.sublevel.pause());
      await page.getByRole("button", { name: /^Device/ }).click();
      await page.getByRole("radio", { name: /^CPU/ }).check();
      await page.waitForFunction(() => {
        const { backend, run, engine } = window.sublevel.state();
        return backend === "cpu" && engine.status === "ready" && run?.held && run.stepsDone === 0;
      });
      assert.equal((await look(page)).data, "TOY");
    });
  });

  it("JSON lines open as a data set with its own split, dropped or pasted, and it trains", async () => {
    const line = (n, y, split) =>
      JSON.stringify({ n, edges: [[0, 1]], y, x: [...Array(n)].map(() => [n]), split });
    const parts = ["train", "test", "train", "val", "train", "train"];
    const text = parts.map((part, place) => line(2 + place, ["ring", "tree"][place % 2], part)).join("\n");
    await withPage(browser, ROOMY, async (page) => {
      await drop(page, ["mine.jsonl", text]);
      await page.waitForFunction(() => window.sublevel.state().data?.summary.name === "mine");
      const { rows, summary } = await page.evaluate(() => window.sublevel.state().data);
      assert.deepEqual(
        rows.map(({ part }) => part),
        parts.map((part) => (part === "val" ? "validation" : part)),
      );
      assert.deepEqual(
        [summary.vertexAttributes, summary.classes.map(({ name }) => name)],
        [1, ["ring", "tree"]],
      );
      await page.locator(".model", { hasText: "split from the file" }).waitFor();
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await untilSteps(page, 2);
      await page.screenshot({ path: screenshotPath("json-lines") });
      assert.equal(await notices(page).innerText(), "");

      await page.evaluate(
        (pasted) => {
          window.sublevel.pause();
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", pasted);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        },
        text.replaceAll("ring", "circle"),
      );
      await page.waitForFunction(() => window.sublevel.state().data?.summary.classes[0].name === "circle");

      await drop(page, ["bad.jsonl", `${text}\n{"n": 2, "edges": [[0, 2]], "y": "ring"}`]);
      await notices(page).getByText("bad.jsonl was not loaded").waitFor();
      assert.match(
        await notices(page).innerText(),
        /bad\.jsonl, line 7: expected edges\[0\] between two vertices from 0 to 1/,
      );
    });
  });

  it("a data set of one class opens, its graphs can be viewed, and training is disabled with the reason", async () => {
    await withPage(browser, {}, async (page) => {
      await drop(page, ["rings.jsonl", rings()]);
      await page.waitForFunction(() => window.sublevel.state().data?.summary.name === "rings");
      await isRefused(page, "Train");
      await isRefused(page, "One optimisation step");
      await page.evaluate(() => window.sublevel.load({ graph: 7 }));
      const { vertices, bars } = await look(page);
      assert.equal(vertices, 11);
      assert(
        bars.some(({ id }) => id.startsWith("h1Essential:sub")),
        "the loop of a ring",
      );
      await page.getByRole("tab", { name: "Data sets" }).click();
      await page.getByText("1 note from the reader").click();
      await page.getByText('every graph has the class "ring"').waitFor();
      await page.getByRole("tab", { name: /^Graphs/ }).click();
      await (await inMenu(page.getByLabel("Misclassified only"))).check();
      await page.getByText("The data set has one class, so no graph is misclassified.").waitFor();
      await page.getByLabel("Misclassified only").uncheck();
      for (const theme of ["light", "dark"]) {
        await setTheme(page, theme);
        await page.screenshot({ path: screenshotPath(`one-class-inspect-${theme}`) });
        await faultless(page, `one class, ${theme}`);
      }
      assert.equal(await page.evaluate(() => window.sublevel.train()), false);
      await notices(page).getByText("Training is not possible").waitFor();
    });
  });

  it("the model page names the single class of a data set, and disables training", async () => {
    await withPage(
      browser,
      { query: "?page=model&topic=fail&data=one-loop-or-several&graph=path" },
      async (page) => {
        await drop(page, ["rings.jsonl", rings()]);
        await page.getByText("no prediction can be wrong").waitFor();
        await page.locator(".fail-thumb").nth(3).click();
        await page.waitForFunction(() => window.sublevel.state().displayed.index === 3);
        await isRefused(page, "Train");
        for (const [topic, words] of [
          ["Filter", "in place of f changes no prediction"],
          ["Classes", "The data set has one class, so there is nothing to compare."],
          ["Coordinate functions", "Importance over all graphs"],
          ["Map", "Each of the 20 graphs is a point"],
          ["Runs", "No run yet."],
          ["Compare", `There is nothing to compare. ${WITHOUT_TRAINING}`],
          ["Experiment", WITHOUT_TRAINING],
        ]) {
          await page.getByRole("radio", { name: topic, exact: true }).check();
          await page.locator(".model-answer").getByText(words).first().waitFor();
          for (const theme of ["light", "dark"]) {
            await setTheme(page, theme);
            await page.screenshot({
              path: screenshotPath(`one-class-${topic.split(" ")[0].toLowerCase()}-${theme}`),
            });
          }
          await faultless(page, `one class, ${topic}`);
        }
        await isRefused(page, /^Cross-validate/);
      },
    );
  });

  it("a data set of the collection opens by its name, and a failure is reported", async () => {
    await withPage(browser, {}, async (page) => {
      const states = [
        { state: "fetching", have: 1, of: 4 },
        { state: "failed", message: "it cannot be reached; is this computer online?" },
      ];
      const json = (value) => ({ contentType: "application/json", body: JSON.stringify(value) });
      await page.route("**/data/collection.json", (route) =>
        route.fulfill(json([{ name: "MUTAG", graphs: 188, classes: 2 }])),
      );
      await page.route("**/data/collection/ENZYMES", (route) => route.fulfill(json(states.shift())));
      await page.getByRole("tab", { name: "Data sets" }).click();
      await page.getByText("From the TU collection").click();
      const name = page.getByLabel("Name of a data set of the TU collection");
      await name.fill("ENZYMES");
      await name.press("Enter");
      await page.getByText("Fetching ENZYMES").waitFor();
      await page.screenshot({ path: screenshotPath("fetching-by-name") });
      await notices(page).getByText("ENZYMES was not fetched").waitFor();
      assert.match(await notices(page).innerText(), /is this computer online\?/);
      assert.equal(await name.inputValue(), "ENZYMES", "to be mended");
      await faultless(page, "collection");
    });
  });

  it("an untrainable data set changes neither data set, run nor training", async () => {
    await withPage(browser, {}, async (page) => {
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await untilSteps(page, 3);
      const before = await look(page);
      const [edges, indicator] = looseDataset();
      await drop(page, edges, indicator, ["TOY_graph_labels.txt", "0\n0\n0\n0\n0\n1"]);
      await notices(page).getByText("TOY was not loaded").waitFor();
      assert.match(await notices(page).innerText(), /one graph of the class.*stays in use/s);
      await untilSteps(page, before.steps + 3);
      const after = await look(page);
      assert.equal(after.data, before.data);
      assert.deepEqual(after.losses.slice(0, before.steps), before.losses, "the run goes on where it was");
    });
  });

  it("a weights file resumes its run", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees" }, async (page) => {
      await page.evaluate(() => window.sublevel.train({ width: 8, hats: 6, seed: 3 }));
      await untilSteps(page, 3);
      const saved = await page.evaluate(async () => {
        window.sublevel.pause();
        return [...(await window.sublevel.saveWeights())];
      });
      await page.evaluate(() => window.sublevel.train({ width: 4, seed: 5 }));
      await drop(page, ["run.safetensors", saved]);
      await notices(page).getByText("run.safetensors was loaded").waitFor();
      const { config } = await look(page);
      assert.deepEqual([config.width, config.seed], [8, 3]);
    });
  });

  it("are opened with a report of the assumptions", async () => {
    await withPage(browser, alone, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      await drop(page, ["both-ways.edges", "0 1\n1 0\n1 2\n2 1\n"]);
      await notices(page).getByText("Assumptions about both-ways.edges").waitFor();
      assert.match(await notices(page).innerText(), /every edge occurs in both directions/i);
      assert.equal((await look(page)).vertices, 3);
    });
  });

  it("that are invalid cause an error with name, position and reason", async () => {
    await withPage(browser, alone, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      const before = (await look(page)).vertices;
      await drop(page, ["broken.edges", "0 1\n1 2\n2 x y z\n"]);
      await notices(page).getByText("broken.edges was not opened").waitFor();
      assert.match(await notices(page).innerText(), /broken\.edges.*line 3/s);
      await page.screenshot({ path: screenshotPath("broken-file") });
      assert.equal((await look(page)).vertices, before);
      await drop(page, ["broken.json", '{"n": 2,\n"edges": [[0, 7]]}']);
      await notices(page).getByText("broken.json was not opened").waitFor();
    });
  });
});
