// Compares the transform with direct counts in the plane. Requires a built `pkg/`.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { builtTopology, isBuilt } from "../../../../../tests/topology";
import { DIRECTIONS } from "../../../../domain/graph/graph";
import { hasArrived } from "../../../../domain/persistence/filtration";
import { partsOf } from "../../../../store/shown";
import type { Topology } from "../../../../engine/topology";
import { piecesOf, piecesOfSamples } from "./curve";
import type { EulerInterval } from "./curve";
import { CHOICES, NEAREST, newRiddle } from "./LetterGame";
import {
  LETTERS,
  SHAPES,
  ANGLES,
  angleOf,
  columnOf,
  curveOf,
  heightOf,
  largestDifference,
  sampleOf,
  SAMPLES,
  transformOf,
} from "./transform";
import type { Transform } from "./transform";

describe("the grid of the transform", () => {
  it("has each whole angle next to its column and each height at its sample", () => {
    for (let column = 0; column < ANGLES; column++) expect(columnOf(angleOf(column))).toBe(column);
    for (let degrees = 0; degrees < 360; degrees++) {
      const apart = Math.abs(angleOf(columnOf(degrees)) - degrees);
      expect(Math.min(apart, 360 - apart)).toBeLessThanOrEqual(180 / ANGLES);
    }
    for (let sample = 0; sample < SAMPLES; sample++) expect(sampleOf(heightOf(sample))).toBe(sample);
    expect(sampleOf(-1.001)).toBe(-1);
    expect(sampleOf(2)).toBe(SAMPLES - 1);
  });

  it("finds a place of the largest difference, or none", () => {
    const values = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 40, maxLength: 40 });
    const of = (few: readonly number[]): Transform => ({
      values: Int32Array.from({ length: ANGLES * SAMPLES }, (_, i) => few[i % few.length]!),
      least: -2,
      greatest: 2,
    });
    fc.assert(
      fc.property(values, values, (a, b) => {
        const most = Math.max(...a.map((one, i) => Math.abs(one - b[i]!)));
        const found = largestDifference(of(a), of(b));
        if (most === 0) return expect(found).toBeNull();
        const [one, other] = found!.chi;
        expect(Math.abs(one - other)).toBe(most);
        const at = columnOf(found!.degrees) * SAMPLES + sampleOf(found!.height);
        expect([of(a).values[at], of(b).values[at]]).toEqual(found!.chi);
      }),
      { numRuns: 50 },
    );
  });
});

it("selects letters that differ, and excludes the last answer", () => {
  const distance = (a: number, b: number): number => ((a * 7 + b * 7) % 11) / 20;
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 12 }), (numbers) => {
      let i = 0;
      const { answer, choices } = newRiddle(12, distance, () => numbers[i++ % numbers.length]!, 3);
      expect(choices).toContain(answer);
      expect(answer).not.toBe(3);
      expect(choices.length).toBeLessThanOrEqual(CHOICES);
      expect(new Set(choices).size).toBe(choices.length);
      for (const a of choices)
        for (const b of choices) if (a !== b) expect(distance(a, b)).toBeGreaterThanOrEqual(NEAREST);
    }),
  );
});

describe.skipIf(!isBuilt)("the transform of the shapes", () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await builtTopology();
  });

  it("is |V| − |E| of the part that each height has reached, and the curve of the filtration", () => {
    for (const { graph: own } of SHAPES) {
      const { graph, positions } = partsOf({ type: "own", graph: own });
      for (const direction of DIRECTIONS) {
        const transform = transformOf(topology, graph, positions!, direction);
        for (const degrees of [0, 34, 90, 212]) {
          const filter = topology.heights(positions!, degrees);
          const curve = curveOf(transform, columnOf(degrees));
          const walk = topology.walk(graph, topology.filtration(graph, filter), direction);
          const pieces = piecesOf(walk, [-1, 1]);
          const sampled = piecesOfSamples(curve);
          const counted: number[] = [];
          const wrong: number[] = [];
          for (let sample = 1; sample < SAMPLES - 1; sample++) {
            const t = Math.fround(heightOf(sample));
            const isIn = Array.from(filter, (value) => hasArrived(value, t, direction));
            const edges = own.edges.filter((a, i) => i % 2 === 0 && isIn[a] && isIn[own.edges[i + 1]!]);
            const chi = isIn.filter(Boolean).length - edges.length;
            counted.push(chi);
            const hasChi = (height: number) => (piece: EulerInterval) =>
              piece.from <= height && height <= piece.to && piece.chi === chi;
            if (!pieces.some(hasChi(t)) || !sampled.some(hasChi(heightOf(sample)))) wrong.push(t);
          }
          expect(Array.from(curve.subarray(1, -1))).toEqual(counted);
          expect(wrong).toEqual([]);
        }
      }
    }
  });

  it("has letters that are upright, closed only where letters are, and that differ", () => {
    const transforms = LETTERS.map(({ graph: own }) => {
      const { graph, positions } = partsOf({ type: "own", graph: own });
      return transformOf(topology, graph, positions!, "sub");
    });
    const loops = LETTERS.map(({ name }, i) => [name, 1 - transforms[i]!.values[SAMPLES - 1]!]);
    expect(Object.fromEntries(loops)).toEqual({
      ...{ A: 1, D: 1, E: 0, H: 0, K: 0, O: 1, P: 1, R: 1, S: 0, T: 0, X: 0, Z: 0 },
    });
    // A begins with two legs from below and with its tip from above.
    const a = LETTERS.findIndex(({ name }) => name === "A");
    const from = (degrees: number): number => curveOf(transforms[a]!, columnOf(degrees))[25]!;
    expect([from(90), from(270)]).toEqual([2, 1]);
    const distance = (x: number, y: number): number =>
      topology.transformDistance(transforms[x]!.values, transforms[y]!.values);
    for (let seed = 0; seed < 20; seed++) {
      let state = seed;
      const random = (): number => (state = (state * 16807 + 11) % 2147483647) / 2147483647;
      expect(newRiddle(LETTERS.length, distance, random, null).choices.length).toBe(CHOICES);
    }
  });
});
