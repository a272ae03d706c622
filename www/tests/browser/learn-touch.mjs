// The learning page by touch: controls other than the walk, the vertices and the bars, which other suites test.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import { browserOf, screenshotPath, WITHOUT_GPU, withPage } from "./support.mjs";
import { COURSE, lessonNamed, untilCard, verdict } from "./course.mjs";
import { betti, drawnBars, painted, PHONE, sentence, touch, values, walkHandle, where } from "./stage.mjs";

const at = (words) => ({ ...PHONE, query: `#v=1&${words}` });
const button = (page, name) => page.getByRole("button", { name, exact: true });

async function middleOf(target) {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await target.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Drags by this many pixels; the page must not scroll. */
async function pull(page, target, by) {
  const from = await middleOf(target);
  // The drag can change the number of elements, such as the ticks of an axis.
  const scrolled = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("*")].map((one) => one.scrollTop).filter((top) => top !== 0),
    );
  const before = await scrolled();
  const along = (share) => ({ x: from.x + share * by.x, y: from.y + share * by.y });
  await touch(page, from, along(0.4), along(0.7), along(1));
  await painted(page);
  assert.deepEqual(await scrolled(), before, "a drag scrolls nothing");
}

describe("touch on the stage", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("plays, pauses and changes the direction", async () => {
    await withPage(browser, at("graph=star"), async (page) => {
      await walkHandle(page).waitFor();
      await button(page, "Play").tap();
      await button(page, "Pause").tap();
      assert.match(await where(page).innerText(), /^K\d of 4$/);
      await page.getByRole("radio", { name: "Superlevel", exact: true }).tap();
      await page.getByRole("slider", { name: "Superlevel filtration" }).waitFor();
      await page.getByRole("radio", { name: "Sublevel", exact: true }).tap();
      await page.getByRole("slider", { name: "Sublevel filtration" }).waitFor();
    });
  });

  it("uses the View menu, which a tap beside it closes", async () => {
    await withPage(browser, at("graph=wheel"), async (page) => {
      await walkHandle(page).waitFor();
      await button(page, "View").tap();
      await page.getByRole("switch", { name: "Fill the triangles" }).tap();
      assert.deepEqual(await betti(page), [1, 0]);
      await page.getByRole("switch", { name: "Fill the triangles" }).tap();
      assert.deepEqual(await betti(page), [1, 4]);
      await page.getByLabel("Extended persistence: every bar ends").tap();
      for (const { title } of await drawnBars(page)) assert.doesNotMatch(title, /never ends/);
      await page.getByRole("radio", { name: "Free layout" }).tap();
      await page.waitForFunction(() => window.sublevel.state().view.placement === "free");
      await page.screenshot({ path: screenshotPath("touch-view") });
      await page.touchscreen.tap(5, 5);
      await page.getByText("Free layout").waitFor({ state: "hidden" });
    });
  });
});

describe("touch in the tools", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("enters values and measures from here", async () => {
    await withPage(browser, at("tool=values"), async (page) => {
      const field = page.getByRole("spinbutton", { name: "Value of c" });
      await field.tap();
      assert(await field.evaluate((one) => one === document.activeElement));
      await page.keyboard.type("2.5");
      assert.equal((await values(page))[2], 2.5);
      assert.equal(await page.locator(".gauge-number").first().innerText(), "0.5");
      await button(page, "Measure from here").tap();
      assert.equal(await page.locator(".gauge-number").first().innerText(), "0");
      await button(page, "Close values and stability").tap();
      await field.waitFor({ state: "detached" });
    });
  });

  it("selects a tie rule, and highlights the bar of a tapped row", async () => {
    await withPage(browser, at("graph=tie&tool=slopes"), async (page) => {
      const slopes = page.locator(".diverging-number");
      await page.getByRole("radio", { name: "Mean", exact: true }).tap();
      assert.deepEqual(await slopes.allInnerTexts(), ["−0.5", "+1", "−0.5"]);
      await page.getByRole("radio", { name: "Reversed", exact: true }).tap();
      assert.deepEqual(await slopes.allInnerTexts(), ["−1", "+1"]);
      await page.locator(".owner").first().tap();
      assert.equal((await drawnBars(page)).filter(({ lit }) => lit).length, 1);
      await button(page, "Close ties and slopes").tap();
      await slopes.first().waitFor({ state: "detached" });
    });
  });

  it("drags the radius of the hat", async () => {
    await withPage(browser, at("tool=hat&hat=2~3~1"), async (page) => {
      const radius = page.getByRole("slider", { name: "Radius of the hat" });
      await pull(page, radius, { x: 30, y: 0 });
      assert(Number(await radius.getAttribute("aria-valuenow")) > 1);
      await page.locator(".diverging-row").first().tap();
      assert.equal((await drawnBars(page)).filter(({ lit }) => lit).length, 1);
    });
  });

  it("steps through the reduction", async () => {
    await withPage(browser, at("tool=reduction"), async (page) => {
      const count = page.locator(".step-count");
      await button(page, "Next step").tap();
      await button(page, "Next step").tap();
      await button(page, "Previous step").tap();
      assert.match(await count.innerText(), /^step 1 of /);
      await button(page, "Last step").tap();
      await page.getByText(/^Done. Persistence pairs/).waitFor();
      await page.getByRole("radio", { name: "In rounds", exact: true }).tap();
      await button(page, "Next round").tap();
      assert.match(await count.innerText(), /^round 1 of /);
    });
  });

  it("adds and removes vertices and edges, and undoes it", async () => {
    await withPage(browser, at("tool=edit"), async (page) => {
      const size = () =>
        page.evaluate(() => {
          const { graph } = window.sublevel.state().shown;
          return [graph.vertices, graph.edges.length / 2];
        });
      await button(page, "Add vertex").tap();
      assert.deepEqual(await size(), [6, 4]);
      await button(page, "Add edge").tap();
      assert.deepEqual(await size(), [6, 5]);
      await page
        .getByRole("button", { name: /^Remove edge/ })
        .first()
        .tap();
      assert.deepEqual(await size(), [6, 4]);
      await button(page, "Remove vertex").tap();
      assert.deepEqual(await size(), [5, 4]);
      for (const expected of [
        [6, 4],
        [6, 5],
        [6, 4],
        [5, 4],
      ]) {
        await button(page, "Undo").tap();
        assert.deepEqual(await size(), expected);
      }
      assert(await button(page, "Undo").isDisabled());
    });
  });
});

describe("touch in the course", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("starts, answers and leaves a lesson", async () => {
    const [lesson] = COURSE;
    await withPage(browser, PHONE, async (page) => {
      await button(page, "Start the lesson").tap();
      for (const [index, card] of lesson.cards.entries()) {
        await untilCard(page, lesson, index);
        if (index === 0) {
          await page.locator(".lesson-term").first().tap();
          await page.locator(".popover-text").filter({ visible: true }).first().waitFor();
          await page.touchscreen.tap(5, 5);
        }
        if (card.wait) await button(page, "Do it for me").tap();
        if (card.question) {
          const wrong = card.question.choices.findIndex(({ right }) => !right);
          const right = card.question.choices.findIndex((choice) => choice.right);
          await page.locator(".lesson-choice").nth(wrong).tap();
          assert.match(await verdict(page), /^No\./);
          await page.locator(".lesson-choice").nth(right).tap();
          assert.match(await verdict(page), /^Yes\./);
        }
        if (card.transfer) {
          await button(page, "Show me").tap();
          assert.match(await verdict(page), /^Correct answer\./);
        }
        await page.locator(".lesson-buttons .primary").tap();
      }
      await untilCard(page, COURSE[1], 0);
      await button(page, "All lessons").first().tap();
      await page.locator(".lesson-course").waitFor();
    });
  });

  it("selects the component that ends by a tap on its hull", async () => {
    await withPage(browser, at("lesson=who-ends~2"), async (page) => {
      await untilCard(page, lessonNamed("who-ends"), 1);
      const next = page.locator(".lesson-buttons .primary");
      assert.equal(await next.getAttribute("aria-disabled"), "true");
      const hulls = page.locator(".stage-hull");
      await hulls.first().scrollIntoViewIfNeeded();
      // Beside the discs: on the edge from c to d.
      const place = await hulls.nth(1).evaluate((hull) => {
        const line = hull.querySelector("line").getBoundingClientRect();
        return { x: line.left + line.width / 2, y: line.top + line.height / 2 };
      });
      await page.touchscreen.tap(place.x, place.y);
      await painted(page);
      assert.equal(await next.getAttribute("aria-disabled"), "false");
    });
  });

  it("trains, and goes to an earlier epoch and back", async () => {
    const tablet = { ...at("lesson=learn-the-order~3"), viewport: { width: 1024, height: 768 } };
    await withPage(browser, tablet, async (page) => {
      await button(page, "Do it for me").tap();
      await page.waitForFunction(() => window.sublevel.state().run?.epochs.length >= 2, null, {
        timeout: WORK_TIMEOUT,
      });
      await page.locator(".train-strip").getByRole("button", { name: "Pause" }).tap();
      const timeline = page.getByRole("slider", { name: "Epoch whose weights are shown" });
      await timeline.scrollIntoViewIfNeeded();
      const { x, y, height } = await timeline.boundingBox();
      await page.touchscreen.tap(x + 3, y + height / 2);
      await page.getByText("before training").waitFor();
      assert.equal(await page.evaluate(() => window.sublevel.state().view.epoch), 0);
      await button(page, "Now").tap();
      await page.getByText("of now").waitFor();
      await page.screenshot({ path: screenshotPath("touch-train") });
      assert.match(await sentence(page).innerText(), /^t = /);
    });
  });
});
