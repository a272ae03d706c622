// The tools beside the stage: values and stability, ties and slopes, one hat, the reduction; and the View menu.

import assert from "node:assert/strict";
import { describe, it, before, after } from "node:test";
import { faultless, launch, screenshotPath, WITHOUT_GPU, withPage } from "./support.mjs";
import {
  betti,
  dragMouse,
  drawnBars,
  LEARNING,
  openTool,
  painted,
  PHONE,
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
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  /** ‖f − g‖∞ and the bottleneck distance, as displayed. */
  const gauge = async (page) =>
    (await page.locator(".gauge-number").allInnerTexts()).map((text) => Number(text));
  const told = (page) => page.locator(".gauge-told").innerText();

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
      assert.match(await told(page), /\ba\b/);
      assert.match(await told(page), /\be\b/);
      assert.match(await told(page), /(1|0\.5), 4|begins|owns|ends/);
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
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

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
        const bars = await drawnBars(page);
        const unchanged = async () => assert.deepEqual(await drawnBars(page), bars);
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
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

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

describe("the merge tree", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  it("follows t, lights the bar of a branch, and is cut into bars and joined again", async () => {
    await withPage(browser, at("tool=tree"), async (page) => {
      const tool = page.getByRole("region", { name: "Merge tree" });
      await tool.getByText("3 leaves, 2 nodes, 1 root").waitFor();
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
      await tool.getByText("Each piece is a bar of H₀.").waitFor();
      await page.screenshot({ path: screenshotPath("learn-merge-tree") });
      await faultless(page, "the merge tree");
      await tool.getByRole("button", { name: "Join the bars into the tree" }).click();
      await page.getByRole("radio", { name: "Superlevel", exact: true }).click();
      await tool.getByText("2 leaves, 1 node, 1 root").waitFor();
    });
  });
});

describe("the reduction", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

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
        said.add(await tool.locator(".step-told").innerText());
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
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  const fill = (page) => page.getByRole("switch", { name: "Fill the triangles" });
  /** Opens View by keys and toggles a switch there. */
  async function switchByKeys(page, selector) {
    await page.getByRole("button", { name: "View", exact: true }).focus();
    await page.keyboard.press("Enter");
    await tabTo(page, selector, 20);
    await page.keyboard.press("Space");
  }

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
