// The bars that a learner draws, which the stage shows in place of the bars of the graph.

import { createContext } from "preact";
import { signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { Bar, Graph } from "../../domain/graph/graph";

/** Null: the stage shows the bars of the graph. */
export const DrawnBars = createContext<Signal<readonly Bar[] | null>>(signal(null));

/** Bars of components, with the first vertex of each value at their ends. */
export function drawnBars(
  drawn: readonly Pick<Bar, "birth" | "death">[],
  values: readonly number[],
  { vertices }: Graph,
): readonly Bar[] {
  // A value that the learner has dragged away has no bar.
  const known = drawn.filter(({ birth, death }) =>
    [birth, death ?? birth].every((end) => values.includes(end)),
  );
  return known.map(({ birth, death }, i) => ({
    // No bar of the graph has this id.
    id: `h0:sub:${vertices + i}`,
    kind: death === null ? "h0Essential" : "h0",
    direction: "sub",
    birth,
    death,
    birthVertex: values.indexOf(birth),
    deathVertex: death === null ? null : values.indexOf(death),
    multiplicity: 1,
  }));
}
