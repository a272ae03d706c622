import { expect, it } from "vitest";
import { lastRunOf, otherData } from "./runHistory";
import type { Data, KeptRun, State } from "./state";

const source = { type: "files", name: "a", files: [] } as const;
const data = { source, summary: { name: "seed 2", fingerprint: "1f" } } as unknown as Data;

function kept(change: Partial<KeptRun>, logged: object | null = null): KeptRun {
  return { source, dataset: "seed 1", summary: { logged }, ...change } as unknown as KeptRun;
}

it("a stored run belongs to a data set of the same graphs, also under another name", () => {
  expect(otherData(kept({ fingerprint: "1f" }), data)).toBeNull();
  expect(otherData(kept({ fingerprint: "2f" }), data)).toBe("another data set");
  expect(otherData(kept({}), data)).toBe("another data set");
  expect(otherData(kept({ dataset: "seed 2" }), data)).toBeNull();
});

it("the last run is no run log, because a run log is read again", () => {
  const state = (runs: readonly KeptRun[]) =>
    ({ run: { stepsDone: 0 }, data, keptRuns: runs, offering: null, loading: null }) as unknown as State;
  const model = kept({ fingerprint: "1f" });
  expect(lastRunOf(state([kept({ fingerprint: "1f" }, {}), model]))).toBe(model);
});
