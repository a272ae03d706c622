// The actions of a lesson, as changes of the page.

import { exampleNamed } from "../../../domain/graph/subject";
import type { Change } from "../../../store/actions";
import type { LessonAction, Playback, ShownGraph } from "../../../store/lesson";
import { directionsOf, UNLINKED } from "../../../store/linked";
import type { OwnGraph } from "../../../domain/graph/subject";
import type { State, View } from "../../../store/state";

export function changesOf(action: LessonAction): readonly Change[] {
  switch (action.type) {
    case "show":
      return [{ type: "show", subject: { type: "example", id: action.example } }];
    case "own-graph":
      return [{ type: "own-graph", graph: ownGraph(action) }];
    case "points": {
      const { title, points, complex } = action;
      const coordinates = points.flat().map(Math.fround);
      return [{ type: "show", subject: { type: "points", cloud: { title, coordinates, complex } } }];
    }
    case "data":
      return [
        { type: "wanted", wanted: { name: action.name, seed: 0 } },
        { type: "show", subject: { type: "graph", index: action.graph - 1 } },
      ];
    case "values":
      return [action];
    case "tie-rule":
      return [{ type: "view", change: { tieRule: action.rule } }];
    case "extended":
      return [{ type: "view", change: { extended: action.shown } }];
    case "select":
      return [{ type: "view", change: { selection: action.vertex } }];
    // The other actions name the part of the view that they set.
    default:
      return [
        {
          type: "view",
          change: pick(
            action,
            keysOf(action).filter((name) => name !== "type"),
          ),
        },
      ];
  }
}

/** Shows an answer: t walks to the threshold, and the actions after it follow. */
export function playing(reveal: readonly LessonAction[]): readonly Change[] {
  const at = reveal.findIndex(({ type }) => type === "threshold");
  const walk = reveal[at];
  if (walk?.type !== "threshold") return reveal.flatMap(changesOf);
  const playback = { to: walk.threshold, then: reveal.slice(at + 1) };
  return [...reveal.slice(0, at).flatMap(changesOf), { type: "play-answer", playback }];
}

/** The changes at the end of the walk. */
export function played({ to, then }: Playback): readonly Change[] {
  return [{ type: "view", change: { playing: false, threshold: to } }, ...then.flatMap(changesOf)];
}

function ownGraph({
  title,
  values,
  edges,
  names,
  places,
}: Extract<LessonAction, { readonly type: "own-graph" }>): OwnGraph {
  const graph = { title, vertices: values.length, edges, filters: [{ name: "values", values }] };
  return { ...graph, ...(names && { names }), ...(places && { places }) };
}

/**
 * Resets the page at the start of a card, so that a card looks the same from every direction of navigation.
 */
const FORGOTTEN = [
  "placement",
  "tool",
  "tieRule",
  "target",
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

export function forgetting({ view }: State): readonly Change[] {
  const first = { ...pick(UNLINKED, FORGOTTEN), page: "learn", directions: directionsOf("learn") } as const;
  const moved = keysOf(first).filter((name) => view[name] !== first[name]);
  return moved.length > 0 ? [{ type: "view", change: pick(first, moved) }] : [];
}

function keysOf<T extends object>(all: T): (keyof T)[] {
  return Object.keys(all) as (keyof T)[];
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

/** The title of a graph, for a switch. */
export function titleOf(shown: ShownGraph): string {
  return shown.type === "own-graph" ? shown.title : (exampleNamed(shown.example)?.title ?? shown.example);
}
