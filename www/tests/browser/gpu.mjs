// Prints the time of an epoch in the page on a GPU and on the CPU, in turn in one Chromium, and the difference between their losses.
//
//   sublevel serve --no-open --data FOLDER
//   node tests/browser/gpu.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium [--rounds 3] [--epochs 30] [--only MUTAG]
//     [--layers 1] [--flag=--use-angle=gl]
//
// `FOLDER` contains the zips. The flags of Chromium are those for an NVIDIA GPU on Linux without a display; `--flag` replaces them. Two pages
// stay open, one for each device. In each round, both train the same new run. The first round does not count. The time of an epoch excludes
// the first quarter of the run, in which the page finds the number of steps of its requests.

import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { QUIET } from "./flags.mjs";
import { WORK_TIMEOUT } from "./limits.mjs";

const { values: options } = parseArgs({
  options: {
    url: { type: "string" },
    chromium: { type: "string" },
    rounds: { type: "string", default: "3" },
    epochs: { type: "string" },
    only: { type: "string", multiple: true },
    layers: { type: "string" },
    flag: { type: "string", multiple: true },
  },
});
for (const name of ["url", "chromium"])
  if (options[name] === undefined) throw new Error(`--${name} is missing`);

const REAL_GPU = [
  "--enable-unsafe-webgpu",
  "--ignore-gpu-blocklist",
  "--enable-features=Vulkan",
  "--use-angle=vulkan",
  "--use-vulkan=native",
  "--disable-vulkan-surface",
];

/** Data set, features, layers, and epochs of a run. */
const RUNS = [
  ["MUTAG", "degree", 1, 100],
  ["PROTEINS", "degree", 1, 30],
  ["REDDIT-BINARY", "uninformative", 1, 12],
  ["IMDB-BINARY", "degree", 1, 30],
  ["NCI1", "degree+label", 1, 16],
  ["MUTAG", "degree", 5, 30],
  ["PROTEINS", "degree", 5, 6],
  ["IMDB-BINARY", "degree", 5, 12],
  ["NCI1", "degree+label", 5, 5],
  ["REDDIT-BINARY", "uninformative", 5, 3],
];
/** The losses of these first steps, and the means of these first epochs, are compared. */
const STEPS = 20;
const EPOCHS = 3;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** In the page: trains a new run to its end. */
async function train({ config, steps }) {
  const { sublevel } = window;
  const before = sublevel.state().run?.id;
  const start = performance.now();
  const seen = [];
  let losses = null;
  await new Promise((resolve, reject) => {
    const stop = sublevel.on("run", (run) => {
      if (!run || run.id === before || run.loss.count <= (seen.at(-1)?.steps ?? 0)) return;
      const { count, spans } = run.loss;
      seen.push({ steps: count, epochs: run.epochs.length, time: performance.now() - start });
      const ended = run.epochs.length >= config.epochs;
      // Later, a span can contain several steps.
      if (count >= steps || ended) losses ??= spans.slice(0, steps).map(({ first }) => first[1]);
      if (!ended) return;
      stop();
      resolve();
    });
    sublevel
      .train(config)
      .then((started) => started || seen.length || reject(new Error("no run started")), reject);
  });
  const { run } = sublevel.state();
  const last = seen.at(-1);
  const first = seen.find(({ epochs }) => epochs >= config.epochs / 4);
  return {
    firstStep: seen[0].time,
    epoch: ((last.time - first.time) / (last.steps - first.steps)) * run.summary.stepsPerEpoch,
    steps: run.summary.stepsPerEpoch,
    losses,
    epochLosses: run.epochs.map(({ trainLoss }) => trainLoss),
  };
}

const browser = await chromium.launch({
  executablePath: options.chromium,
  args: [...QUIET, ...(options.flag ?? REAL_GPU)],
});

/** A page on this device with the first data set of the page. */
async function open(backend) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  context.setDefaultTimeout(WORK_TIMEOUT);
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && console.error(message.text()));
  page.on("pageerror", ({ message }) => console.error(message));
  await page.goto(`${options.url}/?page=inspect&backend=${backend}&data=one-loop-or-several&graph=path`);
  await page.waitForFunction(() => {
    const { engine, run, loading } = window.sublevel?.state() ?? {};
    return engine?.status === "crashed" || (run && !loading);
  });
  return page;
}

const pages = { cpu: await open("cpu"), gpu: await open("webgpu") };
const adapter = await pages.gpu.evaluate(async () => {
  const found = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (!found) return "none";
  const { vendor, architecture, device, description, isFallbackAdapter } = found.info;
  return JSON.stringify({ vendor, architecture, device, description, isFallbackAdapter });
});
console.log(`${browser.version()}, adapter: ${adapter}`);
for (const [kind, page] of Object.entries(pages)) {
  const { status, message, device } = await page.evaluate(() => window.sublevel.state().engine);
  console.log(`${kind}: ${status}, ${message ?? ""} ${JSON.stringify(device)}`);
  if (status !== "ready" || device.gpu !== (kind === "gpu")) throw new Error(`the page has no ${kind}`);
}

const [rounds, seconds] = [Number(options.rounds), (values) => (median(values) / 1000).toFixed(4)];
/** Largest difference, relative to the loss on the CPU. */
const apart = (cpu, gpu) => Math.max(...cpu.map((loss, i) => Math.abs(gpu[i] - loss) / Math.abs(loss)));
const short = (losses) =>
  losses
    .slice(0, EPOCHS)
    .map((loss) => loss.toFixed(5))
    .join(" ");
for (const [name, features, layers, epochs] of RUNS) {
  if (options.only && !options.only.includes(name)) continue;
  if (options.layers && Number(options.layers) !== layers) continue;
  const config = { features, layers, epochs: Number(options.epochs ?? epochs) };
  const found = { cpu: [], gpu: [] };
  for (const page of Object.values(pages))
    if (!(await page.evaluate((data) => window.sublevel.load({ data }), name)))
      throw new Error(`the page could not load ${name}`);
  for (let round = 0; round <= rounds; round++)
    for (const [kind, page] of Object.entries(pages))
      found[kind].push(await page.evaluate(train, { config, steps: STEPS }));
  const { cpu, gpu } = found;
  const times = (runs) => runs.slice(1).map(({ epoch }) => epoch);
  const ratios = times(cpu).map((time, round) => time / times(gpu)[round]);
  console.log(
    `${name}, ${features}, ${layers} layers, ${config.epochs} epochs of ${cpu[0].steps} steps: an epoch takes ` +
      `${seconds(times(cpu))} s on the CPU, ${seconds(times(gpu))} s on the GPU, ` +
      `ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}); ` +
      `first step after ${cpu[0].firstStep.toFixed(0)} and ${gpu[0].firstStep.toFixed(0)} ms`,
  );
  const [first, steps] = [1, STEPS].map((most) => apart(cpu[0].losses.slice(0, most), gpu[0].losses));
  const whole = apart(cpu[0].epochLosses, gpu[0].epochLosses);
  const same = gpu.every(({ epochLosses }) => epochLosses.join() === gpu[0].epochLosses.join());
  console.log(
    `  losses of the first epochs: ${short(cpu[0].epochLosses)} on the CPU, ${short(gpu[0].epochLosses)} on the GPU; ` +
      `they differ by ${first.toExponential(1)} of the loss in the first step, ${steps.toExponential(1)} in ` +
      `${cpu[0].losses.length} steps, ${whole.toExponential(1)} in all epochs; repeated runs ${same ? "agree" : "differ"} on the GPU`,
  );
}
await browser.close();
