// The page of two graphs: verdicts, evidence, the choice of the graphs, and the address.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  browserOf,
  faultless,
  reopenAsNew,
  screenshotPath,
  untilAddressed,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const browser = browserOf(WITHOUT_GPU);

/** A cycle of six vertices, and two triangles. */
const HEXAGON = "EhEG";
const TRIANGLES = "EwCW";

/** The verdicts of all descriptors, once they are known. */
async function verdicts(page) {
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll(".separate-verdict")];
    return all.length > 0 && all.every((one) => !one.classList.contains("pending"));
  });
  const rows = page.locator(".separate-descriptor");
  const labels = await rows.locator(".separate-label").allInnerTexts();
  const words = await rows.locator(".separate-verdict").allInnerTexts();
  return Object.fromEntries(labels.map((label, i) => [label, words[i].replace(/^\S+\s+/, "")]));
}

const reason = (page) => page.locator(".separate-reason").innerText();

suite("two graphs", () => {
  test("are necklaces at first, and a filter of the colours separates them", async () => {
    await withPage(browser, { query: "?page=separate", ready: false }, async (page) => {
      const found = await verdicts(page);
      assert.equal(Object.keys(found).length, 18);
      assert.equal(found["1-WL"], "cannot");
      assert.equal(found["Persistence, any filter of the colours"], "separates");
      assert.equal(found["Isomorphism"], "separates");
      assert.match(
        await reason(page),
        /2 components and 2 loops in the first graph, and 1 component and 1 loop/,
      );
      assert.equal(await page.locator(".separate-bars .barcode-frame").count(), 2);
      await page.screenshot({ path: screenshotPath("separate") });
      await faultless(page, "separate");
    });
  });

  test("can be typed, and the address keeps them", async () => {
    await withPage(browser, { query: "?page=separate", ready: false }, async (page) => {
      await verdicts(page);
      for (const [name, text] of [
        ["First graph", HEXAGON],
        ["Second graph", TRIANGLES],
      ]) {
        await page.getByLabel(name, { exact: true }).fill(text);
        await page.keyboard.press("Enter");
      }
      await page.getByRole("radio", { name: "1-WL" }).check();
      assert.equal((await verdicts(page))["Loop lengths"], "separates");
      await untilAddressed(page);
      await reopenAsNew(page, new URL(page.url()).hash);
      assert.equal((await verdicts(page))["1-WL"], "cannot");
      assert.equal(await page.getByLabel("First graph", { exact: true }).inputValue(), HEXAGON);
      assert.equal(await page.getByRole("radio", { name: "1-WL" }).isChecked(), true);
      assert.match(await reason(page), /stable after 0 rounds/);
    });
  });

  test("have colours round by round", async () => {
    await withPage(browser, { query: "?page=separate", ready: false }, async (page) => {
      await page.getByRole("radio", { name: "1-WL" }).check();
      await verdicts(page);
      const slider = page.getByRole("slider", { name: "Round" });
      const rows = page.locator(".separate-counts tbody tr");
      const last = await rows.count();
      await slider.focus();
      await page.keyboard.press("Home");
      assert.equal(await rows.count(), 1, "all vertices have one colour before the first round");
      await page.keyboard.press("End");
      assert.equal(await rows.count(), last);
    });
  });

  test("that are wrong give a message with the position", async () => {
    await withPage(browser, { query: "?page=separate", ready: false }, async (page) => {
      await verdicts(page);
      await page.getByLabel("First graph", { exact: true }).fill("Eh!G");
      await page.keyboard.press("Enter");
      await page.getByText("first graph, line 1, column 3: expected a character from ? to ~").waitFor();
    });
  });

  test("come from lists", async () => {
    await withPage(browser, { query: "?page=separate", ready: false }, async (page) => {
      await page.getByLabel("Pairs", { exact: true }).selectOption("rook-shrikhande");
      await page.getByText("First graph: 16 vertices, 48 edges").waitFor();
      assert.equal((await verdicts(page))["Persistence, any filter of the colours"], "cannot");
      await page.getByLabel("Pairs", { exact: true }).selectOption("cubic-8");
      await page.getByRole("button", { name: "Random pair" }).click();
      await page.getByText("First graph: 8 vertices, 12 edges").waitFor();
      await page.getByRole("button", { name: "Graph in view: First graph" }).click();
      assert.equal((await verdicts(page))["Vertices and edges"], "separates");
    });
  });

  test("come from a search for those that a descriptor cannot separate", async () => {
    await withPage(browser, { query: "?page=separate", ready: false }, async (page) => {
      await page.getByRole("radio", { name: "1-WL" }).check();
      await verdicts(page);
      await page.getByRole("button", { name: "Find a pair that it cannot separate" }).click();
      const said = page.locator(".separate-details [role=status]");
      await page.getByText("Pair 1 of 4 with 6 vertices. No pair has fewer vertices.").waitFor();
      await page.screenshot({ path: screenshotPath("separate-search") });
      await faultless(page, "a search on separate");
      const seen = new Set();
      for (let pair = 1; pair <= 4; pair++) {
        await page.getByText(`Pair ${pair} of 4 with 6 vertices.`).waitFor();
        const found = await verdicts(page);
        assert.equal(found["1-WL"], "cannot");
        assert.equal(found["Isomorphism"], "separates");
        seen.add(await page.getByLabel("First graph", { exact: true }).inputValue());
        await page.getByRole("button", { name: "Next pair" }).click();
      }
      assert.equal(seen.size, 4);
      await page.getByText("Pair 1 of 22 with 7 vertices.").waitFor();
      assert.doesNotMatch(await said.innerText(), /fewer/);
    });
  });

  test("need no search for isomorphism, and SpectRe separates all small graphs", async () => {
    await withPage(browser, { query: "?page=separate", ready: false }, async (page) => {
      await page.getByRole("radio", { name: "Isomorphism" }).check();
      await verdicts(page);
      assert.equal(await page.getByRole("button", { name: /^Find a pair/ }).count(), 0);
      await page.getByRole("radio", { name: "RePHINE with spectra" }).check();
      await page.getByRole("button", { name: /^Find a pair/ }).click();
      await page
        .getByText("It separates any two graphs with the same number of vertices, up to 8.")
        .waitFor();
    });
  });

  test("can be edited on Learn and taken back", async () => {
    await withPage(browser, { query: "?page=separate", ready: false }, async (page) => {
      await verdicts(page);
      const field = page.getByLabel("Second graph", { exact: true });
      const before = await field.inputValue();
      await page.getByRole("button", { name: "Edit: Second graph" }).click();
      await page.locator(".editor-line").first().waitFor();
      const count = () => page.evaluate(() => window.sublevel.state().shown.graph.vertices);
      assert.equal(await count(), 11);
      await page.getByRole("button", { name: "Add vertex" }).click();
      await page.waitForFunction(() => window.sublevel.state().shown.graph.vertices === 12);
      await page.screenshot({ path: screenshotPath("separate-edit") });
      await page.getByRole("button", { name: "Separate", exact: true }).click();
      await page.getByRole("button", { name: "Graph in view: Second graph" }).click();
      await page.getByText("Second graph: 12 vertices").waitFor();
      assert.notEqual(await field.inputValue(), before);
    });
  });

  test("come from a lesson after its answer, and Back returns to the card", async () => {
    await withPage(browser, { query: "#v=1&lesson=colours-or-bars~6", ready: false }, async (page) => {
      const open = page.getByRole("button", { name: "Open on Separate" });
      await page.getByRole("button", { name: "Show me" }).waitFor();
      assert.equal(await open.count(), 0, "not before the answer");
      const right = await page.evaluate(() => window.sublevel.state().shown.graph.edges.length / 2);
      await page.getByRole("button", { name: "Show me" }).click();
      await open.click();
      await page.getByText(`First graph: ${right} vertices, ${right} edges`).waitFor();
      await verdicts(page);
      await page.goBack();
      await page.getByRole("article", { name: "Colours or bars, card 6 of 6" }).waitFor();
    });
  });

  test("fit a phone, in the dark theme", async () => {
    const phone = {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: "dark",
    };
    await withPage(browser, { query: "?page=separate", ready: false, ...phone }, async (page) => {
      await verdicts(page);
      const wide = await page.evaluate(() =>
        [document.documentElement, document.querySelector("main")].some(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ),
      );
      assert.equal(wide, false);
      await page.screenshot({ path: screenshotPath("separate-phone"), fullPage: true });
      await faultless(page, "separate on a phone");
    });
  });
});
