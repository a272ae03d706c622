// The widget without a kernel, in pages with the policies of programs that show notebooks.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { chromium } from "playwright-core";

const PAGE = new URL("../../../python/src/sublevel/page/", import.meta.url);
const ADDRESS = "http://notebook.example/";

/** VS Code allows frames from https: and data: only; the kernel's files have blob: addresses. */
const VS_CODE =
  "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src https: blob: data:; connect-src https:; child-src https: data:";
const NONE = "default-src * 'unsafe-inline' 'unsafe-eval' blob: data:";

/** A notebook whose kernel only has the files of the package. */
const notebook = (policy) => `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<body><div id="cell"></div>
<script type="module">
  import widget from "/widget.js";
  const listeners = [];
  window.received = [];
  const model = {
    get: () => 720,
    on: (name, listener) => void (name === "msg:custom" && listeners.push(listener)),
    off: () => undefined,
    async send(content) {
      window.received.push(content);
      if (content.type !== "file") return;
      const bytes = Uint8Array.from(atob(await window.fileOf(content.name)), (letter) => letter.charCodeAt(0));
      for (const listener of listeners) listener(content, [new DataView(bytes.buffer)]);
    },
  };
  const { initialize, render } = widget();
  initialize({ model });
  void render({ model, el: document.querySelector("#cell") });
</script>`;

/** Tests of hosts that are not installed here; `executablePath` is the browser. */
export function describeHosts(executablePath) {
  describe("the widget in other programs", () => {
    let browser;
    before(
      async () =>
        (browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })),
    );
    after(() => browser?.close());

    const open = async (policy) => {
      const page = await browser.newPage();
      await page.exposeFunction("fileOf", async (name) =>
        (await readFile(new URL(`${name}.gz`, PAGE))).toString("base64"),
      );
      await page.route(ADDRESS, (route) =>
        route.fulfill({ body: notebook(policy), contentType: "text/html" }),
      );
      const script = await readFile(new URL("widget.js", PAGE), "utf8");
      await page.route(`${ADDRESS}widget.js`, (route) =>
        route.fulfill({ body: script, contentType: "text/javascript" }),
      );
      await page.goto(ADDRESS);
      return page;
    };
    const problems = (page) =>
      page.evaluate(() =>
        window.received.filter(({ type }) => type === "refused").map(({ problem }) => problem),
      );

    it("says what to do where no page from the kernel is allowed", async () => {
      const page = await open(VS_CODE);
      await page.getByText(/allow no pages from the kernel.*JupyterLab/).waitFor({ timeout: 30_000 });
      await page.close();
    });

    it("starts over plain HTTP, and sends exceptions to the kernel", async () => {
      const page = await open(NONE);
      await page.waitForFunction(() => window.received.some(({ type }) => type === "ready"), null, {
        timeout: 60_000,
      });
      assert(!(await page.evaluate(() => window.isSecureContext)));
      const frame = page.frames().find((one) => one.parentFrame() !== null);
      assert.equal(await frame.evaluate(() => typeof crypto.randomUUID), "undefined");
      assert.deepEqual(await problems(page), []);
      await frame.evaluate(() => void setTimeout(() => Promise.reject(new Error("a wrong turn"))));
      await page.waitForFunction(() => window.received.some(({ type }) => type === "refused"));
      assert.match((await problems(page))[0], /^The page in the cell has an error: a wrong turn\./);
      // The sentence of the other test is not for this page.
      await page.waitForTimeout(11_000);
      assert.equal(await page.getByText("allow no pages").count(), 0);
      await page.close();
    });
  });
}
