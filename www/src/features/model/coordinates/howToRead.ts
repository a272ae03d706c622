import type { HelpText } from "../../shell/howToRead";

/** It comes with the panel: a first visit does not wait for it. */
export const COORDINATES_HELP: HelpText = {
  title: "What does the readout look at?",
  text: "A coordinate is a learned function of a bar; its sum over the bars of a graph is one number of the vector that the classifier reads. What it adds to a score is this number × its gradient in this graph; with the bias these add up to the score. For another graph the gradient may be another. A line in the square is where a coordinate turns from positive to negative (an exponential one: half as high as at its centre); on the strips of bars that never end, a curve is what a bar born there would add. With one coordinate in focus the colours say what a bar there would do to the score, and the discs around bars what they do.",
};
