// Prints the page's figures of time: first visit, drags, drawing, pauses, and steps of training. The docs quote them. Figures of the main
// thread are measured in turn with a fixed amount of work in the same page, and printed as multiples of it, too.
//
//   node tests/browser/figures.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out FOLDER

import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { drag, dragOnStage, holdInPlane, holdOnStage } from "./drags.mjs";
import {
  dropEdges,
  launch,
  load,
  look,
  median,
  offered,
  saveData,
  showDiscussion,
  untilReady,
  untilSteps,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const browser = await launch(WITHOUT_GPU);

await withPage(browser, { query: "", ready: false }, async (page) => {
  await page
    .getByRole("slider", { name: /filtration/ })
    .first()
    .waitFor();
  const interactive = await page.evaluate(() => performance.now());
  await untilReady(page);
  const ready = await page.evaluate(() => performance.now());
  await page.evaluate(() => void window.sublevel.train());
  await untilSteps(page, 1);
  const trained = await page.evaluate(() => performance.now());
  const files = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
      ({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize],
    ),
  );
  const seen = new Map(files);
  for (const [name, bytes] of seen) console.log(`${name}: ${bytes} bytes`);
  console.log(`first interactive view: ${Math.round(interactive)} ms`);
  console.log(`engine ready, data set generated: ${Math.round(ready)} ms`);
  console.log(`first training step done: ${Math.round(trained)} ms`);
});

const STILL = { query: "#v=1&graph=path", init: saveData, ready: false, reducedMotion: "reduce" };
const LARGEST_REDDIT = 3782;
const ROUNDS = 3;
const p95 = (times) => times.toSorted((a, b) => a - b)[Math.floor(0.95 * times.length)];

/** In the page: milliseconds of a fixed amount of arithmetic. */
function reference() {
  const start = performance.now();
  let sum = 0;
  for (let i = 1; i <= 10_000_000; i++) sum += Math.sqrt(i);
  return sum > 0 ? performance.now() - start : 0;
}

/** Measures in turn with the reference; prints the median, its multiple of the reference, and the limit that the page keeps on a free machine. */
async function printInTurn(page, what, limit, measure) {
  const times = [];
  const ratios = [];
  for (let round = 0; round < ROUNDS; round++) {
    const one = await page.evaluate(reference);
    times.push(await measure());
    ratios.push(times.at(-1) / one);
  }
  console.log(
    `${what}: ${median(times).toFixed(2)} ms, ${median(ratios).toFixed(3)} times the reference (limit ${limit} ms)`,
  );
}

await withPage(browser, STILL, async (page) => {
  await page
    .getByRole("slider", { name: /filtration/ })
    .first()
    .waitFor();
  const name = `bars of both directions of ${LARGEST_REDDIT} vertices, during a drag`;
  await printInTurn(page, name, 1, async () => median((await drag(page, LARGEST_REDDIT, 200)).paired));
  const { between } = await drag(page, LARGEST_REDDIT, 200);
  console.log(`during this drag the page is drawn every ${median(between).toFixed(1)} ms`);
});

// The longest task of the main thread after a large file is dropped: one of 55 MB, which the page refuses, and the largest graph that it shows.
for (const [edges, vertices] of [
  [4_000_000, 1_000_000],
  [100_000, 4000],
  [100_000, 20_000],
])
  await withPage(browser, STILL, async (page) => {
    await page.getByRole("slider").first().waitFor();
    await page.evaluate(() => {
      window.tasks = [];
      new PerformanceObserver((list) => window.tasks.push(...list.getEntries())).observe({
        type: "longtask",
      });
    });
    await dropEdges(page, "large.csv", edges, vertices);
    const dropped = await page.evaluate(() => performance.now());
    await page.waitForFunction(
      (n) =>
        window.sublevel.state().shown.graph.vertices === n ||
        document.body.innerText.includes("large.csv was not opened"),
      vertices,
    );
    await page.waitForTimeout(10_000); // the layout settles
    const tasks = await page.evaluate(
      (since) => window.tasks.filter(({ startTime }) => startTime > since).map(({ duration }) => duration),
      dropped,
    );
    console.log(
      `${edges} edges and ${vertices} vertices from a file: the longest task has ${Math.max(0, ...tasks).toFixed(0)} ms (limit 200 ms)`,
    );
  });

/** Drags the vertex or point at this place. */
async function printDrag(page, place, what, limit) {
  const tails = [];
  await printInTurn(page, `from the pointer to the painted bars, ${what}`, limit, async () => {
    const taken = await dragOnStage(page, place, 80);
    assert(taken.length > 0, `${what}: the drag moves nothing`);
    tails.push(p95(taken));
    return median(taken);
  });
  console.log(`95 of 100 of these frames: ${median(tails).toFixed(1)} ms`);
}

for (const [vertices, limit] of [
  [60, 16],
  [430, 16],
  [LARGEST_REDDIT, 33],
])
  await withPage(browser, STILL, async (page) => {
    await page.getByRole("slider").first().waitFor();
    await showDiscussion(page, vertices);
    await page.waitForTimeout(3000); // the layout settles
    await printDrag(page, await holdOnStage(page), `${vertices} vertices`, limit);
  });

for (const [complex, points, limit] of [
  ["alpha", 200, 16],
  ["rips", 200, 16],
  ["alpha", 10_000, 1000],
])
  await withPage(browser, STILL, async (page) => {
    await page.getByRole("slider").first().waitFor();
    const place = await holdInPlane(page, points, complex);
    await printDrag(page, place, `${points} points, ${complex} complex`, limit);
  });

await withPage(browser, { deviceScaleFactor: 1 }, async (page) => {
  if (!(await offered(page))?.includes("REDDIT-BINARY")) return;
  await load(page, { data: "REDDIT-BINARY" });
  const index = await page.evaluate(
    (vertices) => window.sublevel.state().data.rows.findIndex((row) => row.vertices === vertices),
    LARGEST_REDDIT,
  );
  await load(page, { graph: index });
  await page.waitForTimeout(4000); // the layout settles
  await page.getByRole("slider", { name: /filtration/ }).focus();
  await printInTurn(page, `drawing a graph of ${LARGEST_REDDIT} vertices`, 16, async () => {
    for (let i = 0; i < 60; i++) await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(200);
    return median(await page.evaluate(() => window.sublevel.frames().slice(-40)));
  });
});

/** Keeps the long tasks of the main thread in `window.longTasks`. */
const watchTasks = (page) =>
  page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
  });

await withPage(browser, { init: watchTasks }, async (page) => {
  if (!(await offered(page))?.includes("IMDB-BINARY")) return;
  await load(page, { data: "IMDB-BINARY" });
  await page.evaluate(() => void window.sublevel.train({ epochs: 10_000 }));
  await untilSteps(page, 5);
  await printInTurn(
    page,
    "longest task of the main thread in 6 s of training on IMDB-BINARY (0: none over 50 ms)",
    50,
    async () => {
      await page.waitForTimeout(500);
      await page.evaluate(() => (window.longTasks.length = 0));
      await page.waitForTimeout(6000);
      return page.evaluate(() => Math.max(0, ...window.longTasks));
    },
  );
  await printInTurn(page, "from a pause to the last step", 200, async () => {
    const late = await page.evaluate(lastStepAfterPause);
    await page.evaluate(() => void window.sublevel.train());
    await page.waitForTimeout(1000);
    return late;
  });
});

/** In the page: pauses; returns after how many milliseconds the last step is reported. */
async function lastStepAfterPause() {
  const steps = () => window.sublevel.state().run.loss.count;
  let before = steps();
  let latest = 0;
  const paused = performance.now();
  window.sublevel.pause();
  const end = window.sublevel.on("run", () => {
    if (steps() === before) return;
    before = steps();
    latest = performance.now() - paused;
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  end();
  return latest;
}

await withPage(browser, { query: "?page=model&data=cycles-and-trees" }, async (page) => {
  await page.evaluate(() => void window.sublevel.train({ epochs: 10_000 }));
  await untilSteps(page, 5);
  await printInTurn(page, "between two frames of the Model page, while a run trains", 250, () =>
    page.evaluate(async () => {
      const start = performance.now();
      for (let i = 0; i < 30; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return (performance.now() - start) / 30;
    }),
  );
});

// The pace of the page grows over the first answers of the engine: enough epochs that they do not count.
const RUNS = [
  ["IMDB-BINARY", "degree", 30],
  ["PROTEINS", "degree", 30],
  ["NCI1", "degree+label", 8],
  ["REDDIT-BINARY", "uninformative", 12],
  ["REDDIT-MULTI-5K", "uninformative", 2],
];
for (const [data, features, epochs] of RUNS)
  await withPage(browser, {}, async (page) => {
    if (!(await offered(page))?.includes(data)) return;
    await load(page, { data });
    await page.evaluate((config) => void window.sublevel.train(config), { features, epochs });
    await untilSteps(page, 1);
    const start = Date.now();
    const { before, summary } = await page.evaluate(() => {
      const { loss, summary } = window.sublevel.state().run;
      return { before: loss.count, summary };
    });
    await page.waitForFunction(() => window.sublevel.state().run.phase !== "running", null, {
      timeout: 600_000,
    });
    const seconds = (Date.now() - start) / 1000;
    const { steps } = await look(page);
    const perStep = seconds / (steps - before);
    const perGraph = (perStep * summary.stepsPerEpoch) / summary.trainGraphs;
    console.log(
      `${data}, ${features}: ${(perStep * summary.stepsPerEpoch).toFixed(2)} s an epoch, ` +
        `${Math.round(1e6 * perGraph)} µs a graph, views drawn along`,
    );
  });

/** Seconds of ten folds on a computer with this number of cores, with the loading of the engines. */
async function tenFolds(data, cores) {
  const init = (page) =>
    page.addInitScript((count) => {
      Object.defineProperty(navigator, "hardwareConcurrency", { get: () => count });
    }, cores);
  let seconds = 0;
  await withPage(
    browser,
    { query: "?page=model&topic=folds&data=one-loop-or-several&graph=path", init },
    async (page) => {
      assert(await load(page, { data }));
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "settings", change: { folds: 10, epochs: 10 } }),
      );
      const begin = page.getByRole("button", { name: "Cross-validate, 10 folds" });
      await page.waitForFunction(() => window.sublevel.state().run.summary.config.epochs === 10);
      const start = Date.now();
      await begin.click();
      const done = () => {
        const { folds } = window.sublevel.state();
        return folds?.training === null && folds.file?.folds.length === 10;
      };
      await page.waitForFunction(done, null, { timeout: 600_000 });
      seconds = (Date.now() - start) / 1000;
    },
  );
  return seconds;
}

// Numbers of engines up to the cores of this computer.
const ENGINES = [2, 4, 8].filter((count) => count <= availableParallelism());
let proteins = false;
await withPage(browser, {}, async (page) => {
  proteins = (await offered(page))?.includes("PROTEINS") ?? false;
});
if (proteins) {
  const times = new Map([1, ...ENGINES].map((count) => [count, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [count, all] of times) all.push(await tenFolds("PROTEINS", count));
  for (const count of ENGINES) {
    const ratios = times.get(count).map((time, round) => times.get(1)[round] / time);
    console.log(
      `ten folds of PROTEINS: ${median(times.get(1)).toFixed(1)} s with one engine, ` +
        `${median(times.get(count)).toFixed(1)} s with ${count}: ${median(ratios).toFixed(2)} times as fast`,
    );
  }
}

// A script that inspects many graphs: one graph in view after the other, and all in one call.
for (const data of ["MUTAG", "PROTEINS"])
  await withPage(browser, {}, async (page) => {
    if (!(await offered(page))?.includes(data)) return;
    await load(page, { data });
    const times = await page.evaluate(async () => {
      const graphs = window.sublevel.state().data.rows.length;
      const took = async (work) => {
        const start = performance.now();
        await work();
        return performance.now() - start;
      };
      const ONE_BY_ONE = 40;
      const single = await took(async () => {
        for (let graph = 1; graph <= ONE_BY_ONE; graph++) await window.sublevel.load({ graph });
      });
      const together = () => took(() => window.sublevel.inspect());
      return {
        single: single / ONE_BY_ONE,
        first: (await together()) / graphs,
        again: [await together(), await together(), await together()].map((time) => time / graphs),
      };
    });
    console.log(
      `${data}: f, bars and scores in ${times.single.toFixed(1)} ms a graph one by one, ` +
        `${median(times.again).toFixed(3)} ms all at once, ${times.first.toFixed(3)} ms where the second engine is started for it`,
    );
  });

/** Steps a second of the page with all its views, and of the training module alone, in turn. */
async function stepsPerSecond(name, data, features) {
  const WARM_UP = 2000;
  const MEASURED = 6000;
  const both = { page: [], alone: [] };
  for (let round = 0; round < 3; round++) {
    await withPage(browser, { query: `?page=${name}` }, async (page) => {
      assert(await load(page, { data, graph: 3 }));
      await page.evaluate((config) => void window.sublevel.train(config), { features, epochs: 10_000 });
      const steps = () => page.evaluate(() => [window.sublevel.state().run.stepsDone, performance.now()]);
      await page.waitForTimeout(WARM_UP);
      const [before, start] = await steps();
      await page.waitForTimeout(MEASURED);
      const [after, end] = await steps();
      both.page.push((1000 * (after - before)) / (end - start));
    });
    await withPage(
      browser,
      { query: "", init: saveData, ready: false, reducedMotion: "reduce" },
      async (page) => {
        await page.waitForFunction(() => window.sublevel?.state().serverFiles.length > 0);
        both.alone.push(await page.evaluate(alone, { data, features, warmUp: WARM_UP, measured: MEASURED }));
      },
    );
  }
  return { page: median(both.page), alone: median(both.alone) };
}

/** In the page: trains without a view, many steps a call. */
async function alone({ data, features, warmUp, measured }) {
  const fetched = await (await fetch("training.json")).json();
  const offered = window.sublevel.state().serverFiles.find(({ name }) => name === data);
  const place = new URL(fetched.module, document.baseURI).href;
  const engine = await import(place);
  await engine.default({ module_or_path: place.replace(/\.js$/, "_bg.wasm") });
  const session = await engine.Session.open("cpu");
  const zip = new Uint8Array(await (await fetch(offered.url)).arrayBuffer());
  const { id } = session.openDataset([`${data}.zip`], [zip]);
  const run = await session.createRun(id, { features, epochs: 10_000 }, "seed", [], []);
  const train = async (milliseconds) => {
    const start = performance.now();
    let steps = 0;
    while (performance.now() - start < milliseconds) {
      steps += (await session.trainRun(run.id, 50)).steps.length;
    }
    return (1000 * steps) / (performance.now() - start);
  };
  await train(warmUp);
  return train(measured);
}

for (const [name, data, features] of [
  ["inspect", "PROTEINS", "degree"],
  ["inspect", "IMDB-BINARY", "degree"],
  ["inspect", "REDDIT-BINARY", "degree"],
  ["model", "REDDIT-BINARY", "degree"],
]) {
  const { page, alone } = await stepsPerSecond(name, data, features);
  console.log(
    `${name}, ${data}: ${page.toFixed(0)} steps a second with all views, ${alone.toFixed(0)} without any: ${Math.round((100 * page) / alone)} %`,
  );
}

await browser.close();
