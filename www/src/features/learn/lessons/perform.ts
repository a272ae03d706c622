// The actions of a lesson, as changes of the page.

import { exampleNamed } from "../../../domain/graph/examples";
import type { Change } from "../../../store/actions";
import type { LessonAction } from "../../../store/lesson";
import { directionsOf, UNLINKED } from "../../../store/linked";
import type { OwnGraph } from "../../../domain/graph/subject";
import type { State, View } from "../../../store/state";

export function changesOf(action: LessonAction): readonly Change[] {
  switch (action.type) {
    case "show":
      return [{ type: "show", subject: { type: "example", id: action.example } }];
    case "own-graph":
      return [{ type: "own-graph", graph: ownGraph(action.title, action.values, action.edges) }];
    case "data":
      return [
        { type: "wanted", wanted: { name: action.name, seed: 0 } },
        { type: "show", subject: { type: "graph", index: action.graph - 1 } },
      ];
    default:
      return [action];
  }
}

function ownGraph(title: string, values: readonly number[], edges: readonly number[]): OwnGraph {
  return { title, vertices: values.length, edges, filters: [{ name: "values", values }] };
}

/**
 * Resets the page at the start of a card, so that a card looks the same from every direction of navigation.
 */
const FORGOTTEN = [
  "placement",
  "tool",
  "tieRule",
  "hat",
  "filled",
  "threshold",
  "highlight",
  "selection",
  "playing",
  "asks",
  "extended",
  "epoch",
] as const satisfies readonly (keyof View)[];

const FORGET: Readonly<Record<(typeof FORGOTTEN)[number], Change>> = {
  placement: { type: "placement", placement: UNLINKED.placement },
  tool: { type: "tool", tool: UNLINKED.tool },
  tieRule: { type: "tie-rule", rule: UNLINKED.tieRule },
  hat: { type: "hat", hat: UNLINKED.hat },
  filled: { type: "filled", filled: UNLINKED.filled },
  threshold: { type: "threshold", threshold: UNLINKED.threshold },
  highlight: { type: "highlight", highlight: UNLINKED.highlight },
  selection: { type: "select", vertex: UNLINKED.selection },
  playing: { type: "play", playing: UNLINKED.playing },
  asks: { type: "asks", asks: UNLINKED.asks },
  extended: { type: "extended", shown: UNLINKED.extended },
  epoch: { type: "epoch", epoch: UNLINKED.epoch },
};

export function forgetting({ view }: State): readonly Change[] {
  const changes = FORGOTTEN.filter((name) => view[name] !== UNLINKED[name]).map((name) => FORGET[name]);
  const directions = directionsOf("learn");
  if (view.page !== "learn") changes.push({ type: "page", page: "learn" });
  if (view.directions !== directions) changes.push({ type: "directions", directions });
  return changes;
}

/** The title of an example, for a switch. */
export function titleOf(example: string): string {
  return exampleNamed(example)?.title ?? example;
}
