// The tools beside the stage: values and stability, ties and slopes, one hat, the merge tree, the direction, the reduction; and
// the View menu.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserOf, faultless, screenshotPath, untilAddressed, WITHOUT_GPU, withPage } from "./support.mjs";
import {
  axisX,
  betti,
  dragMouse,
  drawnBars,
  LEARNING,
  openTool,
  painted,
  PHONE,
  placeOf,
  sentence,
  tabTo,
  touch,
  values,
  walkHandle,
} from "./stage.mjs";

/** The learning page with this fragment. */
const at = (words, more = LEARNING) => ({ ...more, query: `#v=1&${words}` });
const pairs = async (page) => (await drawnBars(page)).map(({ pair }) => pair);

describe("values and stability", () => {
  const browser = browserOf(WITHOUT_GPU);

  /** ‖f − g‖∞ and the bottleneck distance, as displayed. */
  const gauge = async (page) =>
    (await page.locator(".gauge-number").allInnerTexts()).map((text) => Number(text));
  const gaugeSentence = (page) => page.locator(".gauge-sentence").innerText();

  it("can be typed, and bars move at most as far as values", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await openTool(page, "Values and stability");
      const field = page.getByRole("spinbutton", { name: "Value of c" });
      await field.waitFor();
      assert.deepEqual(await gauge(page), [0, 0]);
      await tabTo(page, '[aria-label="Value of c"]');
      await page.keyboard.type("2.75");
      assert.deepEqual(await values(page), [1, 3, 2.75, 4, 1.5]);
      assert.deepEqual((await pairs(page)).toSorted(), ["(1, ∞)", "(1.5, 4)", "(2.75, 3)"]);
      assert.equal((await gauge(page))[0], 0.75);
      assert((await gauge(page))[1] <= 0.75);
      await page.keyboard.press("ArrowUp");
      assert((await values(page))[2] > 2.75);
      await page.keyboard.press("Escape");
      assert.deepEqual(await values(page), [1, 3, 2, 4, 1.5]);
      await page.keyboard.press("Control+a");
      await page.keyboard.type("two");
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      assert.equal((await values(page))[2], 2, "text that is no number changes nothing");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+a");
      await page.keyboard.type("0.25");
      await page.keyboard.press("Enter");
      const [sup, bottleneck] = await gauge(page);
      assert(sup === 1.75 && bottleneck <= sup, `${sup}, ${bottleneck}`);
      await page.getByRole("button", { name: "Measure from here" }).click();
      assert.deepEqual(await gauge(page), [0, 0]);
    });
  });

  it("that cross report the vertices that change their order", async () => {
    await withPage(browser, at("tool=values"), async (page) => {
      await walkHandle(page).waitFor();
      await page.getByRole("spinbutton", { name: "Value of e" }).fill("0.5");
      assert.match(await gaugeSentence(page), /\ba\b/);
      assert.match(await gaugeSentence(page), /\be\b/);
      assert.match(await gaugeSentence(page), /(1|0\.5), 4|begins|owns|ends/);
      const [sup, bottleneck] = await gauge(page);
      assert(sup === 1 && bottleneck <= 1);
      await page.screenshot({ path: screenshotPath("learn-values") });
      await faultless(page, "values");
    });
  });

  it("can be set by a formula with reported errors, or by a choice", async () => {
    await withPage(browser, at("tool=values"), async (page) => {
      await walkHandle(page).waitFor();
      const formula = page.getByLabel("Formula", { exact: true });
      await formula.fill("degree +");
      await formula.press("Enter");
      const problem = page.getByRole("alert").filter({ hasText: /\S/ });
      await problem.first().waitFor();
      assert.equal(await formula.getAttribute("aria-invalid"), "true");
      assert.deepEqual(await values(page), [1, 3, 2, 4, 1.5]);
      await formula.fill("2 * degree + 1");
      await page.getByRole("button", { name: "Use the formula" }).click();
      assert.deepEqual(await values(page), [3, 5, 5, 5, 3]);
      await page.getByLabel("Values by").selectOption({ label: "degree" });
      await page.getByRole("button", { name: "Use the choice" }).click();
      assert.deepEqual(await values(page), [1, 2, 2, 2, 1]);
      await page.getByRole("button", { name: "Reset the values" }).click();
      assert.deepEqual(await values(page), [1, 3, 2, 4, 1.5]);
    });
  });
});

describe("ties and slopes", () => {
  const browser = browserOf(WITHOUT_GPU);

  const slopes = async (page) =>
    Object.fromEntries(
      await page
        .locator(".diverging-row")
        .evaluateAll((rows) =>
          rows.map((row) => [
            row.querySelector(".diverging-name").textContent,
            row.querySelector(".diverging-number").textContent,
          ]),
        ),
    );
  /** For each rule, the nonzero slopes of the vertices. */
  const RULES = [
    ["By index", { b: "+1", c: "−1" }],
    ["Reversed", { a: "−1", b: "+1" }],
    ["Mean", { a: "−0.5", b: "+1", c: "−0.5" }],
  ];

  it("have a slope for each rule and one barcode, by keys and by mouse", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await withPage(browser, { ...at("graph=tie&tool=slopes"), colorScheme }, async (page) => {
        await page.getByText("1 tied value").waitFor();
        // A rule decides which of the tied vertices names a bar, not where the bar is.
        const barcode = async () =>
          (await drawnBars(page)).map(({ pair, left, right, y }) => ({ pair, left, right, y }));
        const bars = await barcode();
        const unchanged = async () => assert.deepEqual(await barcode(), bars);
        const arrows = page.locator(".stage-vertex .stage-slope");
        await tabTo(page, ".tool input[type=radio]");
        for (const [i, [, expected]] of RULES.entries()) {
          if (i > 0) await page.keyboard.press("ArrowRight");
          assert.deepEqual(await slopes(page), expected);
          assert.equal(
            await arrows.count(),
            Object.keys(expected).length,
            "one arrow at each of these vertices",
          );
          await unchanged();
        }
        await page.screenshot({ path: screenshotPath(`learn-slopes-${colorScheme}`) });
        await faultless(page, `slopes, ${colorScheme}`);
        for (const [rule, expected] of RULES) {
          await page.getByRole("radio", { name: rule }).click();
          assert.deepEqual(await slopes(page), expected);
          await unchanged();
        }
      });
    }
  });
});

describe("one hat", () => {
  const browser = browserOf(WITHOUT_GPU);

  const centre = (page) => page.getByRole("slider", { name: /^Centre of the hat/ });
  const radius = (page) => page.getByRole("slider", { name: "Radius of the hat" });
  const number = (page) => page.locator(".tool-number").innerText();
  const typed = async (page) => {
    const fields = ["Birth", "Death", "Radius"].map((name) =>
      page.getByRole("spinbutton", { name, exact: true }),
    );
    return Promise.all(fields.map(async (field) => Number(await field.inputValue())));
  };
  const middle = async (handle) => {
    const { x, y, width, height } = await handle.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };

  it("moves by keys, by mouse and by typed numbers", async () => {
    await withPage(browser, at("tool=hat&hat=2~3~2"), async (page) => {
      await centre(page).waitFor();
      assert.deepEqual(await typed(page), [2, 3, 2]);
      const first = await number(page);
      await tabTo(page, ".hat-centre");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowUp");
      const [birth, death, r] = await typed(page);
      assert(birth > 2 && death > 3 && r === 2, `${birth} ${death} ${r}`);
      assert.match(await centre(page).getAttribute("aria-valuetext"), /^birth .*, death /);
      assert.notEqual(await number(page), first);
      await tabTo(page, ".hat-radius");
      await page.keyboard.press("Shift+ArrowRight");
      assert((await typed(page))[2] > 2);

      const from = await middle(centre(page));
      await dragMouse(page, from, { x: from.x - 30, y: from.y + 20 });
      const dragged = await typed(page);
      assert(dragged[0] < birth && dragged[1] < death, `${dragged}`);
      const grip = await middle(radius(page));
      await dragMouse(page, grip, { x: grip.x + (grip.x > from.x - 30 ? 25 : -25), y: grip.y });
      assert((await typed(page))[2] > dragged[2]);

      await page.getByRole("spinbutton", { name: "Radius" }).fill("1");
      await page.getByRole("spinbutton", { name: "Radius" }).press("Enter");
      assert.equal((await typed(page))[2], 1);
      await page.getByText(/The hat is 0 on the thick line, .* = 0\.5/).waitFor();
      await page.screenshot({ path: screenshotPath("learn-hat") });
      await faultless(page, "one hat");
    });
  });

  it("moves by touch", async () => {
    await withPage(browser, at("tool=hat&hat=2~3~2", PHONE), async (page) => {
      await centre(page).scrollIntoViewIfNeeded();
      const from = await middle(centre(page));
      await touch(page, from, { x: from.x + 12, y: from.y }, { x: from.x + 24, y: from.y });
      await painted(page);
      assert((await typed(page))[0] > 2);
      await page.screenshot({ path: screenshotPath("learn-hat-phone") });
    });
  });

  it("sums the contributions of all bars, including negative ones", async () => {
    await withPage(browser, at("tool=hat&hat=2~3~2"), async (page) => {
      await centre(page).waitFor();
      const parts = await page.locator(".diverging-number").allInnerTexts();
      const signed = (text) => Number(text.replace("−", "-"));
      assert.equal(parts.length, 2, "the two bars that end");
      assert(
        parts.some((part) => signed(part) < 0),
        "the bar (1.5, 4) is farther than half the radius",
      );
      const sum = parts.reduce((all, part) => all + signed(part), 0);
      assert(Math.abs(sum - signed(await number(page))) < 0.005, `${parts} make ${await number(page)}`);
    });
  });
});

describe("the matching", () => {
  const browser = browserOf(WITHOUT_GPU);

  const MATCHING = (page) => page.getByRole("region", { name: "Matching", exact: true });
  /** The distances of components, loops and both, and the bound, as displayed. */
  const numbers = async (page) => (await MATCHING(page).locator(".gauge-number").allInnerTexts()).map(Number);
  const matchingSentence = (page) => MATCHING(page).locator(".matching-sentence").innerText();
  const choose = (page, name) => MATCHING(page).getByRole("radio", { name }).check();
  const raised = [0, 3, 2, 4, 2.5];

  it("follows a drag, and has a distance for each measure", async () => {
    await withPage(browser, at("tool=matching"), async (page) => {
      await MATCHING(page).getByText("The bottleneck distance is 0: both barcodes are equal.").waitFor();
      assert.deepEqual(await numbers(page), [0, 0, 0, 0]);
      assert.equal(await MATCHING(page).locator(".matching-reach").count(), 0);

      const from = await placeOf(page, "e");
      await dragMouse(page, from, { x: await axisX(page, 2.5), y: from.y });
      const after = await values(page);
      assert(after[4] > 1.5, `${after}`);
      const [h0, h1, both, bound] = await numbers(page);
      assert(h0 > 0 && h1 === 0 && both === h0 && both <= bound + 0.001, `${await numbers(page)}`);
      assert.match(await matchingSentence(page), /^The bottleneck distance is .* the longest line/);
      const squares = await MATCHING(page).locator(".matching-squares").getAttribute("d");
      assert(squares.split("M").length > 2, squares);

      await MATCHING(page).getByRole("button", { name: "Measure from here" }).click();
      assert.deepEqual(await numbers(page), [0, 0, 0, 0]);
    });
  });

  it("has the numbers of the gauge and of the Wasserstein distances", async () => {
    await withPage(browser, at("tool=values"), async (page) => {
      await walkHandle(page).waitFor();
      for (const [name, value] of [
        ["a", raised[0]],
        ["e", raised[4]],
      ])
        await page.getByRole("spinbutton", { name: `Value of ${name}` }).fill(String(value));
      const gauge = (await page.locator(".gauge-number").allInnerTexts()).map(Number);
      assert.deepEqual(gauge, [1, 1]);
      // The other tool has the same reference.
      await page.getByRole("combobox", { name: "Tool" }).selectOption("matching");
      await MATCHING(page).getByText("each of the 2 longest lines").waitFor();
      assert.deepEqual(await numbers(page), [1, 0, 1, 1]);
      assert.equal(await MATCHING(page).locator(".matching-line.longest").count(), 2);
      await choose(page, "1-Wasserstein");
      assert.deepEqual(await numbers(page), [2, 0, 2, 2]);
      assert.match(await matchingSentence(page), /is 2, the sum of the lengths of 2 lines\./);
      assert.equal(await MATCHING(page).locator(".matching-reach").count(), 0);
      await choose(page, "2-Wasserstein");
      assert.deepEqual(await numbers(page), [1.414, 0, 1.414, 1.414]);
      await choose(page, "Bottleneck");

      // A line lights its bar, by keyboard, by mouse and in the table.
      const lit = () => page.evaluate(() => window.sublevel.state().view.highlight?.id ?? null);
      const plot = MATCHING(page).getByRole("application");
      await plot.focus();
      await page.keyboard.press("ArrowDown");
      const first = await lit();
      assert.match(
        await matchingSentence(page),
        /^The reference bar \(.*\) of [ae] is matched with .*: length 1\./,
      );
      await page.keyboard.press("ArrowDown");
      assert.notEqual(await lit(), first);
      assert.equal(await page.locator(".stage-bar.lit").count(), 1);
      await page.keyboard.press("Escape");
      assert.equal(await lit(), null);
      const rows = MATCHING(page).locator("tbody tr");
      assert.equal(await rows.count(), 3);
      await rows.first().hover();
      assert.equal(await lit(), first);
      assert.equal(await MATCHING(page).locator(".matching-line.lit").count(), 1);
      await page.locator(".stage-bar").first().hover();
      assert.equal(await MATCHING(page).locator("tr[data-lit=true]").count(), 1);
      await page.screenshot({ path: screenshotPath("learn-matching") });
      await faultless(page, "the matching");
    });
  });

  it("matches loops in their own dimension, and new bars to the diagonal, in both directions", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await withPage(browser, { ...at("graph=wheel&tool=matching"), colorScheme }, async (page) => {
        await MATCHING(page).getByText("both barcodes are equal").waitFor();
        await page.evaluate(() =>
          window.sublevel.dispatch({ type: "values", values: [1, 3, 2, 4, 4.5], gesture: null }),
        );
        // One component begins later, between its neighbours: the bar (2, 3) is new.
        await MATCHING(page).getByText("1 bar is matched to the diagonal.").waitFor();
        assert.deepEqual(await numbers(page), [0.5, 0.5, 0.5, 1]);
        await choose(page, "1-Wasserstein");
        assert.deepEqual((await numbers(page)).slice(0, 3), [0.5, 1.5, 2]);
        await choose(page, "Bottleneck");
        await page.screenshot({ path: screenshotPath(`learn-matching-wheel-${colorScheme}`) });
        await faultless(page, `the matching of the wheel, ${colorScheme}`);
        await page.getByRole("radio", { name: "Superlevel", exact: true }).click();
        assert.equal((await numbers(page))[3], 1);
      });
    }
  });
});

describe("the merge tree", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("follows t, lights the bar of a branch, and is cut into bars and joined again", async () => {
    await withPage(browser, at("tool=tree"), async (page) => {
      const tool = page.getByRole("region", { name: "Merge tree" });
      await tool.getByText("3 leaves, 2 forks, 1 root").waitFor();
      await tool.getByText("t = 4 crosses 1 branch: K has 1 component.").waitFor();
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { threshold: 2 } }));
      await tool.getByText("t = 2 crosses 3 branches: K has 3 components.").waitFor();
      assert.match(await page.locator(".stage-counts").innerText(), /3/);

      // A branch lights its bar, by keyboard, and a bar its branch.
      const branch = tool.locator(".merge-branch").nth(1);
      await branch.focus();
      const lit = await page.evaluate(() => window.sublevel.state().view.highlight);
      assert.equal(lit.type, "bar");
      assert.equal(await page.locator(".stage-bar.lit").count(), 1);
      await page.locator(".stage-bar").first().hover();
      assert.equal(await tool.locator(".merge-branch.lit").count(), 1);

      await tool.getByRole("button", { name: "Cut the tree into bars" }).click();
      await tool.getByText("Each piece is the bar of a component.").waitFor();
      await page.screenshot({ path: screenshotPath("learn-merge-tree") });
      await faultless(page, "the merge tree");
      await tool.getByRole("button", { name: "Join the bars into the tree" }).click();
      await page.getByRole("radio", { name: "Superlevel", exact: true }).click();
      await tool.getByText("2 leaves, 1 fork, 1 root").waitFor();
    });
  });
});

describe("the vectors", () => {
  const browser = browserOf(WITHOUT_GPU);

  const FIGURES = ["Landscape", "Persistence image", "Betti curve", "Rational hats"];

  it("have the lengths of their parameters, and entries that move with a vertex", async () => {
    await withPage(browser, at("tool=vectors"), async (page) => {
      const tool = page.getByRole("region", { name: "Vectors" });
      const figure = (name) => tool.getByRole("region", { name });
      const lengths = async () =>
        Promise.all(
          FIGURES.map(async (name) => {
            return Number(await figure(name).locator("dd").first().innerText());
          }),
        );
      await figure("Landscape").waitFor();
      assert.deepEqual(await lengths(), [300, 400, 100, 8]);
      await tool.getByText("The essential bar ends at 4, the end of the axis.").waitFor();
      assert.equal(await tool.getByText("no entry has changed").count(), 4);

      // By keyboard: one level more, one pixel more in each direction.
      for (const name of [
        "Levels of the landscape",
        "Pixels of the persistence image",
        "Hats of the rational hats",
      ]) {
        await tool.getByRole("slider", { name }).press("ArrowRight");
      }
      assert.deepEqual(await lengths(), [400, 441, 100, 9]);

      // A dragged vertex moves entries of every vector, by at most the bottleneck distance in the landscape.
      const from = await placeOf(page, "c");
      await dragMouse(page, from, { x: await axisX(page, 2.5), y: from.y });
      const moved = (await values(page))[2] - 2;
      assert(moved > 0.3 && moved < 0.7, `${moved}`);
      await tool.getByText(/The landscape: the largest change is/).waitFor();
      assert.equal(await tool.getByText(/: the largest change is/).count(), 4);
      const [, change, bottleneck] = /: (\S+) ≤ (\S+)\./.exec(
        await tool.getByText(/The landscape:/).innerText(),
      );
      assert(Number(change) > 0 && Number(change) <= Number(bottleneck), `${change}, ${bottleneck}`);
      assert(Math.abs(Number(bottleneck) - moved) < 0.001, `${bottleneck}, ${moved}`);
      await page.screenshot({ path: screenshotPath("learn-vectors") });
      await faultless(page, "the vectors");
      await tool.getByRole("button", { name: "Measure from here" }).click();
      assert.equal(await tool.getByText("no entry has changed").count(), 4);

      // A position in a plot lights its bar.
      const plot = await figure("Landscape").locator("svg").boundingBox();
      await page.mouse.move(plot.x + 0.6 * plot.width, plot.y + 0.4 * plot.height);
      const lit = await page.evaluate(() => window.sublevel.state().view.highlight);
      assert.equal(lit.type, "bar");
      assert.equal(await page.locator(".stage-bar.lit").count(), 1);

      await tool.getByRole("radio", { name: "H₁" }).click();
      await tool.getByText("There are no bars in H₁, so every vector is 0.").waitFor();
    });
  });
});

describe("the direction", () => {
  const browser = browserOf(WITHOUT_GPU);

  const tool = (page) => page.getByRole("region", { name: "Direction" });
  const dial = (page) => tool(page).getByRole("slider", { name: "Direction", exact: true });
  const map = (page) => tool(page).getByRole("slider", { name: /^Direction and t/ });
  const state = (page) =>
    page.evaluate(() => {
      const { document, view } = window.sublevel.state();
      return { filter: document.filter, title: document.subject.graph?.title, threshold: view.threshold };
    });
  const curve = (page) => tool(page).locator(".euler-line").getAttribute("d");
  const openA = async (page) => {
    await tool(page).getByRole("combobox", { name: "Shape" }).selectOption({ label: "A" });
    await tool(page).getByText("f is the height at 0°.").waitFor();
  };

  it("turns f, the curve and the cursor by keys, as one step of undo", async () => {
    for (const colorScheme of ["light", "dark"]) {
      await withPage(browser, { ...at("tool=direction"), colorScheme }, async (page) => {
        await tool(page).getByText("f is not a height.").waitFor();
        await openA(page);
        const before = { curve: await curve(page), values: await values(page) };
        await dial(page).focus();
        for (let i = 0; i < 6; i++) await page.keyboard.press("Shift+ArrowRight");
        await page.keyboard.press("ArrowLeft");
        assert.equal(await dial(page).getAttribute("aria-valuenow"), "89");
        assert.equal(await map(page).getAttribute("aria-valuenow"), "89");
        assert.equal((await state(page)).filter, "height:89");
        assert.notEqual(await curve(page), before.curve);
        assert.notDeepEqual(await values(page), before.values);
        await tool(page).getByText("χ = |V| − |E| = 15 − 15 = 0, and β₀ − β₁ = 1 − 1 = 0.").waitFor();
        await page.screenshot({ path: screenshotPath(`learn-direction-${colorScheme}`) });
        await faultless(page, `the direction, ${colorScheme}`);
        await page.evaluate(() => window.sublevel.dispatch({ type: "undo" }));
        assert.equal((await state(page)).filter, "height:0");
        assert.deepEqual(await values(page), before.values);
      });
    }
  });

  it("turns by the mouse, and to a typed direction", async () => {
    await withPage(browser, at("tool=direction"), async (page) => {
      await openA(page);
      const box = await tool(page).locator(".direction-dial").boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await dragMouse(page, { x: x + 60, y }, { x, y: y - 60 });
      assert.equal((await state(page)).filter, "height:90");
      await page.evaluate(() => window.sublevel.dispatch({ type: "undo" }));
      assert.equal((await state(page)).filter, "height:0");
      const field = tool(page).getByRole("spinbutton", { name: "Direction" });
      await field.fill("215");
      await field.press("Enter");
      assert.equal(await dial(page).getAttribute("aria-valuenow"), "215");
    });
  });

  it("goes to a direction and a t by a click in the heat map, and a link keeps them", async () => {
    await withPage(browser, at("tool=direction"), async (page) => {
      await openA(page);
      const box = await map(page).boundingBox();
      await map(page).click({ position: { x: box.width / 4, y: (box.height * 3) / 4 } });
      const { filter, threshold } = await state(page);
      const degrees = Number(/^height:(\d+)$/.exec(filter)[1]);
      assert(Math.abs(degrees - 90) <= 3, filter);
      assert(Math.abs(threshold + 0.5) <= 0.03, `${threshold}`);
      await tool(page)
        .getByText(/At t = −0\.5\d*: χ = .* = 2, and/)
        .waitFor();
      assert.deepEqual(await betti(page), [2, 0], "the two legs of A");
      await page.keyboard.press("Shift+ArrowUp");
      assert((await state(page)).threshold > threshold);
      const description = await map(page).getAttribute("aria-valuetext");
      await untilAddressed(page);
      await page.reload();
      await map(page).waitFor();
      assert.equal(await map(page).getAttribute("aria-valuetext"), description);
      assert.equal((await state(page)).filter, filter);
    });
  });

  it("gives positions to the graph of a file, and says when values are set by hand", async () => {
    await withPage(browser, at("tool=direction"), async (page) => {
      await tool(page).getByText("f is not a height.").waitFor();
      const own = { title: "Own", vertices: 3, edges: [0, 1, 1, 2], filters: [] };
      await page.evaluate((graph) => window.sublevel.dispatch({ type: "own-graph", graph }), own);
      await dial(page).focus();
      await page.keyboard.press("ArrowRight");
      assert.deepEqual(await state(page), { filter: "height:1", title: "Own", threshold: null });
      await page.evaluate(() => window.sublevel.dispatch({ type: "values", values: [0, 0.5, 0] }));
      await tool(page).getByText("f is not the height at 1°").waitFor();
      await page.keyboard.press("ArrowRight");
      await tool(page).getByText("f is the height at 2°.").waitFor();
    });
  });

  it("asks for a letter, replies, and turns the dial through the letter", async () => {
    for (const [name, options] of [
      ["", {}],
      ["-phone", PHONE],
    ]) {
      await withPage(browser, at("tool=direction", { ...LEARNING, ...options }), async (page) => {
        await tool(page).getByText("f is not a height.").waitFor();
        const graph = (await state(page)).title;
        await tool(page).getByRole("button", { name: "Which letter is it?" }).click();
        const choices = tool(page).getByRole("group", { name: "Which letter is it?" }).getByRole("button");
        const letters = await choices.allInnerTexts();
        assert(letters.length >= 4, `${letters}`);
        assert.equal((await state(page)).title, graph, "the stage does not show the letter");
        await map(page).focus();
        await page.keyboard.press("ArrowRight");
        await tool(page).getByText("Euler characteristic curve at 91°").waitFor();
        await page.screenshot({ path: screenshotPath(`learn-letter${name}`) });
        // On phones, the stage covers parts of the tool.
        if (name === "") await faultless(page, "the question about a letter");
        await choices.first().click();
        const reply = await tool(page).getByRole("status").innerText();
        const [, letter] = /the letter is (\w)/.exec(reply);
        const { title, filter, threshold } = await state(page);
        assert.equal(title, `Letter ${letter}`);
        if (letter === letters[0]) {
          assert.match(reply, /^Right/);
          assert.equal(filter, "height:90");
        } else {
          const [, degrees, t, chi] = new RegExp(
            `At (\\d+)° and t = (\\S+), χ of ${letters[0]} is \\S+, and χ of ${letter} is (\\S+)\\.$`,
          ).exec(reply);
          assert.equal(filter, `height:${degrees}`);
          assert.equal(threshold, Number(t.replace("−", "-")));
          const [components, loops] = await betti(page);
          assert.equal(components - loops, Number(chi.replace("−", "-")));
        }
        await page.screenshot({ path: screenshotPath(`learn-letter-answer${name}`) });
        if (name === "") await faultless(page, "the reply about a letter");
        await tool(page).getByRole("button", { name: "Next letter" }).click();
        await choices.first().waitFor();
        await tool(page).getByRole("button", { name: "End the game" }).click();
        await dial(page).waitFor();
      });
    }
  });
});

describe("the reduction", () => {
  const browser = browserOf(WITHOUT_GPU);

  const count = (page) => page.locator(".step-count").innerText();
  const END =
    /Done\. Persistence pairs: (\(c, b\) and \(e, d\)|\(e, d\) and \(c, b\))\. .*Components that never end: a\./;

  it("runs by steps to the end and back, by mouse and by keys, and finds the bars", async () => {
    await withPage(browser, at("tool=reduction"), async (page) => {
      const tool = page.getByRole("region", { name: "Reduction" });
      await tool.getByText(/^step 0 of \d+$/).waitFor();
      const [, steps] = /of (\d+)/.exec(await count(page));
      const said = new Set();
      for (let i = 1; i <= Number(steps); i++) {
        await tool.getByRole("button", { name: "Next step" }).click();
        assert.equal(await count(page), `step ${i} of ${steps}`);
        said.add(await tool.locator(".step-sentence").innerText());
      }
      assert.equal(said.size, Number(steps), "each step has another description");
      assert.match(await tool.innerText(), END);
      await page.screenshot({ path: screenshotPath("learn-reduction") });
      await faultless(page, "the reduction");
      await tool.getByRole("button", { name: "Next step" }).focus();
      for (let i = Number(steps) - 1; i >= 0; i--) {
        await page.keyboard.press("ArrowLeft");
        assert.equal(await count(page), `step ${i} of ${steps}`);
      }
      await page.keyboard.press("ArrowRight");
      assert.equal(await count(page), `step 1 of ${steps}`);
      await tool.getByRole("radio", { name: "In rounds" }).click();
      await tool.getByRole("button", { name: "Last step" }).click();
      assert.match(await count(page), /^round (\d+) of \1$/);
      assert.match(await tool.innerText(), END);
      await tool.getByRole("button", { name: "Close reduction" }).click();
      assert.equal(await tool.count(), 0);
    });
  });
});

describe("the View menu", () => {
  const browser = browserOf(WITHOUT_GPU);

  const fill = (page) => page.getByRole("switch", { name: "Fill the triangles" });
  /** Opens View by keys and toggles a switch there. */
  async function switchByKeys(page, selector) {
    await page.getByRole("button", { name: "View", exact: true }).focus();
    await page.keyboard.press("Enter");
    await tabTo(page, selector, 20);
    await page.keyboard.press("Space");
  }

  it("opens below its button before the next frame and the next key", async () => {
    await withPage(browser, at("graph=wheel"), async (page) => {
      await walkHandle(page).waitFor();
      const button = page.getByRole("button", { name: "View", exact: true });
      const opened = await button.evaluate((button) => {
        button.click();
        const panel = document.getElementById(button.getAttribute("popovertarget"));
        const gap = panel.getBoundingClientRect().top - button.getBoundingClientRect().bottom;
        return { visible: panel.checkVisibility({ visibilityProperty: true, opacityProperty: true }), gap };
      });
      assert.deepEqual(opened, { visible: true, gap: 4 });
      await button.click();
      await fill(page).waitFor({ state: "hidden" });
    });
  });

  it("fills the triangles of the wheel: four loops, then none but (4, 5)", async () => {
    await withPage(browser, at("graph=wheel"), async (page) => {
      await walkHandle(page).waitFor();
      assert.deepEqual(await betti(page), [1, 4]);
      await page.getByRole("button", { name: "View", exact: true }).click();
      await page.getByText("β₁ = 4 here").waitFor();
      await fill(page).click();
      await filled();
      await page.screenshot({ path: screenshotPath("learn-filled") });
      await faultless(page, "filled triangles");
      await fill(page).click();
      assert.deepEqual(await betti(page), [1, 4]);
      await page.keyboard.press("Escape");
      await switchByKeys(page, "[role=switch]");
      await filled();
      await page.keyboard.press("Escape");
      await walkHandle(page).press("ArrowLeft");
      assert.deepEqual(await betti(page), [1, 1], "the rim before the hub arrives");

      async function filled() {
        assert.deepEqual(await betti(page), [1, 0]);
        assert.equal(await page.locator(".stage-triangle").count(), 4);
        assert.deepEqual(
          (await pairs(page)).filter((pair) => pair !== "(1, ∞)"),
          ["(4, 5)"],
        );
      }
    });
  });

  it("gives loops a death, with extended persistence", async () => {
    await withPage(browser, at("graph=wheel"), async (page) => {
      await walkHandle(page).waitFor();
      assert.equal(
        (await pairs(page)).filter((pair) => pair.includes("∞")).length,
        3,
        "one component, and loops",
      );
      await switchByKeys(page, ".stage-view > label:nth-of-type(3) input");
      const ended = await pairs(page);
      assert(ended.length > 0);
      assert.deepEqual(
        ended.filter((pair) => pair.includes("∞")),
        [],
      );
      await page.getByLabel("Extended persistence: every bar ends").click();
      assert((await pairs(page)).some((pair) => pair.includes("∞")));
    });
  });

  it("switches to the superlevel filtration", async () => {
    await withPage(browser, at("graph=star"), async (page) => {
      await walkHandle(page).waitFor();
      assert.deepEqual(await pairs(page), ["(1, ∞)"]);
      await page.getByRole("radio", { name: "Superlevel" }).click();
      await above();
      await page.getByRole("radio", { name: "Sublevel" }).click();
      assert.deepEqual(await pairs(page), ["(1, ∞)"]);
      await tabTo(page, ".stage-tools .switch input");
      await page.keyboard.press("ArrowRight");
      await above();

      async function above() {
        await page.getByRole("slider", { name: "Superlevel filtration" }).waitFor();
        assert.deepEqual((await pairs(page)).toSorted(), ["(2, 1)", "(3, 1)", "(4, −∞)"]);
        await walkHandle(page).focus();
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowRight");
        assert.match(await sentence(page).innerText(), /^t = 4: .* arrives alone/);
        // The other direction starts without vertices, too.
        await page.keyboard.press("Home");
        await page.getByRole("radio", { name: "Sublevel" }).click();
        assert.match(await sentence(page).innerText(), /^K⁰ = ∅/);
        await page.getByRole("radio", { name: "Superlevel" }).click();
        assert.match(await sentence(page).innerText(), /^K⁰ = ∅/);
        await walkHandle(page).press("End");
      }
    });
  });
});
