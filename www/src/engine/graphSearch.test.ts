import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { builtModule, isBuilt } from "../../tests/topology";
import { classesOf, pairsOf, searchPairs } from "./graphSearch";
import type { SearchReply } from "./graphSearch";
import type { TopologyModule } from "./topologyModule";

const SEARCH = { descriptor: "wl", layers: 1, from: 1, to: 7 };

describe("pairs of graphs that a descriptor cannot separate", () => {
  it("are all pairs of each class, up to a number", () => {
    const classes = [
      ["a", "b", "c"],
      ["d", "e"],
    ];
    const pairs = [
      ["a", "b"],
      ["a", "c"],
      ["b", "c"],
      ["d", "e"],
    ];
    expect(pairsOf(classes, 9)).toEqual(pairs);
    expect(pairsOf(classes, 3)).toEqual(pairs.slice(0, 3));
  });

  describe("from the worker", () => {
    let terminated = 0;
    afterEach(() => vi.unstubAllGlobals());

    /** A worker that answers each message with this reply. */
    function answering(reply: SearchReply | null): void {
      terminated = 0;
      class Answering {
        onmessage: ((event: { data: SearchReply }) => void) | null = null;
        postMessage(): void {
          if (reply) this.onmessage?.({ data: reply });
        }
        terminate(): void {
          terminated += 1;
        }
      }
      vi.stubGlobal("Worker", Answering);
    }

    it("come with their number of vertices", async () => {
      answering({ type: "found", vertices: 6, classes: [["a", "b"]] });
      const found = await searchPairs(SEARCH, 9, new AbortController().signal);
      expect(found).toEqual({ vertices: 6, pairs: [["a", "b"]] });
      expect(terminated).toBe(1);
    });

    it("are null if there are none, or after the user stops the search", async () => {
      answering({ type: "none" });
      expect(await searchPairs(SEARCH, 9, new AbortController().signal)).toBeNull();
      answering(null);
      const control = new AbortController();
      const stopped = searchPairs(SEARCH, 9, control.signal);
      control.abort();
      expect(await stopped).toBeNull();
      expect(terminated).toBe(1);
    });

    it("report an error of the module", async () => {
      answering({ type: "failed", message: "there is no descriptor x" });
      await expect(searchPairs(SEARCH, 9, new AbortController().signal)).rejects.toThrow("no descriptor x");
    });
  });

  describe.skipIf(!isBuilt)("from the module", () => {
    let module: TopologyModule;
    beforeAll(async () => {
      module = await builtModule();
    });
    const count = (descriptor: string, vertices: number): number =>
      pairsOf(classesOf(module.searchGraphs(descriptor, 1, vertices)), Infinity).length;

    it("are as many as the command line finds", () => {
      expect([4, 5, 6, 7].map((vertices) => count("wl", vertices))).toEqual([0, 0, 4, 22]);
      expect([4, 5, 6, 7].map((vertices) => count("adjacency-spectrum", vertices))).toEqual([0, 1, 5, 58]);
    });

    it("are not isomorphic, and the descriptor is equal", () => {
      const pairs = pairsOf(classesOf(module.searchGraphs("persistence", 1, 6)), Infinity);
      expect(pairs).toHaveLength(3);
      for (const [first, second] of pairs) {
        const pair = new module.GraphPair(first, second);
        expect(pair.compare("persistence", 1).verdict).toBe("cannot");
        expect(pair.compare("isomorphism", 1).verdict).toBe("separates");
      }
    });

    it("need a known descriptor and few vertices", () => {
      expect(() => module.searchGraphs("x", 1, 6)).toThrow("there is no descriptor x");
      expect(() => module.searchGraphs("wl", 1, 10)).toThrow("too large for a search");
    });
  });
});
