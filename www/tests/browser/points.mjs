// The stage of points: growing discs, bars, edits, samples, files, links, keyboard and phone.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  bytesOf,
  faultless,
  notices,
  screenshotPath,
  untilAddressed,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";
import { betti, drawnBars, LEARNING, painted, PHONE, sentence } from "./stage.mjs";

const handle = (page) => page.getByRole("slider", { name: "Diameter of the discs" });
const plane = (page) => page.getByRole("application", { name: "Points in the plane" });
const cloud = (page) => page.evaluate(() => window.sublevel.state().shown.subject.cloud);

/** Opens the points through the menu of graphs. */
async function openPoints(page) {
  await page.getByRole("combobox", { name: "Graph" }).selectOption({ label: "Points in the plane" });
  await handle(page).waitFor();
  await painted(page);
}

async function paste(page, text, contents = "Points") {
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await page.getByRole("combobox", { name: "Contents" }).selectOption({ label: contents });
  await page.getByRole("textbox", { name: /Or paste/ }).fill(text);
  await page.keyboard.press("Escape");
  await painted(page);
}

async function setSlider(page, name, value) {
  await page.getByRole("slider", { name, exact: true }).fill(String(value));
  await painted(page);
}

/** The pixel of a place beside the triangle. */
async function pixelOf(page, x, y) {
  const box = await plane(page).boundingBox();
  const { top } = await page
    .locator(".points-stage")
    .boundingBox()
    .then((stage) => ({ top: stage.y + 6 }));
  const height = box.y + box.height - top;
  // The bounding box of the triangle, and around it its largest discs, whose radius is that of the circle through its points.
  const scale = Math.min(box.width / (0.6 + 2 * 0.34), height / (0.5 + 2 * 0.34));
  return [box.x + box.width / 2 + scale * (x - 0.5), top + height / 2 - scale * (y - 0.45)];
}

const LOOKS = [
  ["light", { ...LEARNING, colorScheme: "light" }],
  ["dark", { ...LEARNING, colorScheme: "dark" }],
  ["phone", PHONE],
];
const TRIANGLE = "0.2,0.2\n0.8,0.2\n0.5,0.7";

describe("points", () => {
  const browser = browserOf(WITHOUT_GPU);

  it("have the bars of two circles, in both themes and on a phone", async () => {
    for (const [look, options] of LOOKS) {
      const name = `points-${look}`;
      await withPage(browser, options, async (page) => {
        await openPoints(page);
        await handle(page).focus();
        await page.keyboard.press("Home");
        assert.deepEqual(await betti(page), [0, 0]);
        await page.keyboard.press("ArrowRight");
        assert.deepEqual(await betti(page), [40, 0]);
        assert.match(await sentence(page).innerText(), /40 points form 40 components/);
        const seen = new Set();
        for (let i = 0; i < 80; i++) {
          await page.keyboard.press("ArrowRight");
          seen.add((await betti(page)).join(" "));
          if (seen.has("2 2")) break;
        }
        assert(seen.has("2 2"), [...seen].join(", "));
        await page.screenshot({ path: screenshotPath(name) });
        await faultless(page, name);
        await page.keyboard.press("End");
        assert.deepEqual(await betti(page), [1, 0]);
        const bars = await drawnBars(page);
        assert.equal(bars.filter(({ title }) => title.startsWith("Loop")).length >= 2, true);
      });
    }
  });

  it("differ between discs and Rips at three points", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      await paste(page, TRIANGLE);
      assert.equal((await drawnBars(page)).filter(({ title }) => title.startsWith("Loop")).length, 1);
      await page.getByRole("radio", { name: "Rips" }).check();
      assert.equal((await drawnBars(page)).filter(({ title }) => title.startsWith("Loop")).length, 0);
      await page.getByRole("button", { name: "Undo" }).click();
      assert.equal((await cloud(page)).complex, "alpha");
    });
  });

  it("have a barcode without superlevel and extended bars", async () => {
    await withPage(browser, LEARNING, async (page) => {
      const inBarcode = page.locator("section", { has: page.getByRole("heading", { name: "Barcode" }) });
      const controls = () =>
        Promise.all([
          inBarcode.getByRole("radio", { name: "Superlevel" }).count(),
          inBarcode.getByLabel("extended").count(),
        ]);
      const open = (name) => page.getByRole("button", { name, exact: true }).click();
      await open("Inspect");
      await inBarcode.getByLabel("zero-length").waitFor({ state: "attached" });
      assert.deepEqual(await controls(), [1, 1]);
      await open("Learn");
      await openPoints(page);
      await paste(page, TRIANGLE);
      await open("Inspect");
      await inBarcode.getByText("sublevel only: the discs grow").waitFor();
      assert.deepEqual(await controls(), [0, 0]);
    });
  });

  it("are added, moved and deleted by mouse and by keys, and undone", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      await paste(page, TRIANGLE);
      await page.mouse.click(...(await pixelOf(page, 0.3, 0.72)));
      assert.equal((await cloud(page)).coordinates.length, 8);
      const [x, y] = await pixelOf(page, 0.2, 0.2);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(...(await pixelOf(page, 0.35, 0.35)), { steps: 5 });
      await page.mouse.up();
      const moved = (await cloud(page)).coordinates;
      // The new point has changed the frame, and so the scale.
      assert(moved[0] > 0.25 && moved[1] > 0.25, String(moved));
      await page.keyboard.press("Control+z");
      assert.equal((await cloud(page)).coordinates[0], Math.fround(0.2));
      await plane(page).focus();
      await page.keyboard.press("n");
      await page.keyboard.press("ArrowRight");
      assert((await cloud(page)).coordinates[0] > 0.2);
      await page.keyboard.press("Delete");
      assert.equal((await cloud(page)).coordinates.length, 6);
      await page.keyboard.press("Enter");
      assert.equal((await cloud(page)).coordinates.length, 8);
    });
  });

  it("move by gradient descent until Stop, as one undoable change, in both themes and on a phone", async () => {
    for (const [look, options] of LOOKS) {
      const name = `descent-${look}`;
      await withPage(browser, options, async (page) => {
        await openPoints(page);
        const first = (await cloud(page)).coordinates;
        await page.getByRole("combobox", { name: "Tool" }).selectOption({ label: "Gradient descent" });
        await page.getByRole("combobox", { name: "Target" }).selectOption({ label: "Make one loop" });
        const steps = page.locator(".descent-steps");
        await page.getByRole("button", { name: "One step" }).click();
        await painted(page);
        assert.match(await steps.innerText(), /^step 1, loss /);
        await page.screenshot({ path: screenshotPath(name) });
        await faultless(page, name);
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await page.waitForFunction(() =>
          /^step (\d{2,})/.test(document.querySelector(".descent-steps").textContent),
        );
        await page.getByRole("button", { name: "Stop", exact: true }).click();
        await painted(page);
        const [before, after] = (await steps.innerText())
          .match(/loss (.*) → (.*)/)
          .slice(1)
          .map((number) => Number(number.replace("−", "-")));
        assert(after < before, `${before} → ${after}`);
        const moved = (await cloud(page)).coordinates;
        const least = Math.min(...first);
        const most = Math.max(...first);
        assert(moved.every((value) => value >= least && value <= most));
        // A link contains the tool, its target and the points.
        const link = await page.evaluate(() => window.sublevel.link());
        await withPage(browser, { ...options, query: link.slice(link.indexOf("#")) }, async (other) => {
          assert.equal(await other.getByRole("combobox", { name: "Target" }).inputValue(), "one");
          assert.deepEqual((await cloud(other)).coordinates, moved);
        });
        await page.getByRole("button", { name: "Undo" }).click();
        assert.deepEqual((await cloud(page)).coordinates, first);
        assert.equal(await steps.innerText(), "");
      });
    }
  });

  it("have a merge tree, a matching with its bound, and vectors, in both themes and on a phone", async () => {
    for (const [look, options] of LOOKS) {
      await withPage(browser, options, async (page) => {
        await openPoints(page);
        const choose = (label) => page.getByRole("combobox", { name: "Tool" }).selectOption({ label });
        const tool = (name) => page.getByRole("region", { name, exact: true });
        const shoot = async (name) => {
          await page.screenshot({ path: screenshotPath(`points-${name}-${look}`) });
          // On a phone, the vectors cover the page, so axe cannot compute the contrast below them.
          if (name !== "vectors" || look !== "phone") await faultless(page, `${name} of points, ${look}`);
        };
        await choose("Merge tree");
        await tool("Merge tree")
          .getByText(/^40 leaves, .* 1 root/)
          .waitFor();
        const threshold = 0.1;
        await page.evaluate(
          (t) => window.sublevel.dispatch({ type: "view", change: { threshold: t } }),
          threshold,
        );
        const [components] = await betti(page);
        await tool("Merge tree").getByText(`K has ${components} components.`).waitFor();
        await tool("Merge tree").locator(".merge-branch").nth(1).focus();
        assert.equal(await page.locator(".stage-bar.lit").count(), 1);
        await shoot("tree");
        await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { threshold: null } }));

        await choose("Matching");
        await tool("Matching").getByText("both barcodes are equal").waitFor();
        await page.evaluate(() => {
          const { cloud } = window.sublevel.state().shown.subject;
          const coordinates = cloud.coordinates.map((value, i) => Math.fround(i < 8 ? value + 0.04 : value));
          window.sublevel.dispatch({ type: "points", cloud: { ...cloud, coordinates } });
        });
        await tool("Matching").getByText("at most twice the Hausdorff distance").waitFor();
        const [, , both, bound] = (await tool("Matching").locator(".gauge-number").allInnerTexts()).map(
          Number,
        );
        assert(both > 0 && both <= bound + 0.001, `${both} ≤ ${bound}`);
        await shoot("matching");
        await tool("Matching").getByRole("radio", { name: "1-Wasserstein" }).check();
        await tool("Matching").getByText("bounds only the bottleneck distance").waitFor();
        assert.equal(await tool("Matching").locator(".gauge-number").count(), 3);
        // Another complex has another reference.
        await page.getByRole("radio", { name: "Rips" }).check();
        await tool("Matching").getByText("both barcodes are equal").waitFor();

        await choose("Vectors");
        await tool("Vectors").getByRole("radio", { name: "H₁" }).check();
        await page.getByRole("button", { name: "Undo" }).click();
        await tool("Vectors").getByText("The landscape: no entry has changed.").waitFor();
        await page.getByRole("button", { name: "Undo" }).click();
        await tool("Vectors")
          .getByText(/^The landscape: the largest change is/)
          .waitFor();
        await shoot("vectors");
      });
    }
  });

  it("follow the dragged end of a bar, and the sentence names the simplex", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      const before = await page.evaluate(() => window.sublevel.state().shown.growing.bars);
      const first = (await cloud(page)).coordinates;
      // The end of the longest loop is the last one.
      const ends = await page
        .locator(".stage-bar-end circle")
        .evaluateAll((all) => all.map((end) => end.getBoundingClientRect().toJSON()));
      const { x, y, width, height } = ends.reduce((last, end) => (end.x > last.x ? end : last));
      const [px, py] = [x + width / 2, y + height / 2];
      await page.mouse.move(px, py);
      await page.mouse.down();
      await page.mouse.move(px + 15, py, { steps: 3 });
      await painted(page);
      const text = await sentence(page).innerText();
      assert.match(text, /^The (edge|triangle) .* (begins|ends) (this bar at t = |no bar now)/);
      await page.screenshot({ path: screenshotPath("points-pulled") });
      await page.mouse.up();
      const moved = (await cloud(page)).coordinates;
      const points = new Set(moved.flatMap((value, i) => (value === first[i] ? [] : [i >> 1])));
      const simplices = before.flatMap((bar) => [bar.simplices.birth, bar.simplices.death ?? []]);
      assert(points.size > 0 && points.size <= 3, [...points].join());
      assert(simplices.some((simplex) => [...points].every((point) => simplex.includes(point))));
      await page.keyboard.press("Control+z");
      assert.deepEqual((await cloud(page)).coordinates, first);
      // Escape during the drag reverts it.
      await page.mouse.move(px, py);
      await page.mouse.down();
      await page.mouse.move(px + 15, py, { steps: 3 });
      await page.keyboard.press("Escape");
      await page.mouse.up();
      assert.deepEqual((await cloud(page)).coordinates, first);
    });
  });

  it("are vertices of weighted edges, whose values follow the ends of bars, in both themes and on a phone", async () => {
    const cities = [
      "rome milan 477",
      "milan turin 126",
      "turin genoa 124",
      "genoa milan 119",
      "rome genoa 401",
    ];
    for (const [look, options] of LOOKS) {
      await withPage(browser, options, async (page) => {
        await openPoints(page);
        await paste(page, cities.join("\n"), "Weighted edges");
        const slider = page.getByRole("slider", { name: "Value of the edges" });
        await slider.focus();
        await page.keyboard.press("Home");
        await page.keyboard.press("ArrowRight");
        assert.match(await sentence(page).innerText(), /4 points form 4 components/);
        await page.keyboard.press("ArrowRight");
        assert.match(await sentence(page).innerText(), /^t = 119: the edge (milan–genoa|genoa–milan) enters/);
        const name = `points-weighted-${look}`;
        await page.screenshot({ path: screenshotPath(name) });
        await faultless(page, name);
        await page.keyboard.press("End");
        assert.deepEqual(await betti(page), [1, 0]);
        const tools = await page.getByRole("combobox", { name: "Tool" }).locator("option").allInnerTexts();
        assert.deepEqual(tools, ["Tools", "Matching", "Merge tree", "Vectors"]);
        // A click adds no vertex, and a drag of a vertex changes no bar.
        const before = await cloud(page);
        await page.keyboard.press("Tab");
        await page.getByRole("application", { name: "Vertices and edges" }).focus();
        await page.keyboard.press("Enter");
        await notices(page).getByText("No new vertex").waitFor();
        await page.keyboard.press("n");
        await page.keyboard.press("ArrowRight");
        const moved = await cloud(page);
        assert.notDeepEqual(moved.coordinates, before.coordinates);
        assert.deepEqual(moved.weighted, before.weighted);
        const link = await page.evaluate(() => window.sublevel.link());
        await withPage(browser, { ...options, query: link.slice(link.indexOf("#")) }, async (other) => {
          await other.getByRole("slider", { name: "Value of the edges" }).waitFor();
          assert.deepEqual(await cloud(other), moved);
        });
        if (look === "phone") return;
        const ends = await page
          .locator(".stage-bar-end circle")
          .evaluateAll((all) => all.map((end) => end.getBoundingClientRect().toJSON()));
        const { x, y, width, height } = ends.reduce((last, end) => (end.x > last.x ? end : last));
        await page.mouse.move(x + width / 2, y + height / 2);
        await page.mouse.down();
        await page.mouse.move(x + width / 2 + 20, y + height / 2, { steps: 3 });
        await page.mouse.up();
        assert.match(await sentence(page).innerText(), /The value of its last edge changes\./);
        const { weighted } = await cloud(page);
        assert.equal(weighted.values.filter((value, i) => value !== before.weighted.values[i]).length, 1);
        await page.keyboard.press("Control+z");
        assert.deepEqual((await cloud(page)).weighted, before.weighted);
      });
    }
  });

  it("have the distances of a matrix, and of more than two coordinates", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      await paste(page, "0\n3 0\n5 4 0", "Distance matrix");
      assert.deepEqual((await cloud(page)).weighted.values, [3, 4]);
      await page.getByRole("button", { name: "Data", exact: true }).click();
      await page.getByRole("textbox", { name: /Or paste/ }).fill("0 1\n2 0");
      await page.getByRole("alert").filter({ hasText: "not symmetric" }).waitFor();
      await page.keyboard.press("Escape");
      await paste(page, "0 0 0\n1 2 2\n0 0 1");
      assert.equal((await cloud(page)).weighted.values.length, 2);
      await paste(page, "0 0\n1 2");
      assert.equal((await cloud(page)).weighted, undefined);
    });
  });

  it("are moved together after a lasso", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      await paste(page, TRIANGLE);
      const corners = [
        [0.1, 0.1],
        [0.9, 0.1],
        [0.9, 0.3],
        [0.1, 0.3],
      ];
      await page.mouse.move(...(await pixelOf(page, ...corners[0])));
      await page.mouse.down();
      for (const corner of [...corners.slice(1), corners[0]])
        await page.mouse.move(...(await pixelOf(page, ...corner)), { steps: 4 });
      await page.mouse.up();
      await plane(page).focus();
      await page.keyboard.press("ArrowUp");
      const { coordinates } = await cloud(page);
      assert(coordinates[1] > 0.2 && coordinates[3] > 0.2 && coordinates[5] === Math.fround(0.7));
    });
  });

  it("light the loop of a bar, and its filling triangle after its end", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      await paste(page, TRIANGLE);
      const loop = page.locator(".stage-bar", { hasText: /^Loop/ });
      await loop.focus();
      assert.match(
        await sentence(page).innerText(),
        /^Loop, born at .* with the edge .–., filled at .* with the triangle a–b–c\.$/,
      );
      await page.screenshot({ path: screenshotPath("points-loop") });
    });
  });

  it("are sampled with noise and outliers, and one slide is one change", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      await page.getByRole("button", { name: "Sample", exact: true }).click();
      await page.getByRole("combobox", { name: "Shape" }).selectOption({ label: "Annulus" });
      assert.equal((await cloud(page)).title, "Annulus");
      await setSlider(page, "Points", 90);
      assert.equal((await cloud(page)).coordinates.length, 180);
      await setSlider(page, "Outliers", 10);
      assert.equal((await cloud(page)).coordinates.length, 200);
      await page.screenshot({ path: screenshotPath("points-sample") });
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+z");
      assert.equal((await cloud(page)).coordinates.length, 180);
    });
  });

  it("survive a reload, and open in a new profile from their link", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      // A square in metres of a map, where 32-bit numbers are half a metre apart.
      const square = "500000.25,5400000.25\n500000.75,5400000.25\n500000.75,5400000.75\n500000.25,5400000.75";
      for (const text of [null, square]) {
        if (text) await paste(page, text);
        await page.getByRole("radio", { name: "Rips" }).check();
        const before = [await cloud(page), await drawnBars(page)];
        if (text) {
          const loop = before[1].find(({ title }) => title.startsWith("Loop"));
          assert.match(loop.title, /born at 0\.5 .*filled at 0\.707 /);
        }
        await untilAddressed(page);
        const { hash } = new URL(page.url());
        await page.reload();
        await handle(page).waitFor();
        await painted(page);
        assert.deepEqual([await cloud(page), await drawnBars(page)], before);
        await withPage(browser, { ...LEARNING, query: hash }, async (other) => {
          await handle(other).waitFor();
          await painted(other);
          assert.deepEqual([await cloud(other), await drawnBars(other)], before);
        });
      }
    });
  });

  it("refuse a damaged file with its line, and export a file that opens again", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      const before = await cloud(page);
      await page.getByRole("button", { name: "Data", exact: true }).click();
      await page.getByRole("textbox", { name: /Or paste/ }).fill("0.1,0.2\n0.3,x");
      assert.match(await page.getByRole("alert").filter({ hasText: "line" }).innerText(), /line 2, column 2/);
      assert.deepEqual(await cloud(page), before);
      for (const wrong of ["1e39", "-1e38", "1e-44"]) {
        await page.getByRole("textbox", { name: /Or paste/ }).fill(`0,0\n${wrong},1`);
        await page.getByRole("alert").filter({ hasText: "Point 1, counted from 0" }).waitFor();
        assert.deepEqual(await cloud(page), before);
      }
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Export" }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: /^Points CSV/ }).click(),
      ]);
      const text = String(await bytesOf(file));
      await paste(page, text);
      assert.deepEqual((await cloud(page)).coordinates, before.coordinates);
    });
  });

  it("are pasted into their field, and the page does not read the text as a graph", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      await page.getByRole("button", { name: "Data", exact: true }).click();
      const field = page.getByRole("textbox", { name: /Or paste/ });
      await field.focus();
      const pasted = (text) =>
        page.evaluate((content) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", content);
          const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(event);
        }, text);
      await pasted("neither points");
      // Outside the field, the page reads it. Its reader takes the texts in turn.
      await field.blur();
      await pasted("nor a graph");
      const notices = () => page.evaluate(() => window.sublevel.state().notices);
      await page.waitForFunction(() => window.sublevel.state().notices.length > 0);
      assert.equal((await notices()).length, 1, "the text of the field is not read");
    });
  });

  it("are at most as many as their complex takes", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      const row = (i) => `${(i % 25) / 25},${Math.floor(i / 25) / 20}`;
      await paste(page, Array.from({ length: 501 }, (_, i) => row(i)).join("\n"));
      await page.getByRole("radio", { name: "Rips" }).click();
      await notices(page).getByText("at most 500 points; these are 501").waitFor();
      assert.equal((await cloud(page)).complex, "alpha");
    });
  });

  it("hold for no, one, two and equal points", async () => {
    await withPage(browser, LEARNING, async (page) => {
      await openPoints(page);
      await page.getByRole("button", { name: "Data", exact: true }).click();
      await page.getByRole("button", { name: "Remove all points" }).click();
      await page.keyboard.press("Escape");
      assert.match(await sentence(page).innerText(), /no points/);
      for (const [text, numbers] of [
        ["0.5,0.5", [1, 0]],
        ["0.5,0.5\n0.5,0.5", [1, 0]],
        ["0.2,0.5\n0.8,0.5", [1, 0]],
      ]) {
        await paste(page, text);
        await handle(page).focus();
        await page.keyboard.press("End");
        assert.deepEqual(await betti(page), numbers);
      }
    });
  });
});
