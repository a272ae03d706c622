import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SublevelApi } from "../app/api";
import type { InspectedTogether } from "../app/api";
import type { Change } from "../store/actions";
import type { DataSource, State } from "../store/state";
import { graphRows } from "../store/testing";
import { answerKernel } from "./answer";
import type { FromKernel, FromPage } from "./messages";

const INSPECTED: InspectedTogether = {
  graphs: Uint32Array.of(0),
  vertexOffsets: Uint32Array.of(0, 2),
  filter: Float32Array.of(0, 1),
  edgeOffsets: Uint32Array.of(0, 0),
  edgeFilter: new Float32Array(),
  barOffsets: Uint32Array.of(0, 0),
  bars: new Uint32Array(),
  logits: Float64Array.of(1, 0),
  epoch: null,
  step: 0,
  filterName: null,
};
/** A file of weights with an empty header. */
const WEIGHTS = new Uint8Array([2, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0x7d]);

/** A page whose state the tests change directly. */
class FakePage {
  readonly trained: unknown[] = [];
  started = 0;
  readonly dispatched: Change[] = [];
  inspect = (): Promise<InspectedTogether> => Promise.resolve(INSPECTED);
  #listeners: [string, (value: unknown) => void][] = [];
  #state = {
    data: null,
    run: null,
    notices: [],
    view: { selection: null },
    document: { subject: { type: "graph", index: 0 } },
  } as unknown as State;

  readonly api = {
    state: () => ({ ...this.#state, displayed: this.#state.document.subject }),
    on: (event: string, listener: (value: unknown) => void) => void this.#listeners.push([event, listener]),
    dispatch: (change: Change) => void this.dispatched.push(change),
    load: () => {
      const source: DataSource = { type: "generator", id: "mine", seed: 0 };
      this.put({ data: { source, rows: graphRows(), summary: { classes: [] } } as never });
      this.run(1);
      return Promise.resolve(true);
    },
    train: (settings: unknown) => Promise.resolve(this.trained.push(settings) > 0),
    inspect: () => this.inspect(),
    saveWeights: () => Promise.resolve(WEIGHTS),
  } as unknown as SublevelApi;

  put(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.emit("action", { type: "loading" });
  }

  /** Replaces the run in use. */
  run(id: number, phase = "ready"): void {
    const summary = { logged: null, filters: 1 };
    this.put({ run: { id, held: true, phase, stepsDone: 0, epochs: [], summary } as never });
    this.emit("run", this.#state.run);
  }

  emit(event: string, value: unknown): void {
    for (const [name, listener] of this.#listeners) if (name === event) listener(value);
  }
}

describe("a page in a notebook", () => {
  let page: FakePage;
  let sent: FromPage[];
  let asks: (content: FromKernel, ...buffers: Uint8Array<ArrayBuffer>[]) => void;
  const sentOf = (type: FromPage["type"]) => sent.filter((content) => content.type === type);

  beforeEach(() => {
    page = new FakePage();
    sent = [];
    const receive = answerKernel(
      page.api,
      (content) => void sent.push(content),
      () => {
        page.started += 1;
        return Promise.resolve(true);
      },
    );
    asks = (content, ...buffers) => receive({ content, buffers });
  });
  const open = (): void =>
    asks({ type: "open", name: "graphs.jsonl", isLog: false, graph: 0, vertex: null }, Uint8Array.of(1));

  it("sends its tables, and the next ones after the kernel received them", async () => {
    open();
    await vi.waitFor(() => expect(sentOf("tables")).toMatchObject([{ id: 1, about: { own: true } }]));
    page.run(1, "finished");
    await new Promise((resolve) => setTimeout(resolve, 20));
    page.run(1, "running");
    expect(sentOf("tables")).toHaveLength(1);
    asks({ type: "taken", id: 1 });
    await vi.waitFor(() => expect(sentOf("tables")).toHaveLength(2));
  });

  it("trains immediately, and sends the tables of the new run only", async () => {
    let answer: ((inspected: InspectedTogether) => void) | null = null;
    page.inspect = () => new Promise((resolve) => (answer = resolve));
    open();
    await vi.waitFor(() => expect(answer).not.toBeNull());
    asks({ type: "train", request: 1, config: { epochs: 3 } });
    await vi.waitFor(() => expect(page.trained).toEqual([{ epochs: 3 }]));
    page.inspect = () => Promise.resolve({ ...INSPECTED, step: 3 });
    page.run(2, "finished");
    answer!(INSPECTED);
    await vi.waitFor(() => expect(sentOf("tables")).toHaveLength(1));
    const [tables] = sentOf("tables");
    const { provenance } = (tables as Extract<FromPage, { type: "tables" }>).about!;
    expect(provenance).toContainEqual(["weights", "after step 3"]);
    expect(sentOf("refused")).toEqual([]);
  });

  it("reports the reason for missing tables, and retries on request", async () => {
    page.inspect = () => Promise.reject(new Error("out of memory"));
    open();
    await vi.waitFor(() =>
      expect(sentOf("refused")).toEqual([
        { type: "refused", problem: expect.stringContaining("not be renewed: out of memory.") as string },
      ]),
    );
    page.inspect = () => Promise.resolve(INSPECTED);
    asks({ type: "tell" });
    await vi.waitFor(() => expect(sentOf("tables")).toHaveLength(1));
  });

  it("rejects invalid requests, reports the graph in view, and continues", async () => {
    open();
    asks({ type: "show", graph: 99, vertex: null });
    asks({ type: "show", graph: 1, vertex: 99 });
    asks({ type: "train", request: 2, config: { epoch: 3 } });
    asks({ type: "train", request: 3, config: null });
    await vi.waitFor(() => expect(page.trained).toEqual([undefined]));
    expect(sentOf("refused")).toMatchObject([
      { problem: "There is no graph 99: the data set in use has 4, counted from 0." },
      {
        problem: expect.stringMatching(/^Graph 1 has no vertex 99: it has \d+, counted from 0\.$/) as string,
      },
      { problem: expect.stringMatching(/^There is no setting epoch\. There are .*epochs/) as string },
    ]);
    // The kernel assumed that both are in view.
    expect(sentOf("selected").slice(-2)).toEqual([
      { type: "selected", graph: 0, vertex: null },
      { type: "selected", graph: 0, vertex: null },
    ]);
  });

  it("starts the engine before it reports an empty run log: the kernel is busy at the first epoch", async () => {
    asks({ type: "empty-log" });
    await vi.waitFor(() =>
      expect(page.dispatched).toMatchObject([{ type: "notify", notice: { kind: "info" } }]),
    );
    expect(page.started).toBe(1);
  });
});
