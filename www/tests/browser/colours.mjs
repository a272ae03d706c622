// Colours of the vertices: f, labels or attributes.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import {
  browserOf,
  faultless,
  inMenu,
  load,
  offered,
  screenshotPath,
  untilReady,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const browser = browserOf(WITHOUT_GPU);

const choiceOn = (page) => page.getByLabel("Colour of the vertices");
const choices = (page) => choiceOn(page).locator("option").allTextContents();

/** Whether a vertex has this colour. */
function isDrawn(page, colour) {
  return page.waitForFunction((css) => {
    const [red, green, blue] = css.match(/\d+/g).map(Number);
    const canvas = document.querySelectorAll(".graph-canvas canvas")[2];
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4)
      if (data[i] === red && data[i + 1] === green && data[i + 2] === blue && data[i + 3] === 255)
        return true;
    return false;
  }, colour);
}

suite("the colours of the vertices", () => {
  test("are those of f for a data set without labels", async () => {
    await withPage(browser, {}, async (page) => {
      await load(page, { data: "one-loop-or-several", graph: 0 });
      assert.deepEqual(await choices(page), ["f", "f, stretched", "rank of f"]);
      await page.getByRole("img", { name: "Colours of f, from 0 to 1" }).waitFor();
      await (await inMenu(choiceOn(page))).selectOption("rank of f");
      await page.getByRole("img", { name: "Colours of rank of f, from lowest to highest" }).waitFor();
    });
  });

  test("are those of the labels, on both pages, with a legend, and are restored by a link", async (t) => {
    await withPage(browser, {}, async (page) => {
      if (!(await offered(page))) return t.skip("the server offers no data sets");
      await load(page, { data: "MUTAG", graph: 1 });
      assert.deepEqual(await choices(page), ["f", "f, stretched", "rank of f", "label"]);
      await (await inMenu(choiceOn(page))).selectOption("label");
      const key = page.getByRole("list", { name: "Colours of the labels" });
      await key.waitFor();
      for (const swatch of await key.locator(".label-swatch").all())
        await isDrawn(page, await swatch.evaluate((element) => getComputedStyle(element).backgroundColor));
      await page.screenshot({ path: screenshotPath("colours-label") });
      await faultless(page, "colours by label");
      // The tooltip of a vertex contains its label.
      await page.getByRole("application", { name: /^Graph/ }).press("Enter");
      await page.locator(".graph-view .tip", { hasText: / · label \d+/ }).waitFor();

      assert.match(page.url(), /colour=label/);
      await page.reload();
      await untilReady(page);
      await key.waitFor();
      await page.evaluate(() =>
        window.sublevel.dispatch({ type: "view", change: { page: "model", topic: "fail" }, source: "ui" }),
      );
      await page.locator(".why").getByRole("list", { name: "Colours of the labels" }).waitFor();
      await page.screenshot({ path: screenshotPath("colours-label-why") });
      // A data set without labels is coloured by f, and the choice stays for the next one.
      await load(page, { data: "one-loop-or-several", graph: 0 });
      assert.equal(await choiceOn(page).inputValue(), "f");
    });
  });

  test("are those of an attribute, whose numbers are in the table", async (t) => {
    await withPage(browser, {}, async (page) => {
      if (!(await offered(page))?.includes("PROTEINS")) return t.skip("the server offers no PROTEINS");
      await load(page, { data: "PROTEINS", graph: 0 });
      if (!(await choices(page)).includes("attribute 1")) return t.skip("these have no attributes");
      await (await inMenu(choiceOn(page))).selectOption("attribute 1");
      await page.getByRole("img", { name: /^Colours of attribute 1, from/ }).waitFor();
      await page.screenshot({ path: screenshotPath("colours-attribute") });
      await (await inMenu(page.getByLabel("Show the graph as a table"))).check();
      await page.getByRole("columnheader", { name: "Attribute 1" }).waitFor();
      await page.getByRole("columnheader", { name: "Label" }).waitFor();
    });
  });
});
