// Checks of readability: size of text, width of the page, layout shifts.

import assert from "node:assert/strict";

/** Records the layout shifts of the page. */
export function watchShifts(page) {
  return page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources, hadRecentInput } of list.getEntries()) {
        // A text is named by its element.
        const moved = sources.map(({ node }) => {
          const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
          return element?.getAttribute("class") ?? element?.nodeName;
        });
        if (value > 0) window.shifts.push({ value, moved, asked: hadRecentInput });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The recorded shifts, including those right after a key or a click. */
export const shifts = (page) => page.evaluate(() => window.shifts);

export const forgetShifts = (page) => page.evaluate(() => void (window.shifts.length = 0));

/** Minimum layout-shift score; a line of small text that moves by one letter has less. */
const LEAST = 0.002;
/** Elements that may move: edges below an opened form of a vertex, and text below the answer of a question. */
const ROOM_MADE = /^(editor-list|tool-panel|train-strip|lesson-notes|lesson-verdict)/;

/** The shifts that a reader notices. */
export const noticed = (found) =>
  found.filter(({ value, moved }) => value > LEAST && !ROOM_MADE.test(moved[0]));

/** Shifts that the browser counts, to the third decimal: those without a recent key or click. */
export const unasked = (found) => found.filter(({ asked, value }) => !asked && value >= 0.0005);

/** Fails if a text within is smaller than `least` pixels, or the page is wider than the window. */
export async function readable(page, least, where, within = "body") {
  const { small, wide } = await page.evaluate(
    ([least, within]) => {
      const small = new Set();
      for (const root of document.querySelectorAll(within)) {
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const { data, parentElement } = texts.currentNode;
          if (data.trim() === "" || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
          if (parentElement.closest("title, option, .visually-hidden, script, style")) continue;
          const { width, height } = parentElement.getBoundingClientRect();
          const size = Number.parseFloat(getComputedStyle(parentElement).fontSize);
          if (width > 1 && height > 1 && size < least) {
            small.add(
              `${size}px: ${data.trim().slice(0, 40)} (${parentElement.getAttribute("class") ?? parentElement.tagName})`,
            );
          }
        }
      }
      const wide = document.documentElement.scrollWidth - innerWidth;
      return { small: [...small], wide };
    },
    [least, within],
  );
  assert.deepEqual(small, [], `${where}: text smaller than ${least} px`);
  assert(wide <= 0, `${where}: ${wide} px wider than the window`);
}

/** Fails if a label of the stage is cut off, or a tool covers the stage. */
export async function wholeStage(page, where) {
  const cut = await page.evaluate(() => {
    const stage = document.querySelector(".stage").getBoundingClientRect();
    const outside = [...document.querySelectorAll(".stage svg text")].filter((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return left < stage.left || right > stage.right || top < stage.top || bottom > stage.bottom;
    });
    const { left, right, top, bottom } = document.querySelector(".stage-panel").getBoundingClientRect();
    const over = [...document.querySelectorAll(".tool-panel, .train-strip")].filter((tool) => {
      const box = tool.getBoundingClientRect();
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    });
    return [...outside.map(({ textContent }) => textContent), ...over.map(({ className }) => className)];
  });
  assert.deepEqual(cut, [], `${where}: cut off or covered`);
}
