// The figures of the first visit that the README gives.
//
//   node tests/browser/figures.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out FOLDER

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

await withPage(browser, { ready: false }, async (page) => {
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

await withPage(browser, { init: saveData, ready: false, reducedMotion: "reduce" }, async (page) => {
  await page
    .getByRole("slider", { name: /filtration/ })
    .first()
    .waitFor();
  const { paired, between } = await drag(page, 3782, 600);
  console.log(
    `dragging in 3782 vertices: ${median(paired).toFixed(2)} ms until the bars are known, ` +
      `drawn every ${median(between).toFixed(1)} ms (medians of 600 frames)`,
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

await browser.close();
