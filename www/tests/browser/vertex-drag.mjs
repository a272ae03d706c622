// Dragging a vertex by mouse, touch and keys changes its value and the bars.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserOf, pixels, screenshotPath, showDiscussion, WITHOUT_GPU, withPage } from "./support.mjs";
import {
  axisX,
  barOf,
  dragMouse,
  drawnBars,
  LEARNING,
  painted,
  PHONE,
  placeOf,
  placeOnCanvas,
  sentence,
  tabTo,
  touch,
  values,
  vertex,
  walkHandle,
  where,
} from "./stage.mjs";

const FIRST = [1, 3, 2, 4, 1.5];

describe("a dragged vertex", () => {
  const browser = browserOf(WITHOUT_GPU);

  const undo = (page) => page.getByRole("button", { name: "Undo", includeHidden: true });

  /** The initial values, and nothing to undo. */
  async function untouched(page) {
    assert.deepEqual(await values(page), FIRST);
    assert.equal(await undo(page).isDisabled(), true);
  }

  /** The change is one entry of the history. */
  async function undoneAtOnce(page) {
    await page.keyboard.press("Control+z");
    await untouched(page);
    await page.keyboard.press("Control+Shift+z");
    assert.notDeepEqual(await values(page), FIRST);
  }

  it("moves by mouse, with its bar in the same frame", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const from = await placeOf(page, "c");
      await watchFrames(page, "c");
      await dragMouse(
        page,
        from,
        { x: await axisX(page, 2.2), y: from.y },
        { x: await axisX(page, 2.6), y: from.y },
      );
      const apart = await page.evaluate(() => window.apart);
      assert(apart.length > 3, "too few frames");
      assert(Math.max(...apart) <= 0.5, `vertex and bar up to ${Math.max(...apart)} px apart`);
      assert.deepEqual(await values(page), [1, 3, 2.6, 4, 1.5]);
      const bar = await barOf(page, "c");
      assert.equal(bar.pair, "(2.6, 3)");
      assert(Math.abs(bar.left - (await axisX(page, 2.6))) <= 0.5);
      await undoneAtOnce(page);
    });
  });

  it("stays under the pointer", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const from = await placeOf(page, "c");
      for (const [value, dy] of [
        [2.4, 0],
        [2.5, -40],
        [2.6, 50],
      ]) {
        const to = { x: await axisX(page, value), y: from.y + dy };
        await dragMouse(page, await placeOf(page, "c"), to);
        const now = await placeOf(page, "c");
        assert(
          Math.hypot(now.x - to.x, now.y - to.y) < 3,
          `${JSON.stringify(now)} instead of ${JSON.stringify(to)}`,
        );
      }
    });
  });

  it("returns with Escape during the drag", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const from = await placeOf(page, "c");
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(await axisX(page, 2.8), from.y, { steps: 5 });
      assert.equal((await values(page))[2], 2.8);
      await page.keyboard.press("Escape");
      await untouched(page);
      await page.mouse.move(await axisX(page, 1.8), from.y, { steps: 3 });
      await page.mouse.up();
      await untouched(page);
    });
  });

  it("is only selected by a click, a tap or Enter", async () => {
    const chosen = (page) =>
      page
        .locator(".stage-vertex.selected")
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await vertex(page, "b").click();
      assert.deepEqual(await chosen(page), ["Vertex b"]);
      await tabTo(page, '[aria-label="Vertex d"]');
      await page.keyboard.press("Enter");
      assert.deepEqual(await chosen(page), ["Vertex d"]);
      await untouched(page);
    });
    await withPage(browser, PHONE, async (page) => {
      await walkHandle(page).waitFor();
      await touch(page, await placeOf(page, "b"));
      await painted(page);
      assert.deepEqual(await chosen(page), ["Vertex b"]);
      await untouched(page);
    });
  });

  it("moves by touch", async () => {
    await withPage(browser, PHONE, async (page) => {
      await walkHandle(page).waitFor();
      const from = await placeOf(page, "c");
      const to = { x: await axisX(page, 2.5), y: from.y };
      const scrolled = await page.evaluate(() => scrollY);
      await touch(page, from, { x: from.x + 10, y: from.y }, { x: (from.x + to.x) / 2, y: from.y }, to);
      await painted(page);
      assert.equal((await values(page))[2], 2.5);
      assert.equal((await barOf(page, "c")).pair, "(2.5, 3)");
      assert.equal(await page.evaluate(() => scrollY), scrolled, "the page does not scroll under the finger");
      await undo(page).tap();
      await untouched(page);
    });
  });

  it("moves by keys, and returns with Escape", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await tabTo(page, '[aria-label="Vertex c"]');
      await page.keyboard.press("ArrowLeft");
      await untouched(page);
      assert.match(await where(page).innerText(), /4 of 5/, "arrow keys move t until the vertex is selected");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowRight");
      const step = (await values(page))[2] - 2;
      assert(step > 0 && step <= 0.1, `a step of ${step}`);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Shift+ArrowRight");
      assert.equal((await values(page))[2], Number((2 + 11 * step).toFixed(6)));
      assert.match(await vertex(page, "c").getAttribute("aria-valuetext"), /^f\(c\) = /);
      assert.equal((await barOf(page, "c")).pair, `(${Number((2 + 11 * step).toFixed(3))}, 3)`);
      await undoneAtOnce(page);
      await page.keyboard.press("Escape");
      await untouched(page);
    });
  });

  /** Drags the right end of the bar of c from 3 over these values. */
  async function pullEnd(page, drag, ...over) {
    const { right, y } = await barOf(page, "c");
    const to = await Promise.all(over.map(async (value) => ({ x: await axisX(page, value), y })));
    await drag(page, { x: right, y }, ...to);
    await painted(page);
  }

  it("moves with the end of a bar, until another vertex ends the bar", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const place = await where(page).innerText();
      await pullEnd(page, dragMouse, 3.2, 3.6);
      assert.deepEqual(await values(page), FIRST.with(1, 3.6));
      assert.match(
        await sentence(page).innerText(),
        /^f\(b\) = 3\.6\. The same vertices start and end the bars\./,
      );
      const { right, pair } = await barOf(page, "c");
      assert.equal(pair, "(2, 3.6)");
      assert(Math.abs(right - (await axisX(page, 3.6))) <= 0.5);
      await undoneAtOnce(page);
      await pullEnd(page, dragMouse, 3.9, 4.3);
      assert.equal((await barOf(page, "c")).pair, "(2, 4)");
      assert.match(await sentence(page).innerText(), /d instead of b now ends the bar \(2, 4\)/);
      assert.match(await where(page).innerText(), /^K5/, place);
    });
  });

  it("returns with Escape during the drag of a bar", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const { left, y } = await barOf(page, "c");
      await page.mouse.move(left, y);
      await page.mouse.down();
      await page.mouse.move(await axisX(page, 2.5), y, { steps: 5 });
      assert.equal((await values(page))[2], 2.5);
      await page.keyboard.press("Escape");
      await untouched(page);
      await page.mouse.move(await axisX(page, 1.8), y, { steps: 3 });
      await page.mouse.up();
      await untouched(page);
    });
  });

  it("moves with the end of a bar by touch", async () => {
    await withPage(browser, PHONE, async (page) => {
      await walkHandle(page).waitFor();
      await page.locator(".stage-bars").scrollIntoViewIfNeeded();
      await pullEnd(page, touch, 3.2, 3.6);
      assert.deepEqual(await values(page), FIRST.with(1, 3.6));
    });
  });

  const near = (found, expected, most = 2) =>
    assert(
      Math.hypot(found.x - expected.x, found.y - expected.y) <= most,
      `${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
    );
  const FREE = { ...LEARNING, query: "#v=1&place=free" };

  it("follows the mouse in the free layout, keeps its value, and undo restores its position", async () => {
    await withPage(browser, FREE, async (page) => {
      await walkHandle(page).waitFor();
      const from = await placeOf(page, "c");
      const other = await placeOf(page, "a");
      const bars = await drawnBars(page);
      const to = { x: from.x - 70, y: from.y - 45 };
      await dragMouse(page, from, to);
      near(await placeOf(page, "c"), to);
      near(await placeOf(page, "a"), other);
      assert.deepEqual(await values(page), FIRST);
      assert.deepEqual(await drawnBars(page), bars);
      await page.screenshot({ path: screenshotPath("learn-free") });
      await page.keyboard.press("Control+z");
      near(await placeOf(page, "c"), from);
      await untouched(page);
      await page.keyboard.press("Control+Shift+z");
      near(await placeOf(page, "c"), to);
    });
  });

  it("returns with Escape in the free layout, without undoing other changes", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await tabTo(page, '[aria-label="Vertex a"]');
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowRight");
      const changed = await values(page);
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { placement: "free" } }));
      const from = await placeOf(page, "c");
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 60, from.y + 20, { steps: 4 });
      await page.keyboard.press("Escape");
      await page.mouse.up();
      near(await placeOf(page, "c"), from);
      assert.deepEqual(await values(page), changed);
    });
  });

  it("that moves only vertically is a separate change: Escape restores its height only", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await tabTo(page, '[aria-label="Vertex a"]');
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowRight");
      const changed = await values(page);
      const from = await placeOf(page, "c");
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y - 50, { steps: 4 });
      assert((await placeOf(page, "c")).y < from.y - 40);
      await page.keyboard.press("Escape");
      await page.mouse.up();
      near(await placeOf(page, "c"), from);
      assert.deepEqual(await values(page), changed);
    });
  });

  it("moves by Alt and arrow keys in the free layout; arrow keys alone change the value of a selected vertex", async () => {
    await withPage(browser, FREE, async (page) => {
      await walkHandle(page).waitFor();
      const from = await placeOf(page, "c");
      await tabTo(page, '[aria-label="Vertex c"]');
      for (let i = 0; i < 3; i++) await page.keyboard.press("Alt+Shift+ArrowLeft");
      await page.keyboard.press("Alt+Shift+ArrowUp");
      const now = await placeOf(page, "c");
      assert(now.x < from.x - 20 && now.y < from.y - 5, JSON.stringify([from, now]));
      assert.deepEqual(await values(page), FIRST);
      await page.keyboard.press("Escape");
      near(await placeOf(page, "c"), from);
      await untouched(page);
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowRight");
      near(await placeOf(page, "c"), from);
      assert((await values(page))[2] > 2);
    });
  });

  it("follows a finger in the free layout", async () => {
    await withPage(browser, { ...PHONE, query: FREE.query }, async (page) => {
      await walkHandle(page).waitFor();
      const from = await placeOf(page, "c");
      const to = { x: from.x - 25, y: from.y - 15 };
      await touch(page, from, { x: from.x - 10, y: from.y - 5 }, to);
      await painted(page);
      near(await placeOf(page, "c"), to);
      assert.deepEqual(await values(page), FIRST);
    });
  });

  it("moves by mouse in a large graph, which is drawn on a canvas, and returns with Escape", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await showDiscussion(page, 430);
      await page.waitForTimeout(1500); // the layout settles
      const place = await placeOnCanvas(page);
      const held = await page.evaluate(() => window.sublevel.state().view.selection);
      const value = () => page.evaluate((v) => window.sublevel.state().shown.filtration.filter[v], held);
      const before = await value();
      const hash = await pixels(page, ".stage");
      await page.mouse.move(place.x, place.y);
      await page.mouse.down();
      await page.mouse.move(place.x + 80, place.y, { steps: 4 });
      assert((await value()) > before);
      assert.notEqual(await pixels(page, ".stage"), hash);
      await page.keyboard.press("Escape");
      await page.mouse.up();
      assert.equal(await value(), before);
    });
  });
});

/** Records in each frame the distance between a vertex and the start of its bar. */
function watchFrames(page, name) {
  return page.evaluate((wanted) => {
    window.apart = [];
    const middle = (element) => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    };
    requestAnimationFrame(function note() {
      const disc = document.querySelector(`[aria-label="Vertex ${wanted}"] .stage-disc`);
      const bar = [...document.querySelectorAll(".stage-bar")].find(
        (one) => one.querySelector(".stage-bar-name")?.textContent === wanted,
      );
      const { left } = bar.querySelector(".stage-bar-shape").getBoundingClientRect();
      window.apart.push(Math.abs(middle(disc) - left));
      requestAnimationFrame(note);
    });
  }, name);
}
