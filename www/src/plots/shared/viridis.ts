// Worked out when the page is built, so that no visitor downloads every palette of the package: import it as `./viridis.ts?built`.

import { interpolateViridis } from "d3-scale-chromatic";
import { inSteps, STEPS, STOPS } from "./steps";

export default { palette: inSteps(interpolateViridis, STEPS), stops: inSteps(interpolateViridis, STOPS) };
