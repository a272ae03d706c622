import type { HelpText } from "../../shell/howToRead";

/** It comes with the panel: a first visit does not wait for it. */
export const COMPARE_HELP: HelpText = {
  title: "How do two runs differ?",
  text: "A barcode pairs vertices by the order in which f brings them, so two filters that order the vertices of a graph alike pair them alike. Kendall’s τ-b counts this: of all pairs of vertices that neither filter ties, those in the same order less those in the opposite one, over the geometric mean of the numbers of pairs that the one and the other do not tie. It is 1 where each filter is a rising function of the other, −1 where each is a falling one, as of a filter upside down, and near 0 where the orders have nothing to do with one another. Where a filter is constant on a graph there is no order and no τ. The share says how much of the variance of f of B, over the vertices of all these graphs, the best function of f of A explains that only rises, or only falls. Graphs are those that both runs have in the chosen part; training and test graphs are never mixed.",
};
