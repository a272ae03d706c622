// What the stage shows beyond one filtration: both directions, the slopes of a loss, and the way back of extended
// persistence, and the way from one f to the next.

import assert from "node:assert/strict";
import { describe, it, before, after } from "node:test";
import { faultless, launch, saveData, screenshotPath, WITHOUT_GPU, withPage } from "./support.mjs";
import {
  axisX,
  barOf,
  drawnBars,
  LEARNING,
  PHONE,
  painted,
  placeOf,
  sentence,
  tabTo,
  touch,
  vertex,
  walkHandle,
  where,
} from "./stage.mjs";

const at = (words, more = LEARNING) => ({ ...more, query: `#v=1&${words}` });
const SAME = 1;
const near = (found, expected, what) =>
  assert(Math.abs(found - expected) <= SAME, `${what}: ${found} instead of ${expected}`);

describe("both directions", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  /** Those from below, and those from above. */
  async function groups(page) {
    const above = await page.locator(".mirrored .stage-bar").count();
    const bars = await drawnBars(page);
    return [bars.slice(0, bars.length - above), bars.slice(bars.length - above)];
  }
  const names = (bars) => bars.map(({ name }) => name);
  const pairsOf = (bars) => bars.map(({ pair }) => pair);
  /** Where the filtration from above has come to, in words and in pixels. */
  const above = async (page) => ({
    told: await page.locator(".stage-mirror-name").textContent(),
    x: await page.locator(".stage-now-above").evaluate((line) => {
      const { left, right } = line.getBoundingClientRect();
      return (left + right) / 2;
    }),
  });

  it("are chosen by mouse and by keys, and stand on one axis", async () => {
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
        assert.deepEqual(pairsOf(fromAbove), ["(4, ∞)", "(3, 2)"]);
        const [, three] = fromAbove;
        near(three.right, await axisX(page, 3), "birth of (3, 2)");
        near(three.left, await axisX(page, 2), "death of (3, 2)");
        assert(Math.min(...fromAbove.map(({ y }) => y)) > Math.max(...below.map(({ y }) => y)));
        assert.equal(await page.locator(".stage-diamond").count(), 2, "each bar from above begins with ◇");
        await page.getByRole("slider", { name: "Sublevel and superlevel filtration" }).waitFor();
      }
    });
  });

  it("go on together, from either end, step by step", async () => {
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
        assert.match(await sentence(page).innerText(), new RegExp(`From above, t = ${fromAbove}: `));
        assert.match(
          await walkHandle(page).getAttribute("aria-valuetext"),
          new RegExp(`From above, t = ${fromAbove}: `),
        );
        const now = await above(page);
        assert(now.told.endsWith(`t = ${fromAbove}`), now.told);
        near(now.x, await axisX(page, Number(fromAbove)), "t of the filtration from above");
        assert.deepEqual((await groups(page)).map(names), [below, down]);
      }
      await page.keyboard.press("ArrowLeft");
      const [, [longest]] = await groups(page);
      near(longest.left, await axisX(page, 1.5), "what is not known yet is not drawn");
    });
  });

  it("come together where all values are equal, and where there is one vertex", async () => {
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

  it("show in the graph what a bar from above stands for, by mouse, by keys and at a tap", async () => {
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

  it("follow a vertex that is moved", async () => {
    await withPage(browser, at("graph=path&way=both"), async (page) => {
      await walkHandle(page).waitFor();
      await vertex(page, "b").focus();
      for (let i = 0; i < 5; i++) await page.keyboard.press("Shift+ArrowRight");
      const value = Number(await vertex(page, "b").getAttribute("aria-valuenow"));
      assert(value > 4);
      assert.deepEqual(pairsOf((await groups(page))[1]), [`(${Number(value.toFixed(3))}, ∞)`, "(4, 2)"]);
    });
  });

  it("are six barcodes, of which a model reads three", async () => {
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
        ["From below", "none", "1", "4\n5 ×3"],
        ["From above ◇", "none", "5", "1 ×2\n2\n3"],
        ["Read", "none", "1\n5", "1 ×2\n2\n3\n4\n5 ×3"],
      ]);
      await page.screenshot({ path: screenshotPath("six-three") });
      await faultless(page, "six barcodes");
      await page.keyboard.press("Escape");
      await table.waitFor({ state: "hidden" });
    });
    await withPage(browser, at("graph=star&way=both", PHONE), async (page) => {
      await page.getByRole("button", { name: "Six barcodes → three" }).tap();
      await page.getByRole("row", { name: "Read (2, 1) (3, 1) 1 4 none" }).waitFor();
    });
  });

  it("are told apart where the system forces its colours, and where contrast is wanted", async () => {
    for (const setup of [{ forcedColors: "active" }, { contrast: "more" }, { colorScheme: "dark" }]) {
      await withPage(browser, at("graph=path&way=both", { ...LEARNING, ...setup }), async (page) => {
        await walkHandle(page).waitFor();
        const [name] = Object.keys(setup);
        await page.screenshot({ path: screenshotPath(`both-${name}`) });
        // axe does not know the colours that the system puts in the place of those of the page.
        if (name !== "forcedColors") await faultless(page, `both directions, ${name}`);
      });
    }
  });
});

describe("the slopes of the loss", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  /** The arrows at the ends of bars, from the left: where they begin, where they point, what they say. */
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

  it("stand at both ends of a finite bar, which grow it, and nowhere before it has ended", async () => {
    for (const [way, birth, death] of [
      ["sub", 1, 2],
      ["super", 3, 1],
    ]) {
      const graph = way === "sub" ? "tie" : "star";
      await withPage(browser, at(`graph=${graph}&tool=slopes&way=${way}`), async (page) => {
        await walkHandle(page).waitFor();
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

  it("name the vertices that they belong to when a bar is pointed at, by mouse and by keys", async () => {
    for (const [rule, owners, told] of [
      ["By index", ["b", "c"], /The loss grows with its death \(b\) and falls with its birth \(c\)\.$/],
      ["Mean", ["a", "b", "c"], /grows with its death \(b\) and falls with its birth \(½ a and ½ c\)\.$/],
    ]) {
      await withPage(browser, at("graph=tie&tool=slopes"), async (page) => {
        await page.getByRole("radio", { name: rule }).click();
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

  it("are not cut off: every number is inside the stage, in every size", async () => {
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
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  /** Each pair with the pixel at which its way back ends. */
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

  it("shows the way back of what never ends going on, at the end and not before", async () => {
    await withPage(browser, at("graph=wheel&extended=1"), async (page) => {
      await walkHandle(page).waitFor();
      assert.deepEqual(await backAt(page, "left"), ["(1, 5)", "(4, 1)", "(5, 1)", "(5, 2)", "(5, 3)"]);
      assert.equal(await page.locator(".stage-hull").count(), 1, "the component is still there");
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
        /closes a loop; in extended persistence a loop ends on the way back\.$/,
      );
    });
    await withPage(browser, at("graph=wheel&extended=1&way=super"), async (page) => {
      await walkHandle(page).waitFor();
      assert.equal((await backAt(page, "right"))[0], "(5, 1)");
    });
  });

  it("says where a loop is closed, by mouse, by keys and at a tap", async () => {
    const CLOSED =
      /born at 4 with d, ended at 1 with a\. .* on the way back down it is closed from above at 1, with a\.$/;
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

describe("a change of f that no hand makes", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  const MOVING = at("graph=path", { query: "", ready: false, init: saveData });
  const change = (page, values) =>
    page.evaluate((next) => window.sublevel.dispatch({ type: "values", values: next }), values);

  /** Notes, frame by frame, where c and its bar are drawn, and what is said of them. */
  function watch(page) {
    return page.evaluate(() => {
      window.noted = [];
      const began = performance.now();
      const middle = (element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left + right) / 2;
      };
      requestAnimationFrame(function note(now) {
        const vertex = document.querySelector('[aria-label="Vertex c"]');
        const bar = [...document.querySelectorAll(".stage-bar")].find(
          (one) => one.querySelector(".stage-bar-name").textContent === "c",
        );
        const disc = vertex.querySelector(".stage-disc");
        window.noted.push({
          time: now - began,
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
  const rests = (page) => page.waitForTimeout(700);

  it("moves vertex, bar and colour there together, while every number is the new one at once", async () => {
    await withPage(browser, MOVING, async (page) => {
      await walkHandle(page).waitFor();
      const [from, to] = [await axisX(page, 2), await axisX(page, 2.8)];
      await watch(page);
      await change(page, [1, 3, 2.8, 4, 1.5]);
      await rests(page);
      const seen = (await frames(page)).filter(({ value }) => value > 2);
      const way = seen.filter(({ x }) => x > from + SAME && x < to - SAME);
      assert(way.length >= 2, `${way.length} frames on the way`);
      assert(
        way.every(({ bar, x }) => Math.abs(bar - x) < SAME),
        "the bar begins under its vertex",
      );
      assert(
        seen.every(({ pair }) => pair === "(2.8, 3)"),
        "what is read is never of the way",
      );
      for (let i = 1; i < seen.length; i++)
        assert(seen[i].x >= seen[i - 1].x - SAME, "it does not turn back");
      near(seen.at(-1).x, to, "where it comes to rest");
      assert(new Set(seen.map(({ fill }) => fill)).size > 2, "its colour is on the way, too");
      await page.keyboard.press("Control+z");
      await rests(page);
      const back = (await frames(page)).filter(({ value }) => value === 2);
      assert(
        back.some(({ x }) => x > from + SAME && x < to - SAME),
        "undo goes the way back",
      );
      near(back.at(-1).x, from, "where it was");
    });
  });

  it("turns where it is when another one comes", async () => {
    await withPage(browser, MOVING, async (page) => {
      await walkHandle(page).waitFor();
      const [from, to] = [await axisX(page, 2), await axisX(page, 2.8)];
      await watch(page);
      await page.evaluate(
        () =>
          new Promise((done) => {
            window.sublevel.dispatch({ type: "values", values: [1, 3, 2.8, 4, 1.5] });
            const began = performance.now();
            requestAnimationFrame(function wait(now) {
              if (now - began < 80) return requestAnimationFrame(wait);
              window.sublevel.dispatch({ type: "undo" });
              done();
            });
          }),
      );
      await rests(page);
      const seen = await frames(page);
      const turn = seen.findIndex(({ x }, i) => i > 0 && x < seen[i - 1].x - SAME);
      assert(turn > 0, "it turns");
      assert(seen[turn].x > from + SAME, "not back at once");
      assert(Math.max(...seen.map(({ x }) => x)) < to - SAME, "it has not been there");
      near(seen.at(-1).x, from, "where it comes to rest");
    });
  });

  it("is there at once where motion is unwelcome, and where a hand makes it", async () => {
    await withPage(browser, at("graph=path"), async (page) => {
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
