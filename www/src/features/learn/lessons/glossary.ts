// The terms of the lessons, each in a sentence or two.

const TERMS: Readonly<Record<string, string>> = {
  "filter value": "The number f(v) of a vertex v. It says when the vertex enters.",
  "sublevel set": "All vertices with values up to t, and all edges between them.",
  "superlevel set": "All vertices with values from t up, and all edges between them.",
  component: "Vertices that hang together by edges, with nothing else beside them.",
  bar: "The life of a component or a loop: from the value where it is born to the value where it ends.",
  barcode: "All bars of a graph with its values.",
  "elder rule": "Where components meet, the one that was born first goes on, and the others end.",
  "β₀": "The number of components.",
  "β₁": "The number of loops: edges − vertices + components.",
  loop: "A way along edges that comes back to where it began.",
  "clique complex":
    "The graph with every triangle filled in, and everything else of which all edges are there.",
  stability: "The bottleneck distance of two barcodes is at most the greatest difference of the values.",
  tie: "Two vertices with the same value. Nothing in the values says which of them is older.",
  "tie rule": "Which of several vertices with the same value a bar begins or ends with.",
  hat: "s(p) = 1 / (1 + ‖p − c‖₁) − 1 / (1 + ||r| − ‖p − c‖₁|), with centre c and radius r.",
  "learned filtration": "Values of the vertices that a network gives them, and that training changes.",
  SUM: "A network that adds up what it has learned of all vertices.",
  GFL: "Graph filtration learning: a network whose values of the vertices make a barcode.",
};

/** What a term means; null where it is none of these. */
export function meaningOf(term: string): string | null {
  return Object.hasOwn(TERMS, term) ? TERMS[term]! : null;
}
