// Filter values as text: numbers of 32 bits.

const MOST_DIGITS = 9;

/** The shortest decimal number that rounds to this 32-bit number. */
export function shortest(value: number): number {
  // Nine digits distinguish any two numbers of 32 bits.
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === Math.fround(value)) return shorter;
  }
  return Number(value.toPrecision(MOST_DIGITS));
}

/** Adds a step in decimals: 0.1 + 0.2 is 0.3, even after many steps. */
export function stepped(value: number, by: number): number {
  return Number((shortest(value) + by).toPrecision(9));
}

/** null if the text is not a valid filter value. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace("−", "-");
  const number = plain === "" ? Number.NaN : Number(plain);
  return Number.isFinite(Math.fround(number)) ? number : null;
}

/** A power of ten, a tenth to a hundredth of the range of the values, for the arrow keys. */
export function stepOf(values: ArrayLike<number>): number {
  let low = Infinity;
  let high = -Infinity;
  for (const value of Array.from(values)) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range = high > low && Number.isFinite(high - low) ? high - low : 1;
  return 10 ** Math.floor(Math.log10(range / 10) + 1e-9);
}
