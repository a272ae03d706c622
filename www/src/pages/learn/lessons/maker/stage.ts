// The stage as actions of a card: what students see when the card opens.

import { cloudIn, exampleIn, exampleNamed, indexIn, ownGraphIn } from "../../../../domain/graph/subject";
import type { Subject } from "../../../../domain/graph/subject";
import { shortest } from "../../../../domain/graph/export";
import { simpleGraph } from "../../../../domain/graph/edit";
import { lettersFor, originalOf, rounded } from "../../../../domain/graph/graph";
import { plural } from "../../../../domain/text/format";
import { TOOLS } from "../../../../store/choices";
import type { Card, LessonAction } from "../../../../store/lesson";
import type { Shown } from "../../../../store/shown";
import type { State } from "../../../../store/state";
import { LARGEST, MAX_COORDINATE, MAX_GRAPH, MAX_NAME, MAX_POINTS, MAX_TITLE } from "../format";
import { faultOfMarks } from "../marks";
import { plain } from "../unseen/words";

/** The actions that this file writes; a card keeps its others. */
const STAGE: readonly LessonAction["type"][] = [
  "show",
  "own-graph",
  "points",
  "data",
  "values",
  "threshold",
  "directions",
  "placement",
  "filled",
  "extended",
  "tool",
];
const SUBJECT: readonly LessonAction["type"][] = ["show", "own-graph", "points", "data"];

type Document = Pick<State["document"], "subject" | "filter" | "values" | "heights">;
type Seen = Pick<State, "view"> & { readonly document: Document };
type OnStage = Pick<Shown, "subject" | "graph" | "filtration" | "positions">;

/** A graph without vertices has no action. A sentence: the stage does not fit into a lesson. */
export function stageActions({ document, view }: Seen, shown: OnStage): readonly LessonAction[] | string {
  const subject = subjectAction(document, shown);
  if (typeof subject === "string") return subject;
  const { threshold, directions, placement, filled, extended, tool } = view;
  return [
    ...(subject ? [subject] : []),
    ...(directions === "sub" ? [] : [{ type: "directions", directions } as const]),
    ...(placement === "value" ? [] : [{ type: "placement", placement } as const]),
    ...(filled ? [{ type: "filled", filled } as const] : []),
    ...(extended ? [{ type: "extended", shown: true } as const] : []),
    // The editor is the author's.
    ...(tool === null || tool === "edit" ? [] : [{ type: "tool", tool } as const]),
    ...(threshold === null || Math.abs(threshold) > LARGEST
      ? []
      : [{ type: "threshold", threshold: short(threshold) } as const]),
  ];
}

/** The card with this stage; the same card if nothing changes. */
export function withStage(card: Card, stage: readonly LessonAction[]): Card {
  const actions = [...stage, ...card.do.filter(({ type }) => !STAGE.includes(type))];
  return JSON.stringify(actions) === JSON.stringify(card.do) ? card : { ...card, do: actions };
}

export function hasSubject(actions: readonly LessonAction[]): boolean {
  return actions.some(({ type }) => SUBJECT.includes(type));
}

function subjectAction(document: Document, shown: OnStage): LessonAction | string | null {
  const { subject } = shown;
  const cloud = cloudIn(subject);
  if (cloud) {
    const { coordinates, weighted, complex } = cloud;
    if (weighted) return "A lesson takes graphs and points in the plane, but no weighted edges.";
    const count = coordinates.length / 2;
    if (count === 0) return null;
    if (count > MAX_POINTS) return `These are ${count} points; a lesson takes at most ${MAX_POINTS}.`;
    if (coordinates.some((one) => Math.abs(one) > MAX_COORDINATE))
      return `A lesson takes coordinates from −${MAX_COORDINATE} to ${MAX_COORDINATE}.`;
    const points = Array.from(
      { length: count },
      (_, i) => [short(coordinates[2 * i]!), short(coordinates[2 * i + 1]!)] as const,
    );
    return { type: "points", title: titled(cloud.title, "Points"), points, complex };
  }
  const { filter, values, heights } = document;
  const example = exampleIn(subject);
  const isUnchanged = filter === null && values === null && Object.keys(heights).length === 0;
  return example !== null && isUnchanged ? { type: "show", example } : graphAction(shown, heights);
}

function graphAction(
  { subject, graph: drawn, filtration, positions }: OnStage,
  heights: Document["heights"],
): LessonAction | string | null {
  const graph = simpleGraph(originalOf(drawn));
  const { vertices, edges, names } = graph;
  if (vertices === 0) return null;
  if (vertices > MAX_GRAPH.vertices)
    return `This graph has ${vertices} vertices; a lesson takes at most ${MAX_GRAPH.vertices}.`;
  if (edges.length > 2 * MAX_GRAPH.edges)
    return `This graph has ${edges.length / 2} edges; a lesson takes at most ${MAX_GRAPH.edges}.`;
  const values = Array.from(filtration?.filter.subarray(0, vertices) ?? [], short);
  if (values.length < vertices || values.some((one) => !(Math.abs(one) <= LARGEST)))
    return "A lesson takes only graphs whose vertices have values.";
  const letters = lettersFor(vertices);
  const isNamed = names?.some((name, vertex) => name !== letters?.[vertex]) ?? false;
  return {
    type: "own-graph",
    title: titled(titleOf(subject), "Graph"),
    values,
    edges: [...edges],
    names: isNamed && names ? names.map((name) => name.trim().slice(0, MAX_NAME) || "?") : null,
    places: positions
      ? Array.from(positions.subarray(0, 2 * vertices), (place, i) =>
          rounded(Math.min(Math.max(i % 2 === 0 ? place : (heights[i >> 1] ?? place), 0), 1)),
        )
      : null,
  };
}

function titleOf(subject: Subject): string {
  const example = exampleNamed(exampleIn(subject) ?? "");
  return example?.title ?? ownGraphIn(subject)?.title ?? `Graph ${(indexIn(subject) ?? 0) + 1}`;
}

/** A title that the format takes. */
function titled(title: string, otherwise: string): string {
  const cut = title.trim().slice(0, MAX_TITLE);
  return cut === "" || faultOfMarks(cut) !== null ? otherwise : cut;
}

/** The page computes with 32 bits, so a lesson needs no more of them. */
const short = (value: number): number => shortest(Math.fround(value));

/** "Two valleys, 3 vertices, t = 2": the stage of a card in words, with t unless it is empty; null: nothing is on it. */
export function describeStage(actions: readonly LessonAction[], isEmpty: boolean): string | null {
  const shown = actions.findLast(({ type }) => SUBJECT.includes(type));
  const name = shown && nameOf(shown);
  if (!name) return null;
  const t = actions.findLast((action) => action.type === "threshold")?.threshold ?? null;
  const tool = actions.findLast((action) => action.type === "tool")?.tool ?? null;
  return [
    name,
    ...(isEmpty || t === null ? [] : [`t = ${plain(t)}`]),
    ...(tool ? [TOOLS[tool].title] : []),
  ].join(", ");
}

function nameOf(shown: LessonAction): string | null {
  switch (shown.type) {
    case "show":
      return exampleNamed(shown.example)?.title ?? null;
    case "own-graph":
      return `${shown.title}, ${plural(shown.values.length, "vertex", "vertices")}`;
    case "points":
      return `${shown.title}, ${plural(shown.points.length, "point", "points")}`;
    case "data":
      return `${shown.name}, graph ${shown.graph}`;
    default:
      return null;
  }
}
