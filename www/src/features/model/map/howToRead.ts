export const MAP_HELP = {
  title: "Which graphs are similar?",
  text: "Every graph of the data set is a point. A model that reads bars turns each graph into a vector: the values of the coordinate functions. The map shows the first two principal components of these vectors over all graphs, centred and not scaled. Each axis names its share of the variance: the smaller both are together, the more the map leaves out. Points near each other can be far apart in the vectors, so read the map together with the predictions. A model without bars has no such vector, and the map shows the scores of the classes instead. Click a point to open its graph.",
} as const;
