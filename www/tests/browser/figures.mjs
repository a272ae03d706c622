// The figures of the first visit that the README gives.
//
//   node tests/browser/figures.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out FOLDER

import { launch, load, look, offered, untilReady, untilSteps, WITHOUT_GPU, withPage } from "./support.mjs";

const browser = await launch(WITHOUT_GPU);

await withPage(browser, { ready: false }, async (page) => {
  await page.getByRole("slider").first().waitFor();
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

await withPage(browser, {}, async (page) => {
  for (const data of ["IMDB-BINARY", "PROTEINS", "MUTAG"]) {
    if (!(await offered(page))?.includes(data)) continue;
    await load(page, { data });
    await page.evaluate(() => void window.sublevel.train({ epochs: 5 }));
    await untilSteps(page, 1);
    const start = Date.now();
    const { steps: before, config } = await look(page);
    await page.waitForFunction(() => window.sublevel.state().run.phase !== "running", null, {
      timeout: 300_000,
    });
    const { steps } = await look(page);
    const perEpoch = (((Date.now() - start) / (steps - before)) * steps) / config.epochs / 1000;
    console.log(`${data}, ${config.features}: ${perEpoch.toFixed(2)} s an epoch, views drawn along`);
  }
});

await browser.close();
