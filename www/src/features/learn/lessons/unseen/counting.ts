// What is there at t: edges, components, loops.

import { loopsAt } from "../../../../domain/persistence/filtration";
import type { Walk } from "../../../../domain/persistence/filtration";
import type { Graph } from "../../../../domain/graph/graph";
import { barsOf, choicesOf } from "./question";
import type { Attempt } from "./question";
import { plain } from "./words";

function count(
  graph: Graph,
  isIn: (ends: readonly [boolean, boolean]) => boolean,
  arrived: (v: number) => boolean,
): number {
  let found = 0;
  for (let e = 0; e < graph.edges.length; e += 2) {
    if (isIn([arrived(graph.edges[e]!), arrived(graph.edges[e + 1]!)])) found += 1;
  }
  return found;
}

export const edgesAt: Attempt = (chance, topology, title) => {
  const graph = chance.graph(chance.whole(5, 7), 2);
  const values = chance.values(graph.vertices);
  const filter = Float32Array.from(values);
  const walk = topology.walk(graph, topology.filtration(graph, filter), "sub");
  const position = chance.whole(1, walk.values.length - 2);
  const t = walk.values[position]!;
  const right = walk.edges[position]!;
  const oneEnd = count(
    graph,
    (ends) => ends.includes(true),
    (v) => values[v]! <= t,
  );
  const again = `Count the edges again whose ends are both at most ${plain(t)}.`;
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `How many edges are there at t = ${plain(t)}?`,
    choices: choicesOf(
      chance,
      { text: String(right), why: `Both ends have to be in: an edge enters with its later end.` },
      [
        { text: String(oneEnd), why: "That counts edges with one end in. An edge waits for its later end." },
        {
          text: String(walk.vertices[position]!),
          why: "That is the number of vertices that are in, not of edges.",
        },
        {
          text: String(graph.edges.length / 2),
          why: "That is all edges of the graph; some of them are still waiting.",
        },
        { text: String(right + 1), why: again },
        { text: String(right + 2), why: again },
        { text: String(right + 3), why: again },
      ],
    ),
    reveal: [{ type: "threshold", threshold: t }],
  };
};

/** A position where not every vertex that is in has a component of its own; null where there is none. */
function afterAnEdge(walk: Walk, from: number): number | null {
  for (let at = from; at < walk.values.length - 1; at++) {
    if (walk.components[at]! < walk.vertices[at]!) return at;
  }
  return null;
}

export const componentsAt: Attempt = (chance, topology, title) => {
  const graph = chance.graph(chance.whole(6, 8), 1);
  const values = chance.values(graph.vertices);
  const filter = Float32Array.from(values);
  const walk = topology.walk(graph, topology.filtration(graph, filter), "sub");
  const position = afterAnEdge(walk, chance.whole(1, 5));
  if (position === null) return null;
  const t = walk.values[position]!;
  const right = walk.components[position]!;
  const components = barsOf(topology, graph, values, "sub").filter(({ kind }) => kind !== "h1Essential");
  const begun = components.filter(({ birth }) => birth <= t).length;
  const again = "Count the bars over t again: those that have begun and not ended yet.";
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `What is β₀ at t = ${plain(t)}?`,
    choices: choicesOf(
      chance,
      { text: String(right), why: `So many bars are over ${plain(t)}: born by then, and not ended yet.` },
      [
        {
          text: String(walk.vertices[position]!),
          why: "That is the number of vertices. Those with an edge between them are one component.",
        },
        { text: String(begun), why: "So many bars have begun by then, but some of them have ended already." },
        {
          text: String(components.length),
          why: "That is the number of bars of the whole barcode, not of those over t.",
        },
        { text: String(right + 1), why: again },
        { text: String(right + 2), why: again },
        { text: String(right + 3), why: again },
      ],
    ),
    reveal: [{ type: "threshold", threshold: t }],
  };
};

export const loopsInTheEnd: Attempt = (chance, topology, title) => {
  const graph = chance.graph(chance.whole(5, 6), chance.whole(2, 4));
  const values = chance.values(graph.vertices);
  const filter = Float32Array.from(values);
  const walk = topology.walk(graph, topology.filtration(graph, filter), "sub");
  const loops = loopsAt(walk, walk.values.length - 1);
  const { h1_essential } = topology.filled(graph, filter).sublevel;
  const filled = h1_essential.length;
  if (loops === filled) return null;
  const text = (all: number, left: number): string => `${all}; filled: ${left}`;
  const closed = loops - filled;
  return {
    graphs: [chance.own(title, graph, values)],
    ask: "How many loops are there in the end? And when the triangles are filled?",
    choices: choicesOf(
      chance,
      {
        text: text(loops, filled),
        why: `edges − vertices + components = ${loops}; filling the triangles closes ${closed}.`,
      },
      [
        { text: text(loops, loops), why: "There is a triangle here, and filling it closes a loop." },
        { text: text(filled, filled), why: "Without filling nothing ever closes a loop." },
        {
          text: text(loops, filled === 0 ? 1 : 0),
          why:
            filled === 0
              ? "Each loop here is made of triangles, so none is left."
              : "A loop that no triangles make up stays.",
        },
        { text: text(loops + 1, filled), why: "Count again: edges − vertices + components." },
      ],
    ),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "filled", filled: true },
    ],
  };
};
