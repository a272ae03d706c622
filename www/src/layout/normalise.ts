import { boxOf } from "../domain/graph/box";

/** Scales positions to 0 … 1 and keeps the aspect ratio; a single line is centred. */
export function normalise(positions: Float32Array): Float32Array {
  const { x, y, width, height } = boxOf(positions);
  return positions.map((place, i) =>
    i % 2 === 0 ? (width > 0 ? (place - x) / width : 0.5) : height > 0 ? (place - y) / height : 0.5,
  );
}
