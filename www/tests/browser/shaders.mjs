// The shaders in WebGPU of this browser, compared with the CPU: those of persistence bit for bit, others up to rounding.
// `tests/page/browser.rs` writes the batches, their dispatches and the expected results.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EMULATED_GPU, launch, outPath, withPage } from "./support.mjs";

const { texts, cases, kernels } = JSON.parse(readFileSync(outPath("shaders.json"), "utf8"));

test("shaders with emulated WebGPU", async (suite) => {
  const browser = await launch(EMULATED_GPU);
  suite.after(() => browser.close());
  await withPage(browser, { query: "?backend=cpu" }, async (page) => {
    await page.evaluate(open, texts);
    await page.locator("#words").setInputFiles(outPath("shaders.bin"));
    for (const { name, batches } of cases) {
      await suite.test(name, async () => {
        assert(batches.length > 0);
        for (const batch of batches) assert.deepEqual(await page.evaluate(wrong, batch), []);
      });
    }
    for (const { name, ...run } of kernels) {
      await suite.test(name, async () => {
        const results = await page.evaluate(apart, run);
        assert(results.length > 0);
        for (const share of results) assert(share < 1e-5, `off by ${share} of the largest number`);
      });
    }
  });
});

/** In the page: creates a device with default limits, a pipeline for each text, and an input for the file of words. */
async function open(texts) {
  const adapter = await navigator.gpu.requestAdapter();
  const device = await adapter.requestDevice();
  const words = document.createElement("input");
  words.type = "file";
  words.id = "words";
  document.body.append(words);
  const pipelines = {};
  for (const [kernel, code] of Object.entries(texts)) {
    const module = device.createShaderModule({ code });
    pipelines[kernel] = await device.createComputePipelineAsync({
      layout: "auto",
      compute: { module, entryPoint: "main" },
    });
  }
  const at = async ([start, length]) =>
    new Uint32Array(await words.files[0].slice(4 * start, 4 * (start + length)).arrayBuffer());
  const upload = (contents, usage) => {
    const size = Math.max(contents.byteLength, 16);
    const buffer = device.createBuffer({ size, usage: usage | GPUBufferUsage.COPY_DST });
    device.queue.writeBuffer(buffer, 0, contents);
    return buffer;
  };
  const bind = (pipeline, buffers) =>
    device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  window.engine = { device, pipelines, at, upload, bind };
}

/** In the page: the errors of a batch, at most one for each result. */
async function wrong({ given, made, runs, expected }) {
  const { device, pipelines, at, upload, bind } = window.engine;
  const { STORAGE, UNIFORM, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  device.pushErrorScope("validation");
  const buffers = {};
  for (const [table, place] of Object.entries(given)) buffers[table] = upload(await at(place), STORAGE);
  // Arbitrary content: no shader may rely on initial values.
  for (const [table, length] of Object.entries(made))
    buffers[table] = upload(new Uint32Array(length).fill(0xdeadbeef), STORAGE | COPY_SRC);

  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  for (const { kernel, workgroups, tables, params } of runs) {
    const pipeline = pipelines[kernel];
    const uniform = upload(new Uint32Array(params.flatMap((word) => [word, 0])), UNIFORM);
    const bound = [...tables.map((table) => buffers[table]), uniform];
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bind(pipeline, bound));
    pass.dispatchWorkgroups(...workgroups);
  }
  pass.end();
  const read = {};
  for (const table of Object.keys(expected)) {
    const { size } = buffers[table];
    read[table] = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
    encoder.copyBufferToBuffer(buffers[table], 0, read[table], 0, size);
  }
  device.queue.submit([encoder.finish()]);
  const problem = await device.popErrorScope();
  if (problem) return [problem.message];

  const mistakes = [];
  for (const [table, place] of Object.entries(expected)) {
    await read[table].mapAsync(GPUMapMode.READ);
    const found = new Uint32Array(read[table].getMappedRange());
    const wanted = await at(place);
    const index = wanted.findIndex((word, i) => word !== found[i]);
    if (index >= 0) mistakes.push(`${table}[${index}]: found ${found[index]}, not ${wanted[index]}`);
  }
  for (const buffer of [...Object.values(buffers), ...Object.values(read)]) buffer.destroy();
  return mistakes;
}

/** In the page: the maximum error of each result, relative to its largest number. */
async function apart({ text, workgroups, buffers, params }) {
  const { device, at, upload, bind } = window.engine;
  const { STORAGE, UNIFORM, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  device.pushErrorScope("validation");
  const pipeline = await device.createComputePipelineAsync({
    layout: "auto",
    compute: { module: device.createShaderModule({ code: text }), entryPoint: "main" },
  });
  // NaN: no shader may rely on initial values.
  const rubbish = (length) => upload(new Float32Array(length).fill(NaN), STORAGE | COPY_SRC);
  const bound = await Promise.all(
    buffers.map(async ({ given, expected, scratch }) =>
      given ? upload(await at(given), STORAGE) : rubbish(expected?.length ?? scratch),
    ),
  );
  const words = params.flatMap((word) => [word, 0]);
  while (words.length % 4 > 0) words.push(0);
  const uniform = upload(new Uint32Array(words), UNIFORM);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bind(pipeline, [...bound, uniform]));
  pass.dispatchWorkgroups(workgroups);
  pass.end();
  const results = [];
  for (const [index, { expected }] of buffers.entries()) {
    if (!expected) continue;
    const { size } = bound[index];
    const read = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
    encoder.copyBufferToBuffer(bound[index], 0, read, 0, size);
    results.push({ expected, read });
  }
  device.queue.submit([encoder.finish()]);
  const problem = await device.popErrorScope();
  if (problem) throw new Error(problem.message);
  const shares = [];
  for (const { expected, read } of results) {
    await read.mapAsync(GPUMapMode.READ);
    const found = new Float32Array(read.getMappedRange());
    const off = expected.map((value, i) => Math.abs(value - found[i]));
    // NaN stays NaN in the maximum.
    shares.push(Math.max(...off) / Math.max(...expected.map(Math.abs)));
  }
  return shares;
}
