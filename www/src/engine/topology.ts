// Everything that asks for persistence on the main thread goes through this one interface.

import type { Walk } from "../domain/filtration";
import type { Bar, Direction, Filtration, Graph } from "../domain/graph";
import { componentOf, cycleOf, elderRule, walkOf } from "./interim";

export interface Topology {
  /** The bars of a filter, both directions. */
  filtration(graph: Graph, filter: Float32Array): Filtration;
  /** The filtration, value by value. */
  walk(graph: Graph, filtration: Filtration, direction: Direction): Walk;
  /**
   * The component that a bar of H0 stands for: that of its birth vertex just before its death vertex arrives. For
   * an essential bar, its component at threshold t (null: in the whole graph); empty before its birth.
   */
  component(graph: Graph, filter: Float32Array, bar: Bar, threshold: number | null): Uint32Array;
  /** A shortest cycle that closes when the birth vertex of an H1 bar arrives, its vertices in order. */
  cycle(graph: Graph, filter: Float32Array, bar: Bar): ArrayLike<number>;
}

export const topology: Topology = {
  filtration: (graph, filter) => ({ filter, bars: elderRule(graph, filter) }),
  walk: (graph, { filter, bars }, direction) => walkOf(graph, filter, bars, direction),
  component: componentOf,
  cycle: cycleOf,
};
