// What the page promises about time, measured.

import assert from "node:assert/strict";
import { describe, it, before, after } from "node:test";
import {
  drag,
  dragOnStage,
  launch,
  load,
  median,
  saveData,
  showDiscussion,
  untilSteps,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";
import { placeOf, placeOnCanvas } from "./stage.mjs";

const LONGEST_TASK = 50;
const FRAME = 16;
const PAIRED = 1;
const LARGEST_REDDIT = 3782;
/** Vertices; milliseconds from the pointer to the drawn barcode: the median, and 95 of 100. */
const DRAGGED = [
  [60, 16, 33],
  [430, 16, 33],
  [LARGEST_REDDIT, 33, Infinity],
];

describe("speed", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  it("no task of the main thread is long while IMDB-BINARY trains", { timeout: 300_000 }, async (test) => {
    await withPage(browser, { init: watchTasks }, async (page) => {
      assert(await load(page, { data: "IMDB-BINARY" }));
      await page.evaluate(() => window.sublevel.train());
      await untilSteps(page, 5);
      const windows = [];
      // The best of three: it is the page that is measured, not what else the machine does.
      for (let i = 0; i < 3; i++) windows.push(await trainFor(page, 6000));
      const longest = windows.map(({ tasks }) => Math.round(Math.max(0, ...tasks)));
      const steps = windows.reduce((sum, window) => sum + window.steps, 0);
      test.diagnostic(`${steps} steps in 18 s, longest tasks ${longest} ms (0: none over 50 ms)`);
      assert(steps > 10, `only ${steps} steps were done`);
      assert(Math.min(...longest) <= LONGEST_TASK, `longest tasks ${longest} ms`);
    });
  });

  it(`persistence of ${LARGEST_REDDIT} vertices follows a drag within its frame`, async (test) => {
    await withPage(browser, { init: saveData, ready: false, reducedMotion: "reduce" }, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      const { paired, between, undoable } = await drag(page, LARGEST_REDDIT, 600);
      assert.equal(paired.length, 600);
      assert.equal(undoable, 2, "the graph, and all of the drag");
      test.diagnostic(
        `bars of both directions: median ${median(paired).toFixed(2)} ms, drawn every ${median(between).toFixed(1)} ms`,
      );
      // The best of three: it is the page that is measured, not what else the machine does.
      const thirds = [0, 200, 400].map((from) => median(paired.slice(from, from + 200)));
      assert(Math.min(...thirds) <= PAIRED, `medians ${thirds.map((third) => third.toFixed(2))} ms`);
    });
  });

  for (const [vertices, most, mostOfNearlyAll] of DRAGGED) {
    it(
      `a vertex of ${vertices} is dragged, and its bars are drawn with it`,
      { timeout: 120_000 },
      async (test) => {
        const learning = { query: "", init: saveData, ready: false, reducedMotion: "reduce" };
        await withPage(browser, learning, async (page) => {
          await page.getByRole("slider").first().waitFor();
          await showDiscussion(page, vertices);
          await page.waitForTimeout(3000); // the layout comes to rest
          const taken = await dragOnStage(page, await takeable(page), 240);
          assert(taken.length > 200, `the vertex moved in ${taken.length} frames`);
          // The best of three: it is the page that is measured, not what else the machine does.
          const thirds = [0, 1, 2].map((i) =>
            taken.slice((i * taken.length) / 3, ((i + 1) * taken.length) / 3),
          );
          const medians = thirds.map(median);
          const nearlyAll = thirds.map(
            (third) => third.toSorted((a, b) => a - b)[Math.floor(0.95 * third.length)],
          );
          const say = (numbers) => numbers.map((number) => number.toFixed(1)).join(", ");
          test.diagnostic(`from event to painted bars: medians ${say(medians)} ms, p95 ${say(nearlyAll)} ms`);
          assert(Math.min(...medians) <= most, `medians ${say(medians)} ms`);
          assert(Math.min(...nearlyAll) <= mostOfNearlyAll, `p95 ${say(nearlyAll)} ms`);
        });
      },
    );
  }

  it(`a graph of ${LARGEST_REDDIT} vertices is drawn in a frame`, { timeout: 300_000 }, async (test) => {
    await withPage(browser, { deviceScaleFactor: 1 }, async (page) => {
      assert(await load(page, { data: "REDDIT-BINARY" }));
      const index = await page.evaluate(
        (vertices) => window.sublevel.state().data.rows.findIndex((row) => row.vertices === vertices),
        LARGEST_REDDIT,
      );
      assert(index >= 0);
      await load(page, { graph: index });
      await page.waitForTimeout(4000); // the layout comes to rest
      const slider = page.getByRole("slider", { name: /filtration/ });
      await slider.focus();
      for (let i = 0; i < 60; i++) await page.keyboard.press("ArrowLeft");
      await page.waitForTimeout(200);
      const frames = await page.evaluate((since) => window.sublevel.frames().slice(since), -40);
      assert.equal(frames.length, 40);
      test.diagnostic(`median ${median(frames).toFixed(1)} ms over ${frames.length} frames`);
      assert(median(frames) <= FRAME, `median ${median(frames).toFixed(1)} ms`);
    });
  });
});

/** Where a vertex can be taken hold of. */
async function takeable(page) {
  const drawn = await page.locator(".stage-vertex").count();
  return drawn > 0 ? placeOf(page, "v0") : placeOnCanvas(page);
}

/** The long tasks of the main thread, and the steps of training, in this time. */
async function trainFor(page, milliseconds) {
  const steps = () => page.evaluate(() => window.sublevel.state().run.loss.count);
  const before = await steps();
  await page.evaluate(() => (window.longTasks.length = 0));
  await page.waitForTimeout(milliseconds);
  return { tasks: await page.evaluate(() => window.longTasks), steps: (await steps()) - before };
}

async function watchTasks(page) {
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
  });
}
