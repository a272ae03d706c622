import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";
import { seeded } from "../domain/random";
import type { Part } from "./tree";

export interface ForceOptions {
  readonly ticks: number;
  /** The largest move in the first tick, 0 … 1. */
  readonly alpha: number;
  /** Accuracy of the repulsion: larger is faster. */
  readonly theta: number;
  readonly repulsion: number;
}

/**
 * Edges are springs, and vertices repel each other. Works on `positions` in place and yields after every
 * tick.
 */
export function* force(part: Part, positions: Float32Array, options: ForceOptions): Generator<void> {
  const vertices: SimulationNodeDatum[] = Array.from({ length: part.size }, (_, v) => ({
    index: v,
    x: positions[2 * v]!,
    y: positions[2 * v + 1]!,
  }));
  const degree = (v: number): number => part.start[v + 1]! - part.start[v]!;
  const links: { source: number; target: number; length: number }[] = [];
  for (let v = 0; v < part.size; v++) {
    for (let k = part.start[v]!; k < part.start[v + 1]!; k++) {
      const w = part.neighbour[k]!;
      // A hub needs a circle with space for all its leaves.
      if (w > v)
        links.push({
          source: v,
          target: w,
          length: Math.max(1, 0.45 * Math.sqrt(Math.max(degree(v), degree(w)))),
        });
    }
  }
  const simulation = forceSimulation(vertices)
    .randomSource(seeded(part.size))
    .force(
      "edges",
      forceLink<SimulationNodeDatum, (typeof links)[number]>(links).distance(({ length }) => length),
    )
    .force("repulsion", forceManyBody().strength(-options.repulsion).theta(options.theta).distanceMin(0.1))
    .force("collision", forceCollide(0.35).iterations(1))
    .force("x", forceX(0).strength(0.02))
    .force("y", forceY(0).strength(0.02))
    .alpha(options.alpha)
    .alphaDecay(1 - Math.pow(0.02, 1 / options.ticks))
    .stop();
  for (let tick = 0; tick < options.ticks; tick++) {
    simulation.tick();
    for (let v = 0; v < part.size; v++) {
      positions[2 * v] = vertices[v]!.x!;
      positions[2 * v + 1] = vertices[v]!.y!;
    }
    yield;
  }
}

/** Separates overlapping vertices with the smallest possible moves, in place. */
export function separate(positions: Float32Array): void {
  const vertices: SimulationNodeDatum[] = Array.from({ length: positions.length / 2 }, (_, v) => ({
    index: v,
    x: positions[2 * v]!,
    y: positions[2 * v + 1]!,
  }));
  forceSimulation(vertices)
    .randomSource(seeded(vertices.length))
    .force("collision", forceCollide(0.3).iterations(2))
    .stop()
    .tick(20);
  vertices.forEach(({ x, y }, v) => {
    positions[2 * v] = x!;
    positions[2 * v + 1] = y!;
  });
}
