// Without a network: after one visit the page opens and trains with its server gone, and a new build is used as soon as it is there.

import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { describe, it, before, after } from "node:test";
import { launch, pageUrl, screenshotPath, trainToTheEnd, untilReady, WITHOUT_GPU } from "./support.mjs";

/** Somewhere below the root, as a page may lie. */
const FOLDER = "/some/where/";

/** The page's server at another address, which can be switched off, and can serve a later build. */
class Deployment {
  #port = 0;
  #server = null;
  /** What becomes of a file's text, by its name. */
  changes = {};

  get url() {
    return `http://127.0.0.1:${this.#port}${FOLDER}`;
  }

  async start() {
    this.#server = createServer((asked, answer) => this.#forward(asked, answer));
    await new Promise((listening) => this.#server.listen(this.#port, "127.0.0.1", listening));
    this.#port = this.#server.address().port;
  }

  async stop() {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise((over) => server.close(over));
    server.closeAllConnections();
    await closed;
  }

  #forward(asked, answer) {
    const file = asked.url.slice(FOLDER.length).replace(/\?.*$/, "");
    const change = this.changes[file || "index.html"];
    const headers = { ...asked.headers, host: new URL(pageUrl).host };
    // What is changed has to come whole, and as text.
    if (change)
      Object.assign(headers, { "accept-encoding": "identity", "if-modified-since": "", "if-none-match": "" });
    const from = request(
      new URL(`/${asked.url.slice(FOLDER.length)}`, pageUrl),
      { headers },
      async (given) => {
        if (!change) {
          answer.writeHead(given.statusCode, given.headers);
          given.pipe(answer);
          return;
        }
        const parts = [];
        for await (const part of given) parts.push(part);
        const text = change(Buffer.concat(parts).toString());
        answer.writeHead(given.statusCode, { ...given.headers, "content-length": Buffer.byteLength(text) });
        answer.end(text);
      },
    );
    from.end();
  }
}

/** Waits until a page with this title is kept as a whole, the training module with it. */
async function untilKept(page, title) {
  for (const until = Date.now() + 120_000; Date.now() < until; await page.waitForTimeout(250))
    if (await page.evaluate(isKept, title)) return;
  assert.fail(`“${title}” is not kept`);
}

async function isKept(title) {
  const [name, ...others] = await caches.keys();
  if (!name || others.length > 0) return false;
  const kept = await caches.open(name);
  const index = await kept.match(document.baseURI.replace(/[?#].*$/, ""));
  const files = (await kept.keys()).map(({ url }) => url);
  return (
    ((await index?.text()) ?? "").includes(`<title>${title}</title>`) &&
    ["training.json", "training_bg.wasm"].every((file) => files.some((url) => url.endsWith(file)))
  );
}

describe("without a network", () => {
  let browser;
  let context;
  let page;
  const deployment = new Deployment();
  before(async () => {
    browser = await launch(WITHOUT_GPU);
    context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: "allow" });
    page = await context.newPage();
    await deployment.start();
  });
  after(async () => {
    await browser.close();
    await deployment.stop();
  });

  it("the page opens and trains after one visit, its server gone", async () => {
    await page.goto(`${deployment.url}?page=inspect`);
    await untilReady(page);
    await untilKept(page, "Sublevel");
    await deployment.stop();
    await page.goto(`${deployment.url}?page=inspect&data=cycles-and-trees`);
    await untilReady(page);
    const { epochs } = await trainToTheEnd(page, { epochs: 2, width: 8, hats: 8 }, 120_000);
    assert.equal(epochs.length, 2);
    await page.screenshot({ path: screenshotPath("offline") });
    await page.goto(`${deployment.url}?page=model`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  });

  it("a new build is used at the next load, and is then the one that is kept", async () => {
    deployment.changes = {
      "index.html": (text) => text.replace("<title>Sublevel</title>", "<title>Sublevel, later</title>"),
      "offline.json": (text) => JSON.stringify({ ...JSON.parse(text), build: "later" }),
    };
    await deployment.start();
    await page.goto(`${deployment.url}?page=inspect`);
    assert.equal(await page.title(), "Sublevel, later");
    await untilReady(page);
    await untilKept(page, "Sublevel, later");
    await deployment.stop();
    await page.goto(`${deployment.url}?page=inspect`);
    assert.equal(await page.title(), "Sublevel, later");
    await untilReady(page);
    await deployment.start();
  });

  it("it can be installed", async () => {
    await page.goto(deployment.url);
    const devtools = await context.newCDPSession(page);
    const { errors } = await devtools.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A window without a profile of its own installs nothing; nothing else may be in the way.
    const others = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
    assert.deepEqual(others, []);
  });

  it("nothing is kept for a page inside another one", async () => {
    const apart = await browser.newContext({ serviceWorkers: "allow" });
    const embedded = await apart.newPage();
    await embedded.goto(`${deployment.url}?embed=1&page=inspect`);
    await untilReady(embedded);
    // Longer than a page waits until it is idle.
    await embedded.waitForTimeout(4000);
    const found = await embedded.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
    assert.deepEqual(found, [0, 0]);
    await apart.close();
  });
});
