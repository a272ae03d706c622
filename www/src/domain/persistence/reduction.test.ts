import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../tests/topology";
import type { Topology } from "../../engine/topology";
import type { TraceMode, TraceState } from "../../protocol";
import { path, randomGraph } from "../../testing";
import { exampleNamed } from "../graph/subject";
import { DIRECTIONS, lettersFor } from "../graph/graph";
import {
  describeJoin,
  describeStep,
  pairsOf,
  parentsOf,
  roundsOf,
  simplexNames,
  simplicesOf,
  stateAfter,
  stepForward,
} from "./reduction";

const MODES: readonly TraceMode[] = ["sequential", "word"];
const WHEEL = exampleNamed("wheel")!;

describe.skipIf(!isBuilt)("the reduction", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  const traces = () =>
    Array.from({ length: 150 }, (_, seed) => randomGraph(seed)).flatMap(({ graph, filter }) =>
      DIRECTIONS.flatMap((direction) =>
        MODES.map((mode) => ({
          graph,
          filter,
          direction,
          trace: topology.trace(graph, filter, direction, mode),
        })),
      ),
    );

  it("has the same state after each step", () => {
    for (const { trace } of traces()) {
      const states: TraceState[] = [trace.start];
      for (const step of trace.steps) states.push(stepForward(states.at(-1)!, step));
      states.forEach((state, i) => expect(stateAfter(trace, i)).toEqual(state));
    }
  });

  it("ends with the bars of the engine", () => {
    for (const { graph, filter, direction, trace } of traces()) {
      const { finite, endless, loops } = pairsOf(trace, stateAfter(trace, trace.steps.length));
      const bars = topology.filtration(graph, filter).bars.filter((bar) => bar.direction === direction);
      const of = (kind: string) => bars.filter((bar) => bar.kind === kind);
      const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
      const pair = (birth: number, death: number | null): string => `${birth} ${death}`;
      expect(finite.map(({ birthVertex, deathVertex }) => pair(birthVertex, deathVertex)).sort()).toEqual(
        of("h0")
          .map(({ birthVertex, deathVertex }) => pair(birthVertex, deathVertex))
          .sort(),
      );
      expect(sorted(endless)).toEqual(sorted(of("h0Essential").map(({ birthVertex }) => birthVertex)));
      expect(sorted(loops)).toEqual(
        sorted(
          of("h1Essential").flatMap(({ birthVertex, multiplicity }) =>
            Array<number>(multiplicity).fill(birthVertex),
          ),
        ),
      );
    }
  });

  it("keeps a forest of pointers to elder vertices at every step", () => {
    for (const { trace } of traces()) {
      let state = trace.start;
      for (const step of trace.steps) {
        state = stepForward(state, step);
        parentsOf(state).forEach((parent, place) => {
          if (parent !== null) expect(parent).toBeLessThan(place);
        });
      }
    }
  });

  it("contains every step in exactly one round", () => {
    for (const { trace } of traces()) {
      expect(roundsOf(trace).flat()).toEqual(trace.steps.map((_, place) => place));
    }
  });

  it("names vertices and edges, including parallel edges", () => {
    const graph = { vertices: 2, edges: Uint32Array.of(0, 1, 0, 1), names: lettersFor(2)! };
    const filter = Float32Array.of(1, 2);
    expect(simplexNames(topology.trace(graph, filter, "sub", "sequential"), graph)).toEqual([
      "a",
      "b",
      "ab",
      "ab′",
    ]);
    const nameless = topology.trace(path(2), filter, "sub", "sequential");
    expect(simplexNames(nameless, path(2))).toEqual(["v0", "v1", "v0–v1"]);
    expect(simplicesOf(WHEEL.graph)).toBe(13);
  });

  it("describes the effect of a step on the matrix and the forest", () => {
    const graph = { ...path(3), names: lettersFor(3)! };
    const trace = topology.trace(graph, Float32Array.of(1, 3, 2), "sub", "sequential");
    const names = simplexNames(trace, graph);
    let state = trace.start;
    const sentences = trace.steps.map((step) => {
      const join = step.kind === "add" ? describeJoin(step, names, state) : "";
      state = stepForward(state, step);
      return [describeStep(step, names), join || describeJoin(step, names, state)];
    });
    expect(sentences).toEqual([
      [
        "Column ab has its lowest 1 in row b, which is no pivot yet: it becomes the pivot.",
        "b now points to a: two components merge, and the component of b ends.",
      ],
      [
        "Column cb becomes cb + ab, because both have their lowest 1 in row b.",
        "b already points to a, so cb follows this pointer.",
      ],
      [
        "Column cb has its lowest 1 in row c, which is no pivot yet: it becomes the pivot.",
        "c now points to a: two components merge, and the component of c ends.",
      ],
    ]);
  });

  it("describes every step", () => {
    for (const { graph, trace } of traces()) {
      const names = simplexNames(trace, graph);
      let state = trace.start;
      for (const step of trace.steps) {
        if (trace.mode === "sequential") {
          const at = step.kind === "add" ? state : stepForward(state, step);
          expect(describeJoin(step, names, at)).not.toMatch(/undefined/);
        }
        state = stepForward(state, step);
        expect(describeStep(step, names)).toMatch(/^Column \S+ .*\.$/);
        expect(describeStep(step, names)).not.toMatch(/undefined/);
      }
    }
  });
});
