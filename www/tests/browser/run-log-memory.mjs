// Prints memory, time and requests of a page that shows a run log. `benches/run_log.py --chromium` runs it.
//
//   node tests/browser/run-log-memory.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out FOLDER
//
// After the line "waiting", another program logs one more epoch. Requires Linux.

import { readFileSync } from "node:fs";
import { launch, pageUrl, untilReady, WITHOUT_GPU, withPage } from "./support.mjs";

const LONG = 10 * 60 * 1000;
const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

/** Memory of the renderers, which contain the page and its worker, now and at their peak. */
async function renderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const sum = (key) =>
    processInfo
      .filter(({ type }) => type === "renderer")
      .map(({ id }) => readFileSync(`/proc/${id}/status`, "utf8"))
      .reduce((total, status) => total + 1024 * Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)[1]), 0);
  return { now: sum("VmRSS"), peak: sum("VmHWM") };
}

async function heap(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

const epochsOf = (page) => page.evaluate(() => window.sublevel.state().run?.epochs.length ?? 0);

/** Waits until the page has all epochs of the index. */
async function untilRead(page, epochs) {
  await page.waitForFunction((all) => window.sublevel.state().run?.epochs.length === all, epochs, {
    timeout: LONG,
    polling: 100,
  });
}

const [{ name: opened }] = await (await fetch(`${pageUrl}/data/index.json`)).json();
const browser = await launch(WITHOUT_GPU);
try {
  await withPage(browser, { query: `#data=${encodeURIComponent(opened)}`, ready: false }, async (page) => {
    page.setDefaultTimeout(LONG);
    const started = performance.now();
    const received = [];
    page.on("requestfinished", async (request) => {
      const name = /\/run\/0\/([\w.-]+)$/.exec(request.url())?.[1];
      if (name) received.push([name, (await request.sizes()).responseBodySize]);
    });
    const index = await (await fetch(`${pageUrl}/run/0/epochs.jsonl`)).text();
    const epochs = index.trimEnd().split("\n").length;
    await untilReady(page);
    await page.waitForFunction((name) => window.sublevel.state().data?.summary.name === name, opened);
    console.log(`page: first epoch after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const first = await renderers(browser);
    console.log(`page: ${mebibytes(first.now)} with ${await epochsOf(page)} epochs`);
    await untilRead(page, epochs);
    const seconds = (performance.now() - started) / 1000;
    const { now, peak } = await renderers(browser);
    console.log(
      `page: ${mebibytes(now)} with ${epochs} epochs after ${seconds.toFixed(1)} s, at most ${mebibytes(peak)}, heap of scripts ${mebibytes(await heap(page))}`,
    );
    received.length = 0;
    console.log("waiting");
    await untilRead(page, epochs + 1);
    // The answers of the requests of this epoch.
    await page.waitForTimeout(1000);
    for (const [name, bytes] of received) console.log(`page: one more epoch: ${name}, ${bytes} bytes`);
  });
} finally {
  await browser.close();
}
