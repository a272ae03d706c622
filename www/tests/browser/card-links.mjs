// Every card of the course has its own address: it survives a reload or opens in a new profile, and Back and Forward return to it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { browserOf, reopenAsNew, untilAddressed, untilReady, WITHOUT_GPU, withPage } from "./support.mjs";
import { BY_MOUSE, COURSE, lessonNamed, PATHS, untilCard } from "./course.mjs";
import { painted } from "./stage.mjs";

/** The subject that a lesson file names for a card: an example, an own graph, points, or a graph of a data set. */
function graphOf({ start = [] }, { do: actions = [], transfer }) {
  if (transfer?.kind.startsWith("points-")) return { type: "points", title: /^New points \d+/ };
  if (transfer) return { type: "own", title: /^New graph \d+/ };
  const shows = ["show", "own-graph", "points", "data"];
  const last = [...start, ...actions].findLast(({ type }) => shows.includes(type));
  return {
    show: ({ example }) => ({ type: "example", id: example }),
    "own-graph": ({ title }) => ({ type: "own", title: new RegExp(`^${title}$`) }),
    points: ({ title }) => ({ type: "points", title: new RegExp(`^${title}$`) }),
    data: ({ graph }) => ({ type: "graph", index: graph - 1 }),
  }[last.type](last);
}

/** The graph in view and how it is shown. The filter of a graph of a data set depends on the run. */
async function seen(page) {
  return page.evaluate(() => {
    const { shown, view } = window.sublevel.state();
    const { subject, graph, filtration } = shown;
    const { title } = subject.graph ?? subject.cloud ?? {};
    const { page, tool, threshold, directions, filled, placement, tieRule, hat } = view;
    return {
      subject: { type: subject.type, id: subject.id, index: subject.index, title },
      edges: [...graph.edges],
      values: subject.type === "graph" ? null : [...filtration.filter],
      cloud: subject.cloud,
      view: { page, tool, threshold, directions, filled, placement, tieRule, hat },
    };
  });
}

/** Waits for the card and its graph. */
async function untilSeen(page, lesson, index) {
  await untilCard(page, lesson, index);
  const { type } = graphOf(lesson, lesson.cards[index]);
  if (type === "graph") await untilReady(page);
  await page.waitForFunction((wanted) => window.sublevel.state().shown.subject.type === wanted, type);
  await painted(page);
  return seen(page);
}

/** Whether the first card of a lesson is the first of the course with a subject of its type. */
function isFirstOfType(lesson) {
  const typeOf = (one) => graphOf(one, one.cards[0]).type;
  return COURSE.find((one) => typeOf(one) === typeOf(lesson)) === lesson;
}

/**
 * As `untilSeen`, after the page has been loaded. On the first card of a lesson whose subject has a new type, it also waits for the data
 * set of the page, which must not replace the subject. The other cards do not wait for it: the training module takes most of the time of a load.
 */
async function untilLoaded(page, lesson, index) {
  await untilCard(page, lesson, index);
  if (index === 0 && isFirstOfType(lesson)) await untilReady(page);
  return untilSeen(page, lesson, index);
}

describe("the addresses of the course", () => {
  const browser = browserOf(WITHOUT_GPU);
  const opened = (query) => ({ query, ready: false, reducedMotion: "reduce" });

  for (const [number, lesson] of COURSE.entries()) {
    it(`lead to each card of “${lesson.title}” after a reload, in a new profile, and by Back and Forward`, async () => {
      // The first lesson has no address before its button is pressed. Without a data set, the page would wait for one to write its address.
      const query = number === 0 ? "" : `#v=1&data=one-loop-or-several&page=learn&lesson=${lesson.id}`;
      const visit = async (page, other) => {
        if (number === 0) await page.getByRole("button", { name: "Start the lesson" }).click();
        const visited = [];
        for (const [index, card] of lesson.cards.entries()) {
          const where = `card ${index + 1}`;
          const there = await untilSeen(page, lesson, index);
          const { title, ...subject } = graphOf(lesson, card);
          if (title) assert.match(there.subject.title, title, where);
          assert.deepEqual({ ...there.subject, ...subject }, there.subject, where);
          if (index > 0 || isFirstOfType(lesson)) await untilAddressed(page);
          // In turn, because a load takes most of the time of this suite.
          if ((number + index) % 2 === 0) {
            await page.reload();
            assert.deepEqual(await untilLoaded(page, lesson, index), there, `${where}, after a reload`);
          } else {
            const link = await page.evaluate(() => window.sublevel.link());
            assert.match(link, /data=/, "the page has a data set beside the lesson");
            await reopenAsNew(other, link.slice(link.indexOf("#")));
            assert.deepEqual(await untilLoaded(other, lesson, index), there, `${where}, by its link`);
          }
          visited.push(there);
          await BY_MOUSE.complete(page, card);
          await BY_MOUSE.goOn(page, lesson, index);
        }
        const path = PATHS.find((one) => one.includes(lesson));
        const next = path[path.indexOf(lesson) + 1];
        if (next) await untilSeen(page, next, 0);
        else await page.locator(".lesson-course").waitFor();
        for (const [index, there] of [...visited.entries()].toReversed()) {
          await page.goBack();
          assert.deepEqual(await untilSeen(page, lesson, index), there, `Back to card ${index + 1}`);
        }
        if (number === 0) {
          await page.goBack();
          await page.locator(".welcome").waitFor();
          await page.goForward();
          assert.deepEqual(await untilSeen(page, lesson, 0), visited[0], "Forward from the first screen");
        }
        for (const [index, there] of [...visited.entries()].slice(1)) {
          await page.goForward();
          assert.deepEqual(await untilSeen(page, lesson, index), there, `Forward to card ${index + 1}`);
        }
      };
      await withPage(browser, opened(query), (page) =>
        withPage(browser, opened(""), (other) => visit(page, other)),
      );
    });
  }

  it("stay on the list of lessons after a reload", async () => {
    await withPage(browser, opened(""), async (page) => {
      await page.waitForFunction(() => location.hash.includes("data="));
      await untilAddressed(page);
      const before = await seen(page);
      await page.reload();
      await untilReady(page);
      await page.locator(".lesson-course").waitFor();
      assert.deepEqual(await seen(page), before);
    });
  });

  it("without a graph start the card, also with a data set", async () => {
    const lesson = lessonNamed("who-ends");
    for (const query of [
      `?lesson=${lesson.id}~2`,
      `#v=1&data=one-loop-or-several&page=learn&lesson=${lesson.id}~2`,
    ]) {
      await withPage(browser, opened(query), async (page) => {
        const { subject, view } = await untilSeen(page, lesson, 1);
        assert.equal(subject.id, "young-and-large");
        assert.equal(view.threshold, 4);
      });
    }
  });
});
