// Prints response times of the Model page during training, and the training speed meanwhile. The first time is from a click
// on a graph to the drawn result of the second engine. The others are those of the first page of graphs after Inspect and of
// a further one:
//
//   node tests/browser/clicks.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out FOLDER
//
// No test checks these times, which depend on the load of the processor.

import { launch, load, median, offered, WITHOUT_GPU, withPage } from "./support.mjs";

const CLICKS = 60;
const PAGES = 10;
const ROUNDS = 3;
const REST_MS = 8000;
/** Milliseconds between two clicks. */
const PAUSE_MS = 400;
const POINTED_MS = 200;

/** Milliseconds from each click to the explanation of the graph. */
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

/** Milliseconds from a click on "Model" to the first drawn graphs of the gallery, for which a second engine starts. */
async function firstPage(page) {
  // The pointer arrives shortly before the click.
  await page.getByRole("button", { name: "Model", exact: true }).hover();
  await page.waitForTimeout(POINTED_MS);
  return page.evaluate(async () => {
    const started = performance.now();
    window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" }, source: "ui" });
    const isDrawn = (canvas) => {
      if (canvas.width === 0) return false;
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value > 0);
    };
    for (;;) {
      const all = [...document.querySelectorAll(".fail-thumb canvas")];
      if (all.length > 0 && all.every(isDrawn)) return performance.now() - started;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
}

/** Milliseconds until all graphs of a further page of the gallery are drawn, for each page. */
function pagesOf(page, count) {
  return page.evaluate(
    async ({ count, pause }) => {
      const isDrawn = (canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value) => value > 0);
      };
      const all = () => [...document.querySelectorAll(".fail-thumb canvas")];
      const times = [];
      for (let turn = 0; turn < count; turn += 1) {
        const before = document.querySelector(".fail-thumb")?.dataset.place;
        const started = performance.now();
        const next = document.querySelector("button[aria-label='Next graphs']");
        if (next.getAttribute("aria-disabled") === "true") break;
        next.click();
        await new Promise((resolve) => {
          const look = () => {
            const turned = document.querySelector(".fail-thumb")?.dataset.place !== before;
            if (turned && all().every(isDrawn)) resolve();
            else setTimeout(look, 5);
          };
          look();
        });
        times.push(performance.now() - started);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      return times;
    },
    { count, pause: PAUSE_MS },
  );
}

/** Steps per second during this work. */
async function stepsDuring(page, work) {
  const now = () => page.evaluate(() => [window.sublevel.state().run.stepsDone, performance.now()]);
  const [first, started] = await now();
  await work();
  const [last, ended] = await now();
  return (1000 * (last - first)) / (ended - started);
}

function told(what, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1];
  return `${what}: p50 ${median(times).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${times.length}`;
}

const browser = await launch(WITHOUT_GPU);
for (const data of ["PROTEINS", "REDDIT-BINARY"]) {
  await withPage(browser, { query: "?page=inspect&data=one-loop-or-several&graph=path" }, async (page) => {
    if (!(await offered(page))) return console.log("The server offers no data sets.");
    await load(page, { data, graph: 0 });
    await page.evaluate(() => void window.sublevel.train({ features: "degree", seed: 1, epochs: 1000 }));
    await page.waitForFunction(() => (window.sublevel.state().run?.epochs.length ?? 0) > 0, null, {
      timeout: 300_000,
    });
    const count = await page.evaluate(() => window.sublevel.state().data.rows.length);
    // Spread over the data set, which is sorted by class.
    const graphs = Array.from({ length: CLICKS }, (_, i) => (1 + i * 337) % count);
    console.log(data);
    console.log(`  the first page of graphs: ${(await firstPage(page)).toFixed(0)} ms`);
    const learning = () =>
      page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "learn" }, source: "ui" }),
      );
    const model = () =>
      page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" }, source: "ui" }),
      );
    const rest = () => page.waitForTimeout(REST_MS);
    const times = [];
    let first = null;
    const rates = { nothing: [], looking: [], clicking: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      await learning();
      await page.waitForTimeout(1000);
      rates.nothing.push(await stepsDuring(page, rest));
      await model();
      await page.waitForTimeout(1000);
      rates.looking.push(await stepsDuring(page, rest));
      rates.clicking.push(
        await stepsDuring(page, async () => {
          const some = graphs.splice(0, CLICKS / ROUNDS);
          const [one, ...others] = await timesOf(page, some);
          first ??= one;
          times.push(...others);
        }),
      );
    }
    console.log(`  ${told("a click", times)}; the first ${first.toFixed(0)} ms`);
    console.log(`  ${told("a further page of graphs", await pagesOf(page, PAGES))}`);
    const share = (of) => `${Math.round((100 * median(rates[of])) / median(rates.nothing))} %`;
    console.log(
      `  steps a second: ${median(rates.nothing).toFixed(0)} while a lesson is read, ${share("looking")} of them while the model is ` +
        `looked at, ${share("clicking")} while somebody clicks`,
    );
  });
}
await browser.close();
