// The size of a first visit, and the training module, which the page loads later, without a reload.

import assert from "node:assert/strict";
import { WORK_TIMEOUT } from "./limits.mjs";
import { describe, it } from "node:test";
import {
  browserOf,
  ENGINE,
  faultless,
  load,
  saveData,
  screenshotPath,
  untilAddressed,
  untilReady,
  untilSteps,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

/** Maximum bytes before persistence can be explored: page, script and topology module, compressed. */
const FIRST_VISIT = 500_000;
const TRAINING = /training\.json|\/training\//;

describe("the first visit", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("takes at most 500 kB until persistence can be explored", async (test) => {
    const sizes = [];
    const init = async (page) => {
      await saveData(page);
      page.on("requestfinished", (request) => {
        const size = request.sizes();
        size.catch(() => undefined); // A request can end while the page closes.
        sizes.push([request.url(), size]);
      });
    };
    await withPage(browser, { query: "", init, ready: false, reducedMotion: "reduce" }, async (page) => {
      await scrub(page);
      await page.waitForLoadState("networkidle");
      let bytes = 0;
      for (const [url, size] of sizes) {
        const { responseBodySize, responseHeadersSize } = await size;
        assert(responseBodySize >= 0, `the size of ${url} is unknown`);
        bytes += responseBodySize + responseHeadersSize;
      }
      const wasm = sizes.filter(([url]) => url.endsWith(".wasm"));
      assert.equal(wasm.length, 1, "the topology module, and no other");
      test.diagnostic(`${(bytes / 1000).toFixed(1)} kB in ${sizes.length} requests`);
      assert(bytes <= FIRST_VISIT, `${bytes} bytes`);
    });
  });

  it("has a summit to pull, and its bar follows in the same frame", async (test) => {
    await withPage(browser, { query: "", ready: false }, async (page) => {
      const pike = page.getByRole("slider", { name: "Height of Nethermost" });
      const { x, y, width, height } = await pike.boundingBox();
      const middle = [x + width / 2, y + height / 2];
      await page.mouse.move(...middle);
      await page.mouse.down();
      await page.mouse.move(middle[0], middle[1] - 6);
      await page
        .getByText(/^Nethermost stands \d+ above the pass to a higher summit, Swallow Scarth/)
        .waitFor();
      // The picture, the stage and the sentence have the same value after one event.
      const seen = await page.evaluate(async () => {
        const handle = document.querySelector(".profile-handle");
        const { left, top, width: wide, height: tall } = handle.getBoundingClientRect();
        const before = performance.now();
        const at = { clientX: left + wide / 2, clientY: top + tall / 2 + 2, pointerId: 1, bubbles: true };
        handle.dispatchEvent(new PointerEvent("pointermove", at));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const value = Number(handle.getAttribute("aria-valuenow"));
        const sentence = document.querySelector(".pulled").textContent;
        return { value, sentence, milliseconds: performance.now() - before };
      });
      test.diagnostic(`${seen.milliseconds.toFixed(1)} ms from the event to the frame`);
      const [, length] = /stands (\d+) above/.exec(seen.sentence);
      assert.equal(Number(length), seen.value - 862);
      await page.mouse.up();
      // The arrow keys pull, too: up to the highest summit, whose bar never ends.
      for (let i = 0; i < 8; i++) await pike.press("Shift+ArrowUp");
      await page.getByText(/^Nethermost is the highest now/).waitFor();
      await page.getByRole("button", { name: /^Undo/ }).click();
    });
  });

  it("downloads the training module only when the page is idle", async () => {
    const seen = [];
    const init = async (page) => {
      await page.addInitScript(holdIdleCallbacks);
      page.on("request", (request) => seen.push(request.url()));
    };
    await withPage(browser, { query: "", init, ready: false, reducedMotion: "reduce" }, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      await page.waitForFunction(() => window.idleCallbacks.length > 0);
      assert.deepEqual(seen.filter(isTraining), []);
      await page.evaluate(() => window.releaseIdleCallbacks());
      await untilReady(page);
      assert(seen.some(isTraining));
    });
  });

  it("downloads the training module on demand if the browser saves data", async () => {
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

  it("of Inspect shows a learned filter, and so do a reload and the link in another browser", async (test) => {
    const learned = () => {
      const { run, inspection, shown } = window.sublevel?.state() ?? {};
      return run?.stepsDone > 0 && inspection?.run === run.id && shown.filtration !== null;
    };
    const seen = (page) =>
      page.evaluate(() => {
        const { run, shown, data, notices, keptRuns } = window.sublevel.state();
        const { epochs, snapshots, stepsDone } = run;
        const values = [...shown.filtration.filter];
        return { data: data.summary.name, epochs, snapshots, stepsDone, values, notices, keptRuns };
      });
    let link, first;
    await withPage(browser, { query: "?page=inspect", ready: false }, async (page) => {
      await page.waitForFunction(learned, null, { timeout: WORK_TIMEOUT });
      test.diagnostic(
        `${Math.round(await page.evaluate(() => performance.now()))} ms until the graph has its learned values`,
      );
      first = await seen(page);
      assert(first.epochs.at(-1).testMetric > 0.9, "it has learned its classes");
      assert.deepEqual([first.notices, first.keptRuns], [[], []]);
      for (const scheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.screenshot({ path: screenshotPath(`learned-${scheme}`) });
      }
      await untilAddressed(page);
      link = await page.evaluate(() => location.hash);
      await page.reload();
      await page.waitForFunction(learned);
      assert.deepEqual(await seen(page), first);
      await page.getByRole("button", { name: "Train again, seed 0" }).waitFor();
    });
    await withPage(browser, { query: link, ready: false }, async (page) => {
      await page.waitForFunction(learned);
      assert.deepEqual(await seen(page), first);
    });
    await withPage(browser, { query: "", ready: false }, async (page) => {
      await page.getByRole("button", { name: "Inspect", exact: true }).click();
      await page.waitForFunction(learned);
      assert.deepEqual((await seen(page)).values, first.values);
    });
  });
});

describe("the training module", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("shows build progress, leaves the graph usable, and is used when it is ready", async () => {
    let said = building(132);
    await withPage(
      browser,
      answering(() => said),
      async (page) => {
        const progress = await onePage(page);
        await progress.getByText("Preparing the training engine: 132 of 310 crates, 1:24").waitFor();
        assert.equal(await progress.getByRole("progressbar").getAttribute("value"), "132");
        await page.screenshot({ path: screenshotPath("engine-building") });
        await faultless(page, "during the build of the engine");
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

  it("reports a failed build with its reason and a command, and is used after a later successful build", async () => {
    let said = { state: "failed", message: "linker `cc` not found", command: "cargo run --release" };
    await withPage(
      browser,
      answering(() => said),
      async (page) => {
        const progress = await onePage(page);
        await progress.getByText("linker `cc` not found").waitFor();
        await progress.getByText("cargo run --release").waitFor();
        await page.screenshot({ path: screenshotPath("engine-failed") });
        await faultless(page, "after a failed build of the engine");
        await scrub(page);
        said = building(200);
        await progress.getByText("200 of 310 crates").waitFor();
        said = null;
        await takenOver(page);
      },
    );
  });
});

/** Idle callbacks wait for the test, as in a busy browser: the speed of the machine has no effect. */
function holdIdleCallbacks() {
  window.idleCallbacks = [];
  window.requestIdleCallback = (work) => window.idleCallbacks.push(work);
  window.releaseIdleCallbacks = () => {
    window.requestIdleCallback = (work) => setTimeout(work);
    for (const work of window.idleCallbacks) work();
  };
}

const isTraining = (url) => TRAINING.test(new URL(url).pathname);

const building = (done) => ({ state: "building", done, of: 310, seconds: 84.2, crate: "burn-tensor" });

/** A page whose `training.json` is this value; null: the real file. */
function answering(said) {
  const init = (page) =>
    page.route("**/training.json", (route) => {
      const json = said();
      return json ? route.fulfill({ json }) : route.continue();
    });
  return { init, ready: false, reducedMotion: "reduce" };
}

/** Marks the document, since a reload would remove the mark. Returns the element that shows the build progress. */
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
  assert(await page.evaluate(() => window.sameDocument), "the page was reloaded");
  await page.getByRole("button", { name: "Train", exact: true }).click();
  await untilSteps(page, 2);
}
