import { expect, it } from "vitest";
import { runSummary } from "../../store/testing";
import {
  edgeFilters,
  filterIndex,
  filterLabel,
  filterWords,
  runFilters,
  isEdgeFilter,
  isVertexFilter,
} from "./models";

const summary = runSummary();

it("a model with one filter has no choice of filters, and no file names it", () => {
  expect(runFilters(summary)).toBeNull();
  expect([filterWords(summary, 0), filterLabel(summary, 0)]).toEqual([null, null]);
});

it("the filters of a model are numbered from 1", () => {
  const several = { ...summary, filters: 3 };
  expect(runFilters(several)).toEqual({ noun: "Filter", names: ["Filter 1", "Filter 2", "Filter 3"] });
  expect([filterWords(several, 1), filterLabel(several, 1)]).toEqual(["2 of 3", "filter 2 of 3"]);
});

it("a request beyond the last filter shows the last one", () => {
  const requests = [0, 1, 2, 7];
  expect(requests.map((filter) => filterIndex({ filters: 3 }, filter))).toEqual([0, 1, 2, 2]);
  expect(requests.map((filter) => filterIndex({ filters: 0 }, filter))).toEqual([0, 0, 0, 0]);
});

it("the filters of RePHINE and SpectRe are filters of edges", () => {
  const config = { ...summary.config, model: "sum", topologyLayer: "spectre", layers: 1 } as const;
  expect(isEdgeFilter({ ...summary, config }, 1)).toBe(true);
  expect(isVertexFilter({ ...summary, config }, 1)).toBe(false);
  expect(edgeFilters({ ...summary, config, filters: 2 })).toEqual(["Filter 1", "Filter 2"]);
  expect(edgeFilters({ ...summary, filters: 2 })).toEqual([]);
  expect([isEdgeFilter(summary, 0), isVertexFilter(summary, 0)]).toEqual([false, true]);
});

it("the filters of RePHINE and SpectRe have their layer in their name", () => {
  const config = { ...summary.config, model: "sum", topologyLayer: "spectre", layers: 2 } as const;
  const layered = { ...summary, config, filters: 16 };
  expect(runFilters(layered)?.names.slice(6, 10)).toEqual([
    "Layer 1, filter 7",
    "Layer 1, filter 8",
    "Layer 2, filter 1",
    "Layer 2, filter 2",
  ]);
  expect([filterWords(layered, 8), filterLabel(layered, 8)]).toEqual([
    "1 of 8 of layer 2",
    "filter 1 of 8 of layer 2",
  ]);
});

it("a run log has named channels, also if there is only one", () => {
  const ranges: [number, number][] = [[0, 1]];
  const logged = {
    ...summary,
    logged: { channels: ["f"], vertexChannels: 1, ranges, labelled: true, attributions: false },
  };
  expect(runFilters(logged)).toEqual({ noun: "Channel", names: ["f"] });
  expect([filterWords(logged, 0), filterLabel(logged, 0)]).toEqual(["f", "channel f"]);
});
