// Positions of names that are too long for their discs.

/** The start, middle or end of a name, relative to the centre of its disc. */
export interface NamePlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

/** From the left, the right, the top and the bottom. */
type Box = readonly [left: number, right: number, top: number, bottom: number];

/** The width of a letter relative to its height. */
const LETTER = 0.6;
const GAP = 4;

export function fitsInside(name: string, size: number, radius: number): boolean {
  return LETTER * size * name.length <= 2 * radius;
}

/** The preferred position of a name. */
export function besideIt(radius: number): NamePlace {
  return { x: radius + GAP, y: 0, anchor: "start" };
}

/**
 * A position next to its vertex for each name that is too long for its disc. It covers no disc and no other
 * name and stays below the top; null if the name fits into its disc, or if there is no such position.
 */
export function namePlaces(
  names: readonly string[],
  places: Float32Array,
  radius: number,
  size: number,
  top: number,
): readonly (NamePlace | null)[] {
  const taken: Box[] = names.map((_, v) => {
    const [x, y] = [places[2 * v]!, places[2 * v + 1]!];
    return [x - radius, x + radius, y - radius, y + radius];
  });
  const free = (box: Box, own: number): boolean =>
    box[2] >= top && taken.every((other, v) => v === own || !meet(box, other));
  return names.map((name, v) => {
    if (fitsInside(name, size, radius)) return null;
    const [x, y] = [places[2 * v]!, places[2 * v + 1]!];
    const width = LETTER * size * name.length;
    for (const place of around(radius, size)) {
      const left = x + place.x - { start: 0, middle: width / 2, end: width }[place.anchor];
      const box: Box = [left, left + width, y + place.y - size / 2, y + place.y + size / 2];
      if (!free(box, v)) continue;
      taken.push(box);
      return place;
    }
    return null;
  });
}

function around(radius: number, size: number): readonly NamePlace[] {
  const away = radius + GAP;
  return [
    besideIt(radius),
    { x: -away, y: 0, anchor: "end" },
    { x: 0, y: -radius - size / 2, anchor: "middle" },
    { x: 0, y: radius + size / 2, anchor: "middle" },
  ];
}

function meet([l1, r1, t1, b1]: Box, [l2, r2, t2, b2]: Box): boolean {
  return l1 < r2 && l2 < r1 && t1 < b2 && t2 < b1;
}
