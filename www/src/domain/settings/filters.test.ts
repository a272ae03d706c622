import { expect, it } from "vitest";
import { runSummary } from "../../store/testing";
import { edgeFilters, filterInView, filtersOf, hasVertexFilter, isEdgeFilter } from "./models";

const summary = runSummary();

it("a model with one filter has no choice of filters", () => {
  expect(filtersOf(summary)).toBeNull();
  expect(filterInView(summary)).toBeNull();
});

it("the filters of a model are numbered from 1", () => {
  const several = { ...summary, filters: 3, filter: 1 };
  expect(filtersOf(several)).toEqual({
    noun: "Filter",
    names: ["Filter 1", "Filter 2", "Filter 3"],
    chosen: 1,
  });
  expect(filterInView(several)).toBe("2 of 3");
});

it("the filters of RePHINE and SpectRe are filters of edges", () => {
  const config = { ...summary.config, model: "sum", topologyLayer: "spectre" } as const;
  expect(isEdgeFilter({ ...summary, config })).toBe(true);
  expect(hasVertexFilter({ ...summary, config })).toBe(false);
  expect(edgeFilters({ ...summary, config, filters: 2 })).toEqual(["Filter 1", "Filter 2"]);
  expect(edgeFilters({ ...summary, filters: 2 })).toEqual([]);
  expect([isEdgeFilter(summary), hasVertexFilter(summary)]).toEqual([false, true]);
});

it("a run log has named channels, also if there is only one", () => {
  const range: [number, number] = [0, 1];
  const logged = {
    ...summary,
    logged: { channels: ["f"], vertexChannels: 1, channel: 0, range, labelled: true, attributions: false },
  };
  expect(filtersOf(logged)).toEqual({ noun: "Channel", names: ["f"], chosen: 0 });
  expect(filterInView(logged)).toBeNull();
});
