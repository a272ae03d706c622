// Prints the host time of a training step on WebGPU: Chromium runs the page's training module without dispatches, in turn
// with whole steps on the CPU.
//
//   sublevel build --out SITE
//   node tests/browser/host.mjs --site SITE --data FOLDER --chromium /usr/bin/chromium [--rounds 15] [--only MUTAG]
//
// `FOLDER` contains the zips. A call makes several steps and then reads the losses, the weights and the means of the
// optimiser. The script subtracts the time until the GPU responds. A call excludes the end of an epoch, which evaluates the
// test part; a separate measurement from epoch to epoch includes it.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values: options } = parseArgs({
  options: {
    site: { type: "string" },
    data: { type: "string" },
    chromium: { type: "string" },
    rounds: { type: "string", default: "15" },
    only: { type: "string", multiple: true },
  },
});
for (const name of ["site", "data", "chromium"])
  if (options[name] === undefined) throw new Error(`--${name} is missing`);

/** Data set and features. */
const RUNS = [
  ["MUTAG", "degree"],
  ["IMDB-BINARY", "degree"],
  ["PROTEINS", "degree"],
  ["NCI1", "degree+label"],
  ["REDDIT-BINARY", "uninformative"],
];
/** Steps of a call, if an epoch has more. */
const STEPS = 20;
/** Epochs before the first call that counts. */
const WARM_UP = 12;

/**
 * In the page: milliseconds per step of each round, on the CPU and on the host of a GPU, of a call and of whole epochs. Also
 * the part of the host's call after the response.
 */
async function measure({ place, zip, name, config, most, warmUp, rounds }) {
  const bytes = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());
  const engine = await import(place);
  await engine.default({ module_or_path: await bytes(place.replace(/\.js$/, "_bg.wasm")) });
  const file = await bytes(zip);
  let waited = 0;
  let answered = 0;
  const mapAsync = GPUBuffer.prototype.mapAsync;
  GPUBuffer.prototype.mapAsync = function (...args) {
    const asked = performance.now();
    return mapAsync.apply(this, args).then(() => {
      answered = performance.now();
      waited += answered - asked;
    });
  };
  const open = async (backend) => {
    const session = await engine.Session.open(backend);
    const { id } = session.openDataset([`${name}.zip`], [file]);
    const run = await session.createRun(id, config, "seed", [], []);
    const perEpoch = run.summary.stepsPerEpoch;
    const steps = Math.min(most, perEpoch - 1);
    const train = (count) => session.trainRun(run.id, count);
    await train(1);
    return {
      steps,
      start: () => train(perEpoch - 1),
      /** Milliseconds per step: of a call without waiting, of its part after the response, and of the whole epoch. */
      call: async () => {
        waited = 0;
        const start = performance.now();
        await train(steps);
        const end = performance.now();
        const call = [end - start - waited, end - answered].map((time) => time / steps);
        await train(perEpoch - steps);
        return [...call, (performance.now() - start - waited) / perEpoch];
      },
    };
  };
  const gpu = await open("gpu");
  for (const name of ["dispatchWorkgroups", "dispatchWorkgroupsIndirect"])
    GPUComputePassEncoder.prototype[name] = () => undefined;
  const cpu = await open("cpu");
  for (const one of [gpu, cpu]) await one.start();
  const times = { cpu: [], host: [], after: [], cpuEpoch: [], hostEpoch: [] };
  for (let round = -warmUp; round < rounds; round++) {
    const [host, after, hostEpoch] = await gpu.call();
    const [whole, , cpuEpoch] = await cpu.call();
    if (round < 0) continue;
    for (const [name, time] of Object.entries({ host, after, cpu: whole, hostEpoch, cpuEpoch }))
      times[name].push(time);
  }
  return { times, steps: gpu.steps };
}

const { module } = JSON.parse(readFileSync(join(options.site, "training.json")));
const browser = await chromium.launch({
  executablePath: options.chromium,
  args: ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
});
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
for (const [name, features] of RUNS.filter(([name]) => options.only?.includes(name) ?? true)) {
  const page = await browser.newPage();
  await page.route("http://localhost/**", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") return route.fulfill({ contentType: "text/html", body: "" });
    if (pathname === "/data.zip") return route.fulfill({ path: join(resolve(options.data), `${name}.zip`) });
    return route.fulfill({ path: join(options.site, pathname) });
  });
  await page.goto("http://localhost/");
  const { times, steps } = await page.evaluate(measure, {
    place: `http://localhost/${module}`,
    zip: "http://localhost/data.zip",
    name,
    config: { features, epochs: 10_000 },
    most: STEPS,
    warmUp: WARM_UP,
    rounds: Number(options.rounds),
  });
  await page.close();
  const [cpu, host, after] = [times.cpu, times.host, times.after].map(median);
  const of = (host, cpu) => Math.round(100 * median(host.map((time, round) => time / cpu[round])));
  console.log(
    `${name}, ${features}, calls of ${steps} steps: host ${host.toFixed(2)} ms a step (${after.toFixed(2)} of it after the ` +
      `answer), CPU path ${cpu.toFixed(2)} ms: ${of(times.host, times.cpu)} %; with the ends of epochs ` +
      `${median(times.hostEpoch).toFixed(2)} and ${median(times.cpuEpoch).toFixed(2)} ms: ` +
      `${of(times.hostEpoch, times.cpuEpoch)} %`,
  );
}
await browser.close();
