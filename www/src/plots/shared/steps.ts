// Stepped colours.

/** The number of steps for f: few enough to batch, too many to distinguish. */
export const STEPS = 64;
/** The stops of a CSS gradient, which browsers interpolate linearly. */
export const STOPS = 9;

export function inSteps(interpolate: (share: number) => string, steps: number): readonly string[] {
  return Array.from({ length: steps }, (_, i) => interpolate(i / (steps - 1)));
}
