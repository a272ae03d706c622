// One or two sentences for each plot, shown in its menu and together behind the header's "?".

export interface HelpText {
  readonly title: string;
  readonly text: string;
}

export const HOW_TO_READ = {
  graph: {
    title: "Graph",
    text: "Colour is the filter value f(v) of a vertex, from dark (low) to bright (high). Hollow vertices are beyond the threshold. Scroll to zoom, drag to pan, point at a vertex to see its bars.",
  },
  scrubber: {
    title: "Filtration",
    text: "The threshold t moves through the distinct filter values. A vertex with a value up to t creates a component (▲), merges two components (▼), or a loop is born with it (○).",
  },
  bars: {
    title: "Barcode",
    text: "A bar is a component (H₀) or a loop (H₁): it starts at its birth and ends at its death, where it merges with an older one. An arrowhead marks an essential bar; all loops of a graph are essential. If space is short, equal bars share a row; ×7 marks seven bars. “Extended” runs the filtration back and pairs essential bars: a component with its last vertex, a loop with the vertex at which the way back fills it.",
  },
  diagram: {
    title: "Persistence diagram",
    text: "A point is a bar: birth on the horizontal axis, death on the vertical axis. The distance to the diagonal shows the length. Essential bars lie on the strips. Extended loops lie on the other side of the diagonal. “Fit” draws the axes from the least value of f to the greatest. “Trails” show positions at stored epochs, older ones fainter. A bar is identified by its birth vertex: if that vertex changes, the trail ends.",
  },
  curves: {
    title: "Training",
    text: "Left: the loss of every step. Right: the accuracy after each epoch. “train” and “Training” are means over the batches of an epoch, while the weights change; tables show the accuracy with fixed weights. The dashed line is the accuracy of always predicting the most frequent class.",
  },
  learned: {
    title: "What did it learn?",
    text: "Vertices with the same value of a quantity form a group; a filter of edges has groups of edges. The share (η²) is the part of the variance of f between the groups: 100 % if f is a function of the quantity. Close values of a real quantity with more than 256 values share a group. Chance level: the mean share (k − 1) / (n − 1) of random numbers on n vertices in k groups. Rows are ordered by the share beyond chance. The picture joins many levels into ranges; its bands contain 80 % of f in all graphs, and a wider band has more vertices.",
  },
  classes: {
    title: "How do the classes differ?",
    text: "The curves are Betti numbers: the number of components (β₀) and loops (β₁) of the subgraph with f ≤ t, or with f ≥ t in the superlevel direction. The line is the median of the graphs of a class; the band contains its middle 80 %. The squares are persistence diagrams: the darkness of a cell shows the mean number of bars with that birth and death, on a square-root scale. The strips show essential components and loops. If a model reads extended persistence, extended loops lie on the other side of the diagonal. The last square is the first class less the second: hollow cells are fuller in the second. Each cell is tested: the AUC is the probability that a graph of one class has more bars there than one of the other, with its 95 % interval (DeLong). The p-values (Mann–Whitney) are corrected for the number of cells (Benjamini–Hochberg). A difference is reliable if p ≤ 0.05 and the training graphs have the same sign (for the training graphs: the test graphs). The permutation test compares all cells at once: the distance between the mean pictures of the classes (square roots of the numbers), with seed 0. Bars per 100 vertices leave the sizes of the graphs out; the model itself reads all bars of a graph. Training and other graphs are never mixed.",
  },
} as const satisfies Record<string, HelpText>;
