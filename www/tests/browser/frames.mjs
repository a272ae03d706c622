// Large graphs follow the pointer: each event of a drag has its bars in the same task, and each change of t is drawn.
// `figures.mjs` measures how long that takes.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drag, dragOnStage, holdOnStage } from "./drags.mjs";
import { painted } from "./stage.mjs";
import { browserOf, load, saveData, showDiscussion, WITHOUT_GPU, withPage } from "./support.mjs";

const LARGEST_REDDIT = 3782;
const STILL = { query: "#v=1&graph=path", init: saveData, ready: false, reducedMotion: "reduce" };

/** Counts in `window.drawn` how often a canvas of the graph is cleared, which each drawing begins with. */
function countDrawings(page) {
  return page.addInitScript(() => {
    window.drawn = 0;
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      if (this.canvas.closest(".graph-canvas")) window.drawn += 1;
      return clearRect.apply(this, box);
    };
  });
}

describe("large graphs", () => {
  const browser = browserOf(WITHOUT_GPU);

  it(`a drag changes the bars of ${LARGEST_REDDIT} vertices with each event, and is one entry of the history`, async () => {
    await withPage(browser, STILL, async (page) => {
      await page.getByRole("slider", { name: /filtration/ }).waitFor();
      const { paired, undoable } = await drag(page, LARGEST_REDDIT, 60);
      assert.equal(paired.length, 60);
      assert.equal(undoable, 2, "the graph, and the whole drag");
    });
  });

  for (const vertices of [60, 430, LARGEST_REDDIT]) {
    it(`a vertex among ${vertices} is dragged, and its bars change with each event`, async () => {
      await withPage(browser, STILL, async (page) => {
        await page.getByRole("slider").first().waitFor();
        await showDiscussion(page, vertices);
        await page.waitForTimeout(3000); // the layout settles
        const taken = await dragOnStage(page, await holdOnStage(page), 240);
        assert(taken.length > 200, `the vertex moved in ${taken.length} of 240 frames`);
      });
    });
  }

  it(`a graph of ${LARGEST_REDDIT} vertices is drawn at each change of t`, async () => {
    await withPage(browser, { deviceScaleFactor: 1, init: countDrawings }, async (page) => {
      assert(await load(page, { data: "REDDIT-BINARY" }));
      const index = await page.evaluate(
        (vertices) => window.sublevel.state().data.rows.findIndex((row) => row.vertices === vertices),
        LARGEST_REDDIT,
      );
      assert(index >= 0);
      await load(page, { graph: index });
      await page.waitForTimeout(4000); // the layout settles
      const slider = page.getByRole("slider", { name: /filtration/ });
      await slider.focus();
      // The filter has this many values at least; the walk ends before the first.
      for (let i = 0; i < 20; i++) {
        const [before, t] = [
          await page.evaluate(() => window.drawn),
          await slider.getAttribute("aria-valuenow"),
        ];
        await page.keyboard.press("ArrowLeft");
        await painted(page);
        assert.notEqual(await slider.getAttribute("aria-valuenow"), t, `t has ${i} values`);
        assert((await page.evaluate(() => window.drawn)) > before, `change ${i} of t is not drawn`);
      }
    });
  });
});
