// Prints how long a click on a graph takes while training goes on, until the answer of the second engine is drawn:
//
//   node tests/browser/clicks.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out FOLDER
//
// How much the processor has to do beside it decides; a test would measure that.

import { launch, load, median, offered, WITHOUT_GPU, withPage } from "./support.mjs";

const CLICKS = 60;
/** What somebody looks at before the next click. */
const PAUSE_MS = 400;

/** Milliseconds until "Why?" answers about each of these graphs, one click after the other. */
function timesOf(page, graphs) {
  return page.evaluate(
    async ({ graphs, pause }) => {
      const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const answered = (index) =>
        new Promise((resolve) => {
          const look = () => {
            const told = document.querySelector(".why .why-answer");
            const named = document.querySelector(".why .model-hint")?.textContent ?? "";
            if (!told || !named.startsWith(`Graph ${index + 1},`)) return;
            observer.disconnect();
            resolve();
          };
          const observer = new MutationObserver(look);
          observer.observe(document.body, { subtree: true, childList: true, characterData: true });
          look();
        });
      const times = [];
      for (const index of graphs) {
        const started = performance.now();
        window.sublevel.dispatch({ type: "show", subject: { type: "graph", index }, source: "ui" });
        await answered(index);
        await drawn();
        times.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      return times;
    },
    { graphs, pause: PAUSE_MS },
  );
}

const browser = await launch(WITHOUT_GPU);
for (const data of ["PROTEINS", "REDDIT-BINARY"]) {
  await withPage(browser, { query: "?page=model" }, async (page) => {
    if (!(await offered(page))) return console.log("The server offers no data sets.");
    await load(page, { data, graph: 0 });
    await page.evaluate(() => void window.sublevel.train({ features: "degree", seed: 1, epochs: 1000 }));
    await page.waitForFunction(() => (window.sublevel.state().run?.epochs.length ?? 0) > 0, null, {
      timeout: 300_000,
    });
    const count = await page.evaluate(() => window.sublevel.state().data.rows.length);
    // Spread over the data set, whose graphs are in the order of their classes.
    const graphs = Array.from({ length: CLICKS + 1 }, (_, i) => (1 + i * 337) % count);
    const [first, ...times] = await timesOf(page, graphs);
    const sorted = times.toSorted((a, b) => a - b);
    const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1];
    console.log(
      `${data}: first ${first.toFixed(0)} ms, then p50 ${median(times).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${times.length} clicks`,
    );
  });
}
await browser.close();
