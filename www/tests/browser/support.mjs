// What the browser tests share: the browser in its two set-ups, and a page that remembers what went wrong in it.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values: options } = parseArgs({
  options: { url: { type: "string" }, chromium: { type: "string" }, out: { type: "string" } },
});
for (const name of ["url", "chromium", "out"]) assert(options[name], `--${name} is missing`);
mkdirSync(options.out, { recursive: true });

const QUIET = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** No adapter: the page has to take the CPU. */
export const WITHOUT_GPU = ["--disable-gpu"];
/** WebGPU, emulated on the CPU. */
export const EMULATED_GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/** The WebAssembly that trains. */
export const ENGINE = /training_bg.*\.wasm/;

export const pageUrl = options.url;

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export function launch(flags) {
  return chromium.launch({ executablePath: options.chromium, args: [...QUIET, ...flags] });
}

export const outPath = (name) => join(options.out, name);
export const screenshotPath = (name) => outPath(`${name}.png`);

/**
 * Opens the page; `use` gets it once it can train. Whatever the console calls an error fails the test, unless it
 * matches `tolerate`, and so does a request to another place.
 */
export async function withPage(
  browser,
  { query = "?page=inspect", ready = true, init, tolerate = /$^/, ...context },
  use,
) {
  // What a service worker asks for, a test neither sees nor answers; `offline.mjs` has one.
  const opened = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    serviceWorkers: "block",
    ...context,
  });
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

/** Waits until a run can start; a stopped engine fails at once, with its reason. */
export async function untilReady(page) {
  await page.waitForFunction(
    () => {
      const state = window.sublevel?.state();
      return state?.engine.status === "crashed" || (state?.run && !state.loading);
    },
    null,
    { timeout: 120_000 },
  );
  const engine = await page.evaluate(() => window.sublevel.state().engine);
  assert.equal(engine.status, "ready", engine.message);
}

/** What a user sees of the training, in numbers. */
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
      // Every step, while there are at most 1024.
      losses: run?.loss.spans.map(({ first }) => first[1]) ?? [],
      majority: run?.summary.majorityShare,
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
export async function trainToTheEnd(page, config, timeout) {
  await page.evaluate((wanted) => window.sublevel.train(wanted), config);
  await page.waitForFunction(() => window.sublevel.state().run?.phase !== "running", null, { timeout });
  return look(page);
}

export async function untilSteps(page, steps, timeout = 120_000) {
  await page.waitForFunction((wanted) => (window.sublevel.state().run?.loss.count ?? 0) >= wanted, steps, {
    timeout,
  });
}

/** The pixels of every canvas of a part of the page, as one number. */
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

/** What a part of the page draws as SVG. */
export function drawing(page, selector) {
  return page.evaluate(
    (within) =>
      [...document.querySelectorAll(`${within} svg :is(path, rect, circle, polyline, polygon, line)`)]
        .map((mark) => mark.outerHTML)
        .join("\n"),
    selector,
  );
}

/** The data sets that the server offers, or null where it offers none. */
export async function offered(page) {
  const names = await page.evaluate(() => window.sublevel.state().serverFiles.map(({ name }) => name));
  return names.length > 0 ? names : null;
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

/** What is scrolled out of view can be judged in a window that is tall enough for everything. */
const TALL = 8000;
/**
 * axe leaves text in drawings undecided, which is measured below, and names that lie over one; it does not know that a popover is on top, nor that
 * a list of graphs goes on below the rows that are seen.
 */
const READ_BY_AXE = {
  include: ["body"],
  exclude: ["svg", ":popover-open", ".list-window", ".block-name"],
};

/** Fails where axe finds fault with the page as it is, or where it is not certain that a text can be read. */
export async function faultless(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  const { width, height } = page.viewportSize();
  await resize(page, { width, height: TALL });
  const { incomplete } = await page.evaluate(
    (within) => window.axe.run(within, { runOnly: ["color-contrast"] }),
    READ_BY_AXE,
  );
  await resize(page, { width, height });
  // A single letter or sign has the colours of what is around it.
  const undecided = incomplete.map(({ id, nodes }) => ({
    id,
    nodes: nodes.filter(
      ({ any }) => !any.some(({ data }) => ["shortTextContent", "nonBmp"].includes(data?.messageKey)),
    ),
  }));
  const found = [...violations, ...undecided.filter(({ nodes }) => nodes.length > 0)].map(({ id, nodes }) =>
    [id, ...nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message)}`)].join(" | "),
  );
  assert.deepEqual([...found, ...(await faintLabels(page))], [], where);
}

/** Until what follows the size of the window has followed it: two frames later. */
async function resize(page, size) {
  await page.setViewportSize(size);
  for (let frame = 0; frame < 3; frame += 1) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/** Text in drawings with less contrast than 4.5 to what it stands on: a disc, a flag, or the page. */
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
 * Drags the vertex values of a graph with so many vertices for `frames` frames: how many milliseconds each took until the
 * bars of both directions were known, from the action on, and how many lay between two frames.
 */
export async function drag(page, vertices, frames) {
  await showDiscussion(page, vertices);
  return page.evaluate(
    async ([n, count]) => {
      const values = [...window.sublevel.state().shown.filtration.filter];
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const paired = [];
      const between = [];
      let last = await frame();
      for (let i = 0; i < count; i++) {
        values[n >> 1] = i / count;
        const start = performance.now();
        window.sublevel.dispatch({ type: "values", values: [...values], gesture: "drag" });
        const { filtration } = window.sublevel.state().shown;
        paired.push(performance.now() - start);
        if (filtration.filter[n >> 1] !== Math.fround(i / count))
          throw new Error("the bars are not of this frame");
        const now = await frame();
        between.push(now - last);
        last = now;
      }
      return { paired, between, undoable: window.sublevel.state().history.past.length };
    },
    [vertices, frames],
  );
}

/**
 * Drags a vertex of the graph in view with the mouse for `frames` frames, on the learning page: how many milliseconds
 * each took from the event until the frame with its bars was painted, without the wait for that frame to begin.
 * `place` is where the vertex is taken hold of, in pixels of the window.
 */
export async function dragOnStage(page, place, frames) {
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  const taken = await page.evaluate(
    async ([{ x, y }, count]) => {
      const held = document.elementFromPoint(x, y);
      const { port1, port2 } = new MessageChannel();
      const taken = [];
      for (let i = 0; i < count; i++) {
        // Before anything else in this frame; the message comes when it is painted.
        const frame = new Promise((resolve) =>
          requestAnimationFrame(() => {
            const began = performance.now();
            port1.onmessage = () => resolve(performance.now() - began);
            port2.postMessage(null);
          }),
        );
        const clientX = x + 60 * Math.sin((i + 1) / 12);
        const before = window.sublevel.state().shown.filtration;
        const start = performance.now();
        const event = { bubbles: true, clientX, clientY: y, pointerId: 1, buttons: 1 };
        held.dispatchEvent(new PointerEvent("pointermove", event));
        // What is drawn anew comes in microtasks.
        for (let wait = 0; wait < 10; wait++) await null;
        const scripted = performance.now() - start;
        const moved = window.sublevel.state().shown.filtration !== before;
        const painted = await frame;
        if (moved) taken.push(scripted + painted);
      }
      return taken;
    },
    [place, frames],
  );
  await page.mouse.up();
  return taken;
}

/** A tree of hubs and leaves like a discussion, with a few more edges, and values at random. */
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

/** A visitor who pays for every byte. */
export function saveData(page) {
  return page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
  );
}
