// The timeline: any graph with the weights of any epoch, its trails in the diagram, and a film.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it, before, after } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import {
  drop,
  faultless,
  fits,
  inMenu,
  launch,
  load,
  outPath,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const strip = (page) => page.getByRole("slider", { name: "Epoch whose weights are shown" });
const epochText = (page) => page.locator(".timeline-epoch").innerText();
const dispatch = (page, change) => page.evaluate((one) => window.sublevel.dispatch(one), change);
const chooses = (page, filter) => page.getByRole("combobox", { name: "Filter" }).selectOption(filter);

/** The filter in view. */
const filterOf = (page) => page.evaluate(() => [...(window.sublevel.state().shown.filtration?.filter ?? [])]);

/** Waits until the graph in view belongs to an epoch (null: now); returns its filter. */
async function arrived(page, epoch) {
  await page.waitForFunction((wanted) => {
    const { view, run, inspection, asked, shown } = window.sublevel.state();
    const known = shown.subject.type === "graph" ? inspection : asked;
    if (wanted === null) {
      return view.epoch === null && known?.epoch === null && known.step === run.stepsDone;
    }
    return known?.epoch === wanted;
  }, epoch);
  return filterOf(page);
}

/** Trains epoch by epoch; returns the filter of the graph in view after each, and before the first step. */
async function recorded(page, epochs) {
  const filters = [await filterOf(page)];
  await trainToTheEnd(page, { epochs: 1 });
  filters.push(await arrived(page, null));
  while (filters.length <= epochs) {
    // The item adds half as many epochs: one after the first and after the second.
    await (await inMenu(page.getByText("Train 1 more epoch", { exact: true }))).click();
    await untilOver(page, filters.length);
    filters.push(await arrived(page, null));
  }
  return filters;
}

/** Waits until a run has finished this many epochs. */
const untilOver = (page, epochs) =>
  page.waitForFunction(
    (wanted) => {
      const { run } = window.sublevel.state();
      return run.epochs.length === wanted && run.phase === "finished";
    },
    epochs,
    { timeout: WORK_TIMEOUT },
  );

describe("the timeline", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  for (const data of ["MUTAG", "PROTEINS"]) {
    it(`shows the filter that the engine reported at the end of an epoch: ${data}`, async () => {
      await withPage(browser, {}, async (page) => {
        await load(page, { data, graph: 3 });
        const filters = await recorded(page, 3);
        assert.equal(filters.length, 4);
        await strip(page).focus();
        await page.keyboard.press("Home");
        for (const [epoch, filter] of filters.entries()) {
          assert.deepEqual(await arrived(page, epoch), filter, `${data}, epoch ${epoch}`);
          await page.keyboard.press("ArrowRight");
        }
        assert.notDeepEqual(filters[0], filters[1]);
      });
    });
  }

  it("can be navigated by keyboard and by mouse, and played", async () => {
    await withPage(browser, { colorScheme: "light" }, async (page) => {
      await load(page, { data: "MUTAG", graph: 3 });
      assert.equal(await strip(page).getAttribute("aria-disabled"), "true");
      await trainToTheEnd(page, { epochs: 12 });
      assert.equal(await strip(page).getAttribute("aria-disabled"), "false");
      const epoch = () => page.evaluate(() => window.sublevel.state().view.epoch);

      await strip(page).focus();
      await page.keyboard.press("ArrowLeft");
      assert.equal(await epoch(), 12, "one step back from now is the last epoch");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await epoch(), 11);
      await page.keyboard.press("Home");
      assert.equal(await epoch(), 0);
      assert.match(await epochText(page), /^Epoch 0$/);
      await page.getByText("before training", { exact: true }).waitFor();
      assert.equal(await strip(page).getAttribute("aria-valuetext"), "epoch 0, before training");
      await page.keyboard.press("PageUp");
      assert.equal(await epoch(), 1);
      await page.keyboard.press("End");
      assert.equal(await epoch(), 12);
      await page.keyboard.press("Escape");
      assert.equal(await epoch(), null);
      assert.match(await epochText(page), /of now/);

      // A click, and a drag beyond the end of the strip.
      const { x, y, width, height } = await strip(page).boundingBox();
      const at = (one) => x + ((one + 0.5) / 13) * width;
      await page.mouse.click(at(4), y + height / 2);
      assert.equal(await epoch(), 4);
      const reports = await page.evaluate(() => window.sublevel.state().run.epochs);
      const share = `${(100 * reports.find((one) => one.epoch === 4).testMetric).toFixed(1)} %`;
      assert.equal(await page.locator(".timeline-metric b").innerText(), share);
      await page.mouse.move(at(4), y + height / 2);
      await page.mouse.down();
      await page.mouse.move(at(7), y + 2, { steps: 3 });
      assert.equal(await epoch(), 7);
      await page.mouse.move(x + width + 60, y, { steps: 3 });
      assert.equal(await epoch(), 12);
      await page.mouse.up();

      // Playback starts here, shows each epoch, and stops at the last.
      await dispatch(page, { type: "view", change: { epoch: 8 } });
      const seen = page.evaluate(
        () =>
          new Promise((resolve) => {
            const epochs = [];
            const end = window.sublevel.on("action", (action) => {
              const epoch = action.change?.epoch;
              if (action.type !== "view" || epoch === undefined) return;
              epochs.push(epoch);
              if (epoch < 12) return;
              end();
              resolve(epochs);
            });
          }),
      );
      await page.getByRole("button", { name: "Play the epochs" }).click();
      assert.deepEqual(await seen, [9, 10, 11, 12]);
      await page.getByRole("button", { name: "Play the epochs" }).waitFor();
      await strip(page).focus();
      await page.keyboard.press(" ");
      await page.waitForFunction(() => {
        const { epoch } = window.sublevel.state().view;
        if (epoch === null || epoch === 0 || epoch === 12) return false;
        document.querySelector("button[aria-label='Stop at this epoch']").click();
        return true;
      });
      const stopped = await epoch();
      await page.waitForTimeout(600);
      assert.equal(await epoch(), stopped);

      await (await inMenu(page.getByLabel("Trails"))).check();
      await page.keyboard.press("Escape");
      await page.locator(".trail").first().waitFor({ state: "attached" });
      await faultless(page, "timeline and trails, light");
      await page.emulateMedia({ colorScheme: "dark" });
      await faultless(page, "timeline and trails, dark");
      await page.screenshot({ path: screenshotPath("timeline-dark") });
    });
  });

  it("responds to taps on a phone, where the page is not wider than the window", async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await withPage(
      browser,
      { ...phone, query: "?page=inspect&panel=train&data=one-loop-or-several&graph=path" },
      async (page) => {
        await load(page, { data: "MUTAG", graph: 3 });
        await page.getByRole("tab", { name: "Train", exact: true }).tap();
        await trainToTheEnd(page, { epochs: 5 });
        await strip(page).scrollIntoViewIfNeeded();
        const { x, y, width, height } = await strip(page).boundingBox();
        assert(height >= 44, `the strip is ${height} px high`);
        await page.touchscreen.tap(x + (2.5 / 6) * width, y + height / 2);
        await arrived(page, 2);
        await page.getByRole("button", { name: "Now", exact: true }).tap();
        await arrived(page, null);
        await fits(page, "timeline, 390");
        await page.screenshot({ path: screenshotPath("timeline-phone") });
      },
    );
  });

  it("works for an edited copy and for a dropped graph at any epoch", async () => {
    await withPage(browser, {}, async (page) => {
      await load(page, { data: "MUTAG", graph: 3 });
      await trainToTheEnd(page, { epochs: 4 });
      const filters = [];
      for (const epoch of [0, 2, 4]) {
        await dispatch(page, { type: "view", change: { epoch } });
        filters.push(await arrived(page, epoch));
      }
      const { edges, vertices } = await page.evaluate(() => {
        const { graph } = window.sublevel.state().shown;
        return { edges: [...graph.edges], vertices: graph.vertices };
      });

      // The model reads labels: a copy keeps those of its original, also after a vertex was added and removed.
      await dispatch(page, { type: "view", change: { page: "learn" } });
      await dispatch(page, { type: "view", change: { tool: "edit" } });
      await page.getByRole("button", { name: "Add vertex" }).click();
      await page
        .getByRole("button", { name: /^Remove the vertex|^Remove v/ })
        .first()
        .click();
      await dispatch(page, { type: "view", change: { page: "inspect" } });
      await chooses(page, "learned");
      for (const [i, epoch] of [0, 2, 4].entries()) {
        await dispatch(page, { type: "view", change: { epoch } });
        assert.deepEqual(await arrived(page, epoch), filters[i], `the copy at epoch ${epoch}`);
      }
      // Removing an edge changes f at its ends.
      await dispatch(page, { type: "view", change: { page: "learn" } });
      await page
        .getByRole("button", { name: /^Remove edge/ })
        .first()
        .click();
      await dispatch(page, { type: "view", change: { page: "inspect" } });
      await page.waitForFunction(() => {
        const { asked, document } = window.sublevel.state();
        return asked.subject === document.subject && asked.epoch === 4;
      });
      const cut = await filterOf(page);
      assert.equal(cut.length, vertices);
      assert.notDeepEqual(cut, filters[2]);
      await dispatch(page, { type: "view", change: { epoch: 0 } });
      assert.notDeepEqual(await arrived(page, 0), cut);
      await page.getByText(/untrained model/).waitFor();
      await page.screenshot({ path: screenshotPath("timeline-edited") });

      // Own values do not depend on the epoch.
      await dispatch(page, { type: "values", values: cut.map((_, i) => i) });
      await page.getByText("these values do not depend on the epoch").waitFor();
      const own = await filterOf(page);
      await dispatch(page, { type: "view", change: { epoch: 4 } });
      await page.waitForTimeout(300);
      assert.deepEqual(await filterOf(page), own);

      // A dropped graph has no labels: the page explains why the filter cannot be computed.
      const json = JSON.stringify({ n: vertices, edges: pairs(edges) });
      await drop(page, ["mine.json", json]);
      await page.waitForFunction(() => window.sublevel.state().shown.subject.graph?.title === "mine");
      await chooses(page, "learned");
      await page.getByText(/The filter cannot be shown: .*the model reads vertex labels/).waitFor();

      // A model that reads degrees gives it the filter of the same graph in the data set.
      await dispatch(page, { type: "show", subject: { type: "graph", index: 3 } });
      await trainToTheEnd(page, { epochs: 2, features: "degree" });
      await dispatch(page, { type: "view", change: { epoch: 1 } });
      const known = await arrived(page, 1);
      await drop(page, ["mine.json", json]);
      await page.waitForFunction(() => window.sublevel.state().shown.subject.graph?.title === "mine");
      await chooses(page, "learned");
      assert.deepEqual(await arrived(page, 1), known);
      // It follows the run.
      const before = await filterOf(page);
      await dispatch(page, { type: "view", change: { epoch: null } });
      await (await inMenu(page.getByText(/^Train \d+ more epochs?$/))).click();
      await page.waitForFunction(() => window.sublevel.state().run.phase === "finished");
      assert.notDeepEqual(await arrived(page, null), before);
      assert.equal(await page.evaluate(() => window.sublevel.state().shown.subject.type), "own");
    });
  });

  it("draws trails through the points of earlier epochs to the current points", async () => {
    await withPage(browser, {}, async (page) => {
      await load(page, { data: "PROTEINS", graph: 3 });
      await trainToTheEnd(page, { epochs: 6 });
      await (await inMenu(page.getByLabel("Trails"))).check();
      await page.keyboard.press("Escape");
      assert.match(await page.evaluate(() => window.sublevel.link()), /trails=1/);
      await dispatch(page, { type: "view", change: { epoch: 5 } });
      await arrived(page, 5);
      await page.waitForFunction(() => document.querySelectorAll(".trail-ghost.trail-sub").length === 5);
      const ghosts = await page.evaluate(() =>
        [...document.querySelectorAll(".trail-ghost.trail-sub")].map((path) =>
          [...path.getAttribute("d").matchAll(/M([\d.]+) ([\d.]+)a([\d.]+)/g)].map(([, x, y, r]) => [
            Number(x) + Number(r),
            Number(y),
          ]),
        ),
      );
      const ends = await page.evaluate(() =>
        [...document.querySelectorAll(".trail-sub:not(.trail-ghost)")]
          .at(-1)
          .getAttribute("d")
          .match(/L[\d.]+ [\d.]+/g)
          .map((end) => end.slice(1).split(" ").map(Number)),
      );
      const points = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".area-diagram svg:not(.lit) circle.point-sub[r]")]
            .filter((circle) => !circle.nextElementSibling?.matches("text"))
            .map((circle) => [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))]),
        );
      const near = (places, [x, y]) => places.some(([a, b]) => Math.hypot(a - x, b - y) < 1.2);
      const now = await points();
      for (const end of ends) assert(near(now, end), `a trail ends at ${end}, not in a point of now`);
      await page.screenshot({ path: screenshotPath("timeline-trails") });

      // Epochs 0 to 4, the oldest first.
      for (const epoch of [4, 2, 0]) {
        await dispatch(page, { type: "view", change: { epoch } });
        await arrived(page, epoch);
        await page.waitForTimeout(200);
        const then = await points();
        const seen = ghosts[epoch];
        for (const place of seen) assert(near(then, place), `epoch ${epoch}: no bar at ${place}`);
        for (const place of then) assert(near(seen, place), `epoch ${epoch}: no mark at ${place}`);
      }
      // A model without bars has no trails.
      await (await inMenu(page.getByLabel("Trails"))).uncheck();
      assert.equal(await page.locator(".trail").count(), 0);
    });
  });

  it("saves a film whose frames have the colours of each epoch", async () => {
    await withPage(browser, { acceptDownloads: true }, async (page) => {
      await load(page, { data: "MUTAG", graph: 3 });
      await trainToTheEnd(page, { epochs: 6 });
      // A cancelled film is not saved.
      const film = page.getByText("Save a film");
      await (await inMenu(film)).click();
      await page.getByRole("button", { name: /^Stop the film,/ }).click();
      await page.getByText("The film was given up.").waitFor({ state: "attached" });
      const saved = page.waitForEvent("download");
      await (await inMenu(film)).click();
      const file = outPath("timeline-film.webm");
      const download = await saved;
      assert.equal(download.suggestedFilename(), "mutag-graph-4.webm");
      await download.saveAs(file);
      await page.getByText("The film is saved.").waitFor({ state: "attached" });

      // Every value of f at these epochs, and its colour.
      const wanted = [];
      for (const epoch of FRAMES) {
        await dispatch(page, { type: "view", change: { epoch } });
        const values = [...new Set(await arrived(page, epoch))];
        wanted.push(await Promise.all(values.map((value) => colourOf(page, value))));
      }
      assert.notDeepEqual(wanted[0], wanted[2]);
      // Another page plays the film.
      const cinema = await browser.newPage();
      const base64 = (await readFile(file)).toString("base64");
      const seen = await cinema.evaluate(watch, { base64, frames: FRAMES, wanted });
      await cinema.close();
      assert.deepEqual(seen.size, [1280, 720]);
      // Seven epochs, and a still of the last one.
      assert(Math.abs(seen.duration - (7 + 14) / 10) < 0.01, `${seen.duration} s`);
      // Frames that the encoder has dropped are absent.
      assert.deepEqual(
        seen.times.map((time) => Math.round(10 * time)),
        FRAMES,
      );
      for (const [i, counts] of seen.counts.entries()) {
        const least = Math.min(...counts);
        const colour = wanted[i][counts.indexOf(least)];
        assert(least > 30, `epoch ${FRAMES[i]}: ${least} pixels of ${colour}`);
      }
      assert(seen.counts[0].join() !== seen.counts[2].join());
    });
  });
});

/** The epochs of the film that are checked. */
const FRAMES = [0, 3, 6];

/**
 * In the page: plays a film; returns its duration and its size, and for each of these frames its time in seconds and its counts. A count is
 * the number of pixels with approximately one of these colours, since video compression changes colours.
 */
async function watch({ base64, frames, wanted }) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const video = document.createElement("video");
  video.muted = true;
  video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => reject(new Error(video.error.message));
  });
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const counts = [];
  const times = [];
  for (const [i, frame] of frames.entries()) {
    // The event `seeked` can precede the frame.
    const presented = new Promise((resolve) =>
      video.requestVideoFrameCallback((_, { mediaTime }) => resolve(mediaTime)),
    );
    video.currentTime = frame / 10 + 0.05;
    times.push(await presented);
    pen.drawImage(video, 0, 0);
    const { data } = pen.getImageData(48, 104, 640, 456);
    const near = ([red, green, blue]) => {
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const apart = [data[at] - red, data[at + 1] - green, data[at + 2] - blue].map(Math.abs);
        if (Math.max(...apart) < 24) count += 1;
      }
      return count;
    };
    counts.push(wanted[i].map(near));
  }
  return { duration: video.duration, size: [canvas.width, canvas.height], times, counts };
}

const pairs = (edges) => Array.from({ length: edges.length / 2 }, (_, e) => [edges[2 * e], edges[2 * e + 1]]);

/** The colour of a value, from the colour bar of the page. */
function colourOf(page, value) {
  return page.evaluate((share) => {
    const bar = [...document.querySelectorAll("*")].find((element) =>
      getComputedStyle(element).backgroundImage.startsWith("linear-gradient(to right, rgb(68, 1, 84)"),
    );
    const stops = [...getComputedStyle(bar).backgroundImage.matchAll(/rgb\((\d+), (\d+), (\d+)\)/g)].map(
      ([, ...rgb]) => rgb.map(Number),
    );
    const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
    const low = Math.min(Math.floor(at), stops.length - 2);
    return stops[low].map((from, i) => Math.round(from + (at - low) * (stops[low + 1][i] - from)));
  }, value);
}
