// Computed at build time, so that visitors do not download every palette of the package: import it as
// `./viridis.ts?built`.

import { interpolateViridis } from "d3-scale-chromatic";
import { inSteps, STEPS, STOPS } from "./steps";

export default { palette: inSteps(interpolateViridis, STEPS), stops: inSteps(interpolateViridis, STOPS) };
