import { boxOf } from "../domain/graph/box";

/** Positions of one connected component, and the vertices of the graph that they belong to. */
export interface Piece {
  readonly vertices: Uint32Array;
  readonly positions: Float32Array;
}

/** The panel is wider than high, so the packing is, too. */
const ASPECT = 1.8;
const GAP = 1.2;

/** Packs the pieces on shelves, the largest first, with the isolated vertices in rows below. */
export function pack(vertices: number, pieces: readonly Piece[], isolated: readonly number[]): Float32Array {
  const positions = new Float32Array(2 * vertices);
  const boxes = pieces.map((piece) => boxOf(piece.positions));
  const area = boxes.reduce((sum, box) => sum + (box.width + GAP) * (box.height + GAP), isolated.length);
  const width = Math.max(Math.sqrt(area * ASPECT), boxes[0]?.width ?? 0);
  let x = 0;
  let y = 0;
  let shelf: number[] = [];
  let height = 0;
  const close = (): void => {
    const indent = (width - (x - GAP)) / 2;
    for (const i of shelf) {
      const { vertices: ids, positions: from } = pieces[i]!;
      const box = boxes[i]!;
      const lower = (height - box.height) / 2;
      ids.forEach((v, k) => {
        positions[2 * v]! += from[2 * k]! - box.x + indent;
        positions[2 * v + 1] = from[2 * k + 1]! - box.y + y + lower;
      });
    }
    if (shelf.length > 0) y += height + GAP;
    x = 0;
    height = 0;
    shelf = [];
  };
  boxes.forEach((box, i) => {
    if (shelf.length > 0 && x + box.width > width + 1e-6) close();
    // The x offset on the shelf is stored until the shelf is complete and centred.
    for (const v of pieces[i]!.vertices) positions[2 * v] = x;
    shelf.push(i);
    x += box.width + GAP;
    height = Math.max(height, box.height);
  });
  close();
  const columns = Math.max(1, Math.floor(Math.max(width, 1)), Math.ceil(Math.sqrt(isolated.length)));
  const row = Math.min(columns, isolated.length);
  isolated.forEach((v, i) => {
    positions[2 * v] = (width - (row - 1)) / 2 + (i % columns);
    positions[2 * v + 1] = y + Math.floor(i / columns);
  });
  return positions;
}

/** Rotates a piece in place so that its longest extent is horizontal. Deterministic. */
export function turnLevel(positions: Float32Array): void {
  const n = positions.length / 2;
  let mx = 0;
  let my = 0;
  for (let i = 0; i < n; i++) {
    mx += positions[2 * i]! / n;
    my += positions[2 * i + 1]! / n;
  }
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = 0; i < n; i++) {
    const dx = positions[2 * i]! - mx;
    const dy = positions[2 * i + 1]! - my;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  // Vertex 0 is on the left, so that paths read from left to right.
  const flip = Math.cos(angle) * (positions[0]! - mx) + Math.sin(angle) * (positions[1]! - my) > 0 ? -1 : 1;
  const c = flip * Math.cos(angle);
  const s = flip * Math.sin(angle);
  for (let i = 0; i < n; i++) {
    const dx = positions[2 * i]! - mx;
    const dy = positions[2 * i + 1]! - my;
    positions[2 * i] = c * dx + s * dy;
    positions[2 * i + 1] = c * dy - s * dx;
  }
}
