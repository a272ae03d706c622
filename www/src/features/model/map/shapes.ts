// The shapes of the points, as paths around the origin. Colour is never the only difference between groups.

export const SHAPES = ["circle", "diamond", "triangle", "square", "cross"] as const;
export type Shape = (typeof SHAPES)[number];

/** Half the size of a point, in pixels. */
export const RADIUS = 4;

/** The outline of a point at a position. */
export function outlineOf(shape: Shape, x: number, y: number, r = RADIUS): string {
  const at = (dx: number, dy: number): string => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
  switch (shape) {
    case "circle":
      return `M${at(-r, 0)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    case "diamond":
      return `M${at(0, -1.2 * r)}L${at(1.2 * r, 0)}L${at(0, 1.2 * r)}L${at(-1.2 * r, 0)}z`;
    case "triangle":
      return `M${at(0, -1.1 * r)}L${at(1.1 * r, 0.9 * r)}L${at(-1.1 * r, 0.9 * r)}z`;
    case "square":
      return `M${at(-0.9 * r, -0.9 * r)}L${at(0.9 * r, -0.9 * r)}L${at(0.9 * r, 0.9 * r)}L${at(-0.9 * r, 0.9 * r)}z`;
    case "cross": {
      const [arm, half] = [1.1 * r, 0.4 * r];
      const corners = [
        [-half, -arm],
        [half, -arm],
        [half, -half],
        [arm, -half],
        [arm, half],
        [half, half],
        [half, arm],
        [-half, arm],
        [-half, half],
        [-arm, half],
        [-arm, -half],
        [-half, -half],
      ] as const;
      // A diagonal cross.
      const turned = corners.map(([dx, dy]) => at((dx - dy) * Math.SQRT1_2, (dx + dy) * Math.SQRT1_2));
      return `M${turned.join("L")}z`;
    }
  }
}
