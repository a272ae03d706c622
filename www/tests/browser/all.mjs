// Runs the browser suites. Each has a separate process and a separate browser: a shared browser needs a server, which takes more processor
// time than the additional browsers. Suites wait for the page, so that one more suite than processor cores runs at a time.
//
//   node tests/browser/all.mjs --url http://127.0.0.1:8080 --chromium /usr/bin/chromium --out FOLDER
//     [--only quick | --only NAME[,NAME]] [--smoke] [--workers 3]
//
// `cargo test` starts the server and runs this with `--smoke`; `cargo test -- --include-ignored` also runs the others. A
// single suite: node tests/browser/NAME.mjs --url … --chromium … --out …

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SUITE_TIMEOUT } from "./limits.mjs";
import { SUITES } from "./suites.mjs";

/** How many tests the summary lists as the slowest. */
const SLOWEST = 20;

const { values: options } = parseArgs({
  options: {
    url: { type: "string" },
    chromium: { type: "string" },
    out: { type: "string" },
    only: { type: "string", multiple: true },
    smoke: { type: "boolean", default: false },
    workers: { type: "string", default: String(availableParallelism() + 1) },
  },
});
for (const name of ["url", "chromium", "out"]) assert(options[name], `--${name} is missing`);

/** The suites that the command line selects. */
function selected() {
  if (!options.only) return SUITES.filter(({ smoke = false }) => smoke === options.smoke);
  if (options.only.includes("quick"))
    return SUITES.filter(({ smoke = false, thorough = false }) => !smoke && !thorough);
  const names = options.only.flatMap((list) => list.split(","));
  for (const name of names)
    assert(
      SUITES.some((suite) => suite.name === name),
      `there is no suite ${name}; the suites are ${SUITES.map((suite) => suite.name).join(", ")}`,
    );
  return SUITES.filter(({ name }) => names.includes(name));
}

const scratch = mkdtempSync(join(tmpdir(), "browser-suites-"));

/** Runs one suite in a separate process; returns its tests, its output and its duration in seconds. */
async function run({ name }) {
  const start = performance.now();
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const log = join(scratch, `${name}.jsonl`);
  const child = spawn(
    process.execPath,
    [
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      `--test-reporter=${new URL("events.mjs", import.meta.url)}`,
      `--test-reporter-destination=${log}`,
      file,
      ...["url", "chromium", "out"].flatMap((option) => [`--${option}`, options[option]]),
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const timer = setTimeout(() => child.kill("SIGKILL"), SUITE_TIMEOUT);
  const status = await new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(signal ?? code));
  });
  clearTimeout(timer);
  const events = readEvents(log).filter(({ isSkipped }) => !isSkipped);
  const tests = events.filter(({ isSuite }) => !isSuite);
  const failures = events.filter(({ message }) => message).map((event) => ({ suite: name, ...event }));
  if (failures.length === 0 && status !== 0)
    failures.push({ suite: name, name: "the process of the suite", message: `exit status ${status}` });
  if (failures.length === 0 && tests.length === 0)
    failures.push({ suite: name, name: "the suite", message: "it contains no test" });
  return { name, tests, failures, output, seconds: (performance.now() - start) / 1000 };
}

function readEvents(log) {
  try {
    return readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** Runs suites from one queue until it is empty. */
async function work(queue, results) {
  for (let suite = queue.shift(); suite; suite = queue.shift()) {
    const result = await run(suite);
    results.push(result);
    const { name, tests, failures, output, seconds } = result;
    const mark = failures.length > 0 ? "✖" : "✔";
    console.log(`${mark} ${name}: ${tests.length} tests, ${seconds.toFixed(1)} s`);
    for (const line of failures.length > 0 ? output.split("\n") : diagnostics(output))
      console.log(`    ${line}`);
  }
}

/** The figures that a suite that passed reports. */
const diagnostics = (output) =>
  output
    .split("\n")
    .filter((line) => /^\s*ℹ (?!(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) )/.test(line))
    .map((line) => line.trim());

const wanted = selected();
const results = [];
const start = performance.now();
try {
  const queue = wanted.filter(({ alone }) => !alone);
  await Promise.all(Array.from({ length: Number(options.workers) }, () => work(queue, results)));
  await work(
    wanted.filter(({ alone }) => alone),
    results,
  );
} finally {
  rmSync(scratch, { recursive: true });
}
summarize();

function summarize() {
  const line = (seconds, text) => console.log(`${seconds.toFixed(1).padStart(8)} s  ${text}`);
  const slowestFirst = (list) => list.toSorted((a, b) => b.seconds - a.seconds);
  console.log(`\nSuites, the slowest first:`);
  for (const { name, tests, seconds } of slowestFirst(results))
    line(seconds, `${name} (${tests.length} tests)`);
  const tests = results.flatMap(({ name, tests }) => tests.map((test) => ({ ...test, suite: name })));
  console.log(`\nThe ${Math.min(SLOWEST, tests.length)} slowest tests:`);
  for (const { suite, name, seconds } of slowestFirst(tests).slice(0, SLOWEST))
    line(seconds, `${suite}: ${name}`);
  const failures = results.flatMap((result) => result.failures);
  for (const { suite, name, message } of failures)
    console.log(`\n✖ ${suite}: ${name}\n${message.replace(/^/gm, "    ")}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const failed = new Set(failures.map(({ suite }) => suite));
  console.log(
    `\n${results.length} suites, ${tests.length} tests, ${seconds} s; ` +
      (failed.size > 0 ? `failed: ${[...failed].join(", ")}` : "all passed"),
  );
  if (failed.size > 0) process.exitCode = 1;
}
