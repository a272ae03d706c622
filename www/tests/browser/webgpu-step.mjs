// A training step on WebGPU is one submission. A separate worker runs the training module and counts the calls of the device in each step; its
// losses agree with those of the CPU.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EMULATED_GPU, launch, median, pageUrl, withPage } from "./support.mjs";

/** For a step with one layer. Each size class of persistence takes one more, and large graphs take six. */
const MAX_DISPATCHES = 34;
const ONE_SUBMISSION = {
  createBindGroup: 0,
  createBuffer: 0,
  createComputePipeline: 0,
  submit: 1,
  writeBuffer: 1,
  mapAsync: 0,
};
/** The URL of the worker's script. */
const WORKER = "counting-worker.js";
/** Number of counted steps. */
const STEPS = 10;
const CONFIG = { features: "degree", epochs: 3, batchSize: 16 };

test("a step is one submission, with emulated WebGPU", async (suite) => {
  const browser = await launch(EMULATED_GPU);
  suite.after(() => browser.close());
  // A worker from the page's server, as the content security policy requires.
  const init = (page) =>
    page.route(`${pageUrl}/${WORKER}`, (route) =>
      route.fulfill({ contentType: "text/javascript", body: `onmessage = ({ data }) => (${work})(data);` }),
    );
  await withPage(browser, { query: "?backend=cpu", init }, async (page) => {
    for (const [name, config, dataset] of [
      ["GFL", { ...CONFIG, model: "gfl" }],
      ["GFL, ties mean", { ...CONFIG, model: "gfl", ties: "mean" }],
      [
        "GFL, attributes",
        { ...CONFIG, model: "gfl", features: "degree+attributes", learningRate: 1e-4 },
        "attributes",
      ],
      ["PH-only", { ...CONFIG, model: "ph-only" }],
      ["PH-only, graphs above 1 024 vertices", { ...CONFIG, model: "ph-only" }, "discussion-threads"],
      ["SUM", { ...CONFIG, model: "sum" }],
    ]) {
      await suite.test(name, async (step) => {
        const { steps, losses, expected, look, end } = await page.evaluate(count, [
          WORKER,
          config,
          dataset ?? "cycles-and-trees",
          STEPS,
        ]);
        assert(losses.length > STEPS);
        assert.equal(losses.length, expected.length);
        for (const [i, loss] of losses.entries())
          assert(Math.abs(loss - expected[i]) < 1e-3 * expected[i], `${loss}, on the CPU ${expected[i]}`);
        assert.equal(steps.length, STEPS);
        const dispatches = steps.map(({ dispatchWorkgroups }) => dispatchWorkgroups);
        step.diagnostic(`${median(dispatches)} dispatches a step`);
        for (const each of dispatches) assert(each > 1 && each <= MAX_DISPATCHES, `${each} dispatches`);
        for (const each of steps) {
          const asked = Object.keys(ONE_SUBMISSION).map((name) => [name, each[name]]);
          assert.deepEqual(Object.fromEntries(asked), ONE_SUBMISSION);
        }
        // The inspection of the graph in view uses weights that were read back.
        assert.equal(look.asked, 0, "an inspection of a graph makes no call to the device");
        assert.deepEqual(look.said, look.onCpu);
        // So are the test graphs at the end of an epoch.
        assert.equal(end.epochs, 1);
        assert.deepEqual([end.submit, end.mapAsync, end.createBuffer], [end.steps + 1, 1, 1]);
      });
    }
  });
});

/** In the page: starts the worker; returns its results. */
async function count([script, ...what]) {
  const { module } = await (await fetch("training.json")).json();
  const worker = new Worker(script, { type: "module" });
  try {
    worker.postMessage([new URL(module, location.href).href, ...what]);
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
  } finally {
    worker.terminate();
  }
}

/** In the worker: the WebGPU calls of each step, from one submission to the next; and all losses on both devices. */
async function work([module, config, data, steps]) {
  const counts = {};
  const submissions = [];
  for (const [type, names] of [
    [GPUDevice, ["createBindGroup", "createBuffer", "createComputePipeline"]],
    [GPUQueue, ["submit", "writeBuffer"]],
    [GPUComputePassEncoder, ["dispatchWorkgroups"]],
    [GPUBuffer, ["mapAsync"]],
  ])
    for (const name of names) {
      counts[name] = 0;
      const original = type.prototype[name];
      type.prototype[name] = function (...args) {
        counts[name] += 1;
        if (name === "submit") submissions.push({ ...counts });
        return original.apply(this, args);
      };
    }
  try {
    const engine = await import(module);
    await engine.default({ module_or_path: fetch(module.replace(/\.js$/, "_bg.wasm")) });
    // Paths and cycles whose vertices have two attributes. They are short, since among many vertices some have almost equal values, whose
    // order depends on rounding.
    const graphs = Array.from({ length: 200 }, (_, i) => {
      const n = 5 + (i % 7);
      const edges = Array.from({ length: n - (i % 2) }, (_, v) => [v, (v + 1) % n]);
      const x = Array.from({ length: n }, (_, v) => [(v * v + i) % 7, ((3 * v + i) % 11) / 4]);
      return JSON.stringify({ n, edges, y: i % 2, x });
    });
    const paths = new TextEncoder().encode(graphs.join("\n"));
    const open = async (backend) => {
      const session = await engine.Session.open(backend);
      const { id: dataset } =
        data === "attributes"
          ? session.openDataset(["paths.jsonl"], [paths])
          : session.generateDataset(data, 0);
      return [session, await session.createRun(dataset, config, "seed", [], []), dataset];
    };
    const [session, { id, summary }] = await open("gpu");
    // One epoch first, which creates the pipelines and the size class.
    const before = await session.trainRun(id, summary.stepsPerEpoch);
    // Only these steps are submitted before the results arrive.
    submissions.length = 0;
    const report = await session.trainRun(id, steps + 1);
    const counted = submissions.slice(1, steps + 1).map((after, i) => {
      const each = Object.entries(after).map(([name, value]) => [name, value - submissions[i][name]]);
      return Object.fromEntries(each);
    });
    const countsBefore = { ...counts };
    const lookAt = async (session, run) => {
      const { filter, bars, logits } = await session.inspectAt(run, undefined, 0, 3);
      return [filter, bars, logits].map((numbers) => [...numbers]);
    };
    const said = await lookAt(session, id);
    const asked = Object.keys(counts).reduce((sum, name) => sum + counts[name] - countsBefore[name], 0);
    const saved = await session.saveRun(id);
    const left = summary.stepsPerEpoch - ((steps + 1) % summary.stepsPerEpoch);
    const end = { steps: left, ...counts };
    const { epochs } = await session.trainRun(id, left);
    for (const name of Object.keys(counts)) end[name] = counts[name] - end[name];
    end.epochs = epochs.length;
    const [onCpu, run, dataset] = await open("cpu");
    const { id: resumed } = await onCpu.resumeRun(dataset, saved);
    const look = { asked, said, onCpu: await lookAt(onCpu, resumed) };
    const wanted = await onCpu.trainRun(run.id, summary.stepsPerEpoch + steps + 1);
    const lossesOf = (report) => report.steps.map(({ loss }) => loss);
    self.postMessage({
      steps: counted,
      look,
      end,
      losses: [...lossesOf(before), ...lossesOf(report)],
      expected: lossesOf(wanted),
    });
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
