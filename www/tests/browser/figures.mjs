// The figures of the first visit that the README gives.
//
//   node tests/browser/figures.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out FOLDER

import assert from "node:assert/strict";
import {
  drag,
  launch,
  load,
  look,
  median,
  offered,
  saveData,
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

await withPage(
  browser,
  { query: "", init: saveData, ready: false, reducedMotion: "reduce" },
  async (page) => {
    await page
      .getByRole("slider", { name: /filtration/ })
      .first()
      .waitFor();
    const { paired, between } = await drag(page, 3782, 600);
    console.log(
      `dragging in 3782 vertices: ${median(paired).toFixed(2)} ms until the bars are known, ` +
        `drawn every ${median(between).toFixed(1)} ms (medians of 600 frames)`,
    );
  },
);

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

// What a script that asks about many graphs waits for: one graph in view after the other, and all at once.
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

/** Steps a second of a page of this explorer with all its views, and of the training module alone, in turn. */
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

/** Runs in the page: trains without a view, many steps a call. */
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
