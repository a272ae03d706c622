// Lesson files: a dropped file opens, and an invalid one is rejected with line and reason.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  contrasting,
  drop,
  faultless,
  fits,
  notices,
  pageUrl,
  saveData,
  screenshotPath,
  show,
  untilAddressed,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";
import { acceptedOf, answer, EXAMPLE, takeLesson, untilCard } from "./course.mjs";
import { LEARNING, PHONE, walkHandle } from "./stage.mjs";

describe("a lesson file", () => {
  const browser = browserOf(WITHOUT_GPU);

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

/** The maker: its fields by their names, and clicks that are counted. */
class Maker {
  clicks = 0;

  constructor(page) {
    this.page = page;
  }

  async click(name, options = {}) {
    this.clicks += 1;
    await this.page
      .getByRole("button", { name, ...options })
      .first()
      .click();
  }

  async type(name, text) {
    this.clicks += 1;
    await this.page.getByRole("textbox", { name }).fill(text);
  }

  async choose(name, title) {
    this.clicks += 2;
    await this.page.getByRole("combobox", { name }).selectOption({ label: title });
  }

  /** Adds vertices at shares of the stage in the free layout, and edges between them by the form. */
  async draw(places, edges) {
    const stage = this.page.locator(".stage-room");
    for (const [number, [x, y]] of places.entries()) {
      const { width, height } = await stage.boundingBox();
      this.clicks += 1;
      await stage.click({ position: { x: x * width, y: y * height } });
      await this.page.locator(".editor-name").nth(number).waitFor();
    }
    for (const [from, to] of edges) {
      await this.choose("Chosen vertex", from);
      await this.choose("Join to", to);
      await this.click("Add edge");
    }
  }

  async setValue(vertex, value) {
    this.clicks += 1;
    const field = this.page.locator(".editor-table tr", { hasText: vertex }).locator("input");
    await field.fill(String(value));
    await field.press("Enter");
  }

  status() {
    return this.page.locator(".maker-foot > p").innerText();
  }

  answer() {
    return this.page.locator(".maker-answer").innerText();
  }

  /** The link of the students, from the clipboard. */
  async link() {
    await this.click("Copy link");
    await this.page.locator(".maker-foot > p", { hasText: "Link copied." }).waitFor();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}

const AUTHORING = { ...LEARNING, query: "", permissions: ["clipboard-read", "clipboard-write"] };
const MADE = { title: "Two valleys", cards: [{}, {}] };

/** A lesson of two cards on a path of three vertices with the values 1, 3 and 1.5. */
async function makeLesson(page) {
  const maker = new Maker(page);
  await maker.click("Make a lesson");
  await page.locator(".maker").waitFor();
  await maker.type("Title", MADE.title);
  await maker.type(/^Your name/, "Ada");
  await maker.click("Draw a new graph");
  await maker.draw(
    [
      [0.2, 0.1],
      [0.45, 0.2],
      [0.7, 0.1],
    ],
    [
      ["b", "a"],
      ["b", "c"],
    ],
  );
  await maker.setValue("b", 3);
  await maker.type(/^Text/, "Water rises over **two valleys**.");
  await maker.choose("Question", "Which bar ends at t?");
  await maker.click("Start empty");
  await maker.click("+ Add card");
  await maker.type(/^Text/, "Now find *every* bar.");
  await maker.choose("Question", "Enter the whole barcode");
  return maker;
}

describe("a lesson made in the page", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("goes from nothing to the students’ link, and students open it in another browser", async () => {
    let link;
    await withPage(browser, AUTHORING, async (page) => {
      const maker = await makeLesson(page);
      assert.match(await maker.answer(), /✓ \(1,\s∞\), \(1\.5,\s3\)/);
      assert.match(await maker.status(), /^Ready: a link of \d+ characters\./);
      await faultless(page, "the maker");
      await page.screenshot({ path: screenshotPath("maker") });
      await page.getByRole("button", { name: "Card 1: Water rises" }).click();
      assert.match(await maker.answer(), /At t\s=\s3, b joins two components.*✓ \(1\.5,\s3\)/s);
      await maker.click("See it as a student");
      await untilCard(page, MADE, 0);
      // Back leads to the maker, with nothing lost.
      await page.goBack();
      await page.locator(".maker").waitFor();
      assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), MADE.title);
      link = await maker.link();
      assert(maker.clicks < 60, `${maker.clicks} clicks`);
      assert(link.length < 2000, `a link of ${link.length} characters`);
      await page.emulateMedia({ colorScheme: "dark" });
      await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
      await contrasting(page, "the maker in the dark");
      // A reload keeps the draft.
      await page.waitForTimeout(500);
      await page.reload();
      await page.locator(".maker").waitFor();
      assert.equal(await page.locator(".maker-number").count(), 2);
      assert.match(await maker.answer(), /✓ \(1\.5,\s3\)/);
    });
    const students = { ...LEARNING, query: link.slice(link.indexOf("#")) };
    await withPage(browser, students, async (page) => {
      await untilCard(page, MADE, 0);
      assert.match(
        await page.locator(".lesson-card .lesson-meta").innerText(),
        /^Lesson by Ada · card 1 of 2/,
      );
      assert.equal(await page.locator(".stage-bar").count(), 0);
      const [right] = await acceptedOf(page);
      assert(await answer(page, right));
      await faultless(page, "a lesson from a link");
      await page.locator(".lesson-buttons .primary").click();
      await untilCard(page, MADE, 1);
      await page.getByRole("button", { name: "Show me" }).click();
      await page.locator(".barcode-row").nth(1).waitFor();
      assert.equal(await notices(page).innerText(), "");
      // A colleague edits a copy.
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page.locator(".maker").waitFor();
      assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), MADE.title);
    });
  });

  it("changes its cards, takes changes back, and says what is missing", async () => {
    await withPage(browser, AUTHORING, async (page) => {
      const maker = new Maker(page);
      const cards = () => page.locator(".maker-number").count();
      await maker.click("Make a lesson");
      await page.locator(".maker").waitFor();
      assert.equal(await maker.status(), "Give the lesson a title.");
      assert.equal(
        await page.getByRole("button", { name: "Copy link" }).getAttribute("aria-disabled"),
        "true",
      );
      await maker.type("Title", "Ridge");
      assert.equal(await maker.status(), "Card 1 needs a text.");
      await maker.type(/^Text/, "<b>one</b>");
      assert.match(await maker.status(), /HTML is not supported/);
      await maker.type(/^Text/, "one");
      await maker.click("+ Add card");
      await maker.type(/^Text/, "two");
      await maker.click("Move card earlier");
      await page.getByRole("button", { name: "Card 1: two" }).waitFor();
      await maker.click("Delete");
      assert.equal(await cards(), 1);
      await maker.click("Undo the last change of the cards");
      await maker.click("Undo the last change of the cards");
      await page.getByRole("button", { name: "Card 2: two" }).waitFor();
      await page.getByRole("button", { name: "Card 1: one" }).click();
      await page.locator(".stage-choice").selectOption({ label: "Points in the plane" });
      await page.locator(".maker-stage", { hasText: "points" }).waitFor();
      await maker.choose("Question", "Where does the bar of a vertex end?");
      assert.match(await page.locator(".maker-question .maker-problem").innerText(), /for graphs/);
      await maker.choose("Question", "Which finite bar is longest?");
      assert.match(await maker.answer(), /Which loop bar is the longest\?/);
      await page.screenshot({ path: screenshotPath("maker-points") });
    });
  });

  it("fits a phone", async () => {
    await withPage(browser, { ...PHONE, query: "" }, async (page) => {
      await page.getByRole("button", { name: "Make a lesson" }).first().click();
      await page.locator(".maker").waitFor();
      await fits(page, "the maker on a phone");
      await faultless(page, "the maker on a phone");
      await page.getByRole("button", { name: "Draw a new graph" }).click();
      await page.locator(".editor").waitFor();
      await fits(page, "the maker beside the editor on a phone");
      await page.screenshot({ path: screenshotPath("maker-phone"), fullPage: true });
    });
  });

  it("is presented with a clicker, with the notes of its cards for the lecturer", async () => {
    const lesson = {
      id: "presented",
      title: "Presented",
      minutes: 1,
      cards: [
        {
          text: "Look.",
          note: "Wait for an answer.",
          do: [{ type: "own-graph", title: "Edge", values: [1, 2], edges: ["ab"] }],
          computed: { kind: "components-at", at: 2 },
        },
        { text: "Done." },
      ],
    };
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await drop(page, ["presented.json", JSON.stringify(lesson)]);
      await untilCard(page, lesson, 0);
      await show(page, { present: true });
      await page.getByText("For the lecturer").click();
      await page.getByText("Wait for an answer.").waitFor();
      await page.locator(".lesson-title").click();
      await page.keyboard.press("PageDown");
      await page.locator(".lesson-choice.is-right", { hasText: "1" }).waitFor();
      await page.keyboard.press("PageDown");
      await untilCard(page, lesson, 1);
    });
  });

  it("shows every text of a hostile link as text", async () => {
    const evil = "<img src=x onerror=window.evil=1>";
    const lesson = {
      id: "hostile",
      title: evil,
      author: evil,
      minutes: 1,
      cards: [
        {
          text: "Hello.",
          do: [{ type: "own-graph", title: "G", values: [1, 2], edges: ["ab"], names: ["<b>a</b>", "<i>"] }],
          computed: { kind: "end-of", vertex: "a" },
        },
      ],
    };
    await withPage(browser, LEARNING, async (page) => {
      await walkHandle(page).waitFor();
      await drop(page, ["hostile.json", JSON.stringify(lesson)]);
      await untilCard(page, lesson, 0);
      assert.match(await page.locator(".lesson-card").innerText(), /by <img src=x.*<b>a<\/b>/s);
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page.locator(".maker").waitFor();
      assert.equal(await page.locator("img, .maker i").count(), 0);
      assert.equal(await page.evaluate(() => window.evil), undefined);
    });
  });

  it("opens from an address, and is refused in a sentence otherwise", async () => {
    const lesson = JSON.parse(EXAMPLE);
    const served = (body, status = 200) => ({
      ...LEARNING,
      tolerate: /Failed to load resource|Content Security Policy/,
      init: async (page) => {
        await saveData(page);
        await page.route(`${pageUrl}/course/mine.json`, (route) =>
          route.fulfill({ status, contentType: "application/json", body }),
        );
      },
    });
    await withPage(browser, { ...served(EXAMPLE), query: "?lesson=course/mine.json" }, async (page) => {
      await untilCard(page, lesson, 0);
      await untilAddressed(page);
      // From then on, the address contains the lesson: it opens without its file.
      await page.unroute(`${pageUrl}/course/mine.json`);
      await page.reload();
      await untilCard(page, lesson, 0);
    });
    for (const [address, answer, reason] of [
      ["course/mine.json", served("{", 200), /line 1/],
      ["course/mine.json", served("", 404), /There is no lesson file at .*course\/mine\.json \(status 404\)/],
      ["course/mine.json", served(" ".repeat(1_100_000)), /at most 1 MB/],
      ["javascript:alert(1).json", served(""), /begins with https: or http:/],
      [
        "https://course.example/mine.json",
        served(""),
        /file on course\.example could not be read: .*\(CORS\).*drop it here/,
      ],
    ]) {
      const query = `?lesson=${encodeURIComponent(address)}`;
      await withPage(browser, { ...answer, query }, async (page) => {
        await notices(page).getByText("The lesson was not opened").waitFor();
        assert.match(await notices(page).innerText(), reason);
        await page.locator(".lesson-course").waitFor();
      });
    }
  });
});
