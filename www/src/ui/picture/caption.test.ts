import { expect, it } from "vitest";
import { oracle } from "../../../tests/oracle";
import { adjacencyOf } from "../../layout/adjacency";
import { isZeroLength } from "../../domain/persistence/bars";
import type { Bar, Graph } from "../../domain/graph/graph";
import { reduce } from "../../store/reduce";
import { shownSelector } from "../../store/shown";
import type { State } from "../../store/state";
import { datasetSummary, emptyState, inspectionOf, loadedData, runSummary } from "../../store/testing";
import type { RunSummary } from "../../protocol";
import { path, randomGraph } from "../../testing";
import { captionOf } from "./caption";
import type { PanelName } from "./caption";

const ALL: readonly PanelName[] = ["graph", "bars", "diagram", "curves"];

const select = () =>
  shownSelector({
    filtration: oracle.filtration,
    edges: () => null,
    heights: () => new Float32Array(),
    extended: () => [],
  } as unknown as Parameters<typeof shownSelector>[0]);

function caption(state: State, panels = ALL): string {
  return captionOf(state, select()(state), panels);
}

const EPOCHS = [
  { epoch: 1, trainLoss: 0.6931, trainMetric: 0.5, testMetric: 0.55 },
  { epoch: 2, trainLoss: 0.4126, trainMetric: 0.8125, testMetric: 0.7368 },
];

/** A graph of a data set with the filter of a run that is trained for two epochs. */
function trained(graph: Graph, filter: Float32Array, summary: RunSummary = runSummary()): State {
  const data = { ...loadedData("MUTAG"), source: { type: "generator", id: "loops", seed: 0 } } as const;
  const started = reduce(
    { ...emptyState(), data },
    { type: "run-started", run: summary, rows: data.rows, source: "engine" },
  );
  const subject = { type: "graph", index: 1 } as const;
  return {
    ...started,
    run: { ...started.run!, stepsDone: 4, epochs: EPOCHS, snapshots: [0, 1, 2] },
    displayed: subject,
    document: { ...started.document, subject },
    inspection: {
      ...inspectionOf(1, started.run!.id),
      graph,
      filtration: oracle.filtration(graph, filter),
      logits: Float64Array.of(-0.25, 1.5),
      step: 4,
    },
  };
}

/** The numbers of a text that match a pattern, in its order. */
function numbersOf(text: string, pattern: RegExp): readonly number[] {
  const found = pattern.exec(text);
  if (!found) throw new Error(`${pattern} is not in: ${text}`);
  return found.slice(1).map((part) => Number(part.replaceAll("−", "-")));
}

/** The number of components, by a search. */
function componentsOf(graph: Graph): number {
  const { start, neighbour } = adjacencyOf(graph);
  const seen = new Set<number>();
  let count = 0;
  for (let v = 0; v < graph.vertices; v++) {
    if (seen.has(v)) continue;
    count += 1;
    const queue = [v];
    for (const at of queue) {
      if (seen.has(at)) continue;
      seen.add(at);
      queue.push(...neighbour.subarray(start[at]!, start[at + 1]!));
    }
  }
  return count;
}

it("names the graph, its prediction, the run and the numbers of every panel", () => {
  const graph = { vertices: 5, edges: Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 4, 4, 2) };
  const state = trained(graph, Float32Array.of(0.125, 0.75, 0.25, 0.5, 0.875));
  expect(caption(state)).toBe(
    "Graph 2 of MUTAG (b; predicted b with score 1.50, 85.2 %). " +
      "GFL, 1 layer, degree, rate never halved, seed 0, fold 1 of 10, epoch 2. " +
      "(a) The graph, 5 vertices and 5 edges, coloured by f (learned filter), from 0.125 to 0.875. " +
      "(b) Sublevel bars: 1 finite and 1 essential in H0, 1 essential in H1; the longest finite bar is (0.25, 0.75). " +
      "(c) Persistence diagram of 3 bars of positive length, essential ones on the strips. " +
      "(d) Loss and accuracy of 2 epochs; in epoch 2, training loss 0.413, training accuracy 81.3 % and test accuracy 73.7 % (most frequent class: 50.0 %).",
  );
  // A letter follows the panels that are there.
  expect(caption(state, ["graph", "curves"])).toMatch(/ \(b\) Loss and accuracy/);
  expect(caption({ ...state, view: { ...state.view, threshold: 0.25 } })).toMatch(
    / The mark is at t = 0\.25\.$/,
  );
});

it("has the numbers of the bars and of f for every graph, direction and zero-length bar", () => {
  for (let seed = 0; seed < 60; seed++) {
    const { graph, filter } = randomGraph(seed);
    const made = trained(graph, filter);
    const zeroLength = seed % 2 === 1;
    const state = { ...made, view: { ...made.view, directions: "both", zeroLength } as const };
    const text = caption(state);
    expect(text.includes("; bars of length 0 are counted.")).toBe(zeroLength);
    const edges = graph.edges.length / 2;
    expect(numbersOf(text, /graph, (\d+) vert\w+ and (\d+) edges?,/)).toEqual([graph.vertices, edges]);
    const range = numbersOf(text, /from (\S+) to (\S+)\. \(b\)/);
    range.forEach((value, i) => expect(value).toBeCloseTo(i ? Math.max(...filter) : Math.min(...filter), 3));

    const components = componentsOf(graph);
    const { bars } = oracle.filtration(graph, filter);
    let drawn = 0;
    for (const [direction, name] of [
      ["sub", "Sublevel"],
      ["super", "Superlevel"],
    ] as const) {
      const [finite, essential, loops] = numbersOf(
        text,
        new RegExp(
          `${name} bars \\(\\w+\\): (\\d+) finite and (\\d+) essential in H0, (\\d+) essential in H1`,
        ),
      );
      const ending = bars.filter((bar) => bar.direction === direction && bar.death !== null);
      const long = ending.filter((bar) => !isZeroLength(bar));
      // The numbers of bars that never end are those of components and of independent cycles.
      expect(finite).toBe(zeroLength ? ending.length : long.length);
      expect([essential, loops]).toEqual([components, edges - graph.vertices + components]);
      drawn += long.length + components + loops!;
      const length = ({ birth, death }: Bar): number => Math.abs(death! - birth);
      if (long.length > 0) {
        const pair = new RegExp(`${name} bars [^;]*; the longest finite bar is \\((\\S+), (\\S+)\\)`);
        const [birth, death] = numbersOf(text, pair);
        expect(Math.abs(death! - birth!)).toBeCloseTo(Math.max(...long.map(length)), 3);
        expect(Math.sign(death! - birth!)).toBe(direction === "sub" ? 1 : -1);
      }
    }
    expect(numbersOf(text, /diagram of (\d+) bars?/)).toEqual([drawn]);
  }
});

it("is about the epoch and the filter in view", () => {
  const summary = { ...runSummary(), filters: 3 };
  const state = trained(path(2), Float32Array.of(0.25, 0.5), summary);
  const view = { ...state.view, epoch: 1, filterInView: 1 };
  const text = caption({ ...state, view });
  expect(text).toMatch(/fold 1 of 10, filter 2 of 3, epoch 1\. \(a\).*coloured by f \(filter 2 of 3\)/);
  expect(text).toMatch(
    /in epoch 1, training loss 0\.693, training accuracy 50\.0 % and test accuracy 55\.0 %/,
  );
  const untrained = caption({ ...state, view: { ...view, epoch: 0 } });
  expect(untrained).toMatch(/^Graph 2 of MUTAG \(b\)\. .*, untrained\. /);
  const within = { ...state, run: { ...state.run!, stepsDone: 5 } };
  expect(caption(within)).toMatch(/fold 1 of 10, filter 1 of 3, step 5\. /);
});

it("has the target of a regression, and its metric", () => {
  const summary = { ...runSummary(), task: "regression", baseline: 1.25 } as const;
  const state = trained(path(3), Float32Array.of(0.5, 0.25, 0.5), summary);
  const targets = { min: 0, max: 10, mean: 4 };
  const data = {
    ...state.data!,
    summary: { ...datasetSummary("rings"), classes: [], targets },
    rows: state.data!.rows.map((row) => ({ ...row, class: null, target: 3.5 })),
  };
  const inspection = { ...state.inspection!, logits: Float64Array.of(4.25) };
  const text = caption({ ...state, data, inspection });
  expect(text).toMatch(/^Graph 2 of rings \(target 3\.50; predicted 4\.25\)\. /);
  expect(text).toMatch(/training error 0\.813 and test error 0\.737 \(median: 1\.25\)\.$/);
});

it("names the filter of a graph of the user, without the run that it does not come from", () => {
  const graph = {
    title: "mine",
    vertices: 3,
    edges: [0, 1, 1, 2],
    filters: [{ name: "values", values: [1, 3, 2] }],
  };
  const subject = { type: "own", graph } as const;
  const made = trained(path(2), Float32Array.of(0, 1));
  const state = { ...made, displayed: subject, document: { ...made.document, subject } };
  expect(caption(state, ["graph", "bars", "diagram"])).toBe(
    "mine. (a) The graph, 3 vertices and 2 edges, coloured by f (own values), from 1 to 3. " +
      "(b) Sublevel bars: 1 finite and 1 essential in H0, 0 essential in H1; the longest finite bar is (2, 3). " +
      "(c) Persistence diagram of 2 bars of positive length, essential ones on the strips.",
  );
});
