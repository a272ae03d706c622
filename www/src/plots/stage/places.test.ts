import { describe, expect, it } from "vitest";
import { clearance } from "../../domain/graph/graph";
import { Chance } from "../../pages/learn/lessons/unseen/chance";
import { placesAfter, placesAtValues, radiusFor, stageAxis } from "./places";

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
        const at = placesAtValues(graph, filter, Float32Array.from(places!), axis, room);
        nearest.push(clearance(graph, at) - room.radius);
      }

      // In the smallest stage, one may touch.
      expect(Math.min(...nearest)).toBeGreaterThan(-1);
    },
  );

  it("no edge runs through a vertex of a small graph without places", () => {
    const room = { top: 20, bottom: 300, radius: 18 };
    const axis = stageAxis(900, [1, 9], 13);
    for (let seed = 1; seed <= 200; seed++) {
      const chance = new Chance(seed);
      const graph = chance.graph(chance.whole(4, 8), 2);
      const filter = Float32Array.from(chance.values(graph.vertices));
      // All in one line.
      const layout = new Float32Array(2 * graph.vertices).fill(0.5);
      expect(clearance(graph, placesAtValues(graph, filter, layout, axis, room)), `${seed}`).toBeGreaterThan(
        room.radius,
      );
    }
  });

  it("an edit moves no other vertex, and a height that was set stays", () => {
    const room = { top: 20, bottom: 300, radius: 18 };
    const axis = stageAxis(900, [1, 9], 13);
    for (let seed = 1; seed <= 100; seed++) {
      const chance = new Chance(seed);
      const graph = chance.graph(chance.whole(4, 7), 2);
      const values = chance.values(graph.vertices);
      const unedited = Float32Array.from(values);
      const layout = Float32Array.from(chance.own("", graph, values).places!);
      const settled = placesAtValues(graph, unedited, layout, axis, room);
      const [moved, raised] = [0, 1];
      // The moved vertex meets another one.
      const filter = unedited.with(moved, unedited[2]!);
      const places = placesAfter(settled, { filter, unedited, heights: { [raised]: 0.5 } }, axis, room);
      for (let v = 2; v < graph.vertices; v++) {
        expect([places[2 * v], places[2 * v + 1]]).toEqual([settled[2 * v], settled[2 * v + 1]]);
      }
      expect(places[2 * raised + 1]).toBe(160);
      expect(Math.abs(places[1]! - places[5]!)).toBeGreaterThan(2 * room.radius);
    }
  });
});
