import type { HelpText } from "../../shell/howToRead";

/** Loaded with the panel: a first visit does not wait for it. */
export const COMPARE_HELP: HelpText = {
  title: "How do two runs differ?",
  text: "A barcode depends only on the order of the vertices by f, so two filters with the same order give the same pairs. Kendall’s τ-b measures this: concordant minus discordant pairs of vertices, divided by the geometric mean of the numbers of pairs that each filter does not tie. It is 1 if each filter is an increasing function of the other, −1 if each is a decreasing one, and near 0 if the orders are unrelated. If a filter is constant on a graph, τ is undefined. The share is the variance of f of B, over the vertices of all these graphs, that the best monotone function of f of A explains. The comparison uses the graphs that both runs have in the chosen part; training and test graphs are never mixed.",
};
