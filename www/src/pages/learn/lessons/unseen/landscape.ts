// A question on the prominence of a summit of a random ridge.

import type { Graph } from "../../../../domain/graph/graph";
import { lettersFor, vertexName } from "../../../../domain/graph/graph";
import { barsOf, choicesOf } from "./question";
import type { Attempt } from "./question";
import { plain } from "./words";

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
  const [summit, height, col] = [bar.birthVertex, bar.birth, bar.death!];
  const name = vertexName(graph, summit);
  const beside = [summit - 1, summit + 1].filter((v) => v >= 0 && v < VERTICES);
  const nearest = Math.max(...beside.map((v) => values[v]!));
  const highest = Math.max(...values);
  const right = height - col;
  return {
    graphs: [own],
    direction: "super",
    ask: `f is the height. What is the prominence of the summit ${name}, the length of its bar?`,
    choices: choicesOf(
      chance,
      {
        text: plain(right),
        why: `The bar begins at ${plain(height)} and ends at ${plain(col)}, where its island joins a higher one.`,
      },
      [
        {
          text: plain(height - nearest),
          why: `At ${plain(nearest)}, the island of ${name} joins an island with a lower summit, so its bar continues.`,
        },
        { text: plain(height), why: "This is the height of the summit, not the length of its bar." },
        {
          text: plain(highest - height),
          why: "This is the difference to the highest summit. A bar ends at a col, not at a summit.",
        },
        {
          text: plain(height - Math.min(...values)),
          why: "Its bar ends before t reaches the lowest col: its island joins a higher one first.",
        },
        { text: plain(right + 1), why: `Count again: the bar begins at ${plain(height)} and ends at a col.` },
        { text: plain(right + 2), why: `Count again: the bar begins at ${plain(height)} and ends at a col.` },
      ],
    ),
    reveal: [
      { type: "threshold", threshold: null },
      { type: "highlight", highlight: { type: "bar", id: bar.id } },
    ],
  };
};
