// The reactions of the course to a learner: guesses, answers that play, edges by drag, undo, and the way back.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { browserOf, faultless, screenshotPath, untilAddressed, WITHOUT_GPU, withPage } from "./support.mjs";
import { lessonNamed, PATHS, untilCard, verdict } from "./course.mjs";
import {
  axisX,
  barOf,
  dragMouse,
  drawnBars,
  LEARNING,
  painted,
  PHONE,
  placeOf,
  sentence,
  tabTo,
  values,
  vertex,
  walkHandle,
  where,
} from "./stage.mjs";

const at = (lesson, number) => ({ ...LEARNING, query: `#v=1&lesson=${lesson}~${number}` });
const threshold = (page) => page.evaluate(() => window.sublevel.state().view.threshold);
const onward = (page) => page.locator(".lesson-buttons .primary");
const blocked = async (page) => (await onward(page).getAttribute("aria-disabled")) === "true";
const fillOf = async (page, name) =>
  page
    .locator(".stage-bar", { has: page.locator(`.stage-bar-name:text-is("${name}")`) })
    .locator(".stage-bar-shape")
    .evaluate((shape) => getComputedStyle(shape).fill);

/** Birth and death of the bars of the stage, by their places on its axis from 1 to 5; beyond its end is Infinity. */
async function drawnPairs(page) {
  await painted(page);
  const [first, last] = [await axisX(page, 1), await axisX(page, 5)];
  const value = (x) => Number((1 + (4 * (x - first)) / (last - first)).toFixed(1));
  const pairs = (await drawnBars(page)).map(({ left, right }) => [value(left), value(right)]);
  return pairs.map(([birth, death]) => [birth, death > 5 ? Infinity : death]);
}

/** The place of a point of the plane, in pixels of the window; its name is 8 px to the right and above. */
function pointAt(page, letter) {
  return page.locator(`.points-name:text-is("${letter}")`).evaluate((name) => {
    const { left, top } = name.ownerSVGElement.getBoundingClientRect();
    return { x: left + Number(name.getAttribute("x")) - 8, y: top + Number(name.getAttribute("y")) + 8 };
  });
}

describe("the course", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("answers every guess in the drawing, and shows the answer", async () => {
    for (const [name, word] of [
      ["a", /^No\. a is alone, but it was born at 1\./],
      ["d", /^Yes\. The component born at 2 is younger/],
    ]) {
      await withPage(browser, at("who-ends", 2), async (page) => {
        await untilCard(page, lessonNamed("who-ends"), 1);
        await vertex(page, "b").click();
        assert.match(await verdict(page), /^No\. b has not entered yet/);
        assert(await blocked(page), "no component was chosen");
        await vertex(page, name).click();
        assert.match(await verdict(page), word);
        assert(!(await blocked(page)), "a wrong guess counts, too");
        assert.equal(await threshold(page), 5);
        assert.equal((await barOf(page, "c")).pair, "(2, 5)");
        assert((await barOf(page, "c")).lit);
        await page.screenshot({ path: screenshotPath(`guess-${name}`) });
      });
    }
  });

  it("plays each answer, right or wrong, and the rest after it", async () => {
    await withPage(browser, { ...at("real-graphs", 4), reducedMotion: "no-preference" }, async (page) => {
      await untilCard(page, lessonNamed("real-graphs"), 3);
      for (const [choice, word] of [
        ["(6, 2)", /^No\./],
        ["(5, 2)", /^Yes\./],
      ]) {
        await page.getByRole("radio", { name: choice }).click();
        assert.match(await verdict(page), word);
        assert.equal(await page.evaluate(() => window.sublevel.state().view.playing), true);
        await page.waitForFunction(() => !window.sublevel.state().view.playing);
        await painted(page);
        assert.equal(await threshold(page), 2);
        assert((await barOf(page, "i")).lit);
      }
      // The next card ends the animation.
      await page.getByRole("radio", { name: "(6, 2)" }).click();
      await onward(page).click();
      await untilCard(page, lessonNamed("real-graphs"), 4);
      assert.equal(await threshold(page), null);
    });
  });

  it("draws an edge from the rim of a vertex, moves it from its middle, and undo restores all", async () => {
    await withPage(browser, at("small-pushes", 4), async (page) => {
      await untilCard(page, lessonNamed("small-pushes"), 3);
      const before = { values: await values(page), a: await placeOf(page, "a"), b: await placeOf(page, "b") };
      const { x, y } = before.a;
      await dragMouse(page, before.a, { x: x + 60, y: y + 40 });
      assert.notDeepEqual(await values(page), before.values);
      assert.notDeepEqual(await placeOf(page, "a"), before.a);
      assert.equal((await placeOf(page, "b")).y, before.b.y, "no other vertex moves up or down");
      assert(await blocked(page));
      await page.keyboard.press("Control+z");
      await painted(page);
      assert.deepEqual(await values(page), before.values);
      assert.deepEqual(await placeOf(page, "a"), before.a, "undo restores the height, too");

      const e = await placeOf(page, "e");
      const radius = (await vertex(page, "a").locator(".stage-disc").boundingBox()).width / 2;
      await dragMouse(page, { x, y: y + 0.85 * radius }, e);
      assert(!(await blocked(page)), "the edge from a to e is there");
      assert.deepEqual(await values(page), before.values);
      await page.screenshot({ path: screenshotPath("edge-drawn") });
      await faultless(page, "an edge drawn");
    });
  });

  it("forgets heights in the next lesson", async () => {
    await withPage(browser, at("pairs-jump", 1), async (page) => {
      await untilCard(page, lessonNamed("pairs-jump"), 0);
      const untouched = await placeOf(page, "a");
      await page.goto(new URL(at("small-pushes", 1).query, page.url()).href);
      await untilCard(page, lessonNamed("small-pushes"), 0);
      const a = await placeOf(page, "a");
      await dragMouse(page, a, { x: a.x, y: a.y + 40 });
      assert.notDeepEqual(await placeOf(page, "a"), a);
      await page.goto(new URL(at("pairs-jump", 1).query, page.url()).href);
      await untilCard(page, lessonNamed("pairs-jump"), 0);
      assert.deepEqual(await placeOf(page, "a"), untouched);
    });
  });

  it("keeps the colour of a component with its vertex", async () => {
    await withPage(browser, at("small-pushes", 4), async (page) => {
      await untilCard(page, lessonNamed("small-pushes"), 3);
      const colour = await fillOf(page, "c");
      await page.getByRole("button", { name: "Do it for me" }).click();
      await painted(page);
      assert.equal(await fillOf(page, "c"), colour);
    });
  });

  it("steps by buttons, and by arrow keys with the focus on a vertex", async () => {
    await withPage(browser, at("later-end", 1), async (page) => {
      await untilCard(page, lessonNamed("later-end"), 0);
      await page.getByRole("button", { name: "Step", exact: true }).click();
      assert.match(await where(page).innerText(), /^K1 of 5$/);
      await page.getByRole("button", { name: "Step back" }).click();
      assert.match(await sentence(page).innerText(), /^K⁰/);
      const before = await values(page);
      await tabTo(page, '[aria-label="Vertex a"]');
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      assert.match(await where(page).innerText(), /^K2 of 5$/);
      assert.deepEqual(await values(page), before, "arrow keys change f of a selected vertex only");
      assert(!(await blocked(page)));
    });
  });

  it("does not lock a card again whose task was done", async () => {
    const lesson = lessonNamed("later-end");
    await withPage(browser, at("later-end", 1), async (page) => {
      await untilCard(page, lesson, 0);
      assert(await blocked(page));
      await page.getByRole("button", { name: "Do it for me" }).click();
      await onward(page).click();
      await untilCard(page, lesson, 1);
      await page.goBack();
      await untilCard(page, lesson, 0);
      assert(!(await blocked(page)), "after Back");
      await untilAddressed(page);
      await page.reload();
      await untilCard(page, lesson, 0);
      await walkHandle(page).waitFor();
      assert(!(await blocked(page)), "after a reload");
    });
  });

  it("shows a blocked button as blocked, also under the pointer", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await withPage(browser, { ...at("later-end", 1), colorScheme }, async (page) => {
        await untilCard(page, lessonNamed("later-end"), 0);
        const colours = () =>
          onward(page).evaluate((button) => [
            getComputedStyle(button).color,
            getComputedStyle(button).backgroundColor,
          ]);
        const resting = await colours();
        await onward(page).hover();
        assert.deepEqual(await colours(), resting);
        await faultless(page, `a blocked button, ${colorScheme}`);
      });
    }
  });

  it("plays the animation of a tool for a clicker, which then goes on", async () => {
    for (const [lesson, number, pressed, played] of [
      ["landscape", 5, "Cut the tree into bars", "Join the bars into the tree"],
      ["pull", 4, "Start", "Stop"],
      ["one-gradient", 4, "Take one step", null],
    ]) {
      const { query } = at(lesson, number);
      await withPage(browser, { ...LEARNING, query: `${query}&present=1` }, async (page) => {
        const button = page.getByRole("button", { name: pressed, exact: true });
        await button.waitFor();
        const before = await values(page);
        await page.keyboard.press("PageDown");
        if (played) await page.getByRole("button", { name: played, exact: true }).waitFor();
        else assert.notDeepEqual(await values(page), before);
        await page.keyboard.press("PageDown");
        if (lesson !== "pull") await page.getByRole("article", { name: /, card [56] of / }).waitFor();
      });
    }
  });

  it("draws the bars of a learner below the graph, at its scale, until they are checked", async () => {
    for (const setup of [LEARNING, PHONE]) {
      await withPage(browser, { ...setup, query: at("who-ends", 3).query }, async (page) => {
        const press = (name) => page.getByRole("button", { name, exact: true }).click();
        await press("Add a bar");
        assert.deepEqual(await drawnPairs(page), [[1, Infinity]]);
        await tabTo(page, ".barcode-handle[aria-label^=Death]");
        await page.keyboard.press("ArrowLeft");
        assert.deepEqual(await drawnPairs(page), [[1, 5]]);
        await press("Check");
        await page.waitForFunction(() => document.querySelectorAll(".stage-bar").length === 2);
        assert.deepEqual((await drawnPairs(page)).sort(), [
          [1, Infinity],
          [2, 5],
        ]);
      });
    }
  });

  it("takes a click or a tap on a point as an answer, and a drag as none", async () => {
    for (const setup of [LEARNING, PHONE]) {
      await withPage(browser, { ...setup, query: at("pull", 2).query }, async (page) => {
        await page.locator(".points-plane").waitFor();
        const [c, g] = [await pointAt(page, "c"), await pointAt(page, "g")];
        await dragMouse(page, g, { x: g.x + 12, y: g.y });
        assert.equal(await blocked(page), true);
        if (setup === PHONE) await page.touchscreen.tap(c.x, c.y);
        else await page.mouse.click(c.x, c.y);
        assert.match(await verdict(page), /^Yes\. Where the discs of c, g and i meet/);
        assert.equal(await blocked(page), false);
      });
    }
  });

  it("asks without end in the exercises, by topic, and counts first answers", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await page.getByRole("button", { name: "Exercises", exact: true }).click();
      const score = page.locator(".lesson-card .lesson-meta").first();
      await page.getByRole("combobox", { name: "Topic" }).selectOption({ label: "Which component ends?" });
      for (const asked of [1, 2]) {
        await page.locator(".lesson-question h3", { hasText: "joins two components" }).waitFor();
        assert(await blocked(page));
        await page.locator(".lesson-choice").first().click();
        await painted(page);
        assert.match(await score.innerText(), new RegExp(`^\\d of ${asked} right$`));
        const before = await score.innerText();
        await page.locator(".lesson-choice").last().click();
        await painted(page);
        assert.equal(await score.innerText(), before, "only the first answer counts");
        await faultless(page, "an exercise");
        await onward(page).click();
        await painted(page);
        assert.equal(await verdict(page), "");
      }
      await page.waitForFunction(() => decodeURIComponent(location.hash).includes("lesson=exercises~4"));
      await page.reload();
      await page.getByRole("article", { name: /^Exercises/ }).waitFor();
      assert.match(await score.innerText(), /^\d of 2 right$/);
    });
  });

  it("lights the way from graph to answer lesson by lesson, and ends with a picture to keep", async () => {
    await withPage(browser, { query: "", ready: false, colorScheme: "dark" }, async (page) => {
      const way = page.getByRole("img", {
        name: /^The way of a model: graph, values f, bars, numbers, score, loss/,
      });
      const answer = (lessons) =>
        page.evaluate(
          (all) => {
            for (const question of all)
              window.sublevel.dispatch({ type: "answer", question, answer: { choice: 0, right: true } });
          },
          lessons.flatMap(({ id, cards }) => cards.map((_, card) => `${id}:${card}`)),
        );
      await way.waitFor();
      await answer(PATHS[0].slice(0, 3));
      await page.getByRole("img", { name: /You have seen: graph, values f\.$/ }).waitFor();
      await answer(PATHS[0].slice(3));
      await page.getByRole("heading", { name: "You made it" }).waitFor();
      await page.getByText(/^(\d+) of \1 questions right/).waitFor();
      await faultless(page, "the end of the course");
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Keep this as a picture" }).click();
      const picture = await readFile(await (await saved).path());
      assert.equal(picture.toString("latin1", 1, 4), "PNG");
    });
  });
});
