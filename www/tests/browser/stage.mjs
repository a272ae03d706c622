// Helpers for the learning page: the stage with graph, walk and bars, and the tools.

import assert from "node:assert/strict";
import { saveData } from "./support.mjs";

/** The learning page as opened by a link to the first example, without playback. */
export const LEARNING = { query: "#v=1&graph=path", ready: false, init: saveData, reducedMotion: "reduce" };
export const PHONE = { ...LEARNING, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const walkHandle = (page) => page.getByRole("slider", { name: /level filtration$/ });
export const vertex = (page, name) => page.getByRole("slider", { name: `Vertex ${name}`, exact: true });
export const sentence = (page) => page.locator(".stage-sentence");
export const where = (page) => page.locator(".stage-where");

/** β₀ and β₁ as displayed. */
export async function betti(page) {
  const numbers = await page.locator(".stage-counts dd").allInnerTexts();
  return numbers.map(Number);
}

/** The drawn bars from the top: name, pair, left and right end in pixels, and tooltip. */
export function drawnBars(page) {
  return page.locator(".stage-bar").evaluateAll((bars) =>
    bars.map((bar) => {
      const { left, right, y, height } = bar.querySelector(".stage-bar-shape").getBoundingClientRect();
      return {
        name: bar.querySelector(".stage-bar-name")?.textContent ?? "",
        pair: bar.querySelector(".stage-bar-pair")?.textContent ?? null,
        left,
        right,
        y: y + height / 2,
        lit: bar.classList.contains("lit"),
        title: bar.querySelector("title")?.textContent ?? "",
      };
    }),
  );
}

/** The bar that is born with this vertex. */
export async function barOf(page, name) {
  const bar = (await drawnBars(page)).find((drawn) => drawn.name === name);
  assert(bar, `no bar of ${name} is drawn`);
  return bar;
}

/** The values of the vertices, as screen readers read them. */
export async function values(page) {
  const told = await page
    .getByRole("slider", { name: /^Vertex / })
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute("aria-valuenow"))));
  return told.map((value) => Number(value.toFixed(6)));
}

/** The centre of the disc of a vertex, in pixels of the window. */
export async function placeOf(page, name) {
  const { x, y, width, height } = await vertex(page, name).locator(".stage-disc").boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** The position of a vertex on the canvas, near the middle of the axis, where a click selects it. */
export async function placeOnCanvas(page) {
  const { x, y, width, height } = await page.locator(".stage").boundingBox();
  for (let i = 0; i < 600; i++) {
    const place = { x: x + width / 2 + 8 * (i % 20), y: y + 50 + Math.floor(i / 20) * (height / 60) };
    await page.mouse.click(place.x, place.y);
    if (await page.evaluate(() => window.sublevel.state().view.selection !== null)) return place;
  }
  return assert.fail("no vertex can be selected by a click");
}

/** The x of a value on the axis, by two ticks. */
export async function axisX(page, value) {
  const ticks = await page.locator(".stage-axis g:has(> .stage-tick)").evaluateAll((all) =>
    all.map((tick) => ({
      value: Number(tick.querySelector("text").textContent),
      x: tick.querySelector("line").getBoundingClientRect().left,
    })),
  );
  const [first, last] = [ticks[0], ticks.at(-1)];
  return first.x + ((value - first.value) / (last.value - first.value)) * (last.x - first.x);
}

/** Focuses the element of the selector with the Tab key. */
export async function tabTo(page, selector, most = 150) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

export async function openTool(page, title) {
  await page.getByLabel("Tool", { exact: true }).selectOption({ label: title });
}

export async function showGraph(page, title) {
  await page.getByLabel("Graph", { exact: true }).first().selectOption({ label: title });
}

/** Waits until the next frame is painted. */
export function painted(page) {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** A touch from one point through the others, in pixels of the window. */
export async function touch(page, from, ...to) {
  const client = await page.context().newCDPSession(page);
  const send = (type, points) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(({ x, y }) => ({ x, y })),
    });
  await send("touchStart", [from]);
  // One move for each frame.
  for (const place of to) {
    await send("touchMove", [place]);
    await painted(page);
  }
  await send("touchEnd", []);
  await client.detach();
}

/** A drag with the mouse from one point through the others, with painted frames between them. */
export async function dragMouse(page, from, ...to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const place of to) {
    await page.mouse.move(place.x, place.y, { steps: 4 });
    await painted(page);
  }
  await page.mouse.up();
}

/** For a page whose clock counts frames: milliseconds of one. */
export const FRAME_MS = 16;

/**
 * Makes the clock of the page advance by `FRAME_MS` with each frame, so that an animation takes the same number of frames on a busy machine.
 * `window.frameCount()` returns the number of frames so far.
 */
export function countFrames(page) {
  return page.addInitScript((milliseconds) => {
    const { requestAnimationFrame } = window;
    let frame = 0;
    window.frameCount = () => frame;
    performance.now = () => frame * milliseconds;
    window.requestAnimationFrame = (callback) => requestAnimationFrame(() => callback(frame * milliseconds));
    requestAnimationFrame(function next() {
      frame += 1;
      requestAnimationFrame(next);
    });
  }, FRAME_MS);
}

/** Waits for this many frames of a page with `countFrames`. */
export async function untilFrames(page, count) {
  const end = (await page.evaluate(() => window.frameCount())) + count;
  await page.waitForFunction((wanted) => window.frameCount() >= wanted, end);
}
