// Prints the time of a training step in the page's training module alone, in Node and in Chromium, and in the program on one thread, measured
// in turn.
//
//   sublevel build --out SITE
//   node tests/browser/pace.mjs --site SITE --program PROGRAM --data FOLDER [--chromium /usr/bin/chromium] [--rounds 3]
//     [--only MUTAG]
//
// `PROGRAM` has the feature `training`, `FOLDER` contains the zips. The time of a step is that of an epoch with the evaluation of its test part,
// divided by its steps. Each round counts its fastest epoch, since other load only makes an epoch slower. A round in WebAssembly starts with
// seconds that do not count: the browser recompiles frequent functions during training, and Node has done so since the previous round.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    site: { type: "string" },
    program: { type: "string" },
    data: { type: "string" },
    chromium: { type: "string" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", multiple: true },
  },
});
for (const name of ["site", "program", "data"])
  if (options[name] === undefined) throw new Error(`--${name} is missing`);

/** Data set, features, epochs of a round. */
const RUNS = [
  ["MUTAG", "degree", 30],
  ["IMDB-BINARY", "degree", 8],
  ["PROTEINS", "degree", 8],
  ["NCI1", "degree+label", 4],
  ["REDDIT-BINARY", "uninformative", 4],
];

/** Maximum relative difference between first losses of the same run, which differ by rounding. */
const NEAR = 0.05;

const zipOf = (name) => join(resolve(options.data), `${name}.zip`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Milliseconds of training before the measurement. */
const WARM_UP = 6000;

/** Trains here or in a page, since it uses no name of this file; returns milliseconds of each epoch, its steps, and the first loss. */
async function train({ place, zip, name, features, epochs, warmUp }) {
  const bytes = async (url) =>
    url.startsWith("file:")
      ? new Uint8Array(await (await import("node:fs/promises")).readFile(new URL(url)))
      : new Uint8Array(await (await fetch(url)).arrayBuffer());
  const engine = await import(place);
  await engine.default({ module_or_path: await bytes(place.replace(/\.js$/, "_bg.wasm")) });
  const session = await engine.Session.open("cpu");
  const { id } = session.openDataset([`${name}.zip`], [await bytes(zip)]);
  const before = await session.createRun(id, { features, epochs: 100_000 }, "seed", [], []);
  for (const end = performance.now() + warmUp; performance.now() < end;)
    await session.trainRun(before.id, before.summary.stepsPerEpoch);
  session.closeRun(before.id);
  const run = await session.createRun(id, { features, epochs }, "seed", [], []);
  const times = [];
  let loss;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const start = performance.now();
    const report = await session.trainRun(run.id, run.summary.stepsPerEpoch);
    times.push(performance.now() - start);
    loss ??= report.epochs[0].trainLoss;
  }
  return { times, steps: run.summary.stepsPerEpoch, loss };
}

/** The same run in the program. */
function native({ name, features, epochs, steps }) {
  const folder = mkdtempSync(join(tmpdir(), "pace-"));
  try {
    const out = join(folder, "run.json");
    const given = ["--data", zipOf(name), "--features", features, "--epochs", String(epochs), "--fold", "1"];
    execFileSync(resolve(options.program), ["train", ...given, "--out", out, "--quiet"], {
      env: { ...process.env, RAYON_NUM_THREADS: "1" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [fold] = JSON.parse(readFileSync(out)).folds;
    const times = fold.epochs.map(({ seconds }) => 1000 * seconds);
    return { times, steps, loss: fold.epochs[0].train_loss };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { module } = JSON.parse(readFileSync(join(options.site, "training.json")));

function inNode(run) {
  const place = pathToFileURL(resolve(options.site, module)).href;
  return train({ ...run, place, zip: pathToFileURL(zipOf(run.name)).href });
}

const { chromium } = options.chromium ? await import("playwright-core") : {};
const browser = await chromium?.launch({
  executablePath: options.chromium,
  args: ["--no-sandbox", "--disable-gpu"],
});

/** In an empty page, whose requests are served from the two folders. */
async function inChromium(run) {
  const page = await browser.newPage();
  await page.route("http://localhost/**", (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") return route.fulfill({ contentType: "text/html", body: "" });
    if (pathname === "/data.zip") return route.fulfill({ path: zipOf(run.name) });
    return route.fulfill({ path: join(options.site, pathname) });
  });
  await page.goto("http://localhost/");
  const done = await page.evaluate(train, {
    ...run,
    place: `http://localhost/${module}`,
    zip: "http://localhost/data.zip",
  });
  await page.close();
  return done;
}

const wanted = RUNS.filter(([name]) => options.only?.includes(name) ?? true);
for (const [name, features, epochs] of wanted) {
  const found = { program: [], Node: [], Chromium: [] };
  for (let round = 0; round < Number(options.rounds); round++) {
    const given = { name, features, epochs, warmUp: WARM_UP };
    const ran = { Node: await inNode(given) };
    ran.program = native({ name, features, epochs, steps: ran.Node.steps });
    if (browser) ran.Chromium = await inChromium(given);
    for (const [where, { times, steps, loss }] of Object.entries(ran)) {
      found[where].push(Math.min(...times) / steps);
      if (!(Math.abs(loss / ran.program.loss - 1) < NEAR))
        throw new Error(`${name}: the first loss is ${loss} in ${where}, ${ran.program.loss} in the program`);
    }
  }
  const said = Object.entries(found).map(([where, times]) => {
    if (times.length === 0) return [];
    const ratio = median(times.map((time, round) => time / found.program[round]));
    return [
      `${where} ${median(times).toFixed(2)} ms${where === "program" ? "" : ` (${ratio.toFixed(2)} times)`}`,
    ];
  });
  console.log(`${name}, ${features}, a step: ${said.flat().join(", ")}`);
}
await browser?.close();
