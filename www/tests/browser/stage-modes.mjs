// The stage beyond one filtration: both directions, slopes of a loss, extended persistence, and animated changes of f.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserOf, faultless, saveData, screenshotPath, WITHOUT_GPU, withPage } from "./support.mjs";
import {
  axisX,
  barOf,
  countFrames,
  drawnBars,
  FRAME_MS,
  LEARNING,
  PHONE,
  painted,
  placeOf,
  sentence,
  tabTo,
  touch,
  untilFrames,
  vertex,
  walkHandle,
  where,
} from "./stage.mjs";

const at = (words, more = LEARNING) => ({ ...more, query: `#v=1&${words}` });
const SAME = 1;
const near = (found, expected, what) =>
  assert(Math.abs(found - expected) <= SAME, `${what}: ${found} instead of ${expected}`);

describe("both directions", () => {
  const browser = browserOf(WITHOUT_GPU);

  /** The sublevel bars, and the superlevel bars. */
  async function groups(page) {
    const above = await page.locator(".mirrored .stage-bar").count();
    const bars = await drawnBars(page);
    return [bars.slice(0, bars.length - above), bars.slice(bars.length - above)];
  }
  const names = (bars) => bars.map(({ name }) => name);
  const pairsOf = (bars) => bars.map(({ pair }) => pair);
  /** The position of the superlevel filtration, in words and in pixels. */
  const above = async (page) => ({
    told: await page.locator(".stage-mirror-name").textContent(),
    x: await page.locator(".stage-now-above").evaluate((line) => {
      const { left, right } = line.getBoundingClientRect();
      return (left + right) / 2;
    }),
  });

  it("are selected by mouse and by keys, and share one axis", async () => {
    await withPage(browser, at("graph=path"), async (page) => {
      await walkHandle(page).waitFor();
      await page.getByRole("radio", { name: "Both" }).click();
      await shown();
      await page.getByRole("radio", { name: "Sublevel" }).click();
      assert.equal(await page.locator(".mirrored").count(), 0);
      await tabTo(page, ".stage-tools .switch input");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await shown();
      await page.screenshot({ path: screenshotPath("both") });
      await faultless(page, "both directions");

      async function shown() {
        const [below, fromAbove] = await groups(page);
        assert.deepEqual(pairsOf(below), ["(1, ∞)", "(1.5, 4)", "(2, 3)"]);
        assert.deepEqual(pairsOf(fromAbove), ["(4, −∞)", "(3, 2)"]);
        const [, three] = fromAbove;
        near(three.right, await axisX(page, 3), "birth of (3, 2)");
        near(three.left, await axisX(page, 2), "death of (3, 2)");
        assert(Math.min(...fromAbove.map(({ y }) => y)) > Math.max(...below.map(({ y }) => y)));
        assert.equal(await page.locator(".stage-diamond").count(), 2, "each bar from above begins with ◇");
        await page.getByRole("slider", { name: "Sublevel and superlevel filtration" }).waitFor();
      }
    });
  });

  it("advance together, from either end, step by step", async () => {
    await withPage(browser, at("graph=path&way=both"), async (page) => {
      await tabTo(page, ".stage-handle");
      await page.keyboard.press("Home");
      assert.deepEqual(await drawnBars(page), [], "nothing has come from either end");
      assert.match((await above(page)).told, /K⁰/);
      const STEPS = [
        ["1", "4", ["a"], ["d"]],
        ["1.5", "3", ["a", "e"], ["d", "b"]],
        ["2", "2", ["a", "e", "c"], ["d", "b"]],
        ["3", "1.5", ["a", "e", "c"], ["d", "b"]],
        ["4", "1", ["a", "e", "c"], ["d", "b"]],
      ];
      for (const [t, fromAbove, below, down] of STEPS) {
        await page.keyboard.press("ArrowRight");
        assert(
          await sentence(page)
            .innerText()
            .then((text) => text.startsWith(`t = ${t}: `)),
        );
        assert.match(await sentence(page).innerText(), new RegExp(`Superlevel: t = ${fromAbove}: `));
        assert.match(
          await walkHandle(page).getAttribute("aria-valuetext"),
          new RegExp(`Superlevel: t = ${fromAbove}: `),
        );
        const now = await above(page);
        assert(now.told.endsWith(`t = ${fromAbove}`), now.told);
        near(now.x, await axisX(page, Number(fromAbove)), "t of the filtration from above");
        assert.deepEqual((await groups(page)).map(names), [below, down]);
      }
      await page.keyboard.press("ArrowLeft");
      const [, [longest]] = await groups(page);
      near(longest.left, await axisX(page, 1.5), "what is not computed yet is not drawn");
    });
  });

  it("agree for equal values and for a single vertex", async () => {
    for (const [edges, values, bars] of [
      [
        [0, 1, 1, 2],
        [2, 2, 2],
        [1, 1],
      ],
      [[], [5], [1, 1]],
      [[], [], [0, 0]],
    ]) {
      await withPage(browser, at("way=both"), async (page) => {
        await walkHandle(page).waitFor();
        await page.evaluate((own) => window.sublevel.dispatch({ type: "own-graph", graph: own }), {
          title: "small",
          vertices: values.length,
          edges,
          filters: [{ name: "values", values }],
        });
        await painted(page);
        assert.deepEqual(
          (await groups(page)).map((group) => group.length),
          bars,
          `values ${values}`,
        );
        await walkHandle(page).focus();
        await page.keyboard.press("Home");
        assert.deepEqual(
          (await groups(page)).map((group) => group.length),
          [0, 0],
          `values ${values}`,
        );
      });
    }
  });

  it("show the component of a superlevel bar in the graph, by mouse, by keys and by tap", async () => {
    const waiting = (page) =>
      page
        .locator(".stage-vertex.waiting")
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").slice("Vertex ".length)));
    await withPage(browser, at("graph=path&way=both&t=1.5"), async (page) => {
      await walkHandle(page).waitFor();
      assert.deepEqual(await waiting(page), ["b", "c", "d"]);
      const [, [, bar]] = await groups(page);
      await page.mouse.move((bar.left + bar.right) / 2, bar.y);
      await painted(page);
      await lit(page);
      await page.mouse.move(5, 5);
      await painted(page);
      assert.deepEqual(await waiting(page), ["b", "c", "d"]);
      await tabTo(page, ".mirrored .stage-bar");
      await page.keyboard.press("Tab");
      await painted(page);
      await lit(page);
    });
    await withPage(browser, at("graph=path&way=both&t=1.5", PHONE), async (page) => {
      await walkHandle(page).waitFor();
      const [, [, bar]] = await groups(page);
      const step = await where(page).innerText();
      await touch(page, { x: (bar.left + bar.right) / 2, y: bar.y });
      await painted(page);
      await lit(page);
      assert.equal(await where(page).innerText(), step, "a tap on a bar does not move t");
      await page.screenshot({ path: screenshotPath("both-phone") });
    });

    async function lit(page) {
      assert.deepEqual(await waiting(page), ["a", "c", "e"]);
      assert.match(await sentence(page).innerText(), /^Superlevel component, born at 3 with b\.$/);
      assert.equal(await page.locator(".stage-hull.lit").count(), 1);
    }
  });

  it("follow a dragged vertex", async () => {
    await withPage(browser, at("graph=path&way=both"), async (page) => {
      await walkHandle(page).waitFor();
      await vertex(page, "b").focus();
      await page.keyboard.press("Enter");
      for (let i = 0; i < 5; i++) await page.keyboard.press("Shift+ArrowRight");
      const value = Number(await vertex(page, "b").getAttribute("aria-valuenow"));
      assert(value > 4);
      assert.deepEqual(pairsOf((await groups(page))[1]), [`(${Number(value.toFixed(3))}, −∞)`, "(4, 2)"]);
    });
  });

  it("have six barcodes, of which a model reads three", async () => {
    await withPage(browser, at("graph=wheel&way=both"), async (page) => {
      await walkHandle(page).waitFor();
      const button = page.getByRole("button", { name: "Six barcodes → three" });
      await button.focus();
      await page.keyboard.press("Enter");
      const table = page.locator(".six-three");
      await table.waitFor();
      const rows = await table
        .locator("tbody tr")
        .evaluateAll((all) =>
          all.map((row) => [
            row.querySelector("th").innerText,
            ...[...row.querySelectorAll("td")].map((td) => td.innerText),
          ]),
        );
      assert.deepEqual(rows, [
        ["Sublevel", "none", "1", "4\n5 ×3"],
        ["Superlevel ◇", "none", "5", "1 ×2\n2\n3"],
        ["Input", "none", "1\n5", "1 ×2\n2\n3\n4\n5 ×3"],
      ]);
      await page.screenshot({ path: screenshotPath("six-three") });
      await faultless(page, "six barcodes");
      await page.keyboard.press("Escape");
      await table.waitFor({ state: "hidden" });
    });
    await withPage(browser, at("graph=star&way=both", PHONE), async (page) => {
      await page.getByRole("button", { name: "Six barcodes → three" }).tap();
      await page.getByRole("row", { name: "Input (2, 1) (3, 1) 1 4 none" }).waitFor();
    });
  });

  it("are distinguishable with forced colours and with more contrast", async () => {
    for (const setup of [{ forcedColors: "active" }, { contrast: "more" }, { colorScheme: "dark" }]) {
      await withPage(browser, at("graph=path&way=both", { ...LEARNING, ...setup }), async (page) => {
        await walkHandle(page).waitFor();
        const [name] = Object.keys(setup);
        await page.screenshot({ path: screenshotPath(`both-${name}`) });
        // axe does not know forced colours.
        if (name !== "forcedColors") await faultless(page, `both directions, ${name}`);
      });
    }
  });
});

describe("the slopes of the loss", () => {
  const browser = browserOf(WITHOUT_GPU);

  /** The arrows at the ends of bars, from the left: start, direction, label. */
  const atBars = (page) =>
    page.locator(".stage-bar .stage-slope").evaluateAll((arrows) =>
      arrows
        .map((arrow) => {
          const [text, line] = [arrow.querySelector("text"), arrow.querySelector("line")];
          const { left, right } = line.getBoundingClientRect();
          const rightward = Number(line.getAttribute("x2")) > 0;
          return { from: rightward ? left : right, rightward, says: text.textContent };
        })
        .sort((a, b) => a.from - b.from),
    );
  /** The vertices whose arrows are emphasised. */
  const emphasised = (page) =>
    page
      .locator(".stage-vertex:has(.stage-slope.lit)")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label").slice("Vertex ".length)));

  it("are drawn at both ends of a finite bar, outwards, and only after its death", async () => {
    for (const [way, birth, death] of [
      ["sub", 1, 2],
      ["super", 3, 1],
    ]) {
      const graph = way === "sub" ? "tie" : "star";
      await withPage(browser, at(`graph=${graph}&tool=slopes&way=${way}`), async (page) => {
        await page.locator(".stage-bar .stage-slope").first().waitFor();
        const arrows = await atBars(page);
        const [low, high] = [Math.min(birth, death), Math.max(birth, death)];
        const left = arrows.filter(({ rightward }) => !rightward);
        const right = arrows.filter(({ rightward }) => rightward);
        near(left[0].from, await axisX(page, low), "the arrow at the lesser end");
        near(right.at(-1).from, await axisX(page, high), "the arrow at the greater end");
        assert.deepEqual(new Set(left.map(({ says }) => says)), new Set(["−1"]));
        assert.deepEqual(new Set(right.map(({ says }) => says)), new Set(["+1"]));
        await walkHandle(page).focus();
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowRight");
        assert.deepEqual(await atBars(page), [], "what has not ended has no length yet");
      });
    }
  });

  it("name their vertices for a highlighted bar, by mouse and by keys", async () => {
    for (const [rule, owners, told] of [
      ["By index", ["b", "c"], /The loss grows with its death \(b\) and falls with its birth \(c\)\.$/],
      ["Mean", ["a", "b", "c"], /grows with its death \(b\) and falls with its birth \(½ a and ½ c\)\.$/],
    ]) {
      await withPage(browser, at("graph=tie&tool=slopes"), async (page) => {
        await page.getByRole("radio", { name: rule }).click();
        await page.locator(".stage-slope").first().waitFor();
        const bar = (await drawnBars(page)).find(({ pair }) => pair === "(1, 2)");
        await page.mouse.move((bar.left + bar.right) / 2, bar.y);
        await painted(page);
        assert.deepEqual(await emphasised(page), owners);
        assert.match(await sentence(page).innerText(), told);
        await page.mouse.move(5, 5);
        await painted(page);
        assert.deepEqual(await emphasised(page), []);
        await tabTo(page, ".stage-bar.ended");
        assert.deepEqual(await emphasised(page), owners);
        assert.match(await sentence(page).innerText(), told);
      });
    }
  });

  it("are not cut off: all numbers are inside the stage, in all sizes", async () => {
    for (const setup of [LEARNING, PHONE]) {
      for (const words of ["graph=tie", "graph=star&way=super", "graph=path", "graph=path&present=1"]) {
        for (const tie of ["index", "mean"]) {
          await withPage(browser, at(`${words}&tool=slopes&ties=${tie}`, setup), async (page) => {
            await page.locator(".stage-slope").first().waitFor();
            const outside = await page.evaluate(() => {
              const stage = document.querySelector(".stage").getBoundingClientRect();
              return [...document.querySelectorAll(".stage-slope text, .stage-bar text")]
                .filter((text) => {
                  const { left, right } = text.getBoundingClientRect();
                  return left < stage.left - 0.5 || right > stage.right + 0.5;
                })
                .map((text) => text.textContent);
            });
            assert.deepEqual(outside, [], words);
          });
        }
      }
    }
  });
});

describe("extended persistence on the stage", () => {
  const browser = browserOf(WITHOUT_GPU);

  /** Each pair with the x at which its descending part ends. */
  const ways = (page) =>
    page.locator(".stage-bar:has(.stage-way-back)").evaluateAll((bars) =>
      bars.map((bar) => {
        const { left, right } = bar.querySelector(".stage-way-back").getBoundingClientRect();
        return { pair: bar.querySelector(".stage-bar-pair").textContent, left, right };
      }),
    );

  async function backAt(page, towards) {
    const found = await ways(page);
    assert.equal(found.length, 5, "a component and four loops");
    for (const way of found) {
      const death = Number(/, (\S+)\)/.exec(way.pair)[1]);
      near(way[towards], await axisX(page, death), `the end of ${way.pair}`);
    }
    return found.map(({ pair }) => pair);
  }

  it("draws the descending part of essential classes, only at the end of the walk", async () => {
    await withPage(browser, at("graph=wheel&extended=1"), async (page) => {
      await walkHandle(page).waitFor();
      assert.deepEqual(await backAt(page, "left"), ["(1, 5)", "(4, 1)", "(5, 1)", "(5, 2)", "(5, 3)"]);
      assert.equal(await page.locator(".stage-hull").count(), 1, "the component is still drawn");
      await page.screenshot({ path: screenshotPath("way-back") });
      await faultless(page, "the way back");
      await walkHandle(page).focus();
      await page.keyboard.press("ArrowLeft");
      assert.deepEqual(await ways(page), []);
      assert.deepEqual(
        (await drawnBars(page)).map(({ name, pair }) => [name, pair]),
        [
          ["a", null],
          ["d", null],
        ],
      );
      assert.doesNotMatch((await drawnBars(page))[1].title, /, ended/);
      assert.match(
        await sentence(page).innerText(),
        /a loop is born; in extended persistence a loop ends on the way back\.$/,
      );
    });
    await withPage(browser, at("graph=wheel&extended=1&way=super"), async (page) => {
      await walkHandle(page).waitFor();
      assert.equal((await backAt(page, "right"))[0], "(5, 1)");
    });
  });

  it("describes the death of a loop, by mouse, by keys and by tap", async () => {
    const CLOSED = /born at 4 with d, ended at 1 with a\. .* on the way back down it ends at 1, with a\.$/;
    await withPage(browser, at("graph=wheel&extended=1"), async (page) => {
      await walkHandle(page).waitFor();
      const bar = await barOf(page, "d");
      await page.mouse.move((bar.left + bar.right) / 2, bar.y);
      await painted(page);
      assert.match(await sentence(page).innerText(), CLOSED);
      await page.mouse.move(5, 5);
      await tabTo(page, ".stage-bar.loop");
      assert.match(await sentence(page).innerText(), CLOSED);
    });
    await withPage(browser, at("graph=wheel&extended=1", PHONE), async (page) => {
      await walkHandle(page).waitFor();
      const box = await page.locator(".stage-bar.loop .stage-bar-shape").first().boundingBox();
      await touch(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
      await painted(page);
      assert.match(await sentence(page).innerText(), CLOSED);
    });
  });
});

describe("an animated change of f", () => {
  const browser = browserOf(WITHOUT_GPU);

  const init = async (page) => {
    await saveData(page);
    await countFrames(page);
  };
  const MOVING = at("graph=path", { query: "", ready: false, init });
  const change = (page, values) =>
    page.evaluate((next) => window.sublevel.dispatch({ type: "values", values: next }), values);

  /** Records for each frame the positions of c and its bar, and their displayed numbers. */
  function watch(page) {
    return page.evaluate(() => {
      window.noted = [];
      const middle = (element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left + right) / 2;
      };
      requestAnimationFrame(function note() {
        const vertex = document.querySelector('[aria-label="Vertex c"]');
        const bar = [...document.querySelectorAll(".stage-bar")].find(
          (one) => one.querySelector(".stage-bar-name").textContent === "c",
        );
        const disc = vertex.querySelector(".stage-disc");
        window.noted.push({
          x: middle(disc),
          fill: getComputedStyle(disc).fill,
          bar: bar.querySelector(".stage-bar-shape").getBoundingClientRect().left,
          value: Number(vertex.getAttribute("aria-valuenow")),
          pair: bar.querySelector(".stage-bar-pair")?.textContent,
        });
        requestAnimationFrame(note);
      });
    });
  }
  const frames = (page) => page.evaluate(() => window.noted.splice(0));
  const rests = (page) => untilFrames(page, 700 / FRAME_MS);

  it("moves vertex, bar and colour together, and changes all numbers at once", async () => {
    await withPage(browser, MOVING, async (page) => {
      await walkHandle(page).waitFor();
      const [from, to] = [await axisX(page, 2), await axisX(page, 2.8)];
      await watch(page);
      await change(page, [1, 3, 2.8, 4, 1.5]);
      await rests(page);
      const seen = (await frames(page)).filter(({ value }) => value > 2);
      const way = seen.filter(({ x }) => x > from + SAME && x < to - SAME);
      assert(way.length >= 2, `${way.length} frames during the animation`);
      assert(
        way.every(({ bar, x }) => Math.abs(bar - x) < SAME),
        "the bar starts under its vertex",
      );
      assert(
        seen.every(({ pair }) => pair === "(2.8, 3)"),
        "displayed numbers are never intermediate ones",
      );
      for (let i = 1; i < seen.length; i++)
        assert(seen[i].x >= seen[i - 1].x - SAME, "it moves in one direction");
      near(seen.at(-1).x, to, "the final position");
      assert(new Set(seen.map(({ fill }) => fill)).size > 2, "its colour is animated, too");
      await page.keyboard.press("Control+z");
      await rests(page);
      const back = (await frames(page)).filter(({ value }) => value === 2);
      assert(
        back.some(({ x }) => x > from + SAME && x < to - SAME),
        "undo is animated, too",
      );
      near(back.at(-1).x, from, "the initial position");
    });
  });

  it("reverses from its current position after another change", async () => {
    await withPage(browser, MOVING, async (page) => {
      await walkHandle(page).waitFor();
      const [from, to] = [await axisX(page, 2), await axisX(page, 2.8)];
      await watch(page);
      await page.evaluate(
        () =>
          new Promise((done) => {
            window.sublevel.dispatch({ type: "values", values: [1, 3, 2.8, 4, 1.5] });
            const began = window.frameCount();
            requestAnimationFrame(function wait() {
              if (window.frameCount() - began < 5) return requestAnimationFrame(wait);
              window.sublevel.dispatch({ type: "undo" });
              done();
            });
          }),
      );
      await rests(page);
      const seen = await frames(page);
      const turn = seen.findIndex(({ x }, i) => i > 0 && x < seen[i - 1].x - SAME);
      assert(turn > 0, "it reverses");
      assert(seen[turn].x > from + SAME, "it does not jump back");
      assert(Math.max(...seen.map(({ x }) => x)) < to - SAME, "it does not reach the first target");
      near(seen.at(-1).x, from, "the final position");
    });
  });

  it("is immediate with reduced motion, and during a drag", async () => {
    await withPage(browser, at("graph=path", { ...LEARNING, init }), async (page) => {
      await walkHandle(page).waitFor();
      const ends = [await axisX(page, 2), await axisX(page, 2.8)];
      await watch(page);
      await change(page, [1, 3, 2.8, 4, 1.5]);
      await rests(page);
      for (const { x } of await frames(page)) {
        assert(
          ends.some((end) => Math.abs(end - x) < SAME),
          `${x} is neither ${ends.join(" nor ")}`,
        );
      }
    });
    await withPage(browser, MOVING, async (page) => {
      await walkHandle(page).waitFor();
      const from = await placeOf(page, "c");
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await watch(page);
      const scale = (await axisX(page, 3)) - (await axisX(page, 2));
      await page.mouse.move(from.x + 0.9 * scale, from.y, { steps: 6 });
      await painted(page);
      const held = await frames(page);
      await page.mouse.up();
      for (const { x, value } of held) near(x, from.x + (value - 2) * scale, `c at ${value}`);
      assert(held.at(-1).value > 2.8);
    });
  });
});
