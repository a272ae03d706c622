// Worked out when the page is built, so that no visitor downloads every palette of the package: import it as `./viridis.ts?built`.

import { interpolateViridis } from "d3-scale-chromatic";

/** f is drawn in this many steps of viridis: few enough to batch, too many to tell apart. */
const STEPS = 64;
/** Those of a CSS gradient: browsers go straight from one to the next. */
const STOPS = 9;

const inSteps = (steps: number): readonly string[] =>
  Array.from({ length: steps }, (_, i) => interpolateViridis(i / (steps - 1)));

export default { palette: inSteps(STEPS), stops: inSteps(STOPS) };
