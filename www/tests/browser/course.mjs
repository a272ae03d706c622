// Completes lessons with the keyboard, card by card.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { WORK_TIMEOUT } from "./limits.mjs";
import { painted, tabTo } from "./stage.mjs";

const FOLDER = new URL("../../src/pages/learn/lessons/course/", import.meta.url);

/** The lessons in their order, from their files. */
export const COURSE = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")));

const BESIDE = COURSE.findIndex(({ deeper }) => deeper);
/** The lessons of the main path, and those beside it. */
export const PATHS = [COURSE.slice(0, BESIDE), COURSE.slice(BESIDE)];

const README = new URL("../../src/pages/learn/lessons/README.md", import.meta.url);
/** The example of the lesson documentation: the text of a lesson file. */
export const [, EXAMPLE] = /```json\n(.*?)```/s.exec(readFileSync(README, "utf8"));

export const lessonNamed = (id) => COURSE.find((lesson) => lesson.id === id);
/** The first lesson with letters, whose first card has a task. */
export const LATER_END = lessonNamed("later-end");

const sameDepth =
  ({ cards }, index) =>
  (one) =>
    Boolean(one.deeper) === Boolean(cards[index].deeper);

/** "card 2 of 4"; deeper cards are counted apart. */
export function cardName(lesson, index) {
  const same = sameDepth(lesson, index);
  const number = lesson.cards.slice(0, index + 1).filter(same).length;
  return `${lesson.cards[index].deeper ? "deeper card" : "card"} ${number} of ${lesson.cards.filter(same).length}`;
}

export const card = (page) => page.locator(".lesson-card");
export const verdict = (page) => page.locator(".lesson-verdict").innerText();
/** The button that leads to the next card, and the one that leads to a deeper card. */
const NEXT = ".lesson-buttons .primary";
const DEEPER = ".lesson-offer";
/** The button that leads from a card to the one after it in the file. */
const onwards = ({ cards }, index) => (cards[index + 1]?.deeper && !cards[index].deeper ? DEEPER : NEXT);
const choices = (page) => page.locator(".lesson-choice");

/** Waits for this card, by its accessible name. */
export async function untilCard(page, lesson, index) {
  const name = `${lesson.title}, ${cardName(lesson, index)}`;
  await page.getByRole("article", { name, exact: true }).waitFor();
  await painted(page);
}

/** Selects an answer by keys; returns whether it is correct. */
export async function answer(page, place) {
  await tabTo(page, ".lesson-choice");
  await page.keyboard.press("Home");
  for (let i = 0; i < place; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await painted(page);
  const said = await verdict(page);
  assert.match(said, /^(Yes|No)\. ./s, "each answer is explained");
  return said.startsWith("Yes");
}

/** The indices of the correct choices. */
export async function acceptedOf(page) {
  const accepted = [];
  const count = await choices(page).count();
  assert(count >= 2, "a question has choices");
  for (let i = 0; i < count; i++) if (await answer(page, i)) accepted.push(i);
  return accepted;
}

/** Goes to the next card with Tab and Enter; with a lesson and an index, also to a deeper card. */
export async function goOn(page, lesson, index) {
  await tabTo(page, lesson ? onwards(lesson, index) : NEXT);
  await page.keyboard.press("Enter");
}

const mayGoOn = (page) =>
  page.locator(NEXT).evaluate((button) => button.getAttribute("aria-disabled") !== "true");

/** Moves a vertex to a value with the arrow keys. */
async function moveVertex(page, { vertex, near }) {
  const name = `[aria-label="Vertex ${vertex}"]`;
  await tabTo(page, name);
  const value = () => page.locator(name).evaluate((one) => Number(one.getAttribute("aria-valuenow")));
  for (let i = 0; i < 300 && Math.abs((await value()) - near) > 0.04; i++) {
    await page.keyboard.press((await value()) < near ? "ArrowRight" : "ArrowLeft");
  }
}

/** Selects an entry of a list by its letters. */
async function chooseIn(page, selector, text) {
  await tabTo(page, selector);
  await page.keyboard.type(text);
}

const LETTERS = "abcdeghijklmnopqrstuvwxyz";

/** The name of the vertex that a lesson file identifies by a letter. */
function nameOf(page, letter) {
  return page.evaluate((at) => window.sublevel.state().shown.graph.names[at], LETTERS.indexOf(letter));
}

/** Selects the next choice of the first switch above the stage. */
async function nextOfSwitch(page) {
  await tabTo(page, ".stage-tools .switch input");
  await page.keyboard.press("ArrowRight");
}

/** The actions that cards wait for, by keys. */
const DO = {
  async threshold(page, to) {
    await tabTo(page, ".stage-handle");
    await page.keyboard.press("Home");
    for (let i = 0; i < 40 && !(await mayGoOn(page)); i++) await page.keyboard.press("ArrowRight");
    assert.match(await page.locator(".stage-sentence").innerText(), new RegExp(`^t = ${to}:`));
  },
  async select(page, vertices) {
    if ((await page.locator(".points-plane").count()) > 0) {
      await tabTo(page, ".points-plane");
      for (let i = 0; i <= LETTERS.indexOf(vertices[0]); i++) await page.keyboard.press("n");
      await page.keyboard.press("Enter");
      return;
    }
    await tabTo(page, `[aria-label="Vertex ${await nameOf(page, vertices[0])}"]`);
    await page.keyboard.press("Enter");
  },
  async bar(page, vertex) {
    await tabTo(page, `.stage-bar[aria-label*=" with ${await nameOf(page, vertex)}"]`);
  },
  async filled(page) {
    await tabTo(page, ".stage-tools .button[popovertarget]");
    await page.keyboard.press("Enter");
    await tabTo(page, ".stage-view [role=switch]");
    await page.keyboard.press("Space");
    await page.keyboard.press("Escape");
  },
  async "loop-length"(page) {
    if ((await page.locator(".descent-steps").count()) === 0) {
      // The third point belongs to the triangle that ends the bar.
      await tabTo(page, "[role=application][aria-label='Points in the plane']");
      for (const key of ["n", "n", "n"]) await page.keyboard.press(key);
      for (let i = 0; i < 100 && !(await mayGoOn(page)); i++) await page.keyboard.press("ArrowUp");
      return;
    }
    await tabTo(page, ".descent-buttons .primary");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      () => document.querySelector(".lesson-buttons .primary")?.getAttribute("aria-disabled") !== "true",
    );
    await page.keyboard.press("Enter");
  },
  directions: nextOfSwitch,
  complex: nextOfSwitch,
  value: moveVertex,
  async edge(page, [a, b]) {
    await chooseIn(page, ".editor-line .editor-field select:has(option[value=''])", a);
    await chooseIn(page, "form.editor-line:has(button[type=submit]):not(.editor-wrap) select", b);
    await tabTo(page, "form.editor-line:not(.editor-wrap) button[type=submit]");
    await page.keyboard.press("Enter");
  },
  async "tie-rule"(page) {
    await tabTo(page, ".tool input[type=radio]");
    await page.keyboard.press("ArrowRight");
  },
  async hat(page, { sign }) {
    await tabTo(page, sign === "negative" ? ".hat-centre" : ".hat-radius");
    for (let i = 0; i < 12 && !(await mayGoOn(page)); i++) await page.keyboard.press("Shift+ArrowRight");
  },
  async epochs(page) {
    await tabTo(page, ".lesson-wait button");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      () => document.querySelector(".lesson-buttons .primary")?.getAttribute("aria-disabled") !== "true",
      null,
      { timeout: WORK_TIMEOUT },
    );
  },
  async epoch(page) {
    await tabTo(page, ".lesson-wait button");
    await page.keyboard.press("Enter");
  },
};

/** Enters the barcode that the page shows, after a wrong one, which the page explains. */
async function enterBarcode(page) {
  const press = async (name) => {
    const button = page.getByRole("button", { name, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await painted(page);
  };
  const replies = () => page.locator(".barcode-replies li").allInnerTexts();
  await press("Add a bar");
  await tabTo(page, ".barcode-handle[aria-label^=Death]");
  await page.keyboard.press("ArrowLeft");
  await press("Check");
  const told = await replies();
  assert(told.length > 1, "a wrong bar and each missing one");
  for (const reply of told) assert.match(reply, /^[✓✗] ./, "each bar is explained");
  assert(told.some((reply) => reply.startsWith("✗")));
  await press("Show me");
  await press("Check");
  assert.match((await replies()).at(-1), /^Yes\. /);
}

/** Completes a card by keys: its action, its question, its unseen graph. */
async function completeByKeys(page, { wait, question, computed, transfer }) {
  if (wait && (await page.locator(".lesson-wait button").count()) > 0) {
    const [[kind, details]] = Object.entries(wait).filter(([name]) => name !== "say");
    await DO[kind](page, details);
  }
  if (question) {
    const right = question.choices.findIndex((choice) => choice.right);
    assert.deepEqual(await acceptedOf(page), [right], question.ask);
    assert(await answer(page, right));
  }
  if ((transfer ?? computed)?.kind === "barcode") await enterBarcode(page);
  else if (transfer) {
    const accepted = await acceptedOf(page);
    assert.equal(accepted.length, 1, `one answer is correct: ${await card(page).innerText()}`);
    assert(await answer(page, accepted[0]));
  }
  assert(await mayGoOn(page), `nothing is left to do: ${await card(page).innerText()}`);
}

/** Completes a card with the mouse: the buttons do its action and show the answer of its unseen graph. */
async function completeByMouse(page, { question, computed, transfer }) {
  const doIt = page.getByRole("button", { name: "Do it for me" });
  if ((await doIt.count()) > 0) await doIt.click();
  if (question) {
    await choices(page)
      .nth(question.choices.findIndex((choice) => choice.right))
      .click();
    await painted(page);
    assert.match(await verdict(page), /^Yes\. ./s);
  }
  if (transfer || computed) await page.getByRole("button", { name: "Show me" }).click();
  await page.locator(`${NEXT}:not([aria-disabled=true])`).waitFor({ timeout: WORK_TIMEOUT });
}

/** How a visitor completes a card and goes to the next one. */
export const BY_KEYS = { complete: completeByKeys, goOn };
export const BY_MOUSE = {
  complete: completeByMouse,
  goOn: (page, lesson, index) => page.locator(onwards(lesson, index)).click(),
};

/** Completes all cards of a lesson that is open at its first card. Calls `look` when a card opens, and `leave` when it is complete. */
export async function takeLesson(page, lesson, { look, leave, by = BY_KEYS } = {}) {
  for (const [index, one] of lesson.cards.entries()) {
    await untilCard(page, lesson, index);
    await look?.(page, lesson, index);
    await by.complete(page, one);
    await leave?.(page, lesson, index);
    await by.goOn(page, lesson, index);
  }
}

/** Opens the first lesson beside the main path from the list of lessons. */
export async function openDeeper(page) {
  await page.locator(".lesson-deeper > summary").click();
  await page.locator(".lesson-deeper .lesson-entry").first().click();
}

/** Completes a lesson with a clicker, which has one key, and passes over deeper cards. */
export async function clickThrough(page, lesson, look = () => undefined) {
  for (const [index, { deeper }] of lesson.cards.entries()) {
    if (deeper) continue;
    await untilCard(page, lesson, index);
    await look(page, lesson, index);
    const name = await card(page).getAttribute("aria-label");
    const isOn = async () =>
      (await card(page).count()) > 0 && (await card(page).getAttribute("aria-label")) === name;
    for (let i = 0; i < 30 && (await isOn()); i++) {
      const waits = await page.locator(".lesson-wait button").count();
      await page.keyboard.press("PageDown");
      await painted(page);
      // The training takes a while.
      if (waits && /epoch/.test(await card(page).locator("[role=status]").innerText())) {
        await page.waitForFunction(() => !document.querySelector(".lesson-wait button"), null, {
          timeout: WORK_TIMEOUT,
        });
      }
    }
    assert(!(await isOn()), `the clicker does not leave ${name}`);
  }
}
