import { beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { builtTopology, isBuilt } from "../../../../../tests/topology";
import type { Topology } from "../../../../engine/topology";
import { COMPUTED_KINDS } from "../../../../store/lesson";
import type { Computed, LessonAction } from "../../../../store/lesson";
import { ABOUT } from "../format";
import { computed, stagedBy, valuesFor } from "./computed";
import type { ComputedQuestion } from "./computed";

/** a and c are valleys, e is a third one; b and d join them. With d–a, there is a loop. */
const VALLEYS = graphWith([1, 3, 1.5, 4, 2], [0, 1, 1, 2, 2, 3, 3, 4, 3, 0]);
const SQUARE: LessonAction = {
  type: "points",
  title: "Square",
  points: [
    [0, 0],
    [3, 0],
    [3, 4],
    [0, 4],
  ],
  complex: "alpha",
};

function graphWith(values: readonly number[], edges: readonly number[]): LessonAction {
  return { type: "own-graph", title: "Valleys", values, edges, names: null, places: null };
}

const asked = (kind: Computed["kind"], at: number | null = null, vertex: number | null = null): Computed => ({
  kind,
  at,
  vertex,
});

describe.runIf(isBuilt)("a computed question", () => {
  let topology: Topology;
  beforeAll(async () => void (topology = await builtTopology()));

  const made = (question: Computed, ...actions: LessonAction[]): ComputedQuestion | string =>
    computed(question, stagedBy(actions, topology));
  const right = (question: Computed, ...actions: LessonAction[]): string => {
    const answer = made(question, ...actions);
    if (typeof answer === "string") throw new Error(answer);
    return answer.choices.find((choice) => choice.right)!.text;
  };

  it("has the answer that one finds by hand", () => {
    expect(right(asked("components-at", 2), VALLEYS)).toBe("3");
    expect(right(asked("components-at", 3), VALLEYS)).toBe("2");
    expect(right(asked("loops-at", 4), VALLEYS)).toBe("1");
    expect(right(asked("loops-at", 3), VALLEYS)).toBe("0");
    expect(right(asked("who-ends", 3), VALLEYS)).toBe("(1.5, 3)");
    expect(right(asked("who-ends", 4), VALLEYS)).toBe("(2, 4)");
    expect(right(asked("end-of", null, 2), VALLEYS)).toBe("3");
    expect(right(asked("end-of", null, 0), VALLEYS)).toBe("never");
    expect(right(asked("end-of", null, 1), VALLEYS)).toBe("b begins no bar");
    expect(right(asked("longest-bar"), VALLEYS)).toBe("(2, 4)");
  });

  it("is about the values, the direction and the filled triangles of the card", () => {
    expect(right(asked("components-at", 2), VALLEYS, { type: "values", values: [1, 1, 1, 1, 1] })).toBe("1");
    const above: LessonAction = { type: "directions", directions: "super" };
    expect(right(asked("components-at", 3), VALLEYS, above)).toBe("2");
    const triangle = graphWith([1, 2, 3], [0, 1, 1, 2, 2, 0]);
    expect(right(asked("loops-at", 3), triangle)).toBe("1");
    expect(right(asked("loops-at", 3), triangle, { type: "filled", filled: true })).toBe("0");
  });

  it("is about points, too", () => {
    expect(right(asked("components-at", 3), SQUARE)).toBe("2");
    expect(right(asked("loops-at", 4), SQUARE)).toBe("1");
    expect(right(asked("loops-at", 5), SQUARE)).toBe("0");
    expect(right(asked("longest-bar"), SQUARE)).toBe("(4, 5)");
    expect(made(asked("barcode"), SQUARE)).toMatch(/for graphs/);
  });

  it("lets students enter the bars of the components", () => {
    const question = made(asked("barcode"), VALLEYS);
    if (typeof question === "string") throw new Error(question);
    expect(question.barcode!.map(({ birth, death }) => [birth, death]).sort()).toEqual([
      [1, null],
      [1.5, 3],
      [2, 4],
    ]);
  });

  it("says why there is none", () => {
    expect(made(asked("barcode"))).toMatch(/empty/);
    expect(made(asked("components-at", 0.5), VALLEYS)).toMatch(/Nothing has entered/);
    expect(made(asked("who-ends", 2), VALLEYS)).toMatch(/Choose 3 or 4/);
    expect(made(asked("who-ends", 3), graphWith([1, 3, 1], [0, 1, 1, 2]))).toMatch(/^A tie/);
    expect(made(asked("end-of", null, 2), graphWith([1, 3, 1], [0, 1, 1, 2]))).toMatch(/^A tie/);
    expect(made(asked("end-of", null, 9), VALLEYS)).toMatch(/not in the graph/);
    expect(made(asked("barcode"), graphWith([1, 1], [0, 1]))).toMatch(/same value/);
    expect(made(asked("longest-bar"), graphWith([1, 2], [0, 1]))).toMatch(/no finite bar/);
  });

  it("has one right choice, two or more distinct ones, and the same question each time", () => {
    const graphs = fc
      .array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 })
      .chain((values) => {
        const ends = fc.nat(values.length - 1);
        return fc
          .uniqueArray(fc.tuple(ends, ends), {
            maxLength: 12,
            selector: ([a, b]) => [Math.min(a, b), Math.max(a, b)].join(),
          })
          .map((pairs) =>
            graphWith(
              values.map((value) => value / 2),
              pairs.filter(([a, b]) => a !== b).flat(),
            ),
          );
      });
    const directions = fc.constantFrom("sub", "super", "both");
    const check = (graph: LessonAction, way: "sub" | "super" | "both", filled: boolean, at: number): void => {
      const actions: LessonAction[] = [
        graph,
        { type: "directions", directions: way },
        { type: "filled", filled },
      ];
      const staged = stagedBy(actions, topology)!;
      for (const kind of COMPUTED_KINDS) {
        const values = valuesFor(kind, staged);
        const about = ABOUT[kind];
        const question = asked(
          kind,
          about === "at" ? (values[at % Math.max(values.length, 1)] ?? 0) : null,
          about === "vertex" ? at % staged.graph.vertices : null,
        );
        const answer = computed(question, staged);
        expect(computed(question, stagedBy(actions, topology))).toEqual(answer);
        if (typeof answer === "string") expect(answer).toMatch(/^[A-Z].*\.$/);
        else if (!answer.barcode) {
          expect(answer.choices.filter((choice) => choice.right)).toHaveLength(1);
          const texts = answer.choices.map(({ text }) => text);
          expect(texts.length).toBeGreaterThanOrEqual(2);
          expect(new Set(texts).size).toBe(texts.length);
        }
      }
    };
    fc.assert(fc.property(graphs, directions, fc.boolean(), fc.nat(30), check));
  });
});
