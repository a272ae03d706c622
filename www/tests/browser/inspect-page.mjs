// The inspecting page: first visit, own files, keyboard, small windows.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { WORK_TIMEOUT } from "./limits.mjs";
import {
  browserOf,
  ENGINE,
  faultless,
  fits,
  inMenu,
  load,
  look,
  notices,
  ROOMY,
  screenshotPath,
  untilAddressed,
  untilReady,
  untilSteps,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const KIB = 1024;

describe("the page", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("shows an interactive filtration before the download of the engine", async () => {
    let release;
    const held = new Promise((resolve) => (release = resolve));
    const init = (page) =>
      page.route(ENGINE, async (route) => {
        await held;
        await route.continue();
      });
    await withPage(browser, { ready: false, init, reducedMotion: "reduce" }, async (page) => {
      const slider = page.getByRole("slider", { name: /filtration/ });
      const before = await slider.getAttribute("aria-valuetext");
      await slider.press("ArrowLeft");
      assert.notEqual(await slider.getAttribute("aria-valuetext"), before);
      const status = await page.evaluate(() => window.sublevel.state().engine.status);
      assert(["idle", "loading"].includes(status), status);
      release();
      await untilReady(page);
    });
  });

  it("plays the first example once, and not with reduced motion", async () => {
    const value = (page) => page.getByRole("slider", { name: /filtration/ }).getAttribute("aria-valuenow");
    await withPage(browser, { query: "", ready: false }, async (page) => {
      await page.waitForFunction(() => window.sublevel && window.sublevel.state().view.threshold !== null);
      await page.waitForFunction(() => window.sublevel.state().view.threshold === null, null, {
        timeout: WORK_TIMEOUT,
      });
    });
    await withPage(browser, { query: "", ready: false, reducedMotion: "reduce" }, async (page) => {
      const first = await value(page);
      await page.waitForTimeout(1200);
      assert.equal(await value(page), first);
    });
  });

  it("loads at most 170 KiB of compressed script on a first visit, without the engine", async () => {
    const scripts = new Map();
    const init = (page) =>
      page.on("response", async (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.endsWith(".js")) scripts.set(pathname, response.body());
      });
    let total = 0;
    await withPage(browser, { query: "", init }, async () => {
      for (const body of scripts.values()) total += gzipSync(await body).length;
    });
    assert(scripts.size > 0);
    assert(total <= 170 * KIB, `${(total / KIB).toFixed(1)} KiB`);
  });

  it("keeps the data set and the run after an invalid file, and reports the error", async () => {
    await withPage(browser, {}, async (page) => {
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await untilSteps(page, 3);
      const before = await look(page);
      const transfer = await page.evaluateHandle(() => {
        const files = new DataTransfer();
        files.items.add(new File(["this is no zip"], "holiday.zip"));
        return files;
      });
      await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
      await page.getByText("Drop to load").waitFor();
      await page.dispatchEvent("body", "drop", { dataTransfer: transfer });

      const notice = page.getByRole("region", { name: "Notices" });
      await notice.getByText("holiday.zip was not loaded").waitFor();
      assert.match(await notice.innerText(), /zip/i);
      assert.match(await notice.innerText(), new RegExp(`${before.data} stays in use`));
      await untilSteps(page, before.steps + 3);
      const after = await look(page);
      assert.equal(after.data, before.data);
      assert.deepEqual(after.losses.slice(0, before.steps), before.losses, "the run continues");
      await page.screenshot({ path: screenshotPath("bad-file") });
      await notice.getByRole("button", { name: /Dismiss/ }).click();
      assert.equal(await notice.innerText(), "");
    });
  });

  it("finishes at most the request in progress after a pause", async () => {
    await withPage(browser, {}, async (page) => {
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await untilSteps(page, 10);
      const { reports, stepsThen, stepsLater } = await page.evaluate(pauseAndCount);
      assert(reports <= 1, `${reports} reports of steps after the pause`);
      assert.equal(stepsLater, stepsThen);
    });
  });

  it("restarts with initial weights, and reloads the data on another device", async () => {
    await withPage(browser, {}, async (page) => {
      await page.getByRole("button", { name: "One optimisation step" }).click();
      await untilSteps(page, 1);
      await page
        .getByRole("button", { name: "Start over from the weights of this seed", exact: true })
        .click();
      await page.waitForFunction(() => window.sublevel.state().run.loss.count === 0);

      await load(page, { graph: 5 });
      const { data } = await look(page);
      await page.getByRole("button", { name: /^Device/ }).click();
      await page.getByRole("radio", { name: /^CPU/ }).check();
      await page.waitForFunction(() => {
        const { engine, backend, run, loading } = window.sublevel.state();
        return backend === "cpu" && engine.status === "ready" && run && !loading;
      });
      await page.waitForFunction(() => window.sublevel.state().shown.subject.index === 5);
      assert.equal((await look(page)).data, data);
    });
  });

  it("reports a failed download of the engine, and retries", async () => {
    let broken = true;
    const init = (page) =>
      page.route(ENGINE, (route) => (broken ? route.fulfill({ status: 503 }) : route.continue()));
    await withPage(browser, { ready: false, init, tolerate: /503/ }, async (page) => {
      await notices(page).getByText("The engine could not be downloaded (status 503)").waitFor();
      broken = false;
      await page.getByRole("button", { name: "Restart", exact: true }).click();
      await untilReady(page);
      assert.equal(await page.getByText("The engine stopped").count(), 0);
    });
  });

  it("uses the CPU if the requested WebGPU is missing, and shows the reason once", async () => {
    await withPage(browser, { query: "?backend=webgpu" }, async (page) => {
      const { device } = await page.evaluate(() => window.sublevel.state().engine);
      assert.equal(device.gpu, false);
      assert.match(device.reason, /^This browser .*; the CPU is in use\.$/);
      assert.equal(await notices(page).getByText(device.reason).count(), 1);
    });
  });

  it("reports a link to an unknown data set", async () => {
    await withPage(browser, { query: "?data=NO-SUCH" }, async (page) => {
      await page.getByText("This data set is not here").waitFor();
      assert.match((await look(page)).data, /loop/);
    });
    await withPage(browser, { query: "?data=cycles-and-trees" }, async (page) => {
      assert.match((await look(page)).data, /trees/);
      assert.equal((await look(page)).graph, 0);
    });
  });

  it("pauses training in a hidden tab, unless the user allows it to run there", async () => {
    const hide = (page, hidden) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    const phase = async (page) => (await look(page)).phase;
    await withPage(browser, ROOMY, async (page) => {
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await untilSteps(page, 2);
      await hide(page, true);
      assert.equal(await phase(page), "paused");
      await hide(page, false);
      assert.equal(await phase(page), "running");
      await page.getByRole("button", { name: "More settings" }).click();
      await page.getByLabel("Keep running in background").check();
      await hide(page, true);
      assert.equal(await phase(page), "running");
    });
  });

  it("trains with a seed that was typed just before the click, however short the click is", async () => {
    await withPage(browser, { query: "?page=inspect&data=cycles-and-trees", ...ROOMY }, async (page) => {
      const train = page.locator(".button.play");
      const press = async (seed, hold) => {
        await page.getByLabel("Seed", { exact: true }).fill(String(seed));
        const before = await train.boundingBox();
        await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
        await page.mouse.down();
        await page.waitForTimeout(hold);
        await page.mouse.up();
        return before;
      };
      for (const hold of [10, 20, 40, 80, 120]) {
        await press(hold, hold);
        await page.waitForFunction((seed) => window.sublevel.state().run.summary.config.seed === seed, hold);
        await untilSteps(page, 1);
        await page.evaluate(() => window.sublevel.pause());
        // A run that has begun keeps its seed, and the click resumes it: nothing moves under the pointer.
        const box = await press(hold + 1, hold);
        await page.waitForFunction(() => window.sublevel.state().run.phase === "running");
        assert.deepEqual(await train.boundingBox(), box, `${hold} ms`);
        await page.evaluate(() => window.sublevel.pause());
        assert.equal((await look(page)).config.seed, hold);
        await page.getByRole("button", { name: "Take it back" }).click();
        await page.getByRole("button", { name: "Start over from the weights of this seed" }).click();
        await page.waitForFunction(() => window.sublevel.state().run.stepsDone === 0);
      }
    });
  });

  it("applies settings that need new weights on request", async () => {
    await withPage(browser, ROOMY, async (page) => {
      await page.getByRole("button", { name: "One optimisation step" }).click();
      await untilSteps(page, 1);
      await page.getByLabel("Seed", { exact: true }).fill("7");
      await page.keyboard.press("Enter");
      await page.getByText("Changed for the next run: seed 0 → 7.").waitFor();
      assert.equal((await look(page)).config.seed, 0);
      await page.getByRole("button", { name: "Train this run" }).click();
      await page.waitForFunction(() => window.sublevel.state().run.summary.config.seed === 7);
      await untilSteps(page, 1);
    });
  });

  it("scrolls the list to the selected graph, also after a new data set", async () => {
    const inSight = (page) =>
      page.evaluate(() => {
        const list = document.querySelector("[role=listbox]").getBoundingClientRect();
        const row = document.querySelector("[role=option][aria-selected=true]")?.getBoundingClientRect();
        return row !== undefined && row.top >= list.top && row.bottom <= list.bottom;
      });
    await withPage(browser, { query: "?data=cycles-and-trees&graph=250&list=graphs" }, async (page) => {
      await page.waitForTimeout(300);
      assert(await inSight(page), "a graph from the link");
      assert(await load(page, { data: "one-loop-or-several", graph: 290 }));
      await page.waitForTimeout(300);
      assert(await inSight(page), "a graph that was loaded with its data set");
    });
  });

  it("supports undo and redo with the keyboard, except in text fields", async () => {
    await withPage(browser, ROOMY, async (page) => {
      await load(page, { graph: 2 });
      await load(page, { graph: 7 });
      const graph = async () => (await look(page)).graph;
      await page.keyboard.press("Control+z");
      await page.waitForFunction(() => window.sublevel.state().shown.subject.index === 2);
      await page.keyboard.press("Control+Shift+Z");
      await page.waitForFunction(() => window.sublevel.state().shown.subject.index === 7);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.waitForFunction(() => window.sublevel.state().shown.subject.index === 2);
      await page.getByLabel("Seed", { exact: true }).focus();
      await page.keyboard.press("Control+y");
      await page.waitForTimeout(300);
      assert.equal(await graph(), 2);
    });
  });

  it("restores its whole state from its link", async () => {
    const query =
      "#v=1&data=cycles-and-trees&graph=12&way=super&sort=length&seed=5&tables=bars&zoom=2~0.4~0.6";
    const parts = (page) =>
      page.evaluate(() => {
        const { data, run, shown, view } = window.sublevel.state();
        return { data: data.summary.name, seed: run.summary.config.seed, graph: shown.subject.index, view };
      });
    await withPage(browser, { query }, async (page) => {
      const first = await parts(page);
      assert.deepEqual([first.data, first.seed, first.graph], ["Cycles and trees", 5, 11]);
      assert.equal(first.view.directions, "super");
      await page.getByRole("region", { name: "Bars" }).waitFor();
      await page.getByRole("slider", { name: /filtration/ }).press("ArrowLeft");
      await page.getByRole("button", { name: "Next graph" }).click();
      await page.waitForFunction(() => /graph=13/.test(location.hash));
      await page.getByRole("slider", { name: /filtration/ }).press("ArrowLeft");
      await page.waitForFunction(() => /&t=/.test(location.hash));
      await untilAddressed(page);
      const before = await parts(page);
      await page.reload();
      await untilReady(page);
      await page.waitForFunction(() => window.sublevel.state().shown.subject.index === 12);
      assert.deepEqual(await parts(page), before);
    });
    await withPage(browser, { query: "#v=1&graph=999999&speed=77&way=%00" }, async (page) => {
      await page.getByText("The link contains invalid values").waitFor();
      assert.equal((await look(page)).graph, 299);
    });
  });

  it("opens a pasted graph without an engine, and shows it with structural filters", async () => {
    const init = (page) => page.route(ENGINE, () => undefined);
    await withPage(browser, { init, ready: false, reducedMotion: "reduce" }, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      const paste = (text) =>
        page.evaluate((pasted) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", pasted);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        }, text);
      await paste('{"n": 4, "edges": [[0, 1], [1, 2], [2, 0], [2, 3]], "filter": [5, 1, 2, 3]}');
      await page.waitForFunction(() => window.sublevel.state().shown.graph.vertices === 4);
      assert.deepEqual((await look(page)).filter, [5, 1, 2, 3]);
      await page.getByLabel("Filter", { exact: true }).selectOption("degree");
      assert.deepEqual((await look(page)).filter, [2, 2, 3, 1]);
      await page.keyboard.press("Control+z");
      assert.deepEqual((await look(page)).filter, [5, 1, 2, 3]);
      await page.screenshot({ path: screenshotPath("own-graph") });
      await faultless(page, "a graph of one's own");
      await paste("once upon a time");
      await page.getByText("pasted text was not opened").waitFor();
      assert.equal((await look(page)).vertices, 4);
    });
  });

  it("can be used with the keyboard only", async () => {
    await withPage(browser, { reducedMotion: "reduce" }, async (page) => {
      // All elements in Tab order, until the focus leaves the page.
      const walked = [];
      for (let i = 0; i < 80; i++) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return null;
          const { width, height } = element.getBoundingClientRect();
          const name =
            element.getAttribute("aria-label") ??
            element.closest("label")?.textContent ??
            element.textContent;
          const seen = element.matches("input[type=radio]") || (width >= 16 && height >= 16);
          return { name: `${element.getAttribute("role") ?? element.localName} ${name.trim()}`, seen };
        });
        if (!focused) break;
        walked.push(focused);
      }
      assert.deepEqual(
        walked.filter(({ seen }) => !seen),
        [],
        "everything that takes the focus can be seen",
      );
      const names = walked.map(({ name }) => name).join("\n");
      for (const part of [
        /^select Data set/m,
        /^button Next graph/m,
        /^button Device/m,
        /^button Theme and help/m,
        /^application Graph with/m,
        /^slider /m,
        /^button Train/m,
        /^tab Data sets/m,
      ]) {
        assert.match(names, part);
      }

      await page.getByRole("slider", { name: /filtration/ }).focus();
      const threshold = () => page.evaluate(() => window.sublevel.state().view.threshold);
      const start = await threshold();
      await page.keyboard.press("ArrowLeft");
      assert.notEqual(await threshold(), start);

      await page.getByRole("tab", { name: "Data sets" }).focus();
      await page.keyboard.press("ArrowRight");
      const list = page.getByRole("listbox", { name: "Graphs" });
      await list.focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.waitForFunction(() => window.sublevel.state().shown.subject.type === "graph");
      const selected = await list.getAttribute("aria-activedescendant");
      assert.equal(await page.locator(`#${selected}`).getAttribute("aria-selected"), "true");

      await page.getByRole("button", { name: "Train", exact: true }).focus();
      await page.keyboard.press("Enter");
      await untilSteps(page, 2);
      await page.keyboard.press("Space");
      await page.waitForFunction(() => window.sublevel.state().run.phase === "paused");

      await page.getByRole("button", { name: "Theme and help" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "How to read the plots" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: "How to read the plots" }).waitFor({ state: "hidden" });
    });
  });

  for (const colorScheme of ["light", "dark"]) {
    it(`passes axe, ${colorScheme}`, async () => {
      await withPage(browser, { colorScheme }, async (page) => {
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
        await faultless(page, "first view");
        await load(page, { graph: 0 });
        await page.getByRole("button", { name: "Train", exact: true }).click();
        await untilSteps(page, 5);
        await page.getByRole("tab", { name: /^Graphs/ }).click();
        await faultless(page, "while training, with the list of graphs");
        await page.getByRole("button", { name: /^Device/ }).click();
        await faultless(page, "with the devices open");
        await page.keyboard.press("Escape");
        await page.setViewportSize({ width: 390, height: 844 });
        for (const tab of ["Bars", "Diagram", "Train", "Data"]) {
          await page.getByRole("tab", { name: tab, exact: true }).click();
          await faultless(page, `in a small window, tab ${tab}`);
        }
      });
    });

    for (const [width, height] of [
      [1280, 720],
      [1000, 700],
      [390, 844],
    ]) {
      it(`fits ${width}×${height}, ${colorScheme}`, async () => {
        await withPage(browser, { colorScheme, viewport: { width, height } }, async (page) => {
          await load(page, { graph: 1 });
          await page.evaluate(() => window.sublevel.train());
          await untilSteps(page, 40);
          await page.evaluate(() => window.sublevel.pause());
          await page.waitForTimeout(800);
          const path = screenshotPath(`page-${width}x${height}-${colorScheme}`);
          await page.screenshot({ path, fullPage: width < 900 });
          await fits(page, `${width} × ${height}`);
          const tall = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
          if (width >= 900) assert(tall <= 0, `${tall} px too tall`);
        });
      });
    }
  }

  it("gives the graph at least 40 % of the height of a window from 1280×657 on", async () => {
    await withPage(browser, {}, async (page) => {
      await load(page, { graph: 1 });
      for (const [width, height] of [
        [1280, 657],
        [1366, 657],
        [1366, 768],
        [1280, 899],
        [1280, 900],
        [1920, 950],
      ]) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(300);
        const graph = await page.locator(".graph-view canvas").first().boundingBox();
        await page.screenshot({ path: screenshotPath(`page-graph-${width}x${height}`) });
        assert(graph.height >= 0.4 * height, `${width} × ${height}: the graph is ${graph.height} px high`);
      }
    });
  });

  for (const [width, height] of [
    [1280, 420],
    [900, 500],
    [320, 480],
  ]) {
    it(`has plots that do not overlap in ${width}×${height}`, async () => {
      await withPage(browser, { viewport: { width, height } }, async (page) => {
        await load(page, { graph: 1 });
        for (const part of [".graph-view", ".graph-foot", ".scrubber", ".barcode-frame"])
          await page.locator(part).first().waitFor();
        const lie = await page.evaluate(() => {
          const box = (selector) => document.querySelector(selector).getBoundingClientRect();
          const inside = (part, whole) => box(part).bottom <= box(whole).bottom + 1;
          return {
            graph: box(".graph-view").bottom <= box(".scrubber").top + 1,
            foot: box(".graph-foot").bottom <= box(".scrubber").top + 1,
            walk: inside(".scrubber", ".area-graph"),
            bars: inside(".barcode-frame", ".area-bars"),
            wide: document.documentElement.scrollWidth <= innerWidth,
          };
        });
        assert.deepEqual(lie, { graph: true, foot: true, walk: true, bars: true, wide: true });
      });
    });
  }

  it("changes with the toggle, and is restored without a flash", async () => {
    await withPage(browser, { colorScheme: "light" }, async (page) => {
      await (await inMenu(page.getByText("Use the dark theme"))).click();
      await page.addInitScript(() => {
        // The theme when the first part of the page appears.
        new MutationObserver((_, observer) => {
          if (!document.getElementById("app")) return;
          window.firstTheme = document.documentElement.dataset.theme;
          observer.disconnect();
        }).observe(document, { childList: true, subtree: true });
      });
      await page.reload();
      await untilReady(page);
      assert.equal(await page.evaluate(() => window.firstTheme), "dark");
    });
  });

  it("fits 360 px without horizontal scrolling", async () => {
    await withPage(browser, { viewport: { width: 360, height: 740 } }, async (page) => {
      for (const tab of ["Bars", "Diagram", "Train", "Data"]) {
        await page.getByRole("tab", { name: tab, exact: true }).click();
        await fits(page, tab);
      }
    });
  });
});

/** In the page: pauses; returns how many reports of steps follow, and the steps after one and after two more requests. */
async function pauseAndCount() {
  const steps = () => window.sublevel.state().run.loss.count;
  let before = steps();
  let reports = 0;
  window.sublevel.pause();
  const end = window.sublevel.on("run", () => {
    if (steps() === before) return;
    before = steps();
    reports += 1;
  });
  // The engine answers requests in turn, so that this one ends after the steps.
  await window.sublevel.saveWeights();
  const stepsThen = steps();
  await window.sublevel.saveWeights();
  end();
  return { reports, stepsThen, stepsLater: steps() };
}
