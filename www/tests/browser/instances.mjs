// Two pages in one document are independent.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { describe, it, before, after } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { launch, outPath, saveData, WITHOUT_GPU, withPage } from "./support.mjs";

const SOURCE = fileURLToPath(new URL("two/", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../vite.config.ts", import.meta.url));
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

describe("two pages in one document", () => {
  let browser;
  const built = outPath("two");
  before(async () => {
    browser = await launch(WITHOUT_GPU);
    const options = { target: "es2022", outDir: built, emptyOutDir: true, assetsInlineLimit: 0 };
    await build({
      root: SOURCE,
      configFile: CONFIG,
      logLevel: "warn",
      build: options,
    });
  });
  after(() => browser.close());

  it("change independently", async () => {
    const init = async (page) => {
      await saveData(page);
      await page.route("**/two/**", async (route) => {
        const path = new URL(route.request().url()).pathname.split("/two/")[1] || "index.html";
        try {
          await route.fulfill({ body: await readFile(join(built, path)), contentType: TYPES[extname(path)] });
        } catch {
          await route.fulfill({ status: 404 });
        }
      });
    };
    const options = { query: "two/", init, ready: false, tolerate: /404/, reducedMotion: "reduce" };
    await withPage(browser, options, async (page) => {
      await page.waitForFunction(() => window.two);
      await page.evaluate(() => {
        for (const one of window.two) one.dispatch({ type: "view", change: { page: "inspect" } });
      });
      await page.locator("#second .caption").waitFor();
      const states = () => page.evaluate(() => window.two.map(({ state }) => JSON.stringify(state())));
      const [first, second] = await states();
      assert.equal(first, second);

      await page.evaluate(() => {
        const [one] = window.two;
        one.dispatch({ type: "show", subject: { type: "example", id: "tie" } });
        one.dispatch({ type: "view", change: { extended: true } });
        one.dispatch({ type: "view", change: { sort: "length" } });
      });
      const slider = page.locator("#first").getByRole("slider", { name: /filtration/ });
      await slider.focus();
      await slider.press("ArrowLeft");
      const [changed, left] = await states();
      assert.notEqual(changed, first);
      assert.equal(left, second, "the other page stays as it was");
      assert.equal(await page.locator("#first .caption b").innerText(), "A tie");
      assert.notEqual(await page.locator("#second .caption b").innerText(), "A tie");
      assert(await page.locator("#first").getByLabel("extended").isChecked());
      assert(!(await page.locator("#second").getByLabel("extended").isChecked()));

      const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
      assert.deepEqual(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        [],
        "ids are unique",
      );
      const groups = await page.evaluate(() => {
        const named = [...document.querySelectorAll("input[type=radio]")];
        return named.filter(({ checked }) => checked).length;
      });
      assert.equal(groups % 2, 0, "radio buttons of the two pages are no group");

      await page.evaluate(() => window.two[0].undo());
      const [undone, still] = await states();
      assert.notEqual(undone, changed);
      assert.equal(still, second);
    });
  });
});
