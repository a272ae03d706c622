// The layout is stable: in all lessons, and during training.

import assert from "node:assert/strict";
import { describe, it, before, after } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import { launch, load, saveData, WITHOUT_GPU, withPage } from "./support.mjs";
import { COURSE, takeLesson, untilCard } from "./course.mjs";
import { forgetShifts, shifts, watchShifts } from "./reading.mjs";
import { LEARNING, painted } from "./stage.mjs";

const SIZES = { laptop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };
/** Errors if the training module is absent; the last lesson does not wait for it. */
const MISSING = /404|training engine/;
/** Minimum layout-shift score; a line of small text that moves by one letter has less. */
const LEAST = 0.002;
/** Elements that may move: edges below an opened form of a vertex, and text below the answer of a question. */
const ROOM_MADE = /^(editor-list|tool-panel|train-strip|lesson-notes)/;
/** The stage shrinks for a card that opens a tool or the training strip. */
const MAX_BY_TOOLS = 0.05;

describe("the layout is stable", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  const noticed = async (page) =>
    (await shifts(page)).filter(({ value, moved }) => value > LEAST && !ROOM_MADE.test(moved[0]));
  /** Shifts that the browser counts, to the third decimal: those without a recent key or click. */
  const unasked = (found) => found.filter(({ asked, value }) => !asked && value >= 0.0005);
  const sum = (found) => found.reduce((all, { value }) => all + value, 0);

  for (const [size, viewport] of Object.entries(SIZES)) {
    it(`during each lesson: ${size}`, async () => {
      const init = async (page) => {
        await saveData(page);
        await watchShifts(page);
      };
      for (const lesson of COURSE) {
        const query = `#v=1&lesson=${lesson.id}`;
        await withPage(browser, { ...LEARNING, init, viewport, query, tolerate: MISSING }, async (page) => {
          await untilCard(page, lesson, 0);
          await forgetShifts(page);
          const within = [];
          const counted = [];
          let between = 0;
          await takeLesson(
            page,
            lesson,
            async () => {
              await page.waitForTimeout(300); // a tool of the card appears
              between += sum(await shifts(page));
              counted.push(...unasked(await shifts(page)));
              await forgetShifts(page);
            },
            async (_, { id }, index) => {
              await painted(page);
              const found = await noticed(page);
              counted.push(...unasked(await shifts(page)));
              within.push(...found.map((shift) => ({ ...shift, card: `${id}~${index + 1}` })));
              await forgetShifts(page);
            },
          );
          assert.deepEqual(within, []);
          assert.deepEqual(counted, []);
          // On a phone cards have different lengths, which moves the content below.
          if (size === "laptop") assert(between < MAX_BY_TOOLS, `${lesson.id}: ${between} between cards`);
        });
      }
    });

    it(`during training: ${size}`, async () => {
      // The run does not end before it is paused.
      await withPage(browser, { viewport, init: watchShifts, query: "?epochs=1000" }, async (page) => {
        await load(page, { graph: 3 });
        const tab = page.getByRole("tab", { name: "Train", exact: true });
        if (await tab.isVisible()) await tab.click();
        await page.waitForTimeout(1500); // the layout settles
        await forgetShifts(page);
        await page.getByRole("button", { name: "Train", exact: true }).click();
        await page.waitForFunction(() => window.sublevel.state().run?.epochs.length >= 12, null, {
          timeout: WORK_TIMEOUT,
        });
        await page.getByRole("button", { name: "Pause", exact: true }).first().click();
        await page.waitForTimeout(600);
        assert.deepEqual(await noticed(page), []);
        assert.deepEqual(unasked(await shifts(page)), []);
      });
    });

    it(`at the end of a run: ${size}`, async () => {
      await withPage(browser, { viewport, init: watchShifts }, async (page) => {
        await load(page, { graph: 3 });
        const tab = page.getByRole("tab", { name: "Train", exact: true });
        if (await tab.isVisible()) await tab.click();
        await page.evaluate(() => void window.sublevel.train({ epochs: 20 }));
        await page.waitForFunction(() => window.sublevel.state().run?.epochs.length >= 2);
        await page.waitForTimeout(600); // the layout settles
        await forgetShifts(page);
        await page.waitForFunction(() => window.sublevel.state().run.phase === "finished", null, {
          timeout: WORK_TIMEOUT,
        });
        await page.waitForTimeout(600);
        assert.deepEqual(unasked(await shifts(page)), []);
      });
    });
  }
});
