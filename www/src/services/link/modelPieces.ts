// The state of the panels of the model page, in an address.

import type { Direction } from "../../domain/graph/graph";
import type { Part } from "../../protocol";
import { FIRST_CLASSES_VIEW, FIRST_COORDINATES_VIEW } from "../../store/state";
import type { ClassesView, CoordinateId, CoordinatesView } from "../../store/state";
import { nothing, piece } from "./pieces";
import type { Piece, Read } from "./pieces";

const PARTS: readonly Part[] = ["train", "validation", "test"];
const DIRECTIONS: readonly Direction[] = ["sub", "super"];
const SCALES: readonly ClassesView["scale"][] = ["vertices", "graph"];
const RANGES = ["all", "own"] as const;
const SQUARES: readonly CoordinatesView["square"][] = ["h0", "h1Extended"];
/** Two numbers, or empty. */
const PAIR = /^(?:(\d{1,6})-(\d{1,6}))?$/;
const COORDINATE_ID = /^(?:h0|h0Essential|h1Essential|h1Extended):[1-9]\d{0,5}$/;

/** `part~direction~scale~range~classes~cell-class` */
export const CLASSES_VIEW: Piece<ClassesView> = piece(
  "differ",
  "choices of the classes",
  ({ part, direction, scale, stretched, compared, filling }) =>
    [
      part,
      direction,
      scale,
      RANGES[Number(stretched)],
      compared?.join("-"),
      filling && `${filling.cell}-${filling.class}`,
    ].join("~"),
  (text) => {
    const words = text.split("~");
    const [part, direction, scale, range, compared, filling] = words;
    const first = FIRST_CLASSES_VIEW;
    const two = pairIn(compared);
    const cell = pairIn(filling);
    const value: ClassesView = {
      part: PARTS.find((one) => one === part) ?? first.part,
      direction: DIRECTIONS.find((one) => one === direction) ?? first.direction,
      scale: SCALES.find((one) => one === scale) ?? first.scale,
      stretched: range === RANGES[1],
      compared: two && two[0] !== two[1] ? two : null,
      filling: cell && { cell: cell[0], class: cell[1] },
    };
    return words.length === 6 ? withDoubt(value, text, CLASSES_VIEW.write(value)) : nothing;
  },
);

/** `class~hat~barcode` */
export const COORDINATES_VIEW: Piece<CoordinatesView> = piece(
  "readout",
  "choices of the coordinate functions",
  ({ class: label, coordinate, square }) => [label, coordinate, square].join("~"),
  (text) => {
    const words = text.split("~");
    const [label, coordinate, square] = words;
    const value: CoordinatesView = {
      class: /^\d{1,6}$/.test(label!) ? Number(label) : null,
      coordinate:
        coordinate !== undefined && COORDINATE_ID.test(coordinate) ? (coordinate as CoordinateId) : null,
      square: SQUARES.find((one) => one === square) ?? FIRST_COORDINATES_VIEW.square,
    };
    return words.length === 3 ? withDoubt(value, text, COORDINATES_VIEW.write(value)) : nothing;
  },
);

function pairIn(text: string | undefined): readonly [number, number] | null {
  const [, a, b] = PAIR.exec(text ?? "") ?? [];
  return a === undefined || b === undefined ? null : [Number(a), Number(b)];
}

/** The text after a round trip differs, so the value is not the intended one. */
function withDoubt<T>(value: T, text: string, written: string): Read<T> {
  return { value, clamped: written !== text };
}
