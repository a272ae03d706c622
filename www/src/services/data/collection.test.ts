import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DataSource, ServerFile } from "../../store/state";
import { createStore } from "../../store/store";
import type { Store } from "../../store/store";
import { emptyState } from "../../store/testing";
import { Collection } from "./collection";
import type { Load } from "./load";

const MUTAG: ServerFile = { name: "MUTAG", url: "data/1/MUTAG.zip", bytes: 9 };

let store: Store;
let loaded: DataSource[];
let asked: string[];
let collection: Collection;

/** The server gives these answers, one a request. */
function answers(...given: readonly (readonly [status: number, body: string])[]): void {
  const left = [...given];
  vi.stubGlobal("fetch", (url: URL, { method = "GET" }: RequestInit = {}) => {
    asked.push(`${method} ${url.pathname}`);
    const [status, body] = left.shift() ?? [500, "asked too often"];
    return Promise.resolve(new Response(body, { status }));
  });
}
const going = (have: number): [number, string] => [200, JSON.stringify({ state: "fetching", have, of: 8 })];
const READY: [number, string] = [200, `{"state": "ready"}`];
const notice = () => store.state.value.notices.at(-1);

beforeEach(() => {
  vi.useFakeTimers();
  store = createStore(emptyState());
  loaded = [];
  asked = [];
  const load = {
    load: (source: DataSource) => {
      loaded.push(source);
      return Promise.resolve(true);
    },
  } as unknown as Load;
  const offered = () => Promise.resolve([MUTAG]);
  collection = new Collection(store, load, { pageUrl: "http://here/sub/", offered });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("loads a data set that the server downloads, and shows the progress", async () => {
  answers(going(0), going(4), READY);
  const fractions: (number | null)[] = [];
  store.watch(
    ({ loading }) => loading?.fraction ?? null,
    (fraction) => fractions.push(fraction),
  );
  const done = collection.load("mutag");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await done).toBe(true);
  expect(asked).toEqual(["POST", "GET", "GET"].map((method) => `${method} /sub/data/collection/mutag`));
  expect(fractions).toContain(0.5);
  expect(store.state.value).toMatchObject({ serverFiles: [MUTAG], loading: null });
  expect(loaded).toEqual([{ type: "server", file: MUTAG }]);
});

it("loads an available data set without a download", async () => {
  answers();
  store.dispatch({ type: "server-files", files: [MUTAG], source: "engine" });
  expect(await collection.load("MUTAG")).toBe(true);
  expect(asked).toEqual([]);
});

it("reports a failed download with the reason of the server, and changes nothing", async () => {
  for (const [given, reason] of [
    [[200, `{"state": "failed", "message": "it cannot be reached: is this computer online?"}`], "online?"],
    [[400, "expected the name of a data set of the collection, such as MUTAG\n"], "such as MUTAG."],
  ] as const) {
    answers(given);
    expect(await collection.load("NOWHERE")).toBe(false);
    expect(notice()).toMatchObject({ kind: "error", title: "NOWHERE was not fetched" });
    expect(notice()?.detail).toContain(reason);
    expect(store.state.value).toMatchObject({ loading: null, serverFiles: [] });
  }
  expect(loaded).toEqual([]);
});

it("reports nothing after a cancellation", async () => {
  answers(going(1), going(2), READY);
  const done = collection.load("MUTAG");
  await vi.advanceTimersByTimeAsync(10);
  store.dispatch({ type: "loading", loading: null, source: "ui" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await done).toBe(false);
  expect(asked).toHaveLength(1);
  expect(notice()).toBeUndefined();
});

it("suggests no names on a static site", async () => {
  answers([404, ""]);
  expect(await collection.suggested()).toBeNull();
  answers([200, `[{"name": "MUTAG", "graphs": 188, "classes": 2}]`]);
  expect(await collection.suggested()).toEqual([{ name: "MUTAG", graphs: 188, classes: 2 }]);
});
