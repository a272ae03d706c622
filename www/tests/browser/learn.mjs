// The learning page: the first visit, the walk through a filtration, and graph, events and bars on one axis.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserOf, faultless, saveData, screenshotPath, WITHOUT_GPU, withPage } from "./support.mjs";
import {
  axisX,
  barOf,
  betti,
  countFrames,
  dragMouse,
  drawnBars,
  FRAME_MS,
  LEARNING,
  painted,
  PHONE,
  placeOf,
  sentence,
  tabTo,
  touch,
  untilFrames,
  vertex,
  walkHandle,
  where,
} from "./stage.mjs";

const NOTHING = "K⁰ = ∅: no vertex has arrived yet.";
/** Records in `window.walked` each position of the walk with its frame, its sentence and the number of bars. */
function recordWalk() {
  window.walked = [];
  new MutationObserver(() => {
    const place = document.querySelector(".stage-where")?.textContent;
    if (!place || place === window.walked.at(-1)?.place) return;
    const sentence = document.querySelector(".stage-sentence")?.textContent;
    window.walked.push({
      place,
      sentence,
      bars: document.querySelectorAll(".stage-bar").length,
      frame: window.frameCount(),
    });
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Tolerance of positions, in pixels. */
const SAME = 0.5;

describe("the first visit of a learner", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("explains the page and has one primary button", async () => {
    const modules = [];
    const init = async (page) => {
      await saveData(page);
      page.on("request", (request) => modules.push(request.url()));
    };
    for (const colorScheme of ["light", "dark"]) {
      modules.length = 0;
      await withPage(browser, { ...LEARNING, init, colorScheme }, async (page) => {
        await walkHandle(page).waitFor();
        assert.match(await page.locator("main").innerText(), /persistent homology/i);
        const primary = page.locator("main .button.primary:visible");
        assert.deepEqual(await primary.allInnerTexts(), ["Start the lesson"]);
        await page.getByRole("button", { name: "Inspect a learned filtration" }).waitFor();
        await page.getByRole("button", { name: "Open my graph" }).waitFor();
        await page.waitForLoadState("networkidle");
        assert.equal(modules.filter((url) => url.endsWith(".wasm")).length, 1);
        await faultless(page, `first visit, ${colorScheme}`);
        await page.screenshot({ path: screenshotPath(`learn-first-${colorScheme}`) });
        await primary.click();
        await page.getByRole("article", { name: /Islands in a flood, card 1 of/ }).waitFor();
      });
    }
  });

  it("has a link that skips to the content", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await painted(page);
      assert(await page.evaluate(() => document.activeElement?.closest("main") !== null));
      await page.keyboard.press("Tab");
      assert(await page.evaluate(() => document.activeElement?.closest("main") !== null));
      assert.match(await sentence(page).innerText(), /^t = 4/, "the view does not change");
      assert.doesNotMatch(page.url(), /#main/);
    });
  });

  it("plays the walk once, from K⁰ to the end, at a readable pace", async () => {
    const init = async (page) => {
      await saveData(page);
      await countFrames(page);
      await page.addInitScript(recordWalk);
    };
    await withPage(browser, { query: "", ready: false, init }, async (page) => {
      await page.waitForFunction(() => window.walked.at(-1)?.place === "K9 of 9");
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
      assert.equal((await drawnBars(page)).length, 5);
      await untilFrames(page, 3000 / FRAME_MS);
      const walked = await page.evaluate(() => window.walked);
      assert.deepEqual(
        walked.map(({ place }) => place),
        Array.from({ length: 10 }, (_, k) => `K${k} of 9`),
        "each value in turn, and only once",
      );
      assert.equal(walked[0].sentence, NOTHING);
      assert.equal(walked[0].bars, 0, "later bars are not drawn");
      // The first two may appear while the page is still starting.
      assert(walked[9].frame - walked[1].frame > 7000 / FRAME_MS, "too fast to be read");
    });
  });

  it("does not play with reduced motion", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      for (let i = 0; i < 4; i++) {
        assert.equal(await where(page).innerText(), "K5 of 5");
        await page.waitForTimeout(1000);
      }
    });
  });
});

describe("the start page", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("leads into the first lesson with a clicker", async () => {
    await withPage(browser, { ...LEARNING, query: "#v=1&present=1" }, async (page) => {
      await page.locator(".welcome").waitFor();
      await page.keyboard.press("PageDown");
      await page.locator(".lesson-card").waitFor();
    });
  });

  it("draws a graph by clicks, an edge by a drag and values by Tab, and Back returns to it", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await page.getByRole("button", { name: "Draw a graph" }).click();
      await page.getByText("Click on the stage to add a vertex.").waitFor();
      const box = await page.locator(".stage-drawing").boundingBox();
      const places = [0.4, 0.6].map((x) => [box.x + x * box.width, box.y + 0.25 * box.height]);
      for (const [i, [x, y]] of places.entries()) {
        await page.mouse.click(x, y);
        await vertex(page, "ab"[i]).waitFor();
      }
      const [from, to] = [await placeOf(page, "a"), await placeOf(page, "b")];
      for (const [i, { x, y }] of [from, to].entries())
        assert(Math.hypot(x - places[i][0], y - places[i][1]) < 12, "a vertex is where the click was");
      const radius = (await vertex(page, "a").locator(".stage-disc").boundingBox()).width / 2;
      await dragMouse(page, { x: from.x + 0.85 * radius, y: from.y }, to);
      const field = page.getByRole("spinbutton", { name: "Value of a" });
      await field.fill("2");
      await page.keyboard.press("Tab");
      await page.keyboard.type("5");
      const known = () =>
        page.evaluate(() => {
          const { graph, filtration } = window.sublevel.state().shown;
          return { values: [...filtration.filter], edges: [...graph.edges] };
        });
      assert.deepEqual(await known(), { values: [2, 5], edges: [0, 1] });
      await page.locator(".lesson-entry").first().click();
      await page.locator(".lesson-card").waitFor();
      await page.goBack();
      await page.locator(".welcome").waitFor();
      assert.deepEqual(await known(), { values: [2, 5], edges: [0, 1] });
    });
  });

  it("fills the window without the header", async () => {
    await withPage(browser, { ...LEARNING, query: "?embed=1#v=1&lesson=who-ends" }, async (page) => {
      await page.locator(".lesson-card").waitFor();
      for (const part of [".learn-card", ".learn-stage"]) {
        const { y, height } = await page.locator(part).boundingBox();
        assert.deepEqual([y, height], [0, 720], part);
      }
    });
  });

  it("draws a step that is possible darker than one that is not", async () => {
    await withPage(browser, { ...LEARNING, query: "#v=1&graph=path&t=0" }, async (page) => {
      await walkHandle(page).waitFor();
      const [back, step] = await page.locator(".stage-step").evaluateAll((buttons) =>
        buttons.map((button) => {
          const [red, green, blue] = getComputedStyle(button)
            .color.match(/[\d.]+/g)
            .map(Number);
          return red + green + blue;
        }),
      );
      assert.equal(await page.locator(".stage-step").first().getAttribute("aria-disabled"), "true");
      assert(step < back, `${step} against ${back}`);
    });
  });
});

describe("the walk of a learner", () => {
  const browser = browserOf(WITHOUT_GPU);

  /** The sentence, the components and loops, and the number of bars at each step. */
  const STEPS = [
    [/^K⁰ = ∅/, [0, 0], 0],
    [/^t = 1: a arrives alone; a component is born/, [1, 0], 1],
    [/^t = 1\.5: e arrives alone/, [2, 0], 2],
    [/^t = 2: c arrives alone/, [3, 0], 3],
    [
      /^t = 3: b arrives .* merges two components, born at 1 and 2\. The younger one ends; .*\(2, 3\)/,
      [2, 0],
      3,
    ],
    [/^t = 4: d arrives .* merges two components, born at 1 and 1\.5\..*\(1\.5, 4\)/, [1, 0], 3],
  ];

  async function stands(page, step) {
    const [words, numbers, bars] = STEPS[step];
    assert.match(await sentence(page).innerText(), words);
    assert.equal(await sentence(page).getAttribute("aria-live"), "polite");
    assert.match(await walkHandle(page).getAttribute("aria-valuetext"), words);
    assert.deepEqual(await betti(page), numbers);
    assert.equal((await drawnBars(page)).length, bars, "bars that are not born yet are not drawn");
  }

  it("moves by keys: to K⁰, step by step, and to the end", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await tabTo(page, ".stage-handle");
      await stands(page, 5);
      await page.keyboard.press("Home");
      await stands(page, 0);
      for (let step = 1; step <= 5; step++) {
        await page.keyboard.press("ArrowRight");
        await stands(page, step);
      }
      await page.keyboard.press("ArrowLeft");
      await stands(page, 4);
      await page.keyboard.press("Shift+ArrowLeft");
      await stands(page, 3);
      await page.keyboard.press("End");
      await stands(page, 5);
      await page.keyboard.press("Space");
      await page.getByRole("button", { name: "Pause" }).waitFor();
      await page.keyboard.press("Space");
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    });
  });

  it("moves by mouse, on the graph and on the axis, and snaps to the values", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const box = await page.locator(".stage-drawing").boundingBox();
      const y = box.y + 40;
      const at = async (value) => ({ x: await axisX(page, value), y });
      await dragMouse(page, await at(4), await at(2.9));
      await stands(page, 4);
      await dragMouse(page, await at(3), await at(1.6));
      await stands(page, 2);
      await dragMouse(page, await at(1.5), { x: box.x + 2, y });
      await stands(page, 0);
      const handle = await walkHandle(page).boundingBox();
      const middle = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
      await dragMouse(page, middle, { x: await axisX(page, 2.1), y: middle.y });
      await stands(page, 3);
    });
  });

  it("moves by touch", async () => {
    await withPage(browser, PHONE, async (page) => {
      await walkHandle(page).waitFor();
      await page.locator(".stage").scrollIntoViewIfNeeded();
      const handle = await walkHandle(page).boundingBox();
      const middle = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
      const to = await axisX(page, 2);
      await touch(page, middle, { x: (middle.x + to) / 2, y: middle.y }, { x: to, y: middle.y });
      await stands(page, 3);
      await page.screenshot({ path: screenshotPath("learn-phone") });
    });
  });

  it("draws handle, vertex, birth and death of one value at the same x", async () => {
    const setups = [LEARNING, PHONE, { ...LEARNING, query: "#v=1&present=1" }];
    for (const [i, setup] of setups.entries()) {
      for (const graph of ["path", "young-and-large", "wheel", "star"]) {
        const query = `${setup.query || "#v=1"}&graph=${graph}`;
        await withPage(browser, { ...setup, query }, async (page) => {
          await walkHandle(page).waitFor();
          await aligned(page, `${graph}, set-up ${i}`);
        });
      }
    }
  });

  async function aligned(page, title) {
    const names = await page
      .getByRole("slider", { name: /^Vertex / })
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").slice("Vertex ".length)));
    for (const name of names) {
      const value = Number(await vertex(page, name).getAttribute("aria-valuenow"));
      const x = await axisX(page, value);
      const place = await placeOf(page, name);
      near(place.x, x, `${title}: vertex ${name}`);
      // The handle at this value.
      await walkHandle(page).focus();
      await page.keyboard.press("Home");
      for (let i = 0; i < 9 && (await handleValue(page)) !== value; i++)
        await page.keyboard.press("ArrowRight");
      const box = await walkHandle(page).boundingBox();
      near(box.x + box.width / 2, x, `${title}: handle at f(${name})`);
      await page.keyboard.press("End");
      for (const bar of await drawnBars(page)) {
        const [, birth, death] = /\((\S+), (\S+)\)/.exec(bar.pair);
        near(bar.left, await axisX(page, Number(birth)), `${title}: birth of ${bar.name}`);
        if (!death.endsWith("∞"))
          near(bar.right, await axisX(page, Number(death)), `${title}: death of ${bar.name}`);
      }
    }
  }

  const near = (found, expected, what) =>
    assert(Math.abs(found - expected) <= SAME, `${what}: ${found} instead of ${expected}`);

  async function handleValue(page) {
    const [, value] = /^t = (\S+):/.exec(await sentence(page).innerText()) ?? [];
    return value === undefined ? null : Number(value);
  }
});

describe("the bars of a learner", () => {
  const browser = browserOf(WITHOUT_GPU);

  /** Only the bar of c is highlighted, and the sentence describes it. */
  async function lit(page) {
    assert.deepEqual(
      (await drawnBars(page)).filter((bar) => bar.lit).map(({ name }) => name),
      ["c"],
    );
    assert.match((await barOf(page, "c")).title, /component, born at 2 with c, ended at 3 with b$/);
    assert.match(await sentence(page).innerText(), /component, born at 2 with c, ended at 3 with b/);
  }

  async function dark(page) {
    await painted(page);
    assert.deepEqual(
      (await drawnBars(page)).filter((bar) => bar.lit),
      [],
    );
  }

  it("are highlighted and described under the mouse", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const bar = await barOf(page, "c");
      await page.mouse.move((bar.left + bar.right) / 2, bar.y);
      await lit(page);
      await page.mouse.move(5, 5);
      await dark(page);
    });
  });

  it("are highlighted by keys", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await tabTo(page, ".stage-bar");
      const names = [];
      for (let i = 0; i < 3; i++) {
        names.push((await drawnBars(page)).find((bar) => bar.lit)?.name);
        if (names.at(-1) === "c") await lit(page);
        await page.keyboard.press("Tab");
      }
      assert.deepEqual(names.toSorted(), ["a", "c", "e"]);
      await dark(page);
    });
  });

  it("do not show a later death", async () => {
    await withPage(browser, { ...LEARNING, query: "#v=1&t=2" }, async (page) => {
      await walkHandle(page).waitFor();
      const told = (await drawnBars(page)).map(({ title }) => title);
      assert.equal(told.length, 3);
      for (const title of told) assert.match(title, /^Sublevel component, born at \S+ with [ace]$/);
    });
  });

  it("stay highlighted after a tap", async () => {
    await withPage(browser, PHONE, async (page) => {
      await walkHandle(page).waitFor();
      await page.locator(".stage-bars").scrollIntoViewIfNeeded();
      const bar = await barOf(page, "c");
      const before = await where(page).innerText();
      await touch(page, { x: (bar.left + bar.right) / 2, y: bar.y });
      await painted(page);
      await lit(page);
      assert.equal(await where(page).innerText(), before, "a tap on a bar does not move t");
    });
  });
});
