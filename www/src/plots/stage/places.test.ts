import { describe, expect, it } from "vitest";
import { clearance } from "../../domain/graph/places";
import { Chance } from "../../features/learn/lessons/unseen/chance";
import { placesAtValues, radiusFor, stageAxis } from "./places";

const SIZES = [
  { width: 900, height: 300 },
  { width: 620, height: 260 },
  { width: 390, height: 230 },
];

describe("vertices at x = f", () => {
  it.each(SIZES)(
    "no edge runs through a vertex that it does not end at: $width pixels",
    ({ width, height }) => {
      const nearest: number[] = [];
      for (let seed = 1; seed <= 300; seed++) {
        const chance = new Chance(seed);
        const graph = chance.graph(chance.whole(4, 7), 2);
        const values = chance.values(graph.vertices);
        const { places } = chance.own("", graph, values);
        const filter = Float32Array.from(values);
        const room = { top: 20, bottom: height, radius: radiusFor(graph.vertices, height) };
        const axis = stageAxis(width, [1, 9], 13);
        const at = placesAtValues(graph, filter, Float32Array.from(places!), axis, room, new Map());
        nearest.push(clearance(graph, at) - room.radius);
      }

      // In the smallest stage, one may touch.
      expect(Math.min(...nearest)).toBeGreaterThan(-1);
    },
  );
});
