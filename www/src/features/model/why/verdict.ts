// Summary of the scores of a graph.

export interface Verdict {
  /** The class with the highest score. */
  readonly predicted: number;
  readonly score: number;
  /** The class with the second-highest score; null: there is only one class. */
  readonly next: { readonly class: number; readonly score: number } | null;
}

export function verdictOf(scores: Float32Array): Verdict {
  const highest = (except: number | null): number =>
    scores.reduce((best, score, i) => (i !== except && (best < 0 || score > scores[best]!) ? i : best), -1);
  const predicted = highest(null);
  const next = highest(predicted);
  return {
    predicted,
    score: scores[predicted]!,
    next: next < 0 ? null : { class: next, score: scores[next]! },
  };
}
