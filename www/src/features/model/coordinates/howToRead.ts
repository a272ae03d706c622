import type { HelpText } from "../../shell/howToRead";

/** Loaded with the panel: a first visit does not wait for it. */
export const COORDINATES_HELP: HelpText = {
  title: "Coordinate functions of the readout",
  text: "A coordinate function maps a bar to a number. Its sum over the bars of a graph is one entry of the vector that the classifier reads. Its contribution to a score is this entry × the gradient of the score in this graph; all contributions and the bias add up to the score. The gradient differs between graphs. A line in the square is the zero line of a coordinate function (of an exponential one: the line of half its height). On the strips of essential bars, a curve shows the contribution of a bar by its birth. With one function selected, colours show the contribution that a bar at that point would have. Discs around bars show their contributions.",
};
