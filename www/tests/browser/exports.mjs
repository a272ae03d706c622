// Exports: the archive of all results, pictures of the views, a session file, and a film as pictures.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, it } from "node:test";
import { inflateSync } from "node:zlib";
import { strFromU8, unzipSync } from "fflate";
import { WORK_TIMEOUT } from "./limits.mjs";
import {
  browserOf,
  bytesOf,
  drop,
  inMenu,
  load,
  look,
  notices,
  offered,
  outPath,
  ROOMY,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const browser = browserOf(WITHOUT_GPU);

/** This data set, or a generated one if the server offers none. */
async function open(page, name) {
  const names = await offered(page);
  await load(page, { data: names?.includes(name) ? name : "cycles-and-trees", graph: 2 });
}

/** The download of this button. */
async function saved(page, button) {
  const coming = page.waitForEvent("download", { timeout: WORK_TIMEOUT });
  await button.click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await bytesOf(file)) };
}

async function openSaving(page) {
  await page.getByRole("tab", { name: "Data sets" }).click();
  await page.getByText("Save the session, the model or its predictions").click();
}

/** The rows of a table, without the lines before its header. */
function rowsOf(text) {
  const lines = text.trimEnd().split("\n");
  return lines.slice(lines.findIndex((line) => !line.startsWith("#")) + 1).map((line) => line.split(","));
}

/** A diagram with sorted lines. */
const linesOf = (text) => text.split("\n").filter(Boolean).sort();

describe("the PyTorch program", () => {
  it("is saved with the weights of the run, for the models that it computes", async () => {
    await withPage(browser, { query: "?data=cycles-and-trees" }, async (page) => {
      await trainToTheEnd(page, { epochs: 2, width: 8, hats: 6, seed: 5 });
      await openSaving(page);
      const button = page.getByRole("button", { name: /^PyTorch/ });
      const { name, bytes } = await saved(page, button);
      assert.equal(name, "sublevel-Cycles-and-trees-epoch-2-pytorch.zip");
      const files = unzipSync(bytes);
      assert.deepEqual(Object.keys(files).sort(), ["graphs.jsonl", "model.py", "weights.safetensors"]);
      const { rows } = await page.evaluate(() => window.sublevel.state().data);
      const lines = strFromU8(files["graphs.jsonl"]).trimEnd().split("\n").map(JSON.parse);
      assert.deepEqual(
        lines.map(({ n, edges }) => [n, edges.length]),
        rows.map(({ vertices, edges }) => [vertices, edges]),
      );
      const program = readFileSync(new URL("../../../python/src/sublevel/torch/model.py", import.meta.url));
      assert.equal(strFromU8(files["model.py"]), program.toString());
      const weights = await page.evaluate(async () => [...(await window.sublevel.saveWeights())]);
      assert.deepEqual([...files["weights.safetensors"]], weights);
      await button.scrollIntoViewIfNeeded();
      await page.screenshot({ path: screenshotPath("save-pytorch") });
      await trainToTheEnd(page, { epochs: 1, width: 8, model: "sum" });
      assert(await button.isDisabled());
      assert.match(await button.innerText(), /only for GFL/);
    });
  });
});

describe("tables of one graph", () => {
  it("have the number of the graph in their names, and the kinds and numbers of the table of bars", async () => {
    await withPage(browser, {}, async (page) => {
      await open(page, "MUTAG");
      await trainToTheEnd(page, { epochs: 3, width: 8, hats: 6, seed: 5 });
      await openSaving(page);
      const { data } = await page.evaluate(() => ({ data: window.sublevel.state().data.summary.name }));
      const all = await saved(page, page.getByRole("button", { name: /^Bars/ }));
      const bars = rowsOf(strFromU8(all.bytes));
      assert.match(strFromU8(all.bytes), /^# counted: .*\(the page counts graphs from 1\)$/m);
      for (const graph of [2, 5, 11]) {
        await page.evaluate(
          (index) => window.sublevel.dispatch({ type: "show", subject: { type: "graph", index } }),
          graph,
        );
        const one = await saved(page, page.getByRole("button", { name: /^Contributions/ }));
        assert.equal(one.name, `${data}-graph-${graph + 1}-contributions.csv`);
        const rows = rowsOf(strFromU8(one.bytes));
        assert(rows.length > 0);
        const known = new Set(
          bars.filter(([of]) => Number(of) === graph).map((row) => row.slice(0, 7).join()),
        );
        for (const row of rows)
          assert(known.has(row.slice(0, 7).join()), `${row} is not among ${[...known]}`);
      }
    });
  });
});

describe("the archive", () => {
  for (const name of ["MUTAG", "PROTEINS"]) {
    it(`contains the results of the model on ${name}, in tables, diagrams and graphs that agree`, async () => {
      await withPage(browser, {}, async (page) => {
        await open(page, name);
        await trainToTheEnd(page, { epochs: 1, width: 8, hats: 6, seed: 5 });
        await openSaving(page);
        const { name: file, bytes } = await saved(page, page.getByRole("button", { name: /^Everything/ }));
        const { data, said, classes } = await page.evaluate(async () => {
          const { summary, rows } = window.sublevel.state().data;
          const { vertexOffsets, filter, barOffsets, logits } = await window.sublevel.inspect();
          const parts = { vertexOffsets, filter, barOffsets, logits };
          const plain = Object.entries(parts).map(([key, numbers]) => [key, [...numbers]]);
          const classes = summary.classes.map(({ name }) => name);
          return { data: { name: summary.name, rows }, said: Object.fromEntries(plain), classes };
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
        const barsOf = new Map();
        for (const row of bars) {
          const key = `${row[0]} ${row[3]}`;
          barsOf.set(key, [...(barsOf.get(key) ?? []), row]);
        }
        for (const [graph, { vertices, edges, class: truth }] of rows.entries()) {
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
          assert.equal(/<data key="class">(.*?)<\/data>/.exec(graphml)[1], classes[truth]);
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

  it("contains predictions and graphs of a model without a filter, and can be cancelled", async () => {
    await withPage(browser, {}, async (page) => {
      await open(page, "PROTEINS");
      await trainToTheEnd(page, { epochs: 1, width: 8, model: "sum" });
      await openSaving(page);
      const everything = page.getByRole("button", { name: /^Everything/ });
      await everything.click();
      await page.getByRole("button", { name: /^Stop/ }).click();
      await everything.waitFor();
      await page.screenshot({ path: screenshotPath("take-archive") });
      const { bytes } = await saved(page, everything);
      const files = unzipSync(bytes);
      const names = new Set(Object.keys(files).map((path) => path.replace(/\/.*/, "/")));
      assert.deepEqual(names, new Set(["README.txt", "provenance.json", "predictions.csv", "graphs/"]));
      assert.doesNotMatch(
        strFromU8(files["graphs/000.graphml"] ?? files["graphs/0000.graphml"]),
        /key="filter">/,
      );
    });
  });
});

/** Opens the formats of a picture: in the menu of its panel, or behind a button of their own. */
async function openPictures(page, name) {
  const list = page.getByLabel(`Save a picture: ${name}`, { exact: true });
  await list.first().waitFor({ state: "attached" });
  if ((await list.first().evaluate((element) => element.localName)) === "button") await list.first().click();
  else await inMenu(list.first());
}

const FORMATS = ["SVG", "PNG", "PDF", "TikZ"];

/** The picture of this name in all formats, or the figure of all views: `extent` is then its choice in the menu. */
async function pictures(page, name, extent = null, formats = FORMATS) {
  const files = {};
  for (const format of formats) {
    await openPictures(page, name);
    if (extent) await page.locator(":popover-open").getByRole("radio", { name: extent }).check();
    const choice = page.locator(":popover-open").getByRole("button", { name: format });
    files[format] = (await saved(page, choice)).bytes;
  }
  return files;
}

/** Sizes of text in pictures, in points. */
const SIZES = ["7.5", "8.0", "9.0"];

/** Checks of every picture: 90 or 180 mm wide, printable, one page, readable by other programs. Returns its SVG as text. */
function printable({ SVG, PNG, PDF, TikZ }, name, millimetres = 90) {
  const svg = strFromU8(SVG);
  assert(svg.includes(` width="${millimetres}mm" height="`), name);
  const width = Number(/viewBox="0 0 ([\d.]+)/.exec(svg)[1]);
  const points = (millimetres * 72) / 25.4;
  const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) =>
    ((Number(size) / width) * points).toFixed(1),
  );
  assert.deepEqual(
    [...new Set(sizes)].filter((size) => !SIZES.includes(size)),
    [],
    `${name}: other sizes of text`,
  );
  assert.match(svg, /<title>.+<\/title><desc>.+<\/desc><metadata>\{"sublevel":/, name);
  assert.doesNotMatch(svg, / (class|style|tabindex)=|currentColor|var\(/, name);

  const png = new DataView(PNG.buffer, PNG.byteOffset);
  assert.equal(png.getUint32(16), Math.round((millimetres / 25.4) * 600), `${name}: dots across`);
  assert.equal(strFromU8(PNG.subarray(37, 41)), "pHYs");
  assert.equal(png.getUint32(41), 23622);

  const pdf = Buffer.from(PDF);
  const text = pdf.toString("latin1");
  assert.match(text, /\/Type \/Pages[^>]*\/Count 1\b/, name);
  assert(text.includes(`/MediaBox [0 0 ${points.toFixed(1)}`), name);
  assert.match(text, /\/ToUnicode/, name);
  const streams = [...text.matchAll(/stream\r?\n/g)].flatMap(({ 0: word, index }) => {
    try {
      return [inflateSync(pdf.subarray(index + word.length)).toString("latin1")];
    } catch {
      return [];
    }
  });
  // Texts are text elements, and lines are vector graphics.
  assert(
    streams.some((stream) => / Tj\b/.test(stream) && /\n(S|f|B)\b/.test(stream)),
    `${name}: no texts and lines`,
  );
  readable(svg, PDF, name);
  drawnByTex(svg, strFromU8(TikZ), name);
  return svg;
}

/** The output of a program of Poppler for a PDF file. */
function poppler(program, pdf, name) {
  const path = outPath(`take-${name.replaceAll(" ", "-")}.pdf`);
  writeFileSync(path, pdf);
  return execFileSync(program, program === "pdftotext" ? [path, "-"] : [path], { encoding: "utf8" });
}

/** Checks that a PDF contains its fonts, and the words of its SVG with the same spaces. */
function readable(svg, pdf, name) {
  const fonts = poppler("pdffonts", pdf, name).trimEnd().split("\n").slice(2);
  assert(fonts.length > 0, name);
  for (const font of fonts) assert.match(font, / yes (yes|no) +yes +\d+ +\d+$/, `${name}: ${font}`);
  const plain = (text) => text.replaceAll(/\s+/g, " ").trim();
  const words = plain(poppler("pdftotext", pdf, name));
  assert.doesNotMatch(words, /\uFFFD/, name);
  const texts = [...svg.matchAll(/<text(?![^>]*aria-hidden)[^>]*>([^<]+)<\/text>/g)].map(([, text]) =>
    plain(text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")),
  );
  for (const text of texts) {
    // Poppler treats equally spaced letters as one word: "t=4".
    const alike = /^\S( \S)+$/.test(text) && words.includes(text.replaceAll(" ", ""));
    assert(alike || words.includes(text), `${name}: "${text}" is not in "${words}"`);
  }
}

/** Checks that a TikZ picture has the texts, gradients and stripes of its SVG, and only characters that every font of LaTeX has. */
function drawnByTex(svg, tex, name) {
  const picture = tex.slice(tex.indexOf("\\begin{tikzpicture}"));
  const nodes = [...picture.matchAll(/^\\node.*\\sublevelfit\{([\d.]+)pt\}\{.+\}\};$/gm)];
  const texts = svg.match(/>[^<\s][^<]*<\/(text|tspan)>/g) ?? [];
  assert(
    nodes.length > 0 && nodes.length <= texts.length,
    `${name}: ${nodes.length} of ${texts.length} texts`,
  );
  for (const [node, width] of nodes) assert(Number(width) > 0, `${name}: ${node}`);
  assert.doesNotMatch(picture, /[^\u0000-\u024F\u2010-\u2026]|NaN|undefined|gray/, name);
  for (const [inSvg, inTex] of [
    [/fill="url\(#picture-gradient/g, /shading=sublevel/g],
    [/fill="url\(#[^"]*-(sub|super)\)"/g, /pattern=north east lines/g],
  ])
    assert.equal(count(picture, inTex), count(svg, inSvg), `${name}: ${inTex}`);
}

/** The width of the longest horizontal grid line, as a share of the width of the picture. */
function plotted(svg) {
  const width = Number(/viewBox="0 0 ([\d.]+)/.exec(svg)[1]);
  const lines = [...svg.matchAll(/<line [^>]*x1="([\d.]+)" x2="([\d.]+)"/g)];
  return Math.max(...lines.map(([, from, to]) => Number(to) - Number(from))) / width;
}

/** Whether the right margin of an image is white. */
function hasMargin(page, png) {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const { width, height } = image;
    const pen = new OffscreenCanvas(width, height).getContext("2d");
    pen.drawImage(image, 0, 0);
    // The outermost pixels may be partly outside the paper.
    return pen.getImageData(width - 12, 0, 8, height - 2).data.every((part) => part > 250);
  }, Buffer.from(png).toString("base64"));
}

const count = (svg, pattern) => svg.match(pattern)?.length ?? 0;

describe("pictures", () => {
  it("leave the page unchanged", async () => {
    await withPage(
      browser,
      { query: "?page=model&topic=fail&data=one-loop-or-several&graph=path" },
      async (page) => {
        await trainToTheEnd(page, { epochs: 1, width: 8, hats: 6, seed: 5 });
        const panel = page.getByRole("region", { name: "Why?", exact: true });
        await panel.locator(".why-rows").waitFor();
        await panel.evaluate((element) => (element.scrollTop = 12));
        const layout = () =>
          panel.evaluate((element) => ({
            scrolled: element.scrollTop,
            boxes: [...element.querySelectorAll("*")]
              .filter((inside) => !inside.closest("[popover]") && !inside.closest(".visually-hidden"))
              .map((inside) => {
                const { x, y, width, height } = inside.getBoundingClientRect();
                return `${inside.tagName} ${[x, y, width, height].map(Math.round)}`;
              }),
            styles: [...element.querySelectorAll("[data-picture]")].map((part) => part.getAttribute("style")),
          }));
        const before = await layout();
        await pictures(page, "explanation");
        await page.mouse.move(0, 0);
        await page.waitForFunction(() => !document.querySelector("[data-posed]"));
        assert.deepEqual((await layout()).boxes, before.boxes);
        assert.equal((await layout()).scrolled, before.scrolled);
      },
    );
  });

  it("of a graph of MUTAG contain its vertices and bars, in both themes", async () => {
    await withPage(browser, { colorScheme: "dark", ...ROOMY }, async (page) => {
      await open(page, "MUTAG");
      await trainToTheEnd(page, { epochs: 2, width: 8, hats: 6, seed: 5 });
      await page.waitForFunction(
        () => window.sublevel.state().inspection?.step === window.sublevel.state().run.stepsDone,
      );
      const shown = await page.evaluate(() => {
        const { graph, filtration } = window.sublevel.state().shown;
        const seen = filtration.bars.filter(({ birth, death }) => birth !== death);
        // Equal bars share a row if there are too many.
        const different = new Set(
          seen.map(({ kind, direction, birth, death }) => `${kind} ${direction} ${birth} ${death}`),
        );
        return {
          vertices: graph.vertices,
          edges: graph.edges.length / 2,
          bars: seen.length,
          rows: different.size,
        };
      });
      const graph = printable(await pictures(page, "graph"), "graph");
      // Of the colours, the picture contains the key and not the choice.
      assert.equal(count(graph, />f<\/text>/g), 1);
      assert.equal(count(graph, /<circle /g), shown.vertices);
      assert.equal(count(graph, /M[-\d. ]+L[-\d. ]+/g), shown.edges);
      const barcode = printable(await pictures(page, "barcode"), "barcode");
      const rows = count(barcode, /<polygon /g);
      assert(rows === shown.bars || rows === shown.rows, `${rows} rows`);
      assert.match(barcode, /"fingerprint":"[0-9a-f]{16}"/);
      printable(await pictures(page, "diagram"), "diagram");
      printable(await pictures(page, "curves"), "curves");
      // The theme did not change.
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "filter" } }),
      );
      await page.getByRole("region", { name: "What did it learn?" }).locator(".level-plot svg").waitFor();
      printable(await pictures(page, "dependence of f"), "dependence of f");
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { topic: "fail" } }));
      const matrix = printable(await pictures(page, "confusion matrix"), "confusion matrix");
      assert.match(matrix, />predicted →</);
      const explanation = await pictures(page, "explanation");
      const why = printable(explanation, "explanation");
      // Texts have the width of the fonts of the picture, on every computer.
      assert(await hasMargin(page, explanation.PNG), "explanation: a text ends beyond the picture");
      const panel = page.getByRole("region", { name: "Why?", exact: true });
      for (const row of await panel.locator(".why-rows .why-name").allInnerTexts())
        assert(why.includes(`>${row}<`), row);
      for (const [topic, name, selector] of [
        ["classes", "classes", ".class-pictures svg"],
        ["hats", "hats", ".coordinates-picture svg"],
      ]) {
        await page.evaluate(
          (wanted) => window.sublevel.dispatch({ type: "view", change: { topic: wanted } }),
          topic,
        );
        await page.locator(selector).first().waitFor();
        const picture = printable(await pictures(page, name), name);
        if (name === "hats") assert(plotted(picture) > 0.8, `the square fills ${plotted(picture)}`);
      }
      await trainToTheEnd(page, { epochs: 1, width: 8, hats: 6, seed: 5 });
      await page.waitForFunction(() => window.sublevel.state().keptRuns.length > 0);
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { topic: "compare" } }));
      await page.locator(".compare-taus").waitFor();
      const comparison = printable(await pictures(page, "comparison"), "comparison");
      assert.match(comparison, />Right, test</);
      assert.match(comparison, />Graphs by their τ</);
      await page.evaluate(() => {
        window.sublevel.dispatch({ type: "settings", change: { epochs: 1, folds: 2 } });
        window.sublevel.dispatch({ type: "view", change: { topic: "folds" } });
      });
      await page.getByRole("button", { name: "Cross-validate, 2 folds" }).click();
      await page.waitForFunction(() => window.sublevel.state().folds?.training === null, null, {
        timeout: WORK_TIMEOUT,
      });
      const folds = printable(await pictures(page, "folds"), "folds");
      const { mean, fingerprint } = await page.evaluate(() => {
        const { file } = window.sublevel.state().folds;
        return { mean: file.mean_test_accuracy, fingerprint: file.fingerprint };
      });
      assert(folds.includes(`${(100 * mean).toFixed(1)} %`), "the mean accuracy");
      assert(folds.includes(fingerprint), "the fingerprint");
      assert.equal(await notices(page).innerText(), "");
    });
  });

  it("of the stage contain named vertices and no handle", async () => {
    await withPage(
      browser,
      { query: "?lesson=none", ready: false, reducedMotion: "reduce" },
      async (page) => {
        await page.getByRole("slider", { name: /filtration/ }).waitFor();
        const stage = printable(await pictures(page, "stage"), "stage");
        const names = await page.evaluate(() => window.sublevel.state().shown.graph.names);
        for (const name of names) assert.match(stage, new RegExp(`>${name}<`));
        assert.equal(count(stage, /<image /g), 0);
      },
    );
  });
});

/** The panels of a figure by their letters, in pixels of the figure, and the texts that are not in their panel. */
function panelsOf(page, svg) {
  return page.evaluate((text) => {
    const host = document.createElement("div");
    Object.assign(host.style, { position: "fixed", left: "0", top: "0" });
    host.innerHTML = text.slice(text.indexOf("<svg"));
    document.body.append(host);
    const drawing = host.querySelector("svg");
    const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    Object.assign(drawing.style, { width: `${width}px`, height: `${height}px` });
    const letters = [...drawing.querySelectorAll("[id^=panel-] > text:first-child")];
    const corners = letters.map((letter) => letter.getBBox());
    const panels = letters.map((letter, i) => {
      const { x, y } = corners[i];
      const below = corners.filter((other) => other.y > y + 1 && Math.abs(other.x - x) < 1);
      const bottom = Math.min(height, ...below.map((other) => other.y));
      const right = x < width / 2 && corners.some((other) => other.x > width / 2) ? width / 2 : width;
      const outside = [...letter.parentElement.querySelectorAll("text")].filter((inside) => {
        const box = inside.getBoundingClientRect();
        return box.left < x - 1 || box.right > right - 3 || box.top < y - 1 || box.bottom > bottom + 1;
      });
      return {
        letter: letter.textContent,
        bold: letter.getAttribute("font-weight"),
        place: [x, y].map(Math.round),
        outside: outside.map(({ textContent }) => textContent),
      };
    });
    host.remove();
    return panels;
  }, svg);
}

/** Numbers of a text that match a pattern. */
function numbersIn(text, pattern) {
  const found = pattern.exec(text);
  assert(found, `${pattern} is not in: ${text}`);
  return found.slice(1).map((part) => Number(part.replaceAll("−", "-")));
}

describe("a figure", () => {
  it("has all views as panels, and a caption with the numbers of the model, in a low window", async () => {
    await withPage(browser, { colorScheme: "dark" }, async (page) => {
      await open(page, "MUTAG");
      await trainToTheEnd(page, { epochs: 3, width: 8, hats: 6, seed: 5 });
      await atRest(page);
      const before = await page.evaluate(() => document.querySelector("main").innerHTML);
      await openPictures(page, "graph");
      await page.screenshot({ path: screenshotPath("figure-menu") });
      await page.keyboard.press("Escape");
      const files = await pictures(page, "graph", "All, 180 mm", [...FORMATS, "Caption"]);
      for (const format of ["SVG", "PDF", "PNG"])
        writeFileSync(outPath(`figure-180.${format.toLowerCase()}`), files[format]);
      const svg = printable(files, "figure", 180);
      const panels = await panelsOf(page, svg);
      assert.deepEqual(
        panels.map(({ letter, bold, outside }) => [letter, bold, outside]),
        ["a", "b", "c", "d"].map((letter) => [letter, "bold", []]),
      );
      const [a, b, c, d] = panels.map(({ place }) => place);
      assert(a[1] === b[1] && c[1] === d[1] && a[0] === c[0] && b[0] === d[0], "rows and columns");

      const caption = strFromU8(files.Caption).trimEnd();
      assert.equal(/<desc>(.*)<\/desc>/.exec(svg)[1], caption);
      const inPdf = poppler("pdfinfo", files.PDF, "figure");
      assert(inPdf.includes(caption), inPdf);
      const { said, row, names, epoch, baseline } = await page.evaluate(async () => {
        const { data, run } = window.sublevel.state();
        const answer = await window.sublevel.inspect([2]);
        const plain = Object.fromEntries(["filter", "logits", "bars"].map((key) => [key, [...answer[key]]]));
        return {
          said: plain,
          row: data.rows[2],
          names: [data.summary.name, ...data.summary.classes.map(({ name }) => name)],
          epoch: run.epochs.at(-1),
          baseline: run.summary.baseline,
        };
      });
      const { filter, logits } = said;
      assert(caption.startsWith(`Graph 3 of ${names[0]} (`), caption);
      const guess = logits[1] > logits[0] ? 1 : 0;
      assert.match(caption, new RegExp(`predicted (class )?${names[1 + guess]} with score `));
      const near = (found, expected, digits) =>
        found.forEach((value, i) =>
          assert(Math.abs(value - expected[i]) < 0.6 * 10 ** -digits, `${value} is not ${expected[i]}`),
        );
      const share = 1 / (1 + Math.exp(-Math.abs(logits[1] - logits[0])));
      const [score, percent] = numbersIn(caption, /with score (\S+), (\S+) %\)\./);
      near([score], [logits[guess]], 2);
      near([percent], [100 * share], 1);
      assert.match(caption, /, seed 5, fold 1 of 10, epoch 3\. \(a\)/);
      assert.deepEqual(numbersIn(caption, /graph, (\d+) vertices and (\d+) edges/), [
        row.vertices,
        row.edges,
      ]);
      near(numbersIn(caption, /from (\S+) to (\S+)\. \(b\)/), [Math.min(...filter), Math.max(...filter)], 3);
      const bars = [];
      for (let i = 0; i < said.bars.length; i += 5) {
        const [kind, direction, birth, death, multiplicity] = said.bars.slice(i, i + 5);
        const ends = [filter[birth], death === 0xffffffff ? Infinity : filter[death]];
        if (ends[0] !== ends[1]) bars.push({ kind, direction, ends, multiplicity });
      }
      const sizes = (some) => some.reduce((sum, { multiplicity }) => sum + multiplicity, 0);
      assert.deepEqual(numbersIn(caption, /diagram of (\d+) bars?/), [sizes(bars)]);
      for (const [index, name] of ["Sublevel", "Superlevel"].entries()) {
        const own = bars.filter(({ direction }) => direction === index);
        const counts = `${name} bars \\(\\w+\\): (\\d+) finite and (\\d+) essential in H0, (\\d+) essential in H1`;
        assert.deepEqual(
          numbersIn(caption, new RegExp(counts)),
          [0, 1, 2].map((kind) => sizes(own.filter((bar) => bar.kind === kind))),
        );
        const finite = own.filter(({ kind }) => kind === 0);
        if (finite.length === 0) continue;
        const longest = new RegExp(`${name} bars [^;]*; the longest finite bar is \\((\\S+), (\\S+)\\)`);
        const [birth, death] = numbersIn(caption, longest);
        // Both ends are rounded to three decimals.
        near(
          [Math.abs(death - birth)],
          [Math.max(...finite.map(({ ends }) => Math.abs(ends[1] - ends[0])))],
          2,
        );
      }
      const last = [epoch.trainLoss, 100 * epoch.trainMetric, 100 * epoch.testMetric, 100 * baseline];
      const [loss, ...rest] = numbersIn(
        caption,
        /epoch 3, training loss (\S+), training accuracy (\S+) % and test accuracy (\S+) % \(most frequent class: (\S+) %\)\.$/,
      );
      near([loss], last, 3);
      near(rest, last.slice(1), 1);

      // The parts behind a button are hidden again.
      await page.waitForFunction(() => !document.querySelector("[data-posed]"));
      assert(!(await page.locator(".curves-view").isVisible()));
      const after = await page.evaluate(() => document.querySelector("main").innerHTML);
      assert.equal(after.match(/ hidden/g)?.length, before.match(/ hidden/g)?.length);
      const column = printable(await pictures(page, "barcode", "All, 90 mm"), "figure of one column");
      writeFileSync(outPath("figure-90.svg"), column);
      const below = (await panelsOf(page, column)).map(({ place, outside }) => [place[0], outside]);
      assert.deepEqual(below, Array(4).fill([below[0][0], []]));
      assert.equal(await notices(page).innerText(), "");
    });
  });

  it("has the views behind tabs of a narrow window, and leaves out what is a table or not there", async () => {
    const viewport = { width: 640, height: 900 };
    const graph = {
      title: "mine",
      vertices: 3,
      edges: [0, 1, 1, 2],
      filters: [{ name: "values", values: [1, 3, 2] }],
    };
    await withPage(browser, { query: "?page=inspect&data=cycles-and-trees", viewport }, async (page) => {
      await trainToTheEnd(page, { epochs: 2, width: 8, hats: 6, seed: 5 });
      await atRest(page);
      const lettersOf = async (extent) => {
        const { SVG, Caption } = await pictures(page, "graph", extent, ["SVG", "Caption"]);
        const panels = await panelsOf(page, strFromU8(SVG));
        assert.deepEqual(
          panels.flatMap(({ outside }) => outside),
          [],
        );
        return [panels.map(({ letter }) => letter).join(""), strFromU8(Caption)];
      };
      assert.equal((await lettersOf("All, 180 mm"))[0], "abcd");
      await page.evaluate((own) => window.sublevel.dispatch({ type: "own-graph", graph: own }), graph);
      const [letters, caption] = await lettersOf("All, 180 mm");
      assert.equal(letters, "abc");
      assert.match(
        caption,
        /^mine\. \(a\) The graph, 3 vertices and 2 edges, coloured by f \(own values\), from 1 to 3\./,
      );
      await page.evaluate(() => window.sublevel.dispatch({ type: "table", table: "bars", shown: true }));
      assert.equal((await lettersOf("All, 90 mm"))[0], "ab");
      await notices(page).getByText("Shown as a table, and not as a panel: Barcode.").waitFor();
      // During training, the caption could be about another step than the panels.
      await load(page, { graph: 2 });
      await page.evaluate(() => window.sublevel.train({ epochs: 1000, width: 32 }));
      await openPictures(page, "graph");
      const menu = page.locator(":popover-open");
      await menu.getByRole("radio", { name: "All, 90 mm" }).check();
      await menu.getByRole("button", { name: "SVG" }).click();
      await notices(page)
        .getByText(/Pause the training/)
        .waitFor();
      await page.evaluate(() => window.sublevel.pause());
    });
  });
});

/** The state of the run when the graph in view has the filter of its last step. */
async function atRest(page) {
  await page.waitForFunction(() => {
    const { run, inspection } = window.sublevel.state();
    return inspection?.run === run?.id && inspection.step === run.stepsDone;
  });
  const { run } = await page.evaluate(() => window.sublevel.state());
  return { ...(await look(page)), loss: run.loss, snapshots: run.snapshots, stepsDone: run.stepsDone };
}

describe("a session", () => {
  it("opens in another browser with the same history and filter, and resumes with the same result", async () => {
    let file;
    let before;
    let end;
    await withPage(browser, {}, async (page) => {
      await open(page, "MUTAG");
      await trainToTheEnd(page, { epochs: 3, width: 8, hats: 6, seed: 5 });
      before = await atRest(page);
      await page.getByRole("tab", { name: "Data sets" }).click();
      await openSaving(page);
      file = await saved(page, page.getByRole("button", { name: /^Session/ }));
      await (await inMenu(page.getByText(/^Train \d+ more epochs$/))).click();
      await page.waitForFunction(
        () =>
          window.sublevel.state().run.phase === "finished" && window.sublevel.state().run.epochs.length > 3,
      );
      end = await atRest(page);
    });
    assert.match(file.name, /-epoch-3\.sublevel$/);
    await withPage(browser, {}, async (page) => {
      await drop(page, [file.name, file.bytes]);
      await page.waitForFunction(
        (steps) => window.sublevel.state().run?.stepsDone === steps,
        before.stepsDone,
      );
      assert.deepEqual(await atRest(page), before);
      await (await inMenu(page.getByText(/^Train \d+ more epochs$/))).click();
      await page.waitForFunction(
        () =>
          window.sublevel.state().run.phase === "finished" && window.sublevel.state().run.epochs.length > 3,
      );
      assert.deepEqual(await atRest(page), end);

      await drop(page, ["cut.sublevel", file.bytes.slice(0, 500)]);
      await notices(page).getByText("It is no zip, or it was cut off.").waitFor();
      assert.equal((await atRest(page)).stepsDone, end.stepsDone);
    });
  });

  it("contains the files of a data set and an own graph that is too large for a link", async () => {
    const filter = Array.from({ length: 600 }, (_, v) => v / 600);
    const line = (n) => JSON.stringify({ n, edges: n > 1 ? [[0, 1]] : [], y: n % 2 ? "odd" : "even" });
    const text = Array.from({ length: 12 }, (_, i) => line(i + 1)).join("\n");
    let file;
    await withPage(browser, {}, async (page) => {
      await drop(page, ["mine.jsonl", text]);
      await page.waitForFunction(() => window.sublevel.state().data?.summary.name === "mine");
      await page.evaluate((values) => {
        const edges = values.slice(1).flatMap((_, v) => [v, v + 1]);
        const graph = { title: "path", vertices: 600, edges, filters: [{ name: "values", values }] };
        window.sublevel.dispatch({ type: "own-graph", graph });
      }, filter);
      await page.getByRole("tab", { name: "Data sets" }).click();
      await openSaving(page);
      file = await saved(page, page.getByRole("button", { name: /^Session/ }));
    });
    await withPage(browser, {}, async (page) => {
      await drop(page, [file.name, file.bytes]);
      await page.waitForFunction(() => {
        const { data, shown } = window.sublevel.state();
        return (
          data?.summary.name === "mine" &&
          shown.subject.type === "own" &&
          shown.subject.graph.title === "path"
        );
      });
      const { data, filter: read } = await look(page);
      assert.deepEqual([data, read], ["mine", filter.map(Math.fround)]);
    });
  });
});

describe("a film without a video encoder", () => {
  it("is saved as pictures, one for each epoch", async () => {
    const init = (page) => page.addInitScript(() => delete window.VideoEncoder);
    await withPage(browser, { init }, async (page) => {
      await open(page, "MUTAG");
      await trainToTheEnd(page, { epochs: 3, width: 8, hats: 6, seed: 5 });
      const { name, bytes } = await saved(page, await inMenu(page.getByText("Save a film")));
      assert.match(name, /\.zip$/);
      const { "README.txt": readme, ...pictures } = unzipSync(bytes);
      assert.match(strFromU8(readme), /ffmpeg -framerate 10 -i %04d\.png/);
      assert.deepEqual(Object.keys(pictures), ["0000.png", "0001.png", "0002.png", "0003.png"]);
      for (const picture of Object.values(pictures)) {
        const png = new DataView(picture.buffer, picture.byteOffset);
        assert.deepEqual([png.getUint32(16), png.getUint32(20)], [1280, 720]);
      }
      assert.notDeepEqual(pictures["0000.png"], pictures["0003.png"]);
      await page.getByText("The pictures of the film are saved.").waitFor({ state: "attached" });
    });
  });
});
