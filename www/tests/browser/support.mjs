// Shared by the browser tests: the browsers, and a page that collects its errors.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before } from "node:test";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { FLAGS, QUIET } from "./flags.mjs";
import { ACTION_TIMEOUT, WORK_TIMEOUT } from "./limits.mjs";

const { values: options } = parseArgs({
  options: {
    url: { type: "string" },
    chromium: { type: "string" },
    out: { type: "string" },
  },
});
for (const name of ["url", "chromium", "out"]) assert(options[name], `--${name} is missing`);
mkdirSync(options.out, { recursive: true });

/** The browsers: one without a WebGPU adapter, in which the page uses the CPU, and one that emulates WebGPU on the CPU. */
export const WITHOUT_GPU = "cpu";
export const EMULATED_GPU = "gpu";

/** The WebAssembly module that trains. */
export const ENGINE = /training_bg.*\.wasm/;

export const pageUrl = options.url;

/** A window whose page of a graph shows the settings and the curves; in a lower one they are behind buttons. */
export const ROOMY = { viewport: { width: 1280, height: 960 } };

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export function launch(kind) {
  return chromium.launch({ executablePath: options.chromium, args: [...QUIET, ...FLAGS[kind]] });
}

/** A browser that opens before the tests of the suite and closes after them. */
export function browserOf(kind) {
  let browser;
  before(async () => {
    browser = await launch(kind);
  });
  after(() => browser.close());
  return { newContext: (options) => browser.newContext(options) };
}

/** A new context: no other test sees its storage. */
export async function newContext(browser, context) {
  const opened = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...context });
  opened.setDefaultTimeout(ACTION_TIMEOUT);
  return opened;
}

export const outPath = (name) => join(options.out, name);
export const screenshotPath = (name) => outPath(`${name}.png`);

/** An address for tests that train: without a data set, the page opens a run that the site ships with. */
export const UNTRAINED = "?page=inspect&data=one-loop-or-several&graph=path";

/**
 * Opens the page in a new context; `use` gets it when it can train. An error on the console that `tolerate` does not match fails the
 * test, and so does a request to another server.
 */
export async function withPage(
  browser,
  { query = UNTRAINED, ready = true, init, tolerate = /$^/, ...context },
  use,
) {
  // A test cannot see or answer the requests of a service worker; `offline.mjs` has one.
  const opened = await newContext(browser, { serviceWorkers: "block", ...context });
  const page = await opened.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !tolerate.test(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const elsewhere = /^https?:/.test(request.url()) && !request.url().startsWith(options.url);
    if (elsewhere) problems.push(`request to ${request.url()}`);
  });
  if (init) await init(page);
  await page.goto(`${options.url}/${query}`);
  try {
    if (ready) await untilReady(page);
    await use(page);
  } finally {
    await opened.close();
  }
  assert.deepEqual(problems, []);
}

/**
 * Opens the page again at an address, in the same context. The browser keeps the compiled scripts, which halves the time of a load, and the
 * storage of the page.
 */
export async function reopen(page, query) {
  await page.goto("about:blank");
  await page.goto(`${options.url}/${query}`);
}

/** Opens the page again at an address, with an empty storage as for a new visitor. */
export async function reopenAsNew(page, query) {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  const tools = await page.context().newCDPSession(page);
  await tools.send("Storage.clearDataForOrigin", { origin: options.url, storageTypes: "all" });
  await tools.detach();
  await page.goto(`${options.url}/${query}`);
}

/** Waits until a run can start; fails with the reason when the engine has stopped. */
export async function untilReady(page) {
  await page.waitForFunction(
    () => {
      const state = window.sublevel?.state();
      return state?.engine.status === "crashed" || (state?.run && !state.loading);
    },
    null,
    { timeout: WORK_TIMEOUT },
  );
  const engine = await page.evaluate(() => window.sublevel.state().engine);
  assert.equal(engine.status, "ready", engine.message);
}

/** Waits until the address of the window is the link to the state: it is written with a delay. */
export function untilAddressed(page) {
  return page.waitForFunction(() => window.sublevel.link().endsWith(location.hash) && location.hash !== "");
}

/** The visible state of training, in numbers. */
export function look(page) {
  return page.evaluate(() => {
    const { run, shown, data } = window.sublevel.state();
    const { filtration, graph, subject } = shown;
    return {
      data: data?.summary.name,
      graph: subject.type === "graph" ? subject.index : null,
      vertices: graph.vertices,
      phase: run?.phase,
      steps: run?.loss.count ?? 0,
      epochs: run?.epochs ?? [],
      // Every step, up to 1024 of them.
      losses: run?.loss.spans.map(({ first }) => first[1]) ?? [],
      majority: run?.summary.baseline,
      config: run?.summary.config,
      filter: [...(filtration?.filter ?? [])],
      bars: (filtration?.bars ?? []).map(({ id, birth, death }) => ({ id, birth, death })),
    };
  });
}

export function load(page, request) {
  return page.evaluate((wanted) => window.sublevel.load(wanted), request);
}

/** Trains with `config` (a new run) and waits until it has ended. */
export async function trainToTheEnd(page, config) {
  await page.evaluate((wanted) => window.sublevel.train(wanted), config);
  await page.waitForFunction(() => window.sublevel.state().run?.phase !== "running", null, {
    timeout: WORK_TIMEOUT,
  });
  return look(page);
}

export async function untilSteps(page, steps) {
  await page.waitForFunction((wanted) => (window.sublevel.state().run?.loss.count ?? 0) >= wanted, steps, {
    timeout: WORK_TIMEOUT,
  });
}

/** A hash of the pixels of all canvases in a part of the page. */
export function pixels(page, selector) {
  return page.evaluate((within) => {
    let hash = 0;
    for (const canvas of document.querySelectorAll(`${within} canvas`)) {
      if (canvas.width === 0 || canvas.height === 0) continue;
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      for (let i = 0; i < data.length; i += 4)
        hash = (hash * 31 + data[i] + 256 * data[i + 1] + data[i + 3]) | 0;
    }
    return hash;
  }, selector);
}

/** The SVG shapes in a part of the page. */
export function drawing(page, selector) {
  return page.evaluate(
    (within) =>
      [...document.querySelectorAll(`${within} svg :is(path, rect, circle, polyline, polygon, line)`)]
        .map((mark) => mark.outerHTML)
        .join("\n"),
    selector,
  );
}

/** The data sets that the server offers, or null. */
export async function offered(page) {
  const files = await page.evaluate(() => window.sublevel.state().serverFiles);
  // The trained run of the site is there on every server.
  const names = files.filter(({ session }) => !session).map(({ name }) => name);
  return names.length > 0 ? names : null;
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

/** A window height that needs no scrolling, so that axe can check all contrasts. */
const TALL = 16_000;
/**
 * axe cannot decide text in drawings, which `faintLabels` measures, and names over a drawing. It ignores that a popover is on top and that a
 * list of graphs or a large table continues below its visible rows.
 */
const UNDECIDED_BY_AXE = ["svg", ":popover-open", ".list-window", ".fail-scrolls", ".block-name"].join();

/** Loads axe, once for each document: it is half a megabyte. */
async function loadAxe(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
}

/** Fails if axe finds a violation, or a text is not readable. */
export async function faultless(page, where) {
  await loadAxe(page);
  const { violations } = await page.evaluate(() =>
    window.axe.run({
      preload: false,
      resultTypes: ["violations"],
      rules: { "color-contrast": { enabled: false } },
    }),
  );
  const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(" | "));
  assert.deepEqual(found, [], where);
  await contrasting(page, where);
}

/** Fails if a text has too little contrast, or axe cannot decide whether it has enough. Only the contrast depends on the theme. */
export async function contrasting(page, where) {
  await loadAxe(page);
  const size = page.viewportSize();
  const tall = await scrolls(page);
  if (tall) await resize(page, { width: size.width, height: TALL });
  const found = await page.evaluate(async (undecided) => {
    const { violations, incomplete } = await window.axe.run({
      preload: false,
      resultTypes: ["violations", "incomplete"],
      runOnly: ["color-contrast"],
      elementRef: true,
    });
    const nodesOf = (results) => results.flatMap(({ nodes }) => nodes);
    // A single letter or sign has the colours of its surroundings.
    const single = ({ any }) =>
      any.some(({ data }) => ["shortTextContent", "nonBmp"].includes(data?.messageKey));
    const unknown = nodesOf(incomplete).filter((node) => !single(node) && !node.element.closest(undecided));
    return [...nodesOf(violations), ...unknown].map(
      ({ html, any }) => `${html} ${any.map(({ message }) => message)}`,
    );
  }, UNDECIDED_BY_AXE);
  if (tall) await resize(page, size);
  assert.deepEqual([...found, ...(await faintLabels(page))], [], where);
}

/** Whether a part of the page continues beyond its visible area. */
function scrolls(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("*")].some(
      (element) =>
        element.scrollHeight > element.clientHeight + 1 &&
        (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowY)),
    ),
  );
}

/** Fails if the page stays wider than its window. A page that was just resized is wider until its drawings have been drawn again. */
export async function fits(page, where) {
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, {
      timeout: WORK_TIMEOUT,
    })
    .catch(() => undefined);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(wide <= 0, `${where}: the page is ${wide} px wider than its window`);
}

/** Resizes the window and waits until the resize has settled, two frames later. */
export async function resize(page, { width, height }) {
  await page.setViewportSize({ width, height });
  for (let frame = 0; frame < 3; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/** Texts in drawings whose contrast to their background (a disc, a flag, or the page) is below 4.5. */
function faintLabels(page) {
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const luminance = (colour) => {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
        const share = byte / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const panel = getComputedStyle(document.body).backgroundColor;
    const under = (text) => {
      const shape = text.matches(".beside, .stage-value")
        ? null
        : text.parentElement.querySelector(
            ":scope > :is(.stage-disc, .stage-threshold > rect, .forest circle)",
          );
      return shape ? getComputedStyle(shape).fill : panel;
    };
    return [...document.querySelectorAll("svg text")].flatMap((text) => {
      if (!text.checkVisibility()) return [];
      const [a, b] = [getComputedStyle(text).fill, under(text)].map(luminance).sort((x, y) => y - x);
      const contrast = (a + 0.05) / (b + 0.05);
      return contrast < 4.5 ? [`contrast ${contrast.toFixed(2)}: ${text.outerHTML}`] : [];
    });
  });
}

/** The bytes of a download. */
export async function bytesOf(download) {
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return Buffer.concat(parts);
}

export const notices = (page) => page.getByRole("region", { name: "Notices" });

/** Drops files on the page: [name, content], a content being text or bytes. */
export async function drop(page, ...files) {
  const transfer = await page.evaluateHandle(
    (dropped) => {
      const files = new DataTransfer();
      for (const [name, content] of dropped) {
        const part = typeof content === "string" ? content : Uint8Array.from(content);
        files.items.add(new File([part], name));
      }
      return files;
    },
    files.map(([name, content]) => [name, typeof content === "string" ? content : [...content]]),
  );
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await page.getByText("Drop to load").waitFor();
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

/**
 * Drops an edge list from the disk: a cycle through all vertices, then edges between vertices that have one vertex between them. If the page
 * made such a file, the text of millions of lines would be its garbage, and collecting it a long task that no user has.
 */
export async function dropEdges(page, name, edges, vertices) {
  const line = (i) =>
    i < vertices
      ? `${i} ${(i + 1) % vertices}\n`
      : `${i % vertices} ${(i + 1 + Math.floor(i / vertices)) % vertices}\n`;
  writeFileSync(outPath(name), Array.from({ length: edges }, (_, i) => line(i)).join(""));
  const input = await page.evaluateHandle(() =>
    Object.assign(document.createElement("input"), { type: "file" }),
  );
  await input.setInputFiles(outPath(name));
  await input.evaluate(({ files }) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(files[0]);
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
  });
}

/** Shows a tree of hubs and leaves, shaped as a discussion, with a few more edges and random values. */
export function showDiscussion(page, vertices) {
  return page.evaluate((n) => {
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const edges = [];
    for (let v = 1; v < n; v++) edges.push(v, Math.floor(v * random() ** 3));
    for (let i = 0; i < n / 20; i++) edges.push(Math.floor((n - 1) * random()), n - 1);
    const values = Array.from({ length: n }, random);
    const graph = { title: "discussion", vertices: n, edges, filters: [{ name: "values", values }] };
    window.sublevel.dispatch({ type: "own-graph", graph });
  }, vertices);
}

/** A visitor whose browser saves data. */
export function saveData(page) {
  return page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
  );
}

/** Changes the view, as the page does. */
export function show(page, change) {
  return page.evaluate((wanted) => window.sublevel.dispatch({ type: "view", change: wanted }), change);
}

/** A control in the menu of a panel, after a click that opens the menu, unless it is open. */
export async function inMenu(control) {
  if (await control.isVisible()) return control;
  const menu = await control.evaluate((element) => element.closest("[popover]").id);
  await control.page().locator(`[popovertarget="${menu}"]`).click();
  return control;
}

/** Shows these topics of Model, saves a picture of each, and checks for faults, overflow and this text. */
export async function checkTopics(page, topics, suite, theme, wrongText) {
  for (const topic of topics) {
    await show(page, { topic });
    await page.waitForTimeout(300);
    await page.waitForFunction(() => !document.querySelector(".model-panel [aria-busy='true']"));
    await page.screenshot({ path: screenshotPath(`${suite}-${topic}-${theme}`), fullPage: true });
    await faultless(page, `${topic}, ${theme}`);
    await fits(page, `${topic}, ${theme}`);
    const text = await page.locator("main").innerText();
    assert(!wrongText.test(text), `${topic}: ${text}`);
  }
}
