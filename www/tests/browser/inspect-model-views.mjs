// The views of Inspect and Model: the document does not scroll, and runs are listed, named and opened again.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  browserOf,
  bytesOf,
  faultless,
  inMenu,
  load,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const TOPICS = [
  "Errors",
  "Filter",
  "Coordinate functions",
  "Classes",
  "Map",
  "Runs",
  "Compare",
  "Experiment",
  "All runs",
];
const QUICK = { epochs: 3, width: 8, hats: 6 };

const browser = browserOf(WITHOUT_GPU);

const topic = (page, name) => page.getByRole("radio", { name, exact: true }).check();

/** How far the document is larger than the window. */
const excess = (page) =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });

/** What takes the pointer or the focus, is in the window, and is not behind a menu. */
const controls = (page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll("button, select, input, summary, a[href], [tabindex='0']");
    return [...all].filter((element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      const { top, bottom, width, height } = element.getBoundingClientRect();
      const scrolls = element.parentElement.closest(".model-panel, .data-scroll, .data-list, .panel");
      const end = Math.min(innerHeight, scrolls?.getBoundingClientRect().bottom ?? innerHeight);
      return width > 1 && height > 1 && bottom > 0 && top < end;
    }).length;
  });

suite("views", () => {
  test("have few controls at first sight, at 1280 × 800", async () => {
    const viewport = { width: 1280, height: 800 };
    await withPage(browser, { query: "?page=inspect", viewport }, async (page) => {
      await page.locator(".barcode-frame svg").waitFor();
      const onInspect = await controls(page);
      await page.getByRole("button", { name: "Model", exact: true }).click();
      await page.locator(".level-plot svg").waitFor();
      const onModel = await controls(page);
      assert(onInspect <= 30 && onModel <= 25, `${onInspect} on Inspect, ${onModel} on Model`);
    });
  });

  test("scroll inside their columns and never the document", async () => {
    await withPage(browser, {}, async (page) => {
      await trainToTheEnd(page, QUICK);
      await page.screenshot({ path: screenshotPath("views-inspect") });
      assert.deepEqual(await excess(page), [0, 0], "Inspect");
      await page.getByRole("button", { name: "Model", exact: true }).click();
      for (const name of TOPICS) {
        await topic(page, name);
        const least = /runs|experiment/i.test(name) ? 20 : 100;
        await page.waitForFunction(
          (least) => document.querySelectorAll(".model-panel *").length > least,
          least,
        );
        // Every column is scrolled to its end, so that further scrolling moves the document.
        await page.waitForTimeout(500);
        await page.screenshot({ path: screenshotPath(`views-${name.replaceAll(" ", "-")}`) });
        assert.deepEqual(await excess(page), [0, 0], name);
      }
    });
  });

  test("of Model show their answer without scrolling at 1280 × 720", async () => {
    await withPage(browser, { query: "?page=model&data=one-loop-or-several&graph=path" }, async (page) => {
      await load(page, { data: "one-loop-or-several", graph: 0 });
      await trainToTheEnd(page, QUICK);
      const fold = await page.evaluate(
        () => document.querySelector(".model-train").getBoundingClientRect().top,
      );
      const bottomOf = async (selector) => {
        await page.locator(selector).first().waitFor();
        await page.waitForTimeout(500);
        return page.$eval(selector, (element) => element.getBoundingClientRect().bottom);
      };
      for (const [name, selectors] of [
        ["Filter", [".quantities", ".level-plot", ".learned-finding"]],
        ["Classes", [".class-finding", ".class-curves", ".densities .density-frame"]],
        ["Coordinate functions", [".coordinates-plot", ".coordinates-key"]],
        ["Map", [".map-plot", ".map-about"]],
        ["Errors", [".fail-matrix", ".fail-gallery .fail-thumb", ".why-stage"]],
        ["Runs", [".model-answer h2"]],
        [
          "Compare",
          [
            ".compare-finding",
            ".compare-table",
            "text=/^Always predicting .+: [0-9.]+ %/",
            ".compare-pictures",
          ],
        ],
      ]) {
        await topic(page, name);
        for (const selector of selectors) {
          const bottom = await bottomOf(selector);
          assert(bottom <= fold + 1, `${name}: ${selector} ends at ${bottom}, below ${fold}`);
        }
      }
      // A useful number of rows of a table.
      await topic(page, "Filter");
      await page.locator(".quantity", { hasText: "closeness" }).click();
      await (await inMenu(page.getByLabel("Show f at each level as a table"))).check();
      await page.keyboard.press("Escape");
      await page.locator(".learned-table tbody tr").nth(12).waitFor();
      await page.waitForTimeout(300);
      const rows = await page.$$eval(
        ".learned-table tbody tr",
        (all, end) => {
          const box = document.querySelector(".learned-table").getBoundingClientRect();
          return all.filter((row) => row.getBoundingClientRect().bottom <= Math.min(end, box.bottom)).length;
        },
        fold,
      );
      assert(rows >= 8, `${rows} rows are visible`);
      await page.screenshot({ path: screenshotPath("views-level-table") });
    });
  });

  test("fit the axes of bars and diagram to f and back; the link has the choice", async () => {
    await withPage(browser, { query: "?page=inspect&data=one-loop-or-several&graph=path" }, async (page) => {
      await load(page, { data: "one-loop-or-several", graph: 0 });
      const ends = () =>
        page.evaluate(() => {
          const { filter } = window.sublevel.state().shown.filtration;
          return [Math.min(...filter), Math.max(...filter)];
        });
      const [low, high] = await ends();
      assert(high - low < 0.5, `the untrained filter has a small range, ${low} to ${high}`);
      const ticks = () =>
        page.$$eval(".barcode-frame text.tick, .diagram-frame text.tick", (all) =>
          all.map((text) => Number(text.textContent)).filter((value) => !Number.isNaN(value)),
        );
      await page.waitForFunction(() =>
        [".barcode-frame", ".diagram-frame"].every((frame) => {
          const texts = [...document.querySelectorAll(`${frame} text.tick`)].map((text) => text.textContent);
          return texts.includes("0") && texts.includes("1");
        }),
      );
      const before = await ticks();
      assert(Math.max(...before) === 1 && Math.min(...before) === 0);
      const fit = (panel) => page.getByRole("region", { name: panel, exact: true }).getByLabel("Fit");
      await (await inMenu(fit("Diagram"))).check();
      await page.keyboard.press("Escape");
      await page.waitForTimeout(300);
      const fitted = await ticks();
      assert(fitted.length > 0 && fitted.every((value) => value >= low && value <= high), `${fitted}`);
      assert(await fit("Barcode").isChecked());
      assert.match(await page.evaluate(() => window.sublevel.link()), /fit=1/);
      await page.screenshot({ path: screenshotPath("views-fit") });
      await faultless(page, "fitted axes");
      await (await inMenu(fit("Barcode"))).uncheck();
      await page.keyboard.press("Escape");
      await page.waitForTimeout(300);
      assert.deepEqual(await ticks(), before);
    });
  });

  test("list the runs: named, opened again after another data set, compared, exported and deleted", async () => {
    await withPage(browser, {}, async (page) => {
      const [first, second] = await page.evaluate(() =>
        window.sublevel
          .state()
          .generators.slice(0, 2)
          .map(({ id }) => id),
      );
      assert(await load(page, { data: first }));
      await trainToTheEnd(page, QUICK);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "runs" } }),
      );
      const panel = page.getByRole("region", { name: "Which runs are there?" });
      await panel.getByRole("button", { name: /^Rename the run/ }).click();
      await page.keyboard.type("baseline");
      await page.keyboard.press("Tab");
      await page.keyboard.type("with the degree alone");
      await page.keyboard.press("Enter");
      await panel.getByText("baseline").waitFor();
      await panel.getByText("with the degree alone").waitFor();
      const rows = panel.locator("tr.run");
      assert.equal(await rows.count(), 1);

      // Escape restores both, and a training run takes the focus from neither.
      await panel.getByRole("button", { name: /^Rename the run/ }).click();
      await page.keyboard.type("other");
      await page.keyboard.press("Escape");
      await panel.getByText("baseline").waitFor();
      await page.evaluate(() => void window.sublevel.train({ epochs: 200 }));
      await page.waitForFunction(() => window.sublevel.state().run.stepsDone > 0);
      await panel
        .getByRole("button", { name: /^Rename the run/ })
        .first()
        .click();
      await page.keyboard.press("Tab");
      await page.keyboard.type("a note that is typed while the rows change", { delay: 20 });
      await page.keyboard.press("Enter");
      await panel.getByText("a note that is typed while the rows change").waitFor();
      await page.evaluate(() => window.sublevel.pause());
      await rows.filter({ hasText: "baseline" }).locator(".run-open").click();
      await page.waitForFunction(() => window.sublevel.state().run?.name === "baseline");
      await rows
        .filter({ hasText: "a note that is typed" })
        .getByRole("button", { name: /^Delete/ })
        .click();
      await page.waitForFunction(() => window.sublevel.state().keptRuns.length === 0);

      // Another data set and back: the run is offered in place.
      assert(await load(page, { data: second }));
      const row = rows.filter({ hasText: "baseline" });
      await row.getByText("3 of 3").waitFor();
      assert(await row.getByRole("button", { name: /^Compare/ }).isDisabled(), "it is of another data set");
      assert(await load(page, { data: first }));
      const offer = page.locator(".last-run");
      await offer.getByText("“baseline”: ").waitFor();
      await page.screenshot({ path: screenshotPath("views-last-run") });
      await faultless(page, "runs");
      // A lower window has the offer of *Model* here, too.
      await page.setViewportSize({ width: 1280, height: 960 });
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { page: "inspect" } }));
      await offer.getByText("“baseline” on Cycles and trees").waitFor();
      await page.screenshot({ path: screenshotPath("views-last-run-inspect") });
      await faultless(page, "the last run");
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "runs" } }),
      );
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        row.getByRole("button", { name: /^Export/ }).click(),
      ]);
      assert.equal(download.suggestedFilename(), "sublevel-baseline-epoch-3.safetensors");
      assert((await bytesOf(download)).length > 1000);
      await page.getByRole("button", { name: "Open this run" }).click();
      await page.waitForFunction(() => window.sublevel.state().run?.phase === "finished");
      const { run } = await page.evaluate(() => window.sublevel.state());
      assert.deepEqual([run.epochs.length, run.name, run.snapshots.length], [3, "baseline", 4]);

      // A second run: the first one is compared with it, then deleted.
      await trainToTheEnd(page, { ...QUICK, seed: 5 });
      await row.getByRole("button", { name: /^Compare/ }).click();
      const compare = page.getByRole("region", { name: "How do two runs differ?" });
      await compare.waitFor();
      assert.match(await compare.innerText(), /baseline/);
      await topic(page, "All runs");
      // The search, the order and the groups of the table.
      await panel.getByRole("searchbox").fill("degree alone");
      assert.deepEqual(await rows.locator(".run-open").allInnerTexts(), ["baseline"]);
      await panel.getByRole("searchbox").fill("no such run");
      await panel.getByText("No run matches").waitFor();
      await panel.getByRole("searchbox").fill("");
      await panel.getByRole("button", { name: "Run", exact: true }).click();
      assert.equal(
        await panel.getByRole("columnheader", { name: /^Run/ }).getAttribute("aria-sort"),
        "ascending",
      );
      assert.equal(await rows.first().locator(".run-open").innerText(), "baseline");
      await panel.getByLabel("Group by").selectOption("dataset");
      await panel.locator(".runs-group").waitFor();
      await page.screenshot({ path: screenshotPath("views-runs") });
      await faultless(page, "the table of runs");
      await row.getByRole("button", { name: /^Delete/ }).click();
      await row.waitFor({ state: "detached" });
    });
  });

  test("are entries of the browser history: Back stays in the page and keeps the run", async () => {
    await withPage(browser, {}, async (page) => {
      await trainToTheEnd(page, QUICK);
      await page.getByRole("button", { name: "Model", exact: true }).click();
      await topic(page, "Classes");
      await topic(page, "Map");
      const view = () =>
        page.evaluate(() => {
          const { view, run } = window.sublevel.state();
          return [view.page, view.topic, run.phase];
        });
      const travel = async (move, ...expected) => {
        await page[move]();
        await page.waitForFunction(([wanted, topic]) => {
          const { view } = window.sublevel.state();
          return view.page === wanted && (topic === undefined || view.topic === topic);
        }, expected);
        assert.equal((await view())[2], "finished");
      };
      await travel("goBack", "model", "classes");
      await travel("goBack", "model", "filter");
      await travel("goBack", "inspect");
      await travel("goForward", "model", "filter");
      await travel("goForward", "model", "classes");
    });
  });
});
