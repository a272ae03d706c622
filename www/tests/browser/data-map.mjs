// Map of the data set ("Which graphs are similar?"), compared with the predictions of the page.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  browserOf,
  faultless,
  fits,
  load,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const browser = browserOf(WITHOUT_GPU);

const DATA = "one-loop-or-several";
const QUICK = { epochs: 3, seed: 1, width: 8, hats: 6 };

/** The map of a trained run. */
function withMap(context, config, use) {
  return withPage(
    browser,
    { query: "?page=model&topic=map&data=one-loop-or-several&graph=path", ...context },
    async (page) => {
      await load(page, { data: DATA, graph: 0 });
      await trainToTheEnd(page, { ...QUICK, ...config });
      const panel = page.getByRole("region", { name: "Which graphs are similar?" });
      await panel.locator('.map-room[aria-busy="false"]').waitFor();
      const step = await page.evaluate(() => window.sublevel.state().run.stepsDone);
      await panel.locator(".map-about", { hasText: `Step ${step}.` }).waitFor();
      await use(page, panel);
    },
  );
}

const legend = (panel) => panel.getByRole("list", { name: "Legend" }).getByRole("listitem").allTextContents();
const numbered = (entries) => Object.fromEntries(entries.map((text) => /^(.*) (\d+)$/.exec(text).slice(1)));
const spoken = (panel) => panel.locator('[aria-live="polite"]').textContent();

suite("the map of the data set", () => {
  test("has a point for each graph, in groups that agree with the predictions", async () => {
    await withMap({}, {}, async (page, panel) => {
      await page.waitForFunction(() => {
        const { run } = window.sublevel.state();
        return run.predictions?.step === run.stepsDone && !run.predictions.values.some(Number.isNaN);
      });
      const { rows, said, names } = await page.evaluate(() => {
        const { run, data } = window.sublevel.state();
        return {
          rows: data.rows,
          said: [...run.predictions.values],
          names: data.summary.classes.map(({ name }) => name),
        };
      });
      const count = (has) => String(rows.filter(has).length);
      assert.deepEqual(
        numbered(await legend(panel)),
        Object.fromEntries(names.map((name, label) => [name, count((row) => row.class === label)])),
      );
      await panel.getByRole("radio", { name: "Right or wrong" }).check();
      const right = rows.filter((row, i) => row.class === said[i]).length;
      assert.deepEqual(numbered(await legend(panel)), {
        right: String(right),
        wrong: String(rows.length - right),
      });
      await panel.getByRole("radio", { name: "Part" }).check();
      assert.match(await page.evaluate(() => window.sublevel.link()), /map=part/);
      assert.deepEqual(numbered(await legend(panel)), {
        training: count(({ part }) => part === "train"),
        validation: count(({ part }) => part === "validation"),
        test: count(({ part }) => part === "test"),
      });
      // One outline for each graph.
      const outlines = await panel
        .locator("path.map-points")
        .evaluateAll((paths) =>
          paths.reduce(
            (sum, path) => sum + (path.closest("li") ? 0 : path.getAttribute("d").split("M").length - 1),
            0,
          ),
        );
      assert.equal(outlines, rows.length);
      // Axes name their share; the first has the larger one.
      const shares = await panel
        .locator("svg text", { hasText: "of the variance" })
        .evaluateAll((all) => all.map((text) => Number(/([\d.]+) %/.exec(text.textContent)[1])));
      assert.equal(shares.length, 2);
      assert(shares[0] >= shares[1] && shares[0] + shares[1] <= 100.1, `${shares}`);
      await panel.getByText("18 values of its coordinate functions").waitFor();
    });
  });

  test("names the graph under the pointer, and a click opens it", async () => {
    await withMap({}, {}, async (page, panel) => {
      const plot = panel.locator(".map-plot");
      const box = await plot.boundingBox();
      const ring = await panel
        .locator(".map-shown")
        .evaluate((circle) => [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))]);
      // A point far from the graph in view.
      const [x, y] = await panel.locator("path.map-points").evaluateAll((paths, from) => {
        const starts = paths
          .filter((path) => !path.closest("li"))
          .flatMap((path) => [...path.getAttribute("d").matchAll(/M([\d.]+) ([\d.]+)a([\d.]+)/g)])
          .map(([, left, top, radius]) => [Number(left) + Number(radius), Number(top)]);
        const far = ([a, b]) => Math.hypot(a - from[0], b - from[1]);
        return starts.sort((one, other) => far(other) - far(one))[0];
      }, ring);
      await page.mouse.move(box.x + x, box.y + y);
      await page.waitForFunction(() =>
        /^Graph \d+/.test(document.querySelector(".map-plot .tip")?.textContent ?? ""),
      );
      const text = await panel.locator(".tip").textContent();
      const index = Number(/^Graph (\d+)/.exec(text)[1]) - 1;
      const row = await page.evaluate((i) => {
        const { rows, summary } = window.sublevel.state().data;
        return { truth: summary.classes[rows[i].class].name, part: rows[i].part };
      }, index);
      const part = { train: "training", validation: "validation", test: "test" }[row.part];
      assert(text.startsWith(`Graph ${index + 1} (${part}): ${row.truth}, predicted `), text);
      await page.mouse.click(box.x + x, box.y + y);
      await page.waitForFunction((wanted) => {
        const { subject } = window.sublevel.state().document;
        return subject.type === "graph" && subject.index === wanted;
      }, index);
      // The explanation beside the map is that of this graph.
      await page.getByText(new RegExp(`Graph ${index + 1}, an? `)).waitFor();
    });
  });

  test("supports the keyboard: arrows, numbers, Enter", async () => {
    await withMap({}, {}, async (page, panel) => {
      await panel.locator(".map-plot").focus();
      await page.keyboard.press("Home");
      assert.match(await spoken(panel), /^Graph 1 /);
      await page.keyboard.press("PageDown");
      assert.match(await spoken(panel), /^Graph 2 /);
      const places = [];
      for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
        await page.keyboard.press(key);
        places.push(await spoken(panel));
      }
      assert(new Set(places).size > 2, places.join("; "));
      await page.keyboard.press("End");
      assert.match(await spoken(panel), /^Graph 300 /);
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.sublevel.state().document.subject.index === 299);
      await page.keyboard.press("Escape");
      assert.equal(await spoken(panel), "");
    });
  });

  test("of a model without bars shows the scores, with a note", async () => {
    await withMap({}, { model: "sum" }, async (_, panel) => {
      await panel.getByText("its 2 scores, because there are no values of coordinate functions").waitFor();
      assert.equal(await panel.locator(".map-points").count(), 4);
    });
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`passes axe, ${colorScheme}`, async () => {
      await withMap({ colorScheme }, {}, async (page, panel) => {
        for (const colouring of ["Class", "Right or wrong", "Part"]) {
          await panel.getByRole("radio", { name: colouring, exact: true }).check();
          await faultless(page, colouring);
          await page.screenshot({ path: screenshotPath(`map-${colorScheme}-${colouring.split(" ")[0]}`) });
        }
        await page.setViewportSize({ width: 390, height: 844 });
        await fits(page, "a phone");
        await panel.scrollIntoViewIfNeeded();
        await faultless(page, "a phone");
        await panel.screenshot({ path: screenshotPath(`map-${colorScheme}-390`) });
      });
    });
  }
});
