import { describe, expect, it } from "vitest";
import type { OpenedFiles, Topology } from "../../engine/topology";
import { LARGEST_GRAPH } from "./contents";
import { replyTo } from "./readers";
import type { Reading } from "./readers";

const reading = (path: string, text = ""): Reading => ({
  reader: "contents",
  files: [{ path, bytes: new TextEncoder().encode(text) }],
  chosen: [],
  options: [],
});
const opening = (open: () => OpenedFiles): Topology => ({ open }) as unknown as Topology;
const graphOf = (vertices: number, edges: number): OpenedFiles => ({
  type: "graph",
  graph: { vertices, edges: new Uint32Array(2 * edges) },
  filters: [],
  notes: [],
});

describe("the reply of a reader", () => {
  it("survives the way between threads, with the columns that the user can name", () => {
    const refuse = (): never => {
      throw Object.assign(new Error("e"), { table: "a.csv", view: "edges", problem: "p" });
    };
    const reply = replyTo(opening(refuse), reading("a.csv"));
    expect(structuredClone(reply)).toEqual({
      failed: { message: "e", table: "a.csv", view: "edges", problem: "p" },
    });
    const damaged = (): never => {
      throw new Error("line 3");
    };
    expect(replyTo(opening(damaged), reading("a.csv"))).toEqual({ failed: { message: "line 3" } });
  });

  it("is graph6 for a graph of any size, and a sentence for other contents", () => {
    const large = { open: () => graphOf(LARGEST_GRAPH.vertices + 1, 2), toGraph6: () => "A_" };
    const wanted: Reading = { ...reading("a.csv"), reader: "graph6" };
    expect(replyTo(large as unknown as Topology, wanted)).toEqual({
      read: { text: "A_", notes: ["2 repeated edges and self-loops are left out"] },
    });
    const reply = replyTo(
      opening(() => ({ type: "dataset" })),
      wanted,
    );
    expect(reply).toHaveProperty(
      "failed.message",
      expect.stringMatching(/^The file holds no single graph\./),
    );
  });

  it("refuses graphs that the page cannot show, and names the program that takes them", () => {
    const shown = opening(() => graphOf(LARGEST_GRAPH.vertices, LARGEST_GRAPH.edges));
    expect(replyTo(shown, reading("a.csv"))).toHaveProperty("read.graph.vertices", LARGEST_GRAPH.vertices);
    for (const [vertices, edges] of [
      [LARGEST_GRAPH.vertices + 1, 1],
      [3, LARGEST_GRAPH.edges + 1],
    ] as const) {
      const reply = replyTo(
        opening(() => graphOf(vertices, edges)),
        reading("folder/a.csv"),
      );
      expect(reply).toHaveProperty(
        "failed.message",
        expect.stringMatching(
          /^The graph has [\d,]+ vertices and [\d,]+ edges, and the page shows at most 20,000 vertices and 100,000 edges\. .*: sublevel barcode FILE --filter degree\.$/,
        ),
      );
    }
  });
});
