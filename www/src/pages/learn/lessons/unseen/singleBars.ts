// Questions on single bars: the pair of a loop in extended persistence, and the prominence of a summit of a random ridge.

import { lettersFor, vertexName } from "../../../../domain/graph/graph";
import { choicesOf, barsOf } from "./question";
import type { Attempt } from "./question";
import { formatBar, plain } from "./words";
import type { Graph } from "../../../../domain/graph/graph";

/** The pair of the loop of a random graph with one cycle. */
export const loopRange: Attempt = (chance, topology, title) => {
  const [length, vertices] = [chance.whole(4, 5), chance.whole(6, 8)];
  const order = chance.shuffled(Array.from({ length: vertices }, (_, v) => v));
  const edges = order.flatMap((v, i) => [
    v,
    i < length ? order[(i + 1) % length]! : order[chance.whole(0, i - 1)]!,
  ]);
  const graph = { vertices, edges: Uint32Array.from(edges), names: lettersFor(vertices) };
  const values = chance.values(vertices);
  const { birth, death } = topology
    .extended(graph, Float32Array.from(values))
    .find(({ kind, direction }) => kind === "h1Extended" && direction === "sub")!;
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  // The ends of the axis belong to vertices that are not on the loop.
  if (death === null || death === least || birth === greatest) return null;
  return {
    graphs: [chance.own(title, graph, values)],
    ask: "What is the pair of the loop in extended persistence?",
    choices: choicesOf(
      chance,
      {
        text: formatBar({ birth, death }),
        why: "The loop is born at its greatest value and ends on the way back at its least value.",
      },
      [
        {
          text: formatBar({ birth: death, death: birth }),
          why: "The birth is the first number: the loop is born when its last vertex enters.",
        },
        {
          text: formatBar({ birth, death: least }),
          why: `The vertex with value ${least} is not on the loop, so the loop ends earlier on the way back.`,
        },
        {
          text: formatBar({ birth: greatest, death }),
          why: `The vertex with value ${greatest} is not on the loop, so the loop is born earlier.`,
        },
      ],
    ),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "extended", shown: true },
    ],
  };
};

const VERTICES = 7;

/** Every second vertex is a summit. */
function alternates(values: readonly number[]): boolean {
  return values.every(
    (value, v) => v === 0 || (v % 2 === 0 ? value > values[v - 1]! : value < values[v - 1]!),
  );
}

export const prominence: Attempt = (chance, topology, title) => {
  const values = chance.values(VERTICES);
  if (!alternates(values)) return null;
  const own = chance.ridge(title, values);
  const graph: Graph = {
    vertices: VERTICES,
    edges: Uint32Array.from(own.edges),
    names: lettersFor(VERTICES)!,
  };
  const finite = barsOf(topology, graph, values, "super").filter(({ death }) => death !== null);
  const bar = chance.pick(finite);
  const [summit, height, pass] = [bar.birthVertex, bar.birth, bar.death!];
  const name = vertexName(graph, summit);
  const beside = [summit - 1, summit + 1].filter((v) => v >= 0 && v < VERTICES);
  const nearest = Math.max(...beside.map((v) => values[v]!));
  const highest = Math.max(...values);
  const right = height - pass;
  return {
    graphs: [own],
    direction: "super",
    ask: `f is the height. What is the prominence of the summit ${name}, the length of its bar?`,
    choices: choicesOf(
      chance,
      {
        text: plain(right),
        why: `The bar begins at ${plain(height)} and ends at ${plain(pass)}, where its island joins a higher one.`,
      },
      [
        {
          text: plain(height - nearest),
          why: `At ${plain(nearest)}, the island of ${name} joins an island with a lower summit, so its bar continues.`,
        },
        { text: plain(height), why: "This is the height of the summit, not the length of its bar." },
        {
          text: plain(highest - height),
          why: "This is the difference to the highest summit. A bar ends at a pass, not at a summit.",
        },
        {
          text: plain(height - Math.min(...values)),
          why: "Its bar ends before t reaches the lowest pass: its island joins a higher one first.",
        },
        {
          text: plain(right + 1),
          why: `Count again: the bar begins at ${plain(height)} and ends at a pass.`,
        },
        {
          text: plain(right + 2),
          why: `Count again: the bar begins at ${plain(height)} and ends at a pass.`,
        },
      ],
    ),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "highlight", highlight: { type: "bar", id: bar.id } },
    ],
  };
};
