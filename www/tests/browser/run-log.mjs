// Run logs: dropped files, and a run log of the server that grows while the page shows it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crc32 } from "node:zlib";
import { zipSync } from "fflate";
import {
  browserOf,
  drop,
  faultless,
  look,
  notices,
  reopen,
  ROOMY,
  screenshotPath,
  untilReady,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const encoder = new TextEncoder();
/** Rings and paths of 5 to 12 vertices; the last two of each class are test graphs. */
const SIZES = [5, 6, 7, 8, 9, 10, 11, 12];
const GRAPHS = [0, 1].flatMap((y) =>
  SIZES.map((n, place) => {
    const edges = Array.from({ length: n - y }, (_, v) => [v, (v + 1) % n]);
    return { n, edges, y, split: place < 6 ? "train" : "test" };
  }),
);
const VERTICES = GRAPHS.reduce((sum, { n }) => sum + n, 0);

/** f of vertex v of a graph: 10 and more, so that it is not in [0, 1]. */
const valueOf = (epoch, v) => 10 + epoch + (v % 3);

/** The arrays of an epoch with two channels. All graphs have class 0 before epoch 3, and their own one from then on. */
function arraysOf(epoch) {
  const f = GRAPHS.flatMap(({ n }) => Array.from({ length: n }, (_, v) => valueOf(epoch, v)));
  const scores = GRAPHS.flatMap(({ y }) => (epoch < 3 || y === 0 ? [1, 0] : [0, 1]));
  return new Uint8Array(Float32Array.from([...f, ...f.map((value) => -value), ...scores]).buffer);
}

/** The edges of a graph in the order of their values: each by its smaller vertex, sorted. */
function sortedEdges({ edges }) {
  return edges.map((edge) => [...edge].sort((a, b) => a - b)).sort(([a, b], [c, d]) => a - c || b - d);
}

/** The value of an edge of a graph, also negative. */
const edgeValueOf = (epoch, [a, b]) => ((3 * a + 5 * b) % 7) - 3 + epoch / 4;

/** The arrays of an epoch with a channel of vertices and two of edges. */
function edgeArraysOf(epoch) {
  const all = new Float32Array(arraysOf(epoch).buffer);
  const values = GRAPHS.flatMap((graph) => sortedEdges(graph).map((edge) => edgeValueOf(epoch, edge)));
  const numbers = [...all.subarray(0, VERTICES), ...values, ...values.map((value) => -value)];
  return new Uint8Array(Float32Array.from([...numbers, ...all.subarray(2 * VERTICES)]).buffer);
}

/** The header of such a run log. */
const EDGE_HEADER = {
  channels: ["f"],
  edge_channels: ["curvature", "minus curvature"],
  edges: GRAPHS.reduce((sum, { edges }) => sum + edges.length, 0),
};

/**
 * The bars of `sublevel.barcode(edges, edge_values=…)` by their definition, without those of length zero. A vertex enters with its first
 * edge. The younger of two components ends, and an edge within a component closes a loop.
 */
function barsOfEdges(n, edges, values) {
  const births = Array.from({ length: n }, (_, v) =>
    Math.min(...values.filter((_, e) => edges[e].includes(v))),
  );
  const component = Array.from({ length: n }, (_, v) => v);
  const bars = [];
  const order = [...edges.keys()].sort((a, b) => values[a] - values[b]);
  for (const e of order) {
    const [a, b] = edges[e].map((v) => component[v]);
    if (a === b) {
      bars.push(["h1Essential", values[e], null]);
      continue;
    }
    const [elder, younger] = births[a] <= births[b] ? [a, b] : [b, a];
    if (births[younger] < values[e]) bars.push(["h0", births[younger], values[e]]);
    component.forEach((of, v) => of === younger && (component[v] = elder));
  }
  for (const root of new Set(component)) bars.push(["h0Essential", births[root], null]);
  return bars.map((bar) => bar.join(" ")).sort();
}

/** Waits until the graph in view has these values of its edges, and checks its bars. */
async function untilEdgeValues(page, index, epoch, sign = 1) {
  const edges = sortedEdges(GRAPHS[index]);
  const values = edges.map((edge) => sign * edgeValueOf(epoch, edge));
  await page.waitForFunction(
    (wanted) => String(window.sublevel.state().shown.filtration?.edgeFilter) === wanted,
    values.join(),
  );
  const bars = (await look(page)).bars.map(
    ({ id, birth, death }) => `${id.split(":")[0]} ${birth} ${death ?? ""}`,
  );
  assert.deepEqual(bars.sort(), barsOfEdges(GRAPHS[index].n, edges, values));
}

/** A run log in memory, as a writer appends to it. */
class Log {
  constructor(epochs, { name = "toy run", header = {}, graphs = GRAPHS, arrays = arraysOf } = {}) {
    this.arrays = arrays;
    const all = {
      run_log: 1,
      name,
      channels: ["f", "minus f"],
      classes: ["ring", "path"],
      graphs: GRAPHS.length,
      vertices: VERTICES,
      ...header,
    };
    this.files = {
      "run-log.json": encoder.encode(JSON.stringify(all)),
      "graphs.jsonl": encoder.encode(graphs.map((graph) => `${JSON.stringify(graph)}\n`).join("")),
      "epochs.jsonl": new Uint8Array(),
      "values.f32": new Uint8Array(),
    };
    for (let epoch = 1; epoch <= epochs; epoch++) this.append(epoch);
  }

  append(epoch) {
    const own = this.arrays(epoch);
    const offset = this.files["values.f32"].length;
    const line = { epoch, offset, bytes: own.length, crc32: crc32(own), loss: 1 / epoch };
    this.add("values.f32", own);
    this.add("epochs.jsonl", encoder.encode(`${JSON.stringify(line)}\n`));
  }

  add(name, bytes) {
    this.files[name] = Uint8Array.from([...this.files[name], ...bytes]);
  }

  /** Answers the requests of a page for this run log as `sublevel serve --run` does. */
  async serve(page) {
    await page.route("**/data/index.json", (route) =>
      route.fulfill({ json: [{ name: "toy run", url: "run/0/", bytes: 1, log: true }] }),
    );
    await page.route("**/run/0/*", (route) => {
      const name = route.request().url().split("/").at(-1);
      // The browser opens the events again when they end.
      if (name === "events")
        return route.fulfill({
          contentType: "text/event-stream",
          body: `retry: 200\ndata: ${this.files["epochs.jsonl"].length}\n\n`,
        });
      const bytes = this.files[name];
      const [, from, to] = /bytes=(\d+)-(\d*)/.exec(route.request().headers().range ?? "bytes=0-");
      if (Number(from) >= bytes.length) return route.fulfill({ status: 416, body: "" });
      const part = bytes.subarray(Number(from), to === "" ? bytes.length : Number(to) + 1);
      return route.fulfill({ status: 206, body: Buffer.from(part) });
    });
  }
}

const epochsOf = (page) => page.evaluate(() => window.sublevel.state().run.epochs.map(({ epoch }) => epoch));

async function untilEpoch(page, epoch) {
  await page.waitForFunction((wanted) => window.sublevel.state().run?.epochs.at(-1)?.epoch === wanted, epoch);
}

/** Waits until the graph in view has the values of this epoch, and checks all of them. */
async function untilValues(page, epoch) {
  await page.waitForFunction(
    (first) => window.sublevel.state().shown.filtration?.filter[0] === first,
    valueOf(epoch, 0),
  );
  const { filter, vertices } = await look(page);
  assert.deepEqual(
    filter,
    Array.from({ length: vertices }, (_, v) => valueOf(epoch, v)),
  );
}

describe("run-log", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("dropped as files or as a zip shows every graph at every epoch, and the curves", async () => {
    const { files } = new Log(4);
    for (const dropped of [Object.entries(files), [["run.zip", zipSync(files)]]]) {
      await withPage(browser, ROOMY, async (page) => {
        await drop(page, ...dropped);
        await page.waitForFunction(() => window.sublevel.state().data?.summary.name === "toy run");
        await untilEpoch(page, 4);
        await untilValues(page, 4);
        const { bars, epochs } = await look(page);
        // A ring of five vertices: f is 14, 15, 16, 14, 15.
        assert(bars.some(({ id, birth }) => id.startsWith("h1Essential:sub") && birth === 16));
        assert.deepEqual(
          epochs.map(({ trainLoss, testMetric }) => [trainLoss, testMetric]),
          [1, 1 / 2, 1 / 3, 1 / 4].map((loss, place) => [Math.fround(loss), place < 2 ? 0.5 : 1]),
        );
        await page.evaluate(() =>
          window.sublevel.dispatch({ type: "view", change: { epoch: 2, trails: true } }),
        );
        await untilValues(page, 2);
        await page.evaluate(() =>
          window.sublevel.dispatch({ type: "show", subject: { type: "graph", index: 3 } }),
        );
        await page.waitForFunction(() => window.sublevel.state().shown.graph.vertices === 8);
        await untilValues(page, 2);
        await page.screenshot({ path: screenshotPath("run-log") });
      });
    }
  });

  it("has a confusion matrix, quantities, classes, channels and scores in place of contributions", async () => {
    const { files } = new Log(4);
    await withPage(browser, ROOMY, async (page) => {
      await drop(page, ...Object.entries(files));
      await untilEpoch(page, 4);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" } }),
      );
      await page.getByText("4 of 4 right").waitFor();
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { epoch: 1 } }));
      await page.getByText("2 of 4 right").waitFor();
      await page.getByRole("heading", { name: "Scores" }).waitFor();
      await page.getByText("The contributions of its bars need weights").waitFor();
      for (const topic of ["classes", "map", "compare", "hats"]) {
        await page.evaluate(
          (wanted) => window.sublevel.dispatch({ type: "view", change: { topic: wanted } }),
          topic,
        );
        await page.waitForTimeout(300);
      }
      await page.locator(".filter-agreement td", { hasText: "−1.00" }).first().waitFor();
      await page.screenshot({ path: screenshotPath("run-log-channels"), fullPage: true });
      await faultless(page, "channels of a run log");
      await page.locator(".filter-agreement").locator("../..").getByLabel("Channel").selectOption("minus f");
      await page.waitForFunction(() => window.sublevel.state().shown.filtration?.filter[0] < 0);
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { topic: "filter" } }));
      await page
        .getByText(/explains/)
        .first()
        .waitFor();
      await page.screenshot({ path: screenshotPath("run-log-filter"), fullPage: true });
      assert.equal(await notices(page).getByRole("alert").count(), 0);
    });
  });

  it("of the server grows while the page shows it, and a reload shows the same epochs", async () => {
    const log = new Log(2);
    const init = (page) => log.serve(page);
    await withPage(browser, { init, ...ROOMY, query: "#data=toy%20run" }, async (page) => {
      await untilEpoch(page, 2);
      await untilValues(page, 2);
      for (const epoch of [3, 4, 5]) {
        log.append(epoch);
        await untilEpoch(page, epoch);
        await untilValues(page, epoch);
      }
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { epoch: 3 } }));
      await untilValues(page, 3);
      // An earlier epoch stays in view while the log grows.
      log.append(6);
      await untilEpoch(page, 6);
      await untilValues(page, 3);
      // The second channel is −f, and part of the link.
      const isNegative = () => window.sublevel?.state().shown.filtration?.filter[0] < 0;
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { epoch: null, filterInView: 1 } }),
      );
      await page.waitForFunction(isNegative);
      await reopen(page, await page.evaluate(() => new URL(window.sublevel.link()).hash));
      await page.waitForFunction(isNegative);
      await reopen(page, "#data=toy%20run");
      await untilReady(page);
      await untilEpoch(page, 6);
      assert.deepEqual(await epochsOf(page), [1, 2, 3, 4, 5, 6]);
      log.append(7);
      await untilEpoch(page, 7);
    });
  });

  it("of a killed writer has its complete epochs, and continues with the writer", async () => {
    const log = new Log(2);
    const init = (page) => log.serve(page);
    await withPage(browser, { init, ...ROOMY, query: "#data=toy%20run" }, async (page) => {
      await untilEpoch(page, 2);
      // The writer is killed within the arrays, and within the line.
      const { ["epochs.jsonl"]: index, ["values.f32"]: values } = log.files;
      log.add("values.f32", arraysOf(3));
      log.add("epochs.jsonl", encoder.encode('{"epoch": 3, "off'));
      await page.waitForTimeout(1000);
      assert.deepEqual(await epochsOf(page), [1, 2]);
      // The next writer removes the incomplete epoch.
      Object.assign(log.files, { "epochs.jsonl": index, "values.f32": values });
      log.append(3);
      await untilEpoch(page, 3);
      await untilValues(page, 3);
    });
  });

  it("that is damaged shows the epochs before the damage, with a reason", async () => {
    const log = new Log(3);
    log.files["values.f32"][log.files["values.f32"].length - 5] ^= 1;
    await withPage(browser, ROOMY, async (page) => {
      await drop(page, ...Object.entries(log.files));
      await notices(page).getByText("epoch 3: the checksum differs").waitFor();
      assert.deepEqual(await epochsOf(page), [1, 2]);
      await drop(page, ...Object.entries(new Log(0).files));
      await notices(page).getByText("The run log has no epoch yet").waitFor();
      assert.equal((await look(page)).data, "toy run");
    });
  });

  it("can be JSON lines with filters and predictions, of one epoch", async () => {
    const lines = GRAPHS.map((graph) => {
      const f = Array.from({ length: graph.n }, (_, v) => valueOf(1, v));
      return JSON.stringify({ ...graph, f: { f, g: f.map((value) => -value) }, prediction: graph.y });
    });
    await withPage(browser, ROOMY, async (page) => {
      await drop(page, ["mine.jsonl", encoder.encode(lines.join("\n"))]);
      await untilEpoch(page, 1);
      await untilValues(page, 1);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" } }),
      );
      await page.getByText("4 of 4 right").waitFor();
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { topic: "hats" } }));
      await page.locator(".filter-agreement td", { hasText: "−1.00" }).first().waitFor();
      await drop(page, ["mine.jsonl", encoder.encode(lines.join("\n").replace('"prediction":0', '"p":0'))]);
      await notices(page).getByText("expected a prediction beside f").waitFor();
    });
  });

  it("without labels reports what needs them", async () => {
    const graphs = GRAPHS.map(({ n, edges, split }) => ({ n, edges, split }));
    const { files } = new Log(4, { header: { labelled: false }, graphs });
    await withPage(browser, ROOMY, async (page) => {
      await drop(page, ...Object.entries(files));
      await untilEpoch(page, 4);
      await untilValues(page, 4);
      await page.getByText("no class").first().waitFor();
      await page.screenshot({ path: screenshotPath("run-log-unlabelled-inspect") });
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" } }),
      );
      await page.getByText("no prediction is right or wrong").waitFor();
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { topic: "classes" } }));
      await page.getByText("Log the run with labels to compare classes").waitFor();
      await faultless(page, "a run log without labels");
      await page.screenshot({ path: screenshotPath("run-log-unlabelled"), fullPage: true });
      for (const topic of ["filter", "map", "compare", "hats"]) {
        await page.evaluate(
          (wanted) => window.sublevel.dispatch({ type: "view", change: { topic: wanted } }),
          topic,
        );
        await page.waitForTimeout(300);
      }
      assert.equal(await notices(page).getByRole("alert").count(), 0);
    });
  });

  it("with attributions explains the prediction by the logged contributions", async () => {
    const rest = new Log(0).arrays;
    // The component born at vertex v of all graphs adds v to the first score, per direction and channel.
    const rows = Array.from({ length: VERTICES }, (_, v) => [v, 0]).flat();
    const zero = rows.map(() => 0);
    const attributions = [0, 1, 2, 3].flatMap(() => [...rows, ...zero]);
    const arrays = (epoch) => {
      const all = new Float32Array(rest(epoch).buffer);
      const numbers = [...all.subarray(0, 2 * VERTICES), ...attributions, ...all.subarray(2 * VERTICES)];
      return new Uint8Array(Float32Array.from(numbers).buffer);
    };
    const { files } = new Log(2, { header: { attributions: true }, arrays });
    await withPage(browser, ROOMY, async (page) => {
      await drop(page, ...Object.entries(files));
      await untilEpoch(page, 2);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" } }),
      );
      await page.getByRole("combobox", { name: "Minus the score of" }).selectOption("none");
      const listed = page.getByRole("list", { name: "Contributions to the score of ring" });
      await listed.waitFor();
      await listed.getByText("remainder of the score").waitFor();
      // Graph 1 is a ring of the vertices 0 to 4, with f = 12, 13, 14, 12, 13.
      await listed.getByText("component, born 12").waitFor();
      assert.match(await listed.innerText(), /bar \(12, 13\)\s*\+3\.00/);
      await page.screenshot({ path: screenshotPath("run-log-attributions"), fullPage: true });
      await faultless(page, "attributions of a run log");
    });
  });

  it("with a channel of edges shows its bars at every epoch, and reports which views need values of vertices", async () => {
    const { files } = new Log(4, { header: EDGE_HEADER, arrays: edgeArraysOf });
    await withPage(browser, ROOMY, async (page) => {
      const change = (next) =>
        page.evaluate((change) => window.sublevel.dispatch({ type: "view", change }), next);
      await drop(page, ...Object.entries(files));
      await untilEpoch(page, 4);
      await untilValues(page, 4);
      await change({ filterInView: 1 });
      await untilEdgeValues(page, 0, 4);
      await page.getByText("sublevel only").waitFor();
      await change({ epoch: 2, trails: true });
      await untilEdgeValues(page, 0, 2);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "show", subject: { type: "graph", index: 3 } }),
      );
      await untilEdgeValues(page, 3, 2);
      const { bars } = await look(page);
      await change({ threshold: bars.find(({ id }) => id.startsWith("h0:")).death });
      await page
        .getByText(/f = .*: (the edge v\d–v\d joins two components|\d components end)/)
        .first()
        .waitFor();
      const loop = bars.find(({ id }) => id.startsWith("h1Essential"));
      await change({ highlight: { type: "bar", id: loop.id }, threshold: null });
      await page.waitForTimeout(300);
      await page.screenshot({ path: screenshotPath("run-log-edges") });
      await faultless(page, "an edge filtration");
      await change({ epoch: null, highlight: null, filterInView: 2 });
      await untilEdgeValues(page, 3, 4, -1);
      await change({ page: "learn" });
      await page.getByText("The stage shows filters with a value for each vertex").waitFor();
      await change({ page: "model", topic: "filter" });
      await page.locator(".quantity", { hasText: "Forman curvature" }).click();
      await page.getByText(/^The Forman curvature explains/).waitFor();
      await change({ topic: "fail" });
      await page.getByText("4 of 4 right").waitFor();
      await faultless(page, "a model page with an edge filtration");
      await change({ topic: "classes" });
      await page.getByText("The curves and densities of the classes").waitFor();
      await change({ topic: "hats" });
      await page.locator(".filter-agreement td", { hasText: "−1.00" }).first().waitFor();
      const table = await page.locator(".filter-agreement tbody tr").allInnerTexts();
      const cells = table.map((row) =>
        row
          .split("\t")
          .slice(1)
          .map((cell) => cell.trim()),
      );
      assert.deepEqual(cells, [
        ["1.00", "–", "–"],
        ["–", "1.00", "−1.00"],
        ["–", "−1.00", "1.00"],
      ]);
      for (const topic of ["map", "compare"]) {
        await change({ topic });
        await page.waitForTimeout(300);
      }
      // A channel of vertices has all views.
      await change({ filterInView: 0, topic: "filter" });
      await page
        .getByText(/explains/)
        .first()
        .waitFor();
      assert.equal(await notices(page).getByRole("alert").count(), 0);
    });
  });

  it("can be compared with another run log of the same graphs", async () => {
    await withPage(browser, ROOMY, async (page) => {
      await drop(page, ...Object.entries(new Log(2).files));
      await untilEpoch(page, 2);
      const [name, negative] = ["other run", (epoch) => arraysOf(epoch + 5)];
      await drop(page, ...Object.entries(new Log(3, { name, arrays: negative }).files));
      await untilEpoch(page, 3);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "compare" } }),
      );
      const table = page.getByRole("table", { name: "Differences between runs A and B" });
      await table.getByText("after epoch 2").waitFor();
      await page.getByText("The mean of τ over 4 test graphs is 1.00").waitFor();
      await table
        .getByText(/^50(\.0)? % of 4$/)
        .first()
        .waitFor();
      await page.screenshot({ path: screenshotPath("run-log-compare"), fullPage: true });
      await faultless(page, "two run logs");
    });
  });

  it("can be compared with a model that is trained on its graphs", async () => {
    const { files } = new Log(4);
    await withPage(browser, ROOMY, async (page) => {
      await drop(page, ...Object.entries(files));
      await untilEpoch(page, 4);
      await page.evaluate(() => window.sublevel.train({ epochs: 1, width: 4, hats: 2 }));
      await page.waitForFunction(() => window.sublevel.state().run?.phase === "finished");
      assert.equal(await page.evaluate(() => window.sublevel.state().run.summary.logged), null);
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "compare" } }),
      );
      const table = page.getByRole("table", { name: "Differences between runs A and B" });
      await table.getByText("run log of f, minus f: channel f").waitFor();
      await page
        .getByText(/over \d+ test graph/)
        .first()
        .waitFor();
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { page: "inspect" } }));
      await page.getByRole("button", { name: "Restore the previous run" }).click();
      await page.waitForFunction(() => window.sublevel.state().run.summary.logged !== null);
      await untilValues(page, 4);
    });
  });
});
