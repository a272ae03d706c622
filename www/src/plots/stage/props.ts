// The types that the parts of the stage share.

import type { ComponentChildren } from "preact";
import type { BarId, Graph, Highlight } from "../../domain/graph/graph";
import type { Placement } from "../../store/choices";
import type { Domain } from "../shared/colour";
import type { Walking } from "../shared/walking";
import type { StageRow, Side } from "./rows";
import type { StageSlopes } from "./SlopeArrow";

/** A component of K at t: the row of its bar, and its vertices. */
export interface StageComponent {
  readonly row: StageRow;
  readonly vertices: ArrayLike<number>;
}

export interface StageProps {
  /** Prefix of the ids of its patterns. */
  readonly id: string;
  readonly graph: Graph;
  readonly filter: Float32Array;
  /** The filter before values were set by hand, and its range: the heights of the vertices follow it. */
  readonly unedited: Float32Array;
  readonly uneditedDomain: Domain;
  /** Heights that were set by hand, from 0 to 1, by vertex. */
  readonly heights: Readonly<Record<number, number>>;
  /** The active filtration. */
  readonly side: Side;
  /** The filtration in the other direction, if both are visible. */
  readonly mirror: Side | null;
  /** The element next to the label of its bars. */
  readonly besideMirror: ComponentChildren;
  /** The filtration that the graph shows. */
  readonly inGraph: Side;
  /** The sentence about t. */
  readonly sentence: string;
  readonly domain: Domain;
  /** The range of the colours. */
  readonly colours: Domain;
  readonly components: readonly StageComponent[];
  /** x and y of each vertex from 0 to 1: the free layout. */
  readonly layout: Float32Array;
  readonly placement: Placement;
  readonly highlight: Highlight;
  readonly selection: number | null;
  /** The cycle of the highlighted loop. */
  readonly cycle: readonly number[];
  /** Filled triangles of K at t. */
  readonly triangles: readonly (readonly [number, number, number])[];
  /** The slopes of a loss, as arrows. */
  readonly slopes: StageSlopes | null;
  readonly walking: Walking;
  /** The user is changing f: the drawing follows without animation. */
  readonly moving: boolean;
  /** For a projector: text of 20 px. */
  readonly large: boolean;
  readonly onHighlight: (highlight: Highlight) => void;
  /** The pointer is on a bar, as opposed to its component. */
  readonly onPoint: (bar: BarId | null) => void;
  readonly onSelect: (vertex: number | null) => void;
  /** Sets the value of a vertex; one gesture is one change; null: the graph is too large. */
  readonly onValue: ((vertex: number, value: number, gesture: string) => void) | null;
  /** Sets the value of a vertex by a drag of the end of a bar; null: the graph is too large. */
  readonly onPull: ((vertex: number, value: number, gesture: string) => void) | null;
  /** Sets the height of a vertex, from 0 to 1. */
  readonly onHeight: (vertex: number, height: number, gesture: string) => void;
  /** Joins two vertices by a drag from the rim of one to the other; null: a drag moves the vertex. */
  readonly onEdge: ((from: number, to: number) => void) | null;
  /** Adds a vertex where the user clicks in the free layout; null: a click moves t. */
  readonly onAdd: ((place: readonly [number, number]) => void) | null;
  /** Moves a vertex in the free layout; null: the graph is too large. */
  readonly onPlace: ((vertex: number, place: readonly [number, number], gesture: string) => void) | null;
  /** Cancels the current change. */
  readonly onCancel: () => void;
}

/** The heights of the parts, from the top. */
export interface StageHeights {
  readonly graph: { readonly top: number; readonly bottom: number };
  readonly axis: number;
  readonly bars: { readonly top: number; readonly bottom: number };
}

/** The pressed component and the position: a click selects it, a drag does not. */
export interface ComponentPress {
  readonly vertex: number;
  readonly at: readonly [number, number];
}
