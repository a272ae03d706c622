// The condition that a card waits for: whether it holds, its text, and the changes that fulfil it.

import { cloudIn, ownGraphIn } from "../../../domain/graph/subject";
import type { DiagramPoint, Hat } from "../../../domain/persistence/vectors";
import { hasArrived } from "../../../domain/persistence/filtration";
import { distanceTo } from "../../../domain/persistence/vectors";
import { isLoop, vertexName } from "../../../domain/graph/graph";
import type { Direction } from "../../../domain/graph/graph";
import { persistenceOf } from "../../../domain/persistence/bars";
import { scaled } from "../../../domain/points/points";
import type { Change } from "../../../store/actions";
import type { HatSign, Until, Wait } from "../../../store/lesson";
import { walkDirection } from "../../../store/selectors";
import type { Shown } from "../../../store/shown";
import { epochsDone } from "../../../store/state";
import type { OwnGraph } from "../../../domain/graph/subject";
import type { State } from "../../../store/state";
import { signAt } from "./unseen/signAt";
import { plain } from "./unseen/words";

/** The tolerance of a dragged value. */
const NEAR = 0.1;
const HAT: Hat = { birth: 0, death: 0, radius: 1 };

type Seen = Pick<Shown, "graph" | "filtration">;

export function isFulfilled(until: Until, state: State, { graph, filtration }: Seen): boolean {
  const { view, displayed } = state;
  switch (until.type) {
    case "threshold":
      return hasArrived(until.threshold, view.threshold, walkDirection(state));
    case "tool":
      return view.tool === until.tool;
    case "directions":
      return view.directions === until.directions || view.directions === "both";
    case "filled":
      return view.filled === until.filled;
    case "tie-rule":
      return view.tieRule === until.rule;
    case "complex":
      return cloudIn(displayed)?.complex === until.complex;
    case "loop-length":
      return longestLoop(filtration) >= until.length;
    case "value":
      return Math.abs((filtration?.filter[until.vertex] ?? NaN) - until.near) <= NEAR;
    case "edge":
      return hasEdge(graph.edges, until.ends);
    case "select":
      return view.selection !== null && until.vertices.includes(view.selection);
    case "bar": {
      const { highlight } = view;
      const bars = filtration?.bars.filter(({ birthVertex }) => birthVertex === until.vertex) ?? [];
      return highlight?.type === "bar" && bars.some(({ id }) => id === highlight.id);
    }
    case "hat":
      return view.hat !== null && signAt(view.hat, pointAt(until.at)) === until.sign;
    case "epochs":
      return state.run !== null && epochsDone(state.run) >= until.epochs;
    case "epoch":
      return view.epoch === until.epoch;
  }
}

/** The reply to a guess; `threshold` is t at the start of the card. null: the card takes no guesses. */
export function replyTo(
  { until, guess }: Wait,
  vertex: number,
  threshold: number | null,
  direction: Direction,
  { graph, filtration }: Seen,
): Reply | null {
  if (!guess || until.type !== "select" || !filtration) return null;
  if (!hasArrived(filtration.filter[vertex]!, threshold, direction)) {
    const why = `${vertexName(graph, vertex)} has not entered yet, so it is in no component.`;
    return { right: false, counts: false, why };
  }
  const right = until.vertices.includes(vertex);
  return { right, counts: true, why: right ? guess.right : guess.wrong };
}

export interface Reply {
  readonly right: boolean;
  /** It is an answer to the question. */
  readonly counts: boolean;
  readonly why: string;
}

/** The length of the longest loop bar that ends; 0 without one. */
function longestLoop(filtration: Seen["filtration"]): number {
  const loops = filtration?.bars.filter(({ kind, death }) => isLoop(kind) && death !== null) ?? [];
  return Math.max(0, ...loops.map(persistenceOf));
}

function hasEdge(edges: Uint32Array, [a, b]: readonly [number, number]): boolean {
  for (let e = 0; e < edges.length; e += 2) {
    if ((edges[e] === a && edges[e + 1] === b) || (edges[e] === b && edges[e + 1] === a)) return true;
  }
  return false;
}

/** The reason why the condition cannot be fulfilled now; null: it can. */
export function obstacle(until: Until, { engine }: State): string | null {
  if (until.type !== "epochs" && until.type !== "epoch") return null;
  switch (engine.status) {
    case "failed":
    case "crashed":
      return "The training engine is not running, so this card does not wait for it.";
    case "building":
      return "The training engine is not built yet, so this card does not wait for it.";
    default:
      return null;
  }
}

export function instructionFor({ until, instruction }: Wait, { graph }: Seen): string {
  if (instruction !== null) return instruction;
  const name = (vertex: number): string => vertexName(graph, vertex);
  switch (until.type) {
    case "threshold":
      return `Move t to ${plain(until.threshold)}.`;
    case "tool":
      return `Open “${until.tool}”.`;
    case "directions":
      return { sub: "Choose sublevel.", super: "Choose superlevel.", both: "Choose both." }[until.directions];
    case "filled":
      return until.filled ? "Fill the triangles." : "Turn off the filled triangles.";
    case "tie-rule":
      return `Choose the tie rule “${{ index: "by index", reversed: "reversed", mean: "mean" }[until.rule]}”.`;
    case "complex":
      return until.complex === "rips" ? "Choose Rips." : "Choose discs.";
    case "loop-length":
      return `Make a loop bar of length ${plain(until.length)} or more.`;
    case "value":
      return `Move ${name(until.vertex)} to ${plain(until.near)}.`;
    case "edge":
      return `Draw the edge from ${name(until.ends[0])} to ${name(until.ends[1])}.`;
    case "select":
      return `Choose ${until.vertices.map(name).join(" or ")}.`;
    case "bar":
      return `Point at the bar of ${name(until.vertex)}.`;
    case "hat": {
      const sign = { negative: "negative", zero: "0", positive: "positive" }[until.sign];
      return `Make the hat ${sign} at (${until.at.map(plain).join(", ")}).`;
    }
    case "epochs":
      return `Train for ${until.epochs} epochs.`;
    case "epoch":
      return `Go back to epoch ${until.epoch}.`;
  }
}

/** The changes that fulfil the condition. */
export function changesToFulfil(until: Until, state: State, { graph, filtration }: Seen): readonly Change[] {
  const { view, document } = state;
  const shownDirection = walkDirection(state);
  switch (until.type) {
    case "threshold":
      return [{ type: "view", change: { threshold: until.threshold } }];
    case "tool":
      return [{ type: "view", change: { tool: until.tool } }];
    case "directions":
      return [{ type: "view", change: { directions: until.directions } }];
    case "filled":
      return [{ type: "view", change: { filled: until.filled } }];
    case "tie-rule":
      return [{ type: "view", change: { tieRule: until.rule } }];
    case "complex": {
      const cloud = cloudIn(document.subject);
      return cloud ? [{ type: "points", cloud: { ...cloud, complex: until.complex } }] : [];
    }
    case "loop-length": {
      const cloud = cloudIn(document.subject);
      const length = longestLoop(filtration);
      // Distances grow with the coordinates, and the bars with the distances.
      return cloud && length > 0
        ? [{ type: "points", cloud: scaled(cloud, Math.max(1, (1.01 * until.length) / length)) }]
        : [];
    }
    case "value": {
      const values = Array.from(filtration?.filter ?? []);
      values[until.vertex] = until.near;
      return [{ type: "values", values }];
    }
    case "edge": {
      const values = Array.from(filtration?.filter ?? []);
      const title = ownGraphIn(document.subject)?.title ?? "Edited graph";
      const own: OwnGraph = {
        title,
        vertices: graph.vertices,
        edges: [...graph.edges, ...until.ends],
        filters: [{ name: "values", values }],
        ...(graph.names ? { names: graph.names } : {}),
      };
      return [{ type: "edit", graph: own, values: document.values }];
    }
    case "select":
      return [{ type: "view", change: { selection: until.vertices[0]! } }];
    case "bar": {
      const bar = filtration?.bars.find(
        ({ birthVertex, direction, kind }) =>
          birthVertex === until.vertex && direction === shownDirection && kind !== "h1Essential",
      );
      return bar ? [{ type: "view", change: { highlight: { type: "bar", id: bar.id } } }] : [];
    }
    case "hat":
      return [{ type: "view", change: { hat: hatWith(view.hat ?? HAT, pointAt(until.at), until.sign) } }];
    // The engine does the training.
    case "epochs":
      return [];
    case "epoch":
      return [{ type: "view", change: { epoch: until.epoch } }];
  }
}

function pointAt([birth, death]: readonly [number, number]): DiagramPoint {
  return { birth, death };
}

/**
 * A hat with this sign at a point: the centre moves one step if it is at the point, and the radius adapts.
 */
function hatWith(hat: Hat, at: DiagramPoint, sign: HatSign): Hat {
  const aside = distanceTo(hat, at) > 0 ? hat : { ...hat, birth: hat.birth - 1 };
  const factor = { negative: 1, zero: 2, positive: 3 }[sign];
  return { ...aside, radius: factor * distanceTo(aside, at) };
}
