import { boxOf } from "./pack";

/** The same places from 0 to 1, the shape kept; a single line lies in the middle. */
export function normalise(positions: Float32Array): Float32Array {
  const { x, y, width, height } = boxOf(positions);
  return positions.map((place, i) =>
    i % 2 === 0 ? (width > 0 ? (place - x) / width : 0.5) : height > 0 ? (place - y) / height : 0.5,
  );
}
