// Every card of the course in the smallest windows: question, answers, explanation, task and stage are in sight without scrolling, and an
// answer moves none of them.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserOf, WITHOUT_GPU, withPage } from "./support.mjs";
import { COURSE, untilCard } from "./course.mjs";
import { LEARNING, painted, walkHandle } from "./stage.mjs";

/**
 * A card that fits into `small` fits into every larger window. `zoomed` is a laptop at 200 %. `reads`: the text of a card fits, too; in a
 * smaller window it can scroll above the question. `scrolls`: the card scrolls to a long explanation.
 */
const SIZES = {
  small: { viewport: { width: 1280, height: 720 }, reads: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reads: false },
  zoomed: { viewport: { width: 640, height: 360 }, reads: false, scrolls: true },
};
/** The least height of the stage, in pixels. */
const MIN_STAGE = 90;

/** The parts of a card that are not completely in sight, and the places of all parts. */
function seen(page, { reads, least }) {
  return page.evaluate(
    ({ reads, least }) => {
      const hidden = [];
      const places = {};
      const clipOf = (element) => {
        let [top, bottom, left, right] = [0, innerHeight, 0, innerWidth];
        for (let parent = element.parentElement; parent; parent = parent.parentElement) {
          if (getComputedStyle(parent).overflowY === "visible") continue;
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
    { reads, least },
  );
}

describe("a card", () => {
  const browser = browserOf(WITHOUT_GPU);

  for (const [size, { reads, scrolls = false, ...context }] of Object.entries(SIZES)) {
    it(`shows its question, its answers, their explanations and the stage without scrolling: ${size}`, async () => {
      await withPage(browser, { ...LEARNING, ...context }, async (page) => {
        await walkHandle(page).waitFor();
        const faults = [];
        const check = async (name, before) => {
          const { hidden, places } = await seen(page, { reads, least: MIN_STAGE });
          // A long explanation scrolls the card of the smallest window, after the answer.
          const meant = hidden.filter(
            (what) =>
              !scrolls ||
              (name.endsWith("answered") ? what.startsWith("explanation") : !what.startsWith("room")),
          );
          faults.push(...meant.map((what) => `${name}: ${what}`));
          const moved = Object.keys(before ?? {}).filter((part) => before[part] !== places[part]);
          if (moved.length > 0) faults.push(`${name}: the answer moves ${moved.join(", ")}`);
          return places;
        };
        for (const lesson of COURSE) {
          for (const [index, card] of lesson.cards.entries()) {
            await page.evaluate(
              (place) => window.sublevel.dispatch({ type: "view", change: { lesson: place } }),
              { lesson: lesson.id, card: index },
            );
            await untilCard(page, lesson, index);
            // The stage of the points is fetched when it opens.
            await page.locator(".stage-drawing").first().waitFor();
            await painted(page);
            const name = `${lesson.id}, card ${index + 1}`;
            const places = await check(name);
            // The place of the longest explanation is free before the answer, so one answer is enough.
            const choices = page.locator(".lesson-choice");
            if ((await choices.count()) > 0) {
              await choices.last().click();
              await painted(page);
              // A tool that an answer opens takes a part of the window, which is its purpose.
              const opens = card.transfer || /"type":\s?"tool"/.test(JSON.stringify(card.question.reveal));
              await check(`${name}, answered`, opens || scrolls ? null : places);
            }
          }
        }
        assert.deepEqual(faults, []);
      });
    });
  }
});
