// Every card of the course in windows of all kinds: question, answers, explanation, task and stage are in sight without scrolling, and an
// answer moves none of them.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserOf, resize, show, WITHOUT_GPU, withPage } from "./support.mjs";
import { COURSE, untilCard } from "./course.mjs";
import { LEARNING, painted, PHONE, walkHandle } from "./stage.mjs";

/**
 * The walks through the course. The answer to a card is given in the last window of a walk, the smallest one, and the others have it resized.
 * `scrolls`: in a smaller window, the text of a card can scroll above its question. `late`: also a long explanation, after the answer.
 */
const WINDOWS = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1280, height: 720 },
];
const WALKS = {
  "on a computer": { windows: WINDOWS },
  "on a projector": { query: "#v=1&graph=path&present=1", windows: WINDOWS },
  "on a phone": { ...PHONE, windows: [PHONE.viewport], scrolls: true },
  "on a laptop at 200 %": { windows: [{ width: 640, height: 360 }], scrolls: true, late: true },
};
/** The least height of the stage, in pixels. */
const MIN_STAGE = 90;

/** The parts of a card that are not completely in sight, and the places of all parts. */
function seen(page, reads) {
  return page.evaluate(
    ({ reads, least }) => {
      const hidden = [];
      const places = {};
      const clipOf = (element) => {
        let [top, bottom, left, right] = [0, innerHeight, 0, innerWidth];
        for (let parent = element.parentElement; parent; parent = parent.parentElement) {
          const { display, overflowY } = getComputedStyle(parent);
          if (display === "contents" || overflowY === "visible") continue;
          const box = parent.getBoundingClientRect();
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        }
        return { top, bottom, left, right };
      };
      const look = (name, element) => {
        const box = element.getBoundingClientRect();
        if (box.width === 0 && box.height === 0) return;
        places[name] = [box.left, box.top, box.width, box.height].map(Math.round).join(" ");
        const clip = clipOf(element);
        const inside =
          box.top >= clip.top - 1 &&
          box.bottom <= clip.bottom + 1 &&
          box.left >= clip.left - 1 &&
          box.right <= clip.right + 1;
        if (!inside) hidden.push(`${name} at ${places[name]}`);
      };
      const all = (selector) => [...document.querySelectorAll(selector)];
      all(
        ".lesson-question h3, .lesson-choice, .lesson-wait p, .lesson-buttons .button, .lesson-card .switch, .barcode-entry",
      ).forEach((element, i) => look(`${element.classList[0] ?? element.tagName} ${i}`, element));
      all(".lesson-verdict-room").forEach((element) => look("room for an explanation", element));
      all(".lesson-verdict:not(:empty)").forEach((element) => look("explanation", element));
      all(".stage-drawing").forEach((element) => look("stage", element));
      const stage = document.querySelector(".stage-drawing");
      if (!stage || stage.getBoundingClientRect().height < least) hidden.push(`a stage of ${least} px`);
      const read = document.querySelector(".lesson-read");
      if (reads && read.scrollHeight > read.clientHeight + 1) hidden.push("a part of the text");
      // An answer changes these texts.
      const kept = Object.entries(places).filter(([name]) => !/explanation$|^P /.test(name));
      return { hidden, places: Object.fromEntries(kept) };
    },
    { reads, least: MIN_STAGE },
  );
}

/** Opens a card and waits for its stage; that of the points is fetched when it opens. */
async function openCard(page, lesson, card) {
  await show(page, { lesson: { lesson: lesson.id, card } });
  await untilCard(page, lesson, card);
  await page.locator(".stage-drawing").first().waitFor();
  await painted(page);
}

describe("a card", () => {
  const browser = browserOf(WITHOUT_GPU);

  for (const [where, { windows, scrolls = false, late = false, ...context }] of Object.entries(WALKS)) {
    it(`shows its question, its answers, their explanations and the stage without scrolling ${where}`, async () => {
      await withPage(browser, { ...LEARNING, viewport: windows[0], ...context }, async (page) => {
        await walkHandle(page).waitFor();
        const faults = [];
        /** Looks at a card in the windows in this order; `before` are the places of its parts, where an answer must not move them. */
        const look = async (name, order, before = null) => {
          const found = {};
          for (const window of order) {
            const size = `${window.width} × ${window.height}`;
            if (page.viewportSize().width !== window.width) await resize(page, window);
            const { hidden, places } = await seen(page, !scrolls);
            const isLater = (what) => (before ? !what.startsWith("explanation") : what.startsWith("room"));
            const meant = hidden.filter((what) => !late || !isLater(what));
            faults.push(...meant.map((what) => `${name}, ${size}: ${what}`));
            const kept = before?.[size] ?? {};
            const moved = Object.keys(kept).filter((part) => kept[part] !== places[part]);
            if (moved.length > 0) faults.push(`${name}, ${size}: the answer moves ${moved.join(", ")}`);
            found[size] = places;
          }
          return found;
        };
        for (const lesson of COURSE) {
          for (const [index, card] of lesson.cards.entries()) {
            await openCard(page, lesson, index);
            const name = `${lesson.id}, card ${index + 1}`;
            const places = await look(name, windows);
            // The place of the longest explanation is free before the answer, so one answer is enough.
            const guess = card.wait?.guess;
            const answer = guess
              ? page.getByRole("button", { name: "Do it for me" })
              : page.locator(".lesson-choice").last();
            if ((await answer.count()) > 0) {
              await answer.click();
              await painted(page);
              // A tool that an answer opens takes a part of the window, which is its purpose.
              const opens =
                card.transfer || /"type":\s?"tool"/.test(JSON.stringify((guess ?? card.question).reveal));
              await look(`${name}, answered`, windows.toReversed(), opens || late ? {} : places);
            }
          }
        }
        assert.equal(faults.join("\n"), "");
      });
    });
  }
});
