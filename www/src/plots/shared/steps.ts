// Colours in steps.

/** f is drawn in this many steps: few enough to batch, too many to tell apart. */
export const STEPS = 64;
/** Those of a CSS gradient: browsers go straight from one to the next. */
export const STOPS = 9;

export function inSteps(interpolate: (share: number) => string, steps: number): readonly string[] {
  return Array.from({ length: steps }, (_, i) => interpolate(i / (steps - 1)));
}
