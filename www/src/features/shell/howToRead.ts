// One or two sentences for each plot, shown behind its "?" and together behind the header's.

export interface HelpText {
  readonly title: string;
  readonly text: string;
}

export const HOW_TO_READ = {
  graph: {
    title: "Graph",
    text: "Colour is the filter value f(v) of a vertex, from dark (low) to bright (high). Hollow vertices have not arrived at the threshold yet. Scroll to zoom, drag to pan, point at a vertex to see its bars.",
  },
  scrubber: {
    title: "Filtration",
    text: "The threshold t stops at the distinct filter values. Up to t, a vertex is born (▲), joins two components (▼) or closes a loop (○).",
  },
  bars: {
    title: "Barcode",
    text: "A bar is a component (H₀) or a loop (H₁): it starts where it is born and ends where it merges with an older one. An arrowhead never ends; loops of a graph never do. Where not all have room, equal bars share a row; ×7 says that it has seven. “Extended” goes the filtration back and gives them an end: a component at its last vertex, a loop where going back closes it.",
  },
  diagram: {
    title: "Persistence diagram",
    text: "A point is a bar: birth to the right, death upwards. The farther from the diagonal, the longer the bar. Bars that never end lie on the strips. Extended loops end behind where they begin, on the other side of the diagonal. “Trails” go back through the kept epochs, the older the fainter. A bar goes by the vertex it is born at: where another takes over, its trail breaks off.",
  },
  curves: {
    title: "Training",
    text: "Left the loss of every step, right the share of graphs that are classified correctly, after each epoch. The dashed line is what always guessing the most frequent class gives.",
  },
  learned: {
    title: "What did it learn?",
    text: "Vertices with the same level of a quantity are taken together. The share (η²) is the part of the variance of f that lies between the levels: 100 % where f is a function of the quantity, 0 % where its mean is the same at every level. Quantities with many values are dealt into ranges with about as many vertices each. In the picture the bands hold 80 % of f in all graphs; the wider, the more vertices.",
  },
  classes: {
    title: "How do the classes differ?",
    text: "The curves are Betti numbers: how many components (β₀) and loops (β₁) the part of a graph with f ≤ t has, or with f ≥ t in the superlevel direction. The line is the median of the graphs of a class; the band holds its middle 80 %. The squares are persistence diagrams: the darker a cell, the more bars are born and end there, on average over the graphs; darkness goes with the square root. On the strips are components that stay, and loops. Where a model reads loops with the ends of extended persistence, these lie on the other side of the diagonal. The last square is the first class less the second: hollow cells are fuller in the second. Bars per 100 vertices leave the sizes of the graphs out; the model itself reads all bars of a graph. Training and other graphs are never mixed.",
  },
} as const satisfies Record<string, HelpText>;
