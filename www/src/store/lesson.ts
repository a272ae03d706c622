// A lesson as plain data: the contents of its file.

import type { Hat } from "../domain/persistence/vectors";
import type { TieRule } from "../domain/persistence/slopes";
import type { Highlight } from "../domain/graph/graph";
import type { DescentTarget } from "../domain/points/descent";
import type { PointComplex } from "../protocol";
import type { Directions, Pace, Placement, Tool } from "./choices";

export interface Lesson {
  readonly id: string;
  readonly title: string;
  /** Who made it; null: the lesson does not say. */
  readonly author: string | null;
  readonly minutes: number;
  /** Its subject in one sentence; empty: the lesson does not say. */
  readonly idea: string;
  /** The misunderstanding that it removes; empty: the lesson does not say. */
  readonly removes: string;
  /** Null: none. */
  readonly notes: LecturerNote | null;
  /** Where to read on: papers and sections of books. */
  readonly references: readonly string[];
  /** It is beside the main path of the course. */
  readonly deeper: boolean;
  /** The actions of the page before every card. */
  readonly start: readonly LessonAction[];
  readonly cards: readonly Card[];
}

/** What a lesson says that says nothing. */
export const NO_LESSON: Omit<Lesson, "id" | "cards"> = {
  title: "",
  author: null,
  minutes: 1,
  idea: "",
  removes: "",
  notes: null,
  references: [],
  deeper: false,
  start: [],
};

/** A lesson from a file of the user. */
export interface OwnLesson extends Lesson {
  /** Its file as text in a link; null: it is too long. */
  readonly packed: string | null;
  /** The address of its file; null: it came with a link or from the disk. */
  readonly address: string | null;
}

/** A lesson that the user makes. */
export interface Draft {
  /** Not yet valid while the user types. It has no actions of `start`: each card has its own. */
  readonly lesson: Lesson;
  /** The card in view. */
  readonly card: number;
  /** The drafts before the last changes of the list of cards, for undo. */
  readonly past: readonly Omit<Draft, "past">[];
}

/** A lesson without its notes and the contents of its cards. */
export interface LessonOutline extends Pick<Lesson, "id" | "title" | "minutes" | "idea" | "deeper"> {
  readonly cards: readonly {
    /** The card has a question and belongs to the path of Next. */
    readonly asks: boolean;
  }[];
}

export interface LecturerNote {
  /** A question for the class. */
  readonly ask: string;
  readonly misunderstanding: string;
}

export interface Card {
  /** The text has marks for **bold** and *terms*. */
  readonly text: string;
  /** Next passes over it; the card before it offers it. */
  readonly deeper: boolean;
  readonly do: readonly LessonAction[];
  /** The task of the learner before the next card. */
  readonly wait: Wait | null;
  readonly question: CardQuestion | null;
  /** A question on the graph or the points of the card, whose answer the engine computes. */
  readonly computed: Computed | null;
  /** A question on a new graph. */
  readonly transfer: UnseenKind | null;
  /** Graphs that the learner can switch between. */
  readonly compare: readonly ShownGraph[];
  /** A drawing on the card, at the same t as the stage; null: none. */
  readonly picture: CardPicture | null;
  /** The part of the way of a model that the card is about; null: none. */
  readonly part: ModelPart | null;
  /** A note for the lecturer; null: none. */
  readonly note: string | null;
}

/** The parts of the way of a model, from a graph to its loss. */
export const MODEL_PARTS = ["graph", "values", "bars", "numbers", "score", "loss"] as const;
export type ModelPart = (typeof MODEL_PARTS)[number];

/** The profile of a path graph with f upwards, and the persistence diagram. */
export const CARD_PICTURES = ["profile", "diagram"] as const;
export type CardPicture = (typeof CARD_PICTURES)[number];

/** Questions on the graph or the points of a card. */
export const COMPUTED_KINDS = [
  "components-at",
  "loops-at",
  "who-ends",
  "end-of",
  "longest-bar",
  "barcode",
] as const;
export type ComputedKind = (typeof COMPUTED_KINDS)[number];

export interface Computed {
  readonly kind: ComputedKind;
  /** The value of t that the question is about; null: it needs none. */
  readonly at: number | null;
  /** The vertex that the question is about; null: it needs none. */
  readonly vertex: number | null;
}

export interface CardQuestion {
  readonly ask: string;
  readonly choices: readonly CardChoice[];
  /** The actions of the page when the answer appears. */
  readonly reveal: readonly LessonAction[];
}

export interface CardChoice {
  readonly text: string;
  readonly right: boolean;
  /** The reason why it is right or wrong. */
  readonly why: string;
}

/** The actions of a lesson; vertices by number. */
export type LessonAction =
  | { readonly type: "show"; readonly example: string }
  | {
      readonly type: "own-graph";
      readonly title: string;
      readonly values: readonly number[];
      /** Pairs of vertices. */
      readonly edges: readonly number[];
      /** Vertex names; null: letters. */
      readonly names: readonly string[] | null;
      /** x and y of each vertex in turn, from 0 to 1; null: a layout. */
      readonly places: readonly number[] | null;
    }
  | {
      readonly type: "points";
      readonly title: string;
      readonly points: readonly (readonly [number, number])[];
      readonly complex: PointComplex;
    }
  /** A data set by name, and one of its graphs, counted from 1. */
  | { readonly type: "data"; readonly name: string; readonly graph: number }
  | { readonly type: "values"; readonly values: readonly number[] }
  | { readonly type: "threshold"; readonly threshold: number | null }
  | { readonly type: "directions"; readonly directions: Directions }
  | { readonly type: "placement"; readonly placement: Placement }
  | { readonly type: "tool"; readonly tool: Tool | null }
  /** The target of the gradient descent of points. */
  | { readonly type: "target"; readonly target: DescentTarget }
  | { readonly type: "tie-rule"; readonly rule: TieRule }
  | { readonly type: "filled"; readonly filled: boolean }
  | { readonly type: "extended"; readonly shown: boolean }
  | { readonly type: "hat"; readonly hat: Hat }
  | { readonly type: "select"; readonly vertex: number }
  | { readonly type: "highlight"; readonly highlight: Exclude<Highlight, null> }
  | { readonly type: "pace"; readonly pace: Pace }
  | { readonly type: "play"; readonly playing: boolean };

/** The actions that show a graph. */
export type ShownGraph = Extract<LessonAction, { readonly type: "show" | "own-graph" }>;

/** The task that a card waits for; `instruction` is shown while it waits. */
export interface Wait {
  readonly until: Until;
  readonly instruction: string | null;
  /** The selection of a vertex is a guess: a wrong one counts, too. */
  readonly guess: Guess | null;
}

/** The replies to a guess in the drawing. */
export interface Guess {
  readonly right: string;
  readonly wrong: string;
  /** The actions of the page when the answer appears. */
  readonly reveal: readonly LessonAction[];
}

/** An animated answer: t moves to a value, then the rest follows. */
export interface Playback {
  readonly to: number | null;
  readonly then: readonly LessonAction[];
}

export type Until =
  /** The walk has reached this value. */
  | { readonly type: "threshold"; readonly threshold: number }
  | { readonly type: "tool"; readonly tool: Tool }
  | { readonly type: "directions"; readonly directions: Directions }
  | { readonly type: "filled"; readonly filled: boolean }
  | { readonly type: "tie-rule"; readonly rule: TieRule }
  /** The complex of the points. */
  | { readonly type: "complex"; readonly complex: PointComplex }
  /** A loop bar of the points has at least this length. */
  | { readonly type: "loop-length"; readonly length: number }
  /** A vertex was moved near a value. */
  | { readonly type: "value"; readonly vertex: number; readonly near: number }
  | { readonly type: "edge"; readonly ends: readonly [number, number] }
  /** One of these vertices was selected. */
  | { readonly type: "select"; readonly vertices: readonly number[] }
  /** The pointer was on the bar that this vertex begins. */
  | { readonly type: "bar"; readonly vertex: number }
  /** The hat has this sign at a point of the diagram. */
  | { readonly type: "hat"; readonly at: readonly [number, number]; readonly sign: HatSign }
  /** This number of epochs was trained. */
  | { readonly type: "epochs"; readonly epochs: number }
  /** This epoch is in view again. */
  | { readonly type: "epoch"; readonly epoch: number };

export const HAT_SIGNS = ["negative", "zero", "positive"] as const;
export type HatSign = (typeof HAT_SIGNS)[number];

/** The kinds of questions on unseen graphs. */
export const UNSEEN_KINDS = [
  "prominence",
  "edges-at",
  "who-ends",
  "components-at",
  "loops-at",
  "direction",
  "farthest",
  "who-owns",
  "tie-rule",
  "longest-bar",
  "hat-sign",
  "gradient",
  "stretch",
  "sum-or-bars",
  "colours-or-bars",
  "degrees",
  "barcode",
  "loop-range",
  "points-components",
  "points-loop",
  "points-complex",
  "points-arrow",
] as const;
export type UnseenKind = (typeof UNSEEN_KINDS)[number];

/** The question is on points, not on a graph. */
export function isOnPoints(kind: UnseenKind): boolean {
  return kind.startsWith("points-");
}
