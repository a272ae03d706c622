// What a first visit costs, and how the training module arrives: later, and without a reload.

import assert from "node:assert/strict";
import { describe, it, before, after } from "node:test";
import {
  ENGINE,
  faultless,
  launch,
  load,
  saveData,
  screenshotPath,
  untilReady,
  untilSteps,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

/** Bytes until persistence can be explored: the page, its script and the topology module, compressed. */
const FIRST_VISIT = 350_000;
const TRAINING = /training\.json|\/training\//;

describe("the first visit", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  it("takes at most 350 kB until persistence can be explored", async (test) => {
    const sizes = [];
    const init = async (page) => {
      await saveData(page);
      page.on("requestfinished", (request) => sizes.push([request.url(), request.sizes()]));
    };
    await withPage(browser, { query: "", init, ready: false, reducedMotion: "reduce" }, async (page) => {
      await scrub(page);
      await page.waitForLoadState("networkidle");
      let bytes = 0;
      for (const [url, size] of sizes) {
        const { responseBodySize, responseHeadersSize } = await size;
        assert(responseBodySize >= 0, `no size is known of ${url}`);
        bytes += responseBodySize + responseHeadersSize;
      }
      const wasm = sizes.filter(([url]) => url.endsWith(".wasm"));
      assert.equal(wasm.length, 1, "the topology module, and no other");
      test.diagnostic(`${(bytes / 1000).toFixed(1)} kB in ${sizes.length} requests`);
      assert(bytes <= FIRST_VISIT, `${bytes} bytes`);
    });
  });

  it("has no part of the training module before it is idle, and then it comes by itself", async () => {
    const seen = [];
    const init = (page) => page.on("request", (request) => seen.push(request.url()));
    await withPage(browser, { query: "", init, ready: false, reducedMotion: "reduce" }, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      assert.deepEqual(seen.filter(isTraining), []);
      await untilReady(page);
      assert(seen.some(isTraining));
    });
  });

  it("fetches the training module only when it is wanted, where data is to be saved", async () => {
    const seen = [];
    const init = async (page) => {
      await saveData(page);
      page.on("request", (request) => seen.push(request.url()));
    };
    await withPage(browser, { query: "", init, ready: false, reducedMotion: "reduce" }, async (page) => {
      await scrub(page);
      await page.waitForTimeout(6000);
      assert.deepEqual(seen.filter(isTraining), []);
      assert.equal(await page.evaluate(() => window.sublevel.state().engine.status), "idle");
      assert(await load(page, { data: "cycles-and-trees" }));
      assert(seen.some((url) => ENGINE.test(url)));
    });
  });
});

describe("the training module", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  it("is waited for while it is built, a graph is explored meanwhile, and it is taken over", async () => {
    let said = building(132);
    await withPage(
      browser,
      answering(() => said),
      async (page) => {
        const progress = await onePage(page);
        await progress.getByText("Preparing the training engine: 132 of 310 crates, 1:24").waitFor();
        assert.equal(await progress.getByRole("progressbar").getAttribute("value"), "132");
        await page.screenshot({ path: screenshotPath("engine-building") });
        await faultless(page, "while the engine is built");
        await scrub(page);
        said = building(309);
        await progress.getByText("309 of 310 crates").waitFor();
        assert.equal(await progress.getByRole("progressbar").getAttribute("value"), "309");
        said = null;
        await takenOver(page);
        assert.equal(await progress.count(), 0);
      },
    );
  });

  it("that could not be built says why and how to go on, and is taken over when it was built after all", async () => {
    let said = { state: "failed", message: "linker `cc` not found", command: "cargo run --release" };
    await withPage(
      browser,
      answering(() => said),
      async (page) => {
        const progress = await onePage(page);
        await progress.getByText("linker `cc` not found").waitFor();
        await progress.getByText("cargo run --release").waitFor();
        await page.screenshot({ path: screenshotPath("engine-failed") });
        await faultless(page, "where the engine was not built");
        await scrub(page);
        said = building(200);
        await progress.getByText("200 of 310 crates").waitFor();
        said = null;
        await takenOver(page);
      },
    );
  });
});

const isTraining = (url) => TRAINING.test(new URL(url).pathname);

const building = (done) => ({ state: "building", done, of: 310, seconds: 84.2, crate: "burn-tensor" });

/** A page that is told this of the training module, or the truth where that is null. */
function answering(said) {
  const init = (page) =>
    page.route("**/training.json", (route) => {
      const json = said();
      return json ? route.fulfill({ json }) : route.continue();
    });
  return { init, ready: false, reducedMotion: "reduce" };
}

/** Marks the document: a reload would lose the mark. Answers where the building is shown. */
async function onePage(page) {
  await page.evaluate(() => (window.sameDocument = true));
  return page.locator(".engine-progress");
}

/** Moves the threshold of the graph in view. */
async function scrub(page) {
  const slider = page.getByRole("slider", { name: /filtration/ });
  await slider.waitFor();
  const before = await slider.getAttribute("aria-valuetext");
  await slider.press("ArrowLeft");
  assert.notEqual(await slider.getAttribute("aria-valuetext"), before);
}

async function takenOver(page) {
  await untilReady(page);
  assert(await page.evaluate(() => window.sameDocument), "the page was loaded anew");
  await page.getByRole("button", { name: "Train", exact: true }).click();
  await untilSteps(page, 2);
}
