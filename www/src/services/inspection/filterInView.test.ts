import { expect, it, vi } from "vitest";
import type { Client } from "../../engine/client";
import type { RunSummary } from "../../protocol";
import { createStore } from "../../store/store";
import { emptyState, graphRows, runSummary } from "../../store/testing";
import type { Session } from "../engine/session";
import { followFilterInView } from "./filterInView";

const summary = { ...runSummary(), filters: 3 };

function started(answer: (filter: number) => RunSummary) {
  const store = createStore(emptyState());
  store.dispatch({
    type: "run-started",
    run: summary,
    rows: graphRows(),
    source: "engine",
  });
  const call = vi.fn((_: "setFilter", [filter]: [number]) => {
    const summary = answer(filter);
    return Promise.resolve({ summary, snapshots: [] });
  });
  const session = {
    change: async (work: (client: Client) => Promise<unknown>) => work({ call } as unknown as Client),
    fail: vi.fn(),
  };
  const end = followFilterInView(store, session as unknown as Session);
  const request = (filterInView: number): void =>
    store.dispatch({ type: "view", change: { filterInView }, source: "link" });
  const shown = (): number => store.state.peek().run!.summary.filter;
  return { store, call, session, request, shown, end };
}

it("the engine shows the filter of the view, and the last one if the run has fewer", async () => {
  const { store, call, request, shown, end } = started((filter) => ({ ...summary, filter }));
  request(1);
  await vi.waitFor(() => expect(shown()).toBe(1));
  request(7);
  await vi.waitFor(() => expect(shown()).toBe(2));
  // A new run begins with its first filter.
  store.dispatch({ type: "run-started", run: summary, rows: graphRows(), source: "engine" });
  await vi.waitFor(() => expect(shown()).toBe(2));
  expect(call.mock.calls.map(([, [filter]]) => filter)).toEqual([1, 2, 2]);
  end();
  request(0);
  expect(call).toHaveBeenCalledTimes(3);
});

it("many quick changes end at the last one", async () => {
  const { call, request, shown } = started((filter) => ({ ...summary, filter }));
  for (const filter of [1, 2, 0, 2, 1, 0, 2]) request(filter);
  await vi.waitFor(() => expect(shown()).toBe(2));
  expect(call.mock.calls.length).toBeLessThan(4);
});

it("the page reports a failure, and the view returns to the filter of the engine", async () => {
  const { store, session, request, shown } = started(() => {
    throw new Error("no weights");
  });
  request(1);
  await vi.waitFor(() => expect(session.fail).toHaveBeenCalledTimes(1));
  expect([store.state.peek().view.filterInView, shown()]).toEqual([0, 0]);
});
