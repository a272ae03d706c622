// The page where others open it: from a file, at an address that is not quite right, in a sandboxed frame, through a translator.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { describe, it, before, after } from "node:test";
import { pathToFileURL } from "node:url";
import { unzipSync } from "fflate";
import { lessonNamed } from "./course.mjs";
import { WORK_TIMEOUT } from "./limits.mjs";
import { LEARNING, painted } from "./stage.mjs";
import {
  bytesOf,
  launch,
  load,
  newContext,
  outPath,
  pageUrl,
  screenshotPath,
  trainToTheEnd,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";

const NOT_LOADED = /could not load its files.*sublevel serve.*ends with a slash/s;

/** Wraps every text that may be translated, now and later, as the translator of Chromium does. */
function translate() {
  const wrap = (root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const around = text.parentElement;
      const isOff = around?.closest("[translate]")?.getAttribute("translate") === "no";
      if (!around || isOff || around.closest("font, script, style, svg") || text.data.trim() === "") continue;
      const font = document.createElement("font");
      font.textContent = `«${text.data}»`;
      text.replaceWith(font);
    }
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (addedNodes.length > 0 && target.isConnected) wrap(target);
  }).observe(document.body, { childList: true, subtree: true });
  wrap(document.body);
}

/** The same random numbers in both pages. */
const unrandom = (page) =>
  page.addInitScript(() => {
    let seed = 1;
    Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  });

const typeOf = (path) =>
  ({
    html: "text/html",
    js: "text/javascript",
    css: "text/css",
    json: "application/json",
    wasm: "application/wasm",
  })[path.split(".").at(-1)] ?? "application/octet-stream";

/** What a page shows of its run. */
const learnedOf = (page) =>
  page.evaluate(() => {
    const { data, run, view, inspection, document } = window.sublevel.state();
    return {
      data: data.summary.fingerprint,
      epochs: run.epochs,
      snapshots: run.snapshots,
      page: view.page,
      epoch: view.epoch,
      graph: document.subject.index,
      filter: [...inspection.filtration.filter],
    };
  });

describe("the page elsewhere", () => {
  let browser, html;
  before(async () => {
    browser = await launch(WITHOUT_GPU);
    html = await (await fetch(`${pageUrl}/`)).text();
  });
  after(() => browser.close());

  /** Opens an address in a page whose console may have errors. */
  const inTab = async (open, use) => {
    const context = await newContext(browser, { serviceWorkers: "block" });
    const page = await context.newPage();
    try {
      await open(page);
      await use(page);
    } finally {
      await context.close();
    }
  };

  it("says where it works when it is opened as a file", async () => {
    const file = outPath("index.html");
    writeFileSync(file, html);
    await inTab(
      (page) => page.goto(pathToFileURL(file).href),
      async (page) => assert.match(await page.locator("#app").innerText(), NOT_LOADED),
    );
  });

  it("says that its address ends with a slash", async () => {
    const address = `${pageUrl}/courses/sublevel`;
    await inTab(
      async (page) => {
        await page.route(address, (route) => route.fulfill({ body: html, contentType: "text/html" }));
        await page.goto(address);
      },
      async (page) => assert.match(await page.locator("#app").innerText(), NOT_LOADED),
    );
  });

  it("names a module that the server does not have", async () => {
    for (const response of [
      { status: 404, body: "", contentType: "text/plain" },
      { status: 200, body: html, contentType: "text/html" },
    ])
      await inTab(
        async (page) => {
          await page.route(/topology_bg.*\.wasm/, (route) => route.fulfill(response));
          await page.goto(pageUrl);
        },
        async (page) => {
          await page.getByText("Sublevel could not start").waitFor();
          const said = await page.locator("#app").innerText();
          assert.match(said, /does not have the file topology_bg.*whole folder of the built site/s);
        },
      );
  });

  it("shows lessons in a sandboxed frame, and says why it cannot train there", async () => {
    const host = "http://course.example/";
    const around = `<iframe sandbox="allow-scripts" width="1200" height="700" src="${pageUrl}/?embed=1&lesson=loops-stay~1"></iframe>`;
    await inTab(
      async (page) => {
        await page.route(`${pageUrl}/**`, async (route) => {
          const response = await route.fetch();
          const headers = response.headers();
          delete headers["content-security-policy"];
          const open = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
          await route.fulfill({ response, headers: { ...headers, ...open } });
        });
        await page.route(host, (route) => route.fulfill({ body: around, contentType: "text/html" }));
        await page.goto(host);
      },
      async (page) => {
        const inside = page.frameLocator("iframe");
        await inside.locator(".lesson-card").waitFor();
        const handle = inside.getByRole("slider", { name: /level filtration$/ });
        const before = await handle.getAttribute("aria-valuetext");
        await handle.press("ArrowRight");
        assert.notEqual(await handle.getAttribute("aria-valuetext"), before);
        // The page loads what nobody asked for when it is idle.
        await page.waitForTimeout(4000);
        assert.equal(await inside.locator(".notice").count(), 0);
        const own = page.frames().find((frame) => frame.parentFrame() !== null);
        await own.evaluate(() => void window.sublevel.load({ data: "cycles-and-trees", graph: 0 }));
        await own.waitForFunction(() => window.sublevel.state().engine.status === "crashed");
        const { message } = await own.evaluate(() => window.sublevel.state().engine);
        assert.match(message, /attribute sandbox without allow-same-origin/);
      },
    );
  });

  it("opens a run that was saved as a web page, at its view, from the files of that page alone", async () => {
    let files, expected;
    await withPage(browser, {}, async (page) => {
      await load(page, { data: "number-of-cycles", graph: 0 });
      await trainToTheEnd(page, { epochs: 2, width: 8, hats: 8, seed: 3 });
      await load(page, { graph: 6 });
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { epoch: 1 } }));
      await page.waitForFunction(() => window.sublevel.state().inspection?.epoch === 1);
      const download = page.waitForEvent("download");
      await page.getByRole("tab", { name: "Data sets" }).click();
      await page.getByText("Save the session, the model or its predictions").click();
      await page.getByRole("button", { name: /^Web page/ }).click();
      files = unzipSync(await bytesOf(await download));
      expected = await learnedOf(page);
    });
    const folder = "Number-of-cycles/";
    const site = "http://paper.example/supplement/";
    const asked = new Set();
    await inTab(
      async (page) => {
        await page.context().route("http://paper.example/**", async (route) => {
          const path = new URL(route.request().url()).pathname.slice("/supplement/".length) || "index.html";
          asked.add(path);
          const file = files[folder + path];
          if (!file) await route.fulfill({ status: 404, body: "" });
          else await route.fulfill({ body: Buffer.from(file), contentType: typeOf(path) });
        });
        await page.goto(site);
      },
      async (page) => {
        await page.waitForFunction(() => window.sublevel?.state().inspection?.epoch === 1, null, {
          timeout: WORK_TIMEOUT,
        });
        assert.deepEqual(await learnedOf(page), expected);
        await page.screenshot({ path: screenshotPath("web-page") });
        const missing = [...asked].filter((path) => !files[folder + path]);
        assert.deepEqual(missing, []);
        // The generated data set is not the one of the run, although both have its name.
        await page.evaluate(() => window.sublevel.load({ data: "number-of-cycles", seed: 1 }));
        await page.waitForTimeout(500);
        const { data, run } = await page.evaluate(() => window.sublevel.state());
        assert.deepEqual(
          [data.source, run.stepsDone],
          [{ type: "generator", id: "number-of-cycles", seed: 1 }, 0],
        );
        // Everything that the page can do works there, too.
        await page.evaluate(() => void window.sublevel.train({ epochs: 1, seed: 4 }));
        await page.waitForFunction(() => window.sublevel.state().run?.phase === "finished");
      },
    );
  });

  it("shows the same numbers and sentences when a translator has replaced its texts", async () => {
    const still = async (page) => {
      await LEARNING.init(page);
      await unrandom(page);
    };
    for (const { id, cards } of ["later-end", "loops-stay"].map(lessonNamed)) {
      const options = { ...LEARNING, query: `#v=1&lesson=${id}~1&present=1`, init: still };
      await withPage(browser, options, (plain) =>
        withPage(browser, options, async (translated) => {
          for (const page of [plain, translated]) await page.locator(".lesson-card").waitFor();
          await translated.evaluate(translate);
          const text = async (page) => {
            // Before the key is drawn, both pages show equal texts of the step before, and the next key could find them in two states.
            await painted(page);
            return (await page.locator("#app").innerText()).replaceAll(/[«»]/g, "").split("\n");
          };
          for (let step = 0; step < 3 * cards.length; step++) {
            let texts;
            const end = Date.now() + WORK_TIMEOUT;
            do texts = [await text(plain), await text(translated)];
            while (texts[0].join() !== texts[1].join() && Date.now() < end);
            const other = texts[1].filter((line, index) => line !== texts[0][index]);
            assert.deepEqual(other, [], `${id}, step ${step}: the translated page differs`);
            assert.equal(texts[1].length, texts[0].length, `${id}, step ${step}`);
            for (const page of [plain, translated]) await page.keyboard.press("]");
          }
          assert((await translated.locator(".lesson-text font").count()) > 0, "cards are translated");
        }),
      );
    }
  });
});
