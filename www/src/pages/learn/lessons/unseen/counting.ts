// Questions on the edges, components and loops at t.

import { loopsAt } from "../../../../domain/persistence/filtration";
import type { Walk } from "../../../../domain/persistence/filtration";
import type { Graph } from "../../../../domain/graph/graph";
import { barsOf, choicesOf } from "./question";
import type { Attempt } from "./question";
import type { Chance } from "./chance";
import type { CardChoice } from "../../../../store/lesson";
import { plural } from "../../../../domain/text/format";
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
  const again = `Count again: an edge is in when both endpoints are at most ${plain(t)}.`;
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `How many edges are in at t = ${plain(t)}?`,
    choices: choicesOf(
      chance,
      { text: String(right), why: `Both endpoints must be in: an edge enters with its later endpoint.` },
      [
        {
          text: String(oneEnd),
          why: "This includes edges with only one endpoint in. An edge enters with its later endpoint.",
        },
        {
          text: String(walk.vertices[position]!),
          why: "This is the number of vertices that are in, not the number of edges.",
        },
        {
          text: String(graph.edges.length / 2),
          why: "This is the number of all edges; some of them are not in yet.",
        },
        { text: String(right + 1), why: again },
        { text: String(right + 2), why: again },
        { text: String(right + 3), why: again },
      ],
    ),
    reveal: [{ type: "threshold", threshold: t }],
  };
};

/** A position with fewer components than vertices; null if there is none. */
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
  const started = components.filter(({ birth }) => birth <= t).length;
  const counts = { right, entered: walk.vertices[position]!, started, all: components.length };
  return {
    graphs: [chance.own(title, graph, values)],
    ask: `What is β₀ at t = ${plain(t)}?`,
    choices: componentChoices(chance, t, counts, "vertices"),
    reveal: [{ type: "threshold", threshold: t }],
  };
};

interface ComponentCounts {
  readonly right: number;
  /** Vertices or points at t. */
  readonly entered: number;
  /** Bars of components that have begun at t, and all of them. */
  readonly started: number;
  readonly all: number;
}

/** The answers to a question on the number of components at t. */
export function componentChoices(
  chance: Chance,
  t: number,
  { right, entered, started, all }: ComponentCounts,
  things: "vertices" | "points",
): CardChoice[] {
  const again = "Count again the bars that contain t: those that have begun and not yet ended.";
  const Things = `${things.charAt(0).toUpperCase()}${things.slice(1)}`;
  return choicesOf(
    chance,
    { text: String(right), why: `This many bars contain ${plain(t)}: born by then and not yet ended.` },
    [
      {
        text: String(entered),
        why: `This is the number of ${things}. ${Things} joined by edges form one component.`,
      },
      {
        text: String(started),
        why: "This many bars have begun by then, but some of them have already ended.",
      },
      {
        text: String(all),
        why: "This is the number of bars in the whole barcode, not of those that contain t.",
      },
      { text: String(right + 1), why: again },
      { text: String(right + 2), why: again },
      { text: String(right + 3), why: again },
    ],
  );
}

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
    ask: "How many independent loops are there at the end? And with filled triangles?",
    choices: choicesOf(
      chance,
      {
        text: text(loops, filled),
        why: `edges − vertices + components = ${loops}; the triangles fill ${closed}.`,
      },
      [
        { text: text(loops, loops), why: "There is a triangle here, and filling it ends a loop." },
        { text: text(filled, filled), why: "Without filled triangles, no loop ever ends." },
        {
          text: text(loops, filled === 0 ? 1 : 0),
          why:
            filled === 0
              ? "The triangles fill every loop here, so none is left."
              : "A loop that triangles do not fill remains.",
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

export const degrees: Attempt = (chance, topology, title) => {
  const graph = chance.graph(chance.whole(7, 8), 0);
  const values = Array.from({ length: graph.vertices }, () => 0);
  for (const vertex of graph.edges) values[vertex]! += 1;
  const t = 3;
  const filter = Float32Array.from(values);
  const walk = topology.walk(graph, topology.filtration(graph, filter), "super");
  const position = walk.values.indexOf(t);
  if (position < 0) return null;
  const [vertices, right] = [walk.vertices[position]!, walk.components[position]!];
  // A single vertex is a simple question, and two that are joined are rare.
  if (vertices === 1 && chance.whole(0, 7) > 0) return null;
  const again = "Count again: a component consists of vertices of degree 3 or more, joined by edges.";
  return {
    graphs: [chance.own(title, graph, values)],
    direction: "super",
    ask: `f is the degree, and large values enter first. What is β₀ at t = ${t}?`,
    choices: choicesOf(
      chance,
      {
        text: String(right),
        why: `${plural(vertices, "vertex", "vertices")} with a degree of at least ${t}; with their edges, ${plural(right, "component", "components")}.`,
      },
      [
        {
          text: String(vertices),
          why: `${vertices} vertices have a degree of at least ${t}, but edges join some of them.`,
        },
        {
          text: String(graph.vertices - vertices),
          why: "This is the number of vertices with a smaller degree, which are not in yet.",
        },
        {
          text: String(graph.vertices),
          why: "This is the number of all vertices. Those with a smaller degree are not in yet.",
        },
        { text: String(right + 1), why: again },
        { text: String(right + 2), why: again },
      ],
    ),
    reveal: [{ type: "threshold", threshold: t }],
  };
};
