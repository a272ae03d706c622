// The editor: initial graphs, changes of vertices and edges, undo, and exported files.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  bytesOf,
  drop,
  faultless,
  notices,
  screenshotPath,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";
import { LEARNING, openTool, tabTo, vertex, walkHandle } from "./stage.mjs";

/** The graph in view with its values and bars. */
const inView = (page) =>
  page.evaluate(() => {
    const { graph, filtration } = window.sublevel.state().shown;
    const bars = filtration.bars.map(({ id, birth, death, multiplicity }) => [
      id,
      birth,
      death,
      multiplicity,
    ]);
    return { ...graph, edges: [...graph.edges], values: [...filtration.filter], bars };
  });
const size = async (page) => {
  const { vertices, edges } = await inView(page);
  return [vertices, edges.length / 2];
};
const edges = (page) => page.locator(".editor-ends").allInnerTexts();

describe("the editor", () => {
  const browser = browserOf(WITHOUT_GPU);

  const undo = (page) => page.getByRole("button", { name: "Undo" });

  /** Undoes all changes and redoes them; each graph on the way must be the same both times. */
  async function thereAndBack(page, graphs) {
    for (const graph of graphs.slice(0, -1).reverse()) {
      await page.keyboard.press("Control+z");
      assert.deepEqual(await inView(page), graph);
    }
    assert.equal(await undo(page).isDisabled(), true);
    for (const graph of graphs.slice(1)) {
      await page.keyboard.press("Control+Shift+z");
      assert.deepEqual(await inView(page), graph);
    }
  }

  it("starts with a graph of a family, and undoes and redoes each step, by mouse", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await withPage(browser, { ...LEARNING, colorScheme }, async (page) => {
        await walkHandle(page).waitFor();
        const graphs = [await inView(page)];
        const note = async () => graphs.push(await inView(page));
        await openTool(page, "Edit the graph");
        await page.getByLabel("Start with").selectOption({ label: "Cycle" });
        await page.getByLabel("Vertices", { exact: true }).fill("6");
        await page.getByRole("button", { name: "Open", exact: true }).click();
        assert.deepEqual(await size(page), [6, 6]);
        await note();
        await page.getByRole("button", { name: "Add vertex" }).click();
        assert.deepEqual(await size(page), [7, 6]);
        await note();
        await page.getByLabel("Join to").selectOption({ index: 1 });
        await page.getByRole("button", { name: "Add edge" }).click();
        assert.deepEqual(await size(page), [7, 7]);
        await note();
        await page.screenshot({ path: screenshotPath(`learn-editor-${colorScheme}`) });
        await faultless(page, `the editor, ${colorScheme}`);
        await page.getByLabel("Chosen vertex").selectOption({ index: 1 });
        await page
          .getByRole("button", { name: /^Remove edge/ })
          .first()
          .click();
        assert.deepEqual(await size(page), [7, 6]);
        await note();
        await page.getByRole("button", { name: "Remove vertex" }).click();
        assert.equal((await size(page))[0], 6);
        await note();
        await page.locator("body").click({ position: { x: 2, y: 2 } });
        await thereAndBack(page, graphs);
      });
    }
  });

  it("adds, connects and removes by keys", async () => {
    await withPage(browser, { ...LEARNING, query: "#v=1&tool=edit" }, async (page) => {
      await walkHandle(page).waitFor();
      const graphs = [await inView(page)];
      await tabTo(page, ".editor-line:not(.editor-wrap) > button");
      await page.keyboard.press("Enter");
      assert.deepEqual(await size(page), [6, 4]);
      graphs.push(await inView(page));
      const join = "form.editor-line:not(.editor-wrap)";
      await tabTo(page, `${join} select`);
      await page.keyboard.type("c");
      await tabTo(page, `${join} button`);
      await page.keyboard.press("Enter");
      assert.deepEqual(await edges(page), ["g – c"]);
      graphs.push(await inView(page));
      await tabTo(page, ".editor-edges button");
      await page.keyboard.press("Enter");
      assert.deepEqual(await edges(page), []);
      graphs.push(await inView(page));
      await thereAndBack(page, graphs);
    });
  });

  it("renames a vertex in the list and in the drawing", async () => {
    await withPage(browser, { ...LEARNING, query: "#v=1&tool=edit&vertex=1" }, async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("hub");
      await vertex(page, "hub").waitFor();
      await page.getByLabel("Name", { exact: true }).fill("a");
      await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
      await vertex(page, "hub").waitFor();
    });
  });
});

describe("exported files", () => {
  const browser = browserOf(WITHOUT_GPU);

  async function download(page, title) {
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: title }).click(),
    ]);
    return [file.suggestedFilename(), (await bytesOf(file)).toString()];
  }

  it("are read back without changes", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const before = await inView(page);
      for (const title of [/^JSON/, /^Node-link JSON/, /^GraphML/]) {
        const [name, content] = await download(page, title);
        await page.getByLabel("Graph", { exact: true }).selectOption({ label: "A star" });
        await drop(page, [name, content]);
        await page.waitForFunction(() => window.sublevel.state().shown.subject.type === "own");
        const after = await inView(page);
        for (const what of ["vertices", "values", "bars"])
          assert.deepEqual(after[what], before[what], `${name}: ${what}`);
        assert.deepEqual(pairsOf(after.edges), pairsOf(before.edges), name);
      }
    });
  });

  it("include a frame for another page, which shows the same graph", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await page.getByLabel("Graph", { exact: true }).selectOption({ label: "A star" });
      const before = await inView(page);
      // Headless browsers ask for the permission to write.
      await page.evaluate(() => {
        Object.defineProperty(navigator, "clipboard", {
          value: { writeText: (text) => ((window.copied = text), Promise.resolve()) },
        });
      });
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("button", { name: /^Copy embed code/ }).click();
      await notices(page).getByText("Embed code copied").waitFor();
      const code = await page.evaluate(() => window.copied);
      await page.evaluate((html) => {
        document.body.innerHTML = html;
      }, code);
      const frame =
        page.frames().find((one) => one.parentFrame() !== null) ?? (await page.waitForEvent("frameattached"));
      await frame.waitForFunction(() => window.sublevel?.state().shown.filtration);
      assert.deepEqual(await inView(frame), before);
      assert.equal(await frame.locator("header.header").isVisible(), false);
    });
  });

  it("list every bar with birth and death", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const [name, content] = await download(page, /^Barcode/);
      assert.match(name, /\.csv$/);
      assert.match(content, /1\.5,4/);
      assert(content.trim().split("\n").length > 3);
    });
  });
});

/** Edges as sets, independent of their order and of the order of their ends. */
function pairsOf(edges) {
  const pairs = [];
  for (let i = 0; i < edges.length; i += 2)
    pairs.push([edges[i], edges[i + 1]].sort((a, b) => a - b).join("–"));
  return pairs.sort();
}
