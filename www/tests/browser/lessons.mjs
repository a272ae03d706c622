// The course: all lessons by keyboard, on a laptop, on a phone and in a lecture, in both themes.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  contrasting,
  faultless,
  reopen,
  saveData,
  screenshotPath,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";
import {
  acceptedOf,
  answer,
  BY_KEYS,
  BY_MOUSE,
  card,
  clickThrough,
  COURSE,
  goOn,
  LATER_END,
  lessonNamed,
  openDeeper,
  PATHS,
  takeLesson,
  untilCard,
} from "./course.mjs";
import { forgetShifts, noticed, readable, shifts, unasked, watchShifts } from "./reading.mjs";
import { LEARNING, painted, tabTo, walkHandle } from "./stage.mjs";

const SIZES = {
  laptop: { by: BY_KEYS, viewport: { width: 1280, height: 720 } },
  phone: { by: BY_MOUSE, viewport: { width: 390, height: 844 } },
};
/** The stage shrinks for a card or an answer that opens a tool or the training strip. */
const MAX_BY_TOOLS = { laptop: 0.05, phone: 0.1 };
/** The actions of cards that show a part of the page which appears later. */
const OPENS = /"type":"(tool|data|points)"/;
const tool = (page) => page.evaluate(() => window.sublevel.state().view.tool);

/** The progress of a lesson in the list. The mouse requests the answers of unseen graphs and of bars to draw, which then do not count as right. */
function progressOf({ cards }, by) {
  const path = cards.filter(({ deeper }) => !deeper);
  const questions = path.filter((card) => card.question).length;
  // The mouse lets the page answer these.
  const others = path.filter((card) => card.transfer ?? card.computed ?? card.wait?.guess).length;
  return `done, ${by === BY_KEYS ? questions + others : questions} of ${questions + others} right`;
}

describe("the course", () => {
  const browser = browserOf(WITHOUT_GPU);

  const opened = (more) => ({ ...LEARNING, init: saveData, ...more });

  for (const [size, { by, viewport }] of Object.entries(SIZES)) {
    it(`can be completed ${by === BY_KEYS ? "by keyboard" : "with the mouse"}, in a stable layout: ${size}`, async () => {
      const init = async (page) => {
        await saveData(page);
        await watchShifts(page);
      };
      await withPage(browser, { ...LEARNING, init, viewport }, async (page) => {
        await walkHandle(page).waitFor();
        await tabTo(page, ".welcome .primary");
        await page.keyboard.press("Enter");
        let toolBefore = null;
        const look = async (_, { id, cards }, index) => {
          if (OPENS.test(JSON.stringify(cards[index].do))) await page.waitForTimeout(300);
          const arrived = await shifts(page);
          if (index > 0) {
            assert.deepEqual(unasked(arrived), [], `${id}, at card ${index + 1}`);
            const moved = arrived.reduce((all, { value }) => all + value, 0);
            // On a phone cards have different lengths, which moves the content below.
            if (size === "laptop")
              assert(moved < MAX_BY_TOOLS.laptop, `${id}, at card ${index + 1}: ${moved}`);
          }
          await readable(page, 12, `${id}, card ${index + 1}`);
          if (index === 0) {
            await page.screenshot({ path: screenshotPath(`lesson-${id}-${size}`) });
            await faultless(page, `${id}, ${size}`);
            await page.emulateMedia({ colorScheme: "dark" });
            await painted(page);
            await page.screenshot({ path: screenshotPath(`lesson-${id}-${size}-dark`) });
            await contrasting(page, `${id}, ${size}, dark`);
            await page.emulateMedia({ colorScheme: "light" });
            await painted(page);
          }
          toolBefore = await tool(page);
          await forgetShifts(page);
        };
        const leave = async (_, { id }, index) => {
          await painted(page);
          const found = await shifts(page);
          const byTool = toolBefore !== (await tool(page)) ? MAX_BY_TOOLS[size] : 0;
          const other = noticed(found).filter(({ value }) => value >= byTool);
          assert.deepEqual(other, [], `${id}, card ${index + 1}`);
          assert.deepEqual(unasked(found), [], `${id}, card ${index + 1}`);
          await forgetShifts(page);
        };
        for (const [i, path] of PATHS.entries()) {
          if (i > 0) await openDeeper(page);
          for (const lesson of path) await takeLesson(page, lesson, { look, leave, by });
          await page.locator(".lesson-course").waitFor();
        }
        const progress = page.locator(".lesson-entry-progress");
        const said = COURSE.map((lesson) => progressOf(lesson, by));
        assert.deepEqual(await progress.allTextContents(), said);
        // The address is updated later.
        await page.waitForFunction(() => !location.hash.includes("lesson="));
        await page.reload();
        await progress.first().waitFor();
        assert.deepEqual(await progress.allTextContents(), said, "after a reload");
      });
    });
  }

  it("can be presented with a clicker", async () => {
    await withPage(browser, opened({ query: `#v=1&present=1&lesson=${COURSE[0].id}` }), async (page) => {
      for (const [i, path] of PATHS.entries()) {
        if (i > 0) await openDeeper(page);
        for (const lesson of path) {
          await clickThrough(page, lesson, async (_, { id }, index) => {
            await readable(page, 20, `${id}, card ${index + 1}`, ".lesson-card, .stage, .stage-sentence");
            if (index === 0) await page.screenshot({ path: screenshotPath(`lesson-${id}-present`) });
          });
        }
        await page.locator(".lesson-course").waitFor();
      }
      await faultless(page, "the course, presented");
      await page.emulateMedia({ colorScheme: "dark" });
      await faultless(page, "the course, presented, dark");
    });
  });

  it("goes back with a clicker, and hides an answer until the next click", async () => {
    const { id } = LATER_END;
    await withPage(browser, opened({ query: `#v=1&present=1&lesson=${id}~3` }), async (page) => {
      await untilCard(page, LATER_END, 2);
      const verdict = page.locator(".lesson-verdict");
      assert.equal(await verdict.innerText(), "");
      await page.keyboard.press("PageDown");
      await painted(page);
      assert.match(await verdict.innerText(), /^Correct answer\./);
      await page.keyboard.press("PageUp");
      await untilCard(page, LATER_END, 1);
      await page.keyboard.press("PageDown");
      await page.keyboard.press("PageDown");
      await untilCard(page, LATER_END, 2);
      assert.equal(await verdict.innerText(), "", "also after it was shown before");
    });
  });

  it("keeps an unseen graph and its answer until the user requests another one", async () => {
    const lesson = LATER_END;
    const last = lesson.cards.length - 1;
    await withPage(browser, opened({ query: `#v=1&lesson=${lesson.id}~${last + 1}` }), async (page) => {
      await untilCard(page, lesson, last);
      const seen = () =>
        card(page)
          .getByText(/^New graph \d+$/)
          .innerText();
      const verdict = page.locator(".lesson-verdict");
      const thereAndBack = async () => {
        await page.keyboard.press("[");
        await untilCard(page, lesson, last - 1);
        const doIt = page.getByRole("button", { name: /^(Do it for me|Show me)$/ });
        if ((await doIt.count()) > 0) await doIt.first().click();
        await page.keyboard.press("]");
        await untilCard(page, lesson, last);
      };
      const first = await seen();
      const [right] = await acceptedOf(page);
      assert(await answer(page, right));
      await thereAndBack();
      assert.equal(await seen(), first);
      assert.match(await verdict.innerText(), /^Yes\./);
      await page.getByRole("button", { name: "Another new graph" }).click();
      const second = await seen();
      assert.equal(await verdict.innerText(), "");
      await thereAndBack();
      assert.equal(await seen(), second);
    });
  });

  it("opens at any card by a link, and updates the link", async () => {
    const second = lessonNamed("who-ends");
    await withPage(browser, opened({}), async (page) => {
      for (const lesson of COURSE.filter(({ cards }) => cards.at(-1).transfer)) {
        const index = lesson.cards.length - 1;
        await reopen(page, `#v=1&lesson=${lesson.id}~${index + 1}`);
        await untilCard(page, lesson, index);
        assert.equal((await acceptedOf(page)).length, 1);
      }
      await reopen(page, `#v=1&lesson=${second.id}`);
      await untilCard(page, second, 0);
      await page.locator(".lesson-wait button").click();
      await goOn(page);
      await untilCard(page, second, 1);
      const link = await page.evaluate(() => window.sublevel.link());
      assert.match(link, new RegExp(`lesson=${second.id}`));
      await page.goto("about:blank");
      await page.goto(link);
      await untilCard(page, second, 1);
    });
  });
});
