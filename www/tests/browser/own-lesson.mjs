// Lesson files: a dropped file opens, and an invalid one is rejected with line and reason.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it, before, after } from "node:test";
import {
  drop,
  faultless,
  launch,
  notices,
  screenshotPath,
  untilAddressed,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";
import { acceptedOf, takeLesson, untilCard } from "./course.mjs";
import { LEARNING, walkHandle } from "./stage.mjs";

const README = new URL("../../src/pages/learn/lessons/README.md", import.meta.url);
/** The example of the lesson documentation. */
const [, EXAMPLE] = /```json\n(.*?)```/s.exec(readFileSync(README, "utf8"));

describe("a lesson file", () => {
  let browser;
  before(async () => (browser = await launch(WITHOUT_GPU)));
  after(() => browser.close());

  it("opens by drop, and can be completed by keyboard", async () => {
    const lesson = JSON.parse(EXAMPLE);
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await drop(page, ["my-lesson.json", EXAMPLE]);
      await untilCard(page, lesson, 0);
      await page.screenshot({ path: screenshotPath("lesson-own") });
      await takeLesson(page, lesson);
      await page.locator(".lesson-entry", { hasText: lesson.title }).waitFor();
    });
  });

  it("opens from the list of lessons", async () => {
    const lesson = JSON.parse(EXAMPLE);
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.getByRole("button", { name: /^Open a lesson file/ }).click(),
      ]);
      await chooser.setFiles({
        name: "mine.json",
        mimeType: "application/json",
        buffer: Buffer.from(EXAMPLE),
      });
      await untilCard(page, lesson, 0);
      await page.locator(".lesson-wait button").click();
      await page.locator(".lesson-buttons .primary").click();
      await untilCard(page, lesson, 1);
      assert.equal((await acceptedOf(page)).length, 1);
    });
  });

  it("is in the link: students open it, and a reload keeps it", async () => {
    const lesson = JSON.parse(EXAMPLE);
    let link;
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await drop(page, ["my-lesson.json", EXAMPLE]);
      await untilCard(page, lesson, 0);
      await page.locator(".lesson-wait button").click();
      await page.locator(".lesson-buttons .primary").click();
      await untilCard(page, lesson, 1);
      await untilAddressed(page);
      link = await page.evaluate(() => window.sublevel.link());
      await page.reload();
      await untilCard(page, lesson, 1);
    });
    await withPage(browser, { ...LEARNING, query: link.slice(link.indexOf("#")) }, async (page) => {
      await untilCard(page, lesson, 1);
      assert.match(await page.locator(".lesson-meta").first().innerText(), /^Own lesson/);
      assert.equal(await notices(page).innerText(), "");
    });
  });

  it("that is missing in a link is reported, also if its part of the link is damaged", async () => {
    for (const [query, reason] of [
      ["#v=1&lesson=my-exercise~3", /The course has no such lesson/],
      ["#v=1&lesson=my-exercise~3&own-lesson=AAAA", /missing|copy|line/i],
      ["#v=1&lesson=landscape~1&own-lesson=AAAA", null],
    ]) {
      await withPage(browser, { ...LEARNING, query }, async (page) => {
        await walkHandle(page).waitFor();
        if (reason === null) {
          await page.locator(".lesson-card").waitFor();
          return;
        }
        await notices(page).getByText("The lesson “my-exercise” was not opened").waitFor();
        assert.match(await notices(page).innerText(), reason);
        await page.locator(".lesson-course").waitFor();
      });
    }
  });

  it("that is invalid is rejected with its line, and the view does not change", async () => {
    const line = (part) => EXAMPLE.slice(0, EXAMPLE.indexOf(part)).split("\n").length;
    const evil = '"<img src=x onerror=alert(1)>"';
    const hostile = [
      [EXAMPLE.replace('"minutes": 3', '"minutes": 3e9'), line('"minutes"')],
      [EXAMPLE.replace('"type": "own-graph"', '"type": "eval"'), line('"own-graph"')],
      [EXAMPLE.replace('"id": "my-first-lesson"', `"id": ${evil}`), line('"id"')],
      [EXAMPLE.replace('"threshold": 1.5', '"threshold": 1.5,,'), line('"threshold": 1.5')],
      [EXAMPLE.replace("There are **two**", "<b onclick=alert(1)>There</b>"), line("There are")],
      [`{"cards": ${"[".repeat(50_000)}`, 1],
    ];
    for (const [i, [text, refused]] of hostile.entries()) {
      await withPage(browser, LEARNING, async (page) => {
        await walkHandle(page).waitFor();
        const before = await page.locator(".stage-sentence").innerText();
        await drop(page, ["hostile.json", text]);
        await notices(page).getByText("hostile.json was not opened").waitFor();
        assert.match(await notices(page).innerText(), new RegExp(`line ${refused}:`, "i"), `file ${i}`);
        assert.equal(await page.locator(".lesson-card").count(), 0);
        assert.equal(await page.locator(".stage-sentence").innerText(), before);
        await faultless(page, "a rejected lesson");
      });
    }
  });
});
