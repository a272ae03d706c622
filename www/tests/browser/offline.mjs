// Offline use: after one visit the page opens and trains without its server, and the next load uses a new build.

import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { describe, it, before, after } from "node:test";
import { EXAMPLE, untilCard } from "./course.mjs";
import { walkHandle } from "./stage.mjs";
import {
  drop,
  launch,
  pageUrl,
  screenshotPath,
  trainToTheEnd,
  untilAddressed,
  untilReady,
  WITHOUT_GPU,
} from "./support.mjs";

/** A folder below the root of the server. */
const FOLDER = "/some/where/";

/** A proxy of the page's server, which can be stopped and can serve a later build. */
class Deployment {
  #port = 0;
  #server = null;
  /** Functions that change the text of a file, by its name. */
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
    // A changed file is requested complete and uncompressed.
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

/** Waits until the cache contains the page with this title and the training module. */
async function untilKept(page, title) {
  for (const until = Date.now() + 120_000; Date.now() < until; await page.waitForTimeout(250))
    if (await page.evaluate(isKept, title)) return;
  assert.fail(`“${title}” is not in the cache`);
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

describe("offline", () => {
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

  it("the page opens and trains without its server after one visit", async () => {
    await page.goto(`${deployment.url}?page=inspect`);
    await untilReady(page);
    await untilKept(page, "Sublevel");
    await deployment.stop();
    await page.goto(`${deployment.url}?page=inspect&data=cycles-and-trees`);
    await untilReady(page);
    const { epochs } = await trainToTheEnd(page, { epochs: 2, width: 8, hats: 8 });
    assert.equal(epochs.length, 2);
    await page.screenshot({ path: screenshotPath("offline") });
    await page.goto(`${deployment.url}?page=model`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  });

  it("a lesson in a link opens without the server, too", async () => {
    await page.goto(`${deployment.url}?page=learn`);
    await walkHandle(page).waitFor();
    await drop(page, ["my-lesson.json", EXAMPLE]);
    await untilCard(page, JSON.parse(EXAMPLE), 0);
    await untilAddressed(page);
    const link = await page.evaluate(() => window.sublevel.link());
    const students = await context.newPage();
    await students.goto(link);
    await untilCard(students, JSON.parse(EXAMPLE), 0);
    await students.close();
  });

  it("the next load uses a new build, which replaces the cached one", async () => {
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

  it("the page can be installed", async () => {
    await page.goto(deployment.url);
    const devtools = await context.newCDPSession(page);
    const { errors } = await devtools.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A window in incognito mode cannot install the page; no other error is allowed.
    const others = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
    assert.deepEqual(others, []);
  });

  it("an embedded page caches nothing", async () => {
    const apart = await browser.newContext({ serviceWorkers: "allow" });
    const embedded = await apart.newPage();
    await embedded.goto(`${deployment.url}?embed=1&page=inspect`);
    await untilReady(embedded);
    // The page caches its files when it is idle, which is sooner than this.
    await embedded.waitForTimeout(4000);
    const found = await embedded.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
    assert.deepEqual(found, [0, 0]);
    await apart.close();
  });
});
