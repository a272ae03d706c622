// A question on extended persistence.

import { lettersFor } from "../../../../domain/graph/graph";
import { choicesOf } from "./question";
import type { Attempt } from "./question";
import { formatBar } from "./words";

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
