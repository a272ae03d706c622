// A lesson, as plain data: what its file says.

import type { Hat } from "../domain/persistence/hat";
import type { TieRule } from "../domain/persistence/slopes";
import type { Highlight } from "../domain/graph/graph";
import type { Directions, Pace, Placement, Tool } from "./choices";

export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  /** What it teaches, in one sentence. */
  readonly idea: string;
  /** The misunderstanding that it removes. */
  readonly removes: string;
  readonly notes: LecturerNote;
  /** What the page does before every card. */
  readonly start: readonly LessonAction[];
  readonly cards: readonly Card[];
}

export interface LecturerNote {
  /** A question to the room. */
  readonly ask: string;
  readonly misunderstanding: string;
}

export interface Card {
  /** With marks for **bold** and *terms*. */
  readonly text: string;
  readonly do: readonly LessonAction[];
  /** What the learner does before the next card. */
  readonly wait: Wait | null;
  readonly question: Question | null;
  /** A question on a graph that nobody has seen. */
  readonly transfer: UnseenKind | null;
  /** Examples that the learner can switch between. */
  readonly compare: readonly string[];
}

export interface Question {
  readonly ask: string;
  readonly choices: readonly Choice[];
  /** What the page does when the answer is shown. */
  readonly reveal: readonly LessonAction[];
}

export interface Choice {
  readonly text: string;
  readonly right: boolean;
  /** Why it is right or wrong. */
  readonly why: string;
}

/** What a lesson may do to the page; vertices by number. */
export type LessonAction =
  | { readonly type: "show"; readonly example: string }
  | {
      readonly type: "own-graph";
      readonly title: string;
      readonly values: readonly number[];
      /** Pairs of vertices. */
      readonly edges: readonly number[];
    }
  /** A data set by its name, and which of its graphs, counted from 1. */
  | { readonly type: "data"; readonly name: string; readonly graph: number }
  | { readonly type: "values"; readonly values: readonly number[] }
  | { readonly type: "threshold"; readonly threshold: number | null }
  | { readonly type: "directions"; readonly directions: Directions }
  | { readonly type: "placement"; readonly placement: Placement }
  | { readonly type: "tool"; readonly tool: Tool | null }
  | { readonly type: "tie-rule"; readonly rule: TieRule }
  | { readonly type: "filled"; readonly filled: boolean }
  | { readonly type: "extended"; readonly shown: boolean }
  | { readonly type: "hat"; readonly hat: Hat }
  | { readonly type: "select"; readonly vertex: number }
  | { readonly type: "highlight"; readonly highlight: Exclude<Highlight, null> }
  | { readonly type: "pace"; readonly pace: Pace }
  | { readonly type: "play"; readonly playing: boolean };

/** What a card waits for; `say` is told as long as it waits. */
export interface Wait {
  readonly until: Until;
  readonly say: string | null;
  /** The choice of a vertex is a guess: a wrong one counts, too. */
  readonly guess: Guess | null;
}

/** The replies to a guess in the drawing. */
export interface Guess {
  readonly right: string;
  readonly wrong: string;
  /** What the page does when the answer is shown. */
  readonly reveal: readonly LessonAction[];
}

/** An answer that plays: t walks to a value, and the rest follows. */
export interface Playback {
  readonly to: number | null;
  readonly then: readonly LessonAction[];
}

export type Until =
  /** The walk has come to this value. */
  | { readonly type: "threshold"; readonly threshold: number }
  | { readonly type: "tool"; readonly tool: Tool }
  | { readonly type: "directions"; readonly directions: Directions }
  | { readonly type: "filled"; readonly filled: boolean }
  | { readonly type: "tie-rule"; readonly rule: TieRule }
  /** A vertex has been moved near a value. */
  | { readonly type: "value"; readonly vertex: number; readonly near: number }
  | { readonly type: "edge"; readonly ends: readonly [number, number] }
  /** One of these vertices was chosen. */
  | { readonly type: "select"; readonly vertices: readonly number[] }
  /** The bar that this vertex begins was pointed at. */
  | { readonly type: "bar"; readonly vertex: number }
  /** The hat has this sign at a point of the diagram. */
  | { readonly type: "hat"; readonly at: readonly [number, number]; readonly sign: HatSign }
  /** So many epochs were trained. */
  | { readonly type: "epochs"; readonly epochs: number }
  /** This epoch is looked at again. */
  | { readonly type: "epoch"; readonly epoch: number };

export const HAT_SIGNS = ["negative", "zero", "positive"] as const;
export type HatSign = (typeof HAT_SIGNS)[number];

/** The kinds of questions on unseen graphs. */
export const UNSEEN_KINDS = [
  "edges-at",
  "who-ends",
  "components-at",
  "loops-at",
  "direction",
  "farthest",
  "who-owns",
  "tie-rule",
  "hat-sign",
  "sum-or-bars",
] as const;
export type UnseenKind = (typeof UNSEEN_KINDS)[number];
