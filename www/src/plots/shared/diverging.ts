// Computed at build time: import it as `./diverging.ts?built`.

import { interpolatePiYG } from "d3-scale-chromatic";
import { inSteps, STEPS, STOPS } from "./steps";

export default { palette: inSteps(interpolatePiYG, STEPS), stops: inSteps(interpolatePiYG, STOPS) };
