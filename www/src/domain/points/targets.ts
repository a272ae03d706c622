// The targets of the gradient descent of points.

/** The losses, sums over the bars of loops with a sign for the longest bar and one for each other bar. */
export const TARGETS = [
  {
    id: "longest",
    title: "Lengthen the longest loop",
    loss: "− length of the longest bar",
    longest: -1,
    others: 0,
  },
  {
    id: "others",
    title: "Shorten all other loops",
    loss: "Σ lengths of all bars but the longest",
    longest: 0,
    others: 1,
  },
  {
    id: "one",
    title: "Make one loop",
    loss: "Σ lengths of all bars but the longest − length of the longest bar",
    longest: -1,
    others: 1,
  },
] as const;
export type Target = (typeof TARGETS)[number]["id"];
export const TARGET_IDS = TARGETS.map(({ id }) => id);
