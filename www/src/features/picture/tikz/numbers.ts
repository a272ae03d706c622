// Numbers and points as TeX reads them.

/** A number without an exponent. */
export function text(number: number, digits = 3): string {
  return String(Number(number.toFixed(digits)) || 0);
}

export function point(x: number, y: number): string {
  return `(${text(x)}pt,${text(y)}pt)`;
}
