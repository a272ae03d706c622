// The quiz of the walk: which component ends, answered by mouse, keys and touch.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WORK_TIMEOUT } from "./limits.mjs";
import { browserOf, faultless, screenshotPath, WITHOUT_GPU, withPage } from "./support.mjs";
import {
  LEARNING,
  painted,
  PHONE,
  placeOf,
  sentence,
  showGraph,
  tabTo,
  walkHandle,
  where,
} from "./stage.mjs";

const at = (words, more = LEARNING) => ({ ...more, query: `#v=1&${words}` });
const asking = (page) => page.getByRole("switch", { name: /^Quiz me/ });
const choices = (page) => page.getByRole("group", { name: /^Which component / }).getByRole("button");
const score = (page) => page.locator(".ask-switch output").innerText();
const QUESTION = "At t = 3, b joins the components of a and c. Which one ends?";

/** The page shows the question at t = 3 without its answer. */
async function asked(page) {
  await page.getByText(QUESTION).waitFor();
  assert.equal(await where(page).innerText(), "K3 of 5");
  assert.equal(await sentence(page).getAttribute("aria-live"), "polite");
}

describe("the quiz of the walk", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("stops the walk, accepts an answer by mouse and continues", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await withPage(browser, { ...LEARNING, colorScheme }, async (page) => {
        await walkHandle(page).waitFor();
        await asking(page).click();
        await page.getByRole("button", { name: "Play", exact: true }).click();
        await page.getByText(QUESTION).waitFor({ timeout: WORK_TIMEOUT });
        await asked(page);
        await page.getByRole("button", { name: "Play", exact: true }).waitFor();
        await page.screenshot({ path: screenshotPath(`learn-asks-${colorScheme}`) });
        await faultless(page, `the walk asks, ${colorScheme}`);
        await choices(page).nth(1).click();
        assert.match(await sentence(page).innerText(), /^Yes\. t = 3: .*The younger one ends/);
        assert.equal(await score(page), "1 of 1 right");
        // The answer is not shown at other positions.
        await walkHandle(page).press("ArrowLeft");
        await walkHandle(page).press("ArrowLeft");
        assert.doesNotMatch(await sentence(page).innerText(), /Yes/);
      });
    }
  });

  it("accepts a click on a component or on one of its vertices", async () => {
    await withPage(browser, at("ask=1&graph=young-and-large&t=4"), async (page) => {
      await walkHandle(page).press("ArrowRight");
      await choices(page).first().waitFor();
      const hull = page.locator(".stage-hull").filter({ has: page.locator("line") });
      const line = await hull.locator("line").first().boundingBox();
      await page.mouse.click(line.x + line.width / 2, line.y + line.height / 2);
      assert.match(await sentence(page).innerText(), /^Yes\. t = 5: /);
      await walkHandle(page).press("ArrowLeft");
      await walkHandle(page).press("ArrowRight");
      const { x, y } = await placeOf(page, "a");
      await page.mouse.click(x, y);
      assert.match(await sentence(page).innerText(), /^No\. t = 5: /);
      assert.equal(await score(page), "1 of 2 right");
    });
  });

  it("accepts both kinds of keys, or shows the answer", async () => {
    await withPage(browser, at("t=-1"), async (page) => {
      await tabTo(page, ".ask-switch input");
      await page.keyboard.press("Space");
      await walkHandle(page).focus();
      await page.keyboard.press("End");
      await asked(page);
      await page.keyboard.press("ArrowRight");
      await asked(page);
      await page.keyboard.press("1");
      assert.match(await sentence(page).innerText(), /^No\. t = 3: /);
      await page.keyboard.press("ArrowRight");
      await page.getByText(/^At t = 4, d joins/).waitFor();
      await tabTo(page, ".ask-choices button:nth-of-type(2)");
      await page.keyboard.press("Enter");
      assert.match(await sentence(page).innerText(), /^Yes\. t = 4: /);
      assert.equal(await score(page), "1 of 2 right");
      assert(await walkHandle(page).evaluate((one) => one === document.activeElement), "the focus stays");
      await page.keyboard.press("Home");
      await page.keyboard.press("End");
      await tabTo(page, ".ask-choices .quiet");
      await page.keyboard.press("Enter");
      assert.match(await sentence(page).innerText(), /^t = 3: /);
      assert.equal(await score(page), "1 of 3 right");
    });
  });

  it("accepts touch", async () => {
    await withPage(browser, at("t=2", PHONE), async (page) => {
      await walkHandle(page).waitFor();
      await asking(page).tap();
      await page.getByRole("button", { name: "Play", exact: true }).tap();
      await page.getByText(QUESTION).waitFor({ timeout: WORK_TIMEOUT });
      await page.screenshot({ path: screenshotPath("learn-asks-phone") });
      await choices(page).nth(1).tap();
      assert.match(await sentence(page).innerText(), /^Yes\. t = 3: /);
      await walkHandle(page).press("ArrowRight");
      await page.getByText(/^At t = 4, d joins/).waitFor();
      const { x, y } = await placeOf(page, "a");
      await page.touchscreen.tap(x, y);
      await painted(page);
      assert.match(await sentence(page).innerText(), /^No\. t = 4: /);
      assert.equal(await score(page), "1 of 2 right");
    });
  });

  it("reports a tie instead of a question", async () => {
    await withPage(browser, at("ask=1&graph=tie&t=-1"), async (page) => {
      await walkHandle(page).press("End");
      assert.match(await sentence(page).innerText(), /^t = 2: .* either may end/);
      assert.equal(await choices(page).count(), 0);
    });
  });

  it("drops its question with another graph, and is off in a lesson", async () => {
    await withPage(browser, at("ask=1&t=2"), async (page) => {
      await walkHandle(page).press("ArrowRight");
      await asked(page);
      await showGraph(page, "A star");
      assert.equal(await choices(page).count(), 0);
      await page.getByRole("button", { name: "Start the lesson" }).click();
      await page.locator(".lesson-card").waitFor();
      assert.equal(await asking(page).count(), 0);
      await walkHandle(page).press("End");
      assert.match(await sentence(page).innerText(), /^t = /);
    });
  });
});
