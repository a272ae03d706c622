// The two graphs of the comparison in an address.

import type { Separation } from "../../store/state";
import { exactly, nothing, piece, readNumber } from "./pieces";

/** No character of graph6 and sparse6 is below `?`, except `:`. */
const BETWEEN = "!";
/** A graph of 512 vertices, the largest of the page, takes fewer characters. */
const MAX_LENGTH = 22_000;
const MAX_ROUND = 1000;
const LAST = "last";

const isGraph = (text: string): boolean => /^:?[?-~]+$/.test(text) && text.length <= MAX_LENGTH;

/** First graph, second graph, descriptor, layers and round. */
export const SEPARATION = piece<Separation>(
  "pair",
  "pair of graphs",
  ({ graphs, descriptor, layers, round }) =>
    [...graphs, descriptor, String(layers), round === null ? LAST : String(round)].join(BETWEEN),
  (text) => {
    const [first = "", second = "", descriptor = "", layersText = "", roundText = "", ...rest] =
      text.split(BETWEEN);
    if (!isGraph(first) || !isGraph(second) || !/^[a-z-]{1,40}$/.test(descriptor) || rest.length > 0) {
      return nothing;
    }
    const layers = readNumber(layersText, 0, MAX_ROUND, true);
    const round = roundText === LAST ? exactly(null) : readNumber(roundText, 0, MAX_ROUND, true);
    if (layers.value === undefined || round.value === undefined) return nothing;
    const value = { graphs: [first, second] as const, descriptor, layers: layers.value, round: round.value };
    return { value, clamped: layers.clamped || round.clamped };
  },
);
