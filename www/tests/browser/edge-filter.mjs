// A filter with learned values of edges: every edge is a vertex between its ends, in every view.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  browserOf,
  checkTopics,
  faultless,
  fits,
  load,
  look,
  reopenAsNew,
  screenshotPath,
  show,
  trainToTheEnd,
  untilAddressed,
  untilReady,
  WITHOUT_GPU,
  withPage,
} from "./support.mjs";
import { addsUp, number } from "./scores.mjs";

const CONFIG = { edgeFilter: "learned", filters: 2, width: 16, hats: 16, epochs: 3 };
/** A graph of the data set, its vertices and its edges. */
const GRAPH = 3;

/** A square with a tail. A model receives the edges in another order. */
const OWN = {
  title: "a square with a tail",
  vertices: 5,
  edges: [0, 1, 1, 2, 2, 3, 3, 0, 3, 4],
  places: [0, 0, 2, 0, 2, 2, 0, 2, -2, 3],
  filters: [],
};

/** Waits for the values of the run for the vertices and the edges of a graph of the user. */
const answered = (page, vertices, edges) =>
  page.waitForFunction(
    ([n, m]) => {
      const { filter, edgeFilter } = window.sublevel.state().asked?.filtration ?? {};
      return edgeFilter ? filter.length === n && edgeFilter.length === m : filter?.length === n + m;
    },
    [vertices, edges],
  );

/** Waits for the drawing of a graph of this size. */
const drawn = (page, vertices, edges) =>
  page
    .getByRole("application", { name: new RegExp(`^Graph with ${vertices} vertices and ${edges} edges`) })
    .first()
    .waitFor();

/** The graph in view and its filter. */
const inspected = (page) =>
  page.evaluate(() => {
    const { graph, filtration } = window.sublevel.state().inspection;
    return {
      vertices: graph.vertices,
      whole: graph.original && [graph.original.vertices, graph.original.edges.length / 2],
      ends: graph.original && [...graph.original.edges],
      filter: [...filtration.filter],
      births: filtration.bars.map(({ direction, birthVertex }) => [direction, birthVertex]),
    };
  });

async function trained(page, config = {}) {
  assert(await load(page, { data: "one-loop-or-several", graph: GRAPH }));
  return trainToTheEnd(page, { ...CONFIG, ...config });
}

describe("learned values of edges", () => {
  const browser = browserOf(WITHOUT_GPU);

  for (const [theme, viewport] of [
    ["light", { width: 1280, height: 720 }],
    ["dark", { width: 390, height: 844 }],
  ]) {
    it(`are vertices between the ends, in every view, ${theme}, ${viewport.width} px`, async () => {
      await withPage(browser, { colorScheme: theme, viewport }, async (page) => {
        await trained(page);
        await page.waitForFunction(
          () => window.sublevel.state().inspection?.step === window.sublevel.state().run.stepsDone,
        );
        const { vertices, whole, ends, filter, births } = await inspected(page);
        assert.equal(vertices, whole[0] + whole[1]);
        assert.equal(filter.length, vertices);
        for (let edge = 0; edge < whole[1]; edge++) {
          const greater = Math.max(filter[ends[2 * edge]], filter[ends[2 * edge + 1]]);
          assert(filter[whole[0] + edge] >= greater, `edge ${edge}`);
        }
        // In the superlevel filtration, edges enter before their ends.
        assert(births.some(([direction, vertex]) => direction === "super" && vertex >= whole[0]));
        await drawn(page, ...whole);
        await page.screenshot({ path: screenshotPath(`edge-filter-inspect-${theme}`) });
        await faultless(page, `inspect, ${theme}`);
        await fits(page, `inspect, ${theme}`);

        await show(page, { page: "model" });
        await checkTopics(
          page,
          ["fail", "filter", "classes", "hats", "map", "compare", "folds", "runs"],
          "edge-filter",
          theme,
          /undefined|NaN/,
        );
      });
    });
  }

  it("have contributions that add up to the score", async () => {
    await withPage(
      browser,
      { query: "?page=model&topic=fail&data=one-loop-or-several&graph=path" },
      async (page) => {
        await trained(page, { filters: 1 });
        const panel = page.getByRole("region", { name: "Why?" });
        await panel.getByText(new RegExp(`^Graph ${GRAPH + 1}, a`)).waitFor();
        const numbers = await panel.locator(".why-rows .why-number").allInnerTexts();
        const score = number(numbers.pop());
        addsUp({ score, added: numbers.map(number) });
      },
    );
  });

  it("leave a copy of the graph unchanged, and other runs draw the graph of the data set", async () => {
    await withPage(browser, {}, async (page) => {
      await trained(page);
      const { whole } = await inspected(page);
      await trainToTheEnd(page, { ...CONFIG, edgeFilter: "max" });
      await page.waitForFunction(
        (vertices) => window.sublevel.state().inspection?.graph.vertices === vertices,
        whole[0],
      );
      await trainToTheEnd(page, CONFIG);
      await page.waitForFunction(
        (vertices) => window.sublevel.state().inspection?.graph.vertices === vertices,
        whole[0] + whole[1],
      );
    });
  });

  for (const [name, config] of [
    ["learned values of edges", CONFIG],
    ["RePHINE", { model: "sum", topologyLayer: "rephine", edgeFilter: "max", filters: 1, epochs: 1 }],
  ]) {
    it(`are drawn on a graph of the user, ${name}`, async () => {
      await withPage(browser, {}, async (page) => {
        await trained(page, config);
        await page.evaluate((graph) => {
          window.sublevel.dispatch({ type: "own-graph", graph });
          window.sublevel.dispatch({ type: "filter", filter: "learned" });
        }, OWN);
        await answered(page, 5, 5);
        await drawn(page, 5, 5);
        const low = await page.evaluate(() => {
          const { graph, filtration } = window.sublevel.state().shown;
          const { vertices, edges } = graph.original ?? graph;
          const { filter, edgeFilter = filter.subarray(vertices) } = filtration;
          const below = (edge) => [0, 1].some((end) => edgeFilter[edge] < filter[edges[2 * edge + end]]);
          return Array.from(edgeFilter.keys()).filter(below);
        });
        assert.deepEqual(low, [], "edges below their ends");
        await page.screenshot({ path: screenshotPath(`edge-filter-own-${config.model ?? "gfl"}`) });
        await page.locator(".graph-foot").getByText("1", { exact: true }).waitFor();
        await faultless(page, `a graph of the user, ${name}`);
        await show(page, { page: "learn" });
        await page.locator(".learn-stage").getByRole("combobox", { name: "Graph" }).waitFor();
        await page.screenshot({ path: screenshotPath(`edge-filter-learn-${config.model ?? "gfl"}`) });
        await faultless(page, `Learn with a graph of the user, ${name}`);
      });
    });
  }

  it("stay those of the edited graph of the user", async () => {
    await withPage(browser, {}, async (page) => {
      await trained(page);
      await show(page, { page: "learn" });
      await page.evaluate((graph) => {
        window.sublevel.dispatch({ type: "own-graph", graph });
        window.sublevel.dispatch({ type: "filter", filter: "learned" });
        window.sublevel.dispatch({ type: "view", change: { tool: "edit" } });
      }, OWN);
      await answered(page, 5, 5);
      await page.screenshot({ path: screenshotPath("edge-filter-edited") });
      await page.getByText("Edges (5)").waitFor();
      await page.getByRole("button", { name: "Add vertex" }).click();
      await answered(page, 6, 5);
      await page.keyboard.press("Control+z");
      await answered(page, 5, 5);
      await page.evaluate(() => window.sublevel.dispatch({ type: "view", change: { tool: "values" } }));
      await page.getByText("The filter has values of edges, which cannot be edited.").waitFor();
    });
  });

  it("are part of the link", async () => {
    await withPage(browser, {}, async (page) => {
      await trained(page);
      await untilAddressed(page);
      const { search, hash } = new URL(page.url());
      await reopenAsNew(page, search + hash);
      await untilReady(page);
      const { config } = await look(page);
      assert.deepEqual([config.edgeFilter, config.filters], ["learned", 2]);
    });
  });
});
