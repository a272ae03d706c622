// The vertical axis of curves.

/** The quantile of the finite values, rounded up to one of them: few values keep their maximum. */
export function quantile(values: readonly number[], share: number): number {
  const finite = values.filter(Number.isFinite).sort((a, b) => a - b);
  return finite[Math.ceil(share * (finite.length - 1))] ?? 1;
}

/** A round number not below the value. */
export function niceAbove(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((s) => s * power).find((s) => s >= value) ?? value;
}
