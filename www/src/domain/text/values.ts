// Filter values as text.

/** The value with at most three decimals and no trailing zeros. */
export function formatValue(value: number): string {
  const small = value !== 0 && Math.abs(value) < 0.0005;
  return String(Number(small ? value.toPrecision(2) : value.toFixed(3)) + 0);
}

/** The same with a minus sign as long as a plus sign, for sentences and formulas. */
export function formatMinus(value: number): string {
  return formatValue(value).replaceAll("-", "−");
}

/** From three decimals to the digits that distinguish any two 32-bit values. */
const FORMATS: readonly ((value: number) => string)[] = [
  formatValue,
  ...[4, 5, 6, 7, 8].map(
    (digits) =>
      (value: number): string =>
        String(Number(value.toFixed(digits)) + 0),
  ),
  (value) => String(Number(value.toPrecision(9)) + 0),
];

/** The texts of some items, each with the fewest digits that distinguish it from every different item. */
export function textsApart<T>(
  items: readonly T[],
  textOf: (item: T, format: (value: number) => string) => string,
): readonly string[] {
  const exact = items.map((item) => textOf(item, FORMATS.at(-1)!));
  const texts = [...exact];
  let waiting = [...items.keys()];
  for (const format of FORMATS) {
    const found = items.map((item) => textOf(item, format));
    // The exact texts behind each text.
    const meant = new Map<string, string>();
    const shared = new Set<string>();
    found.forEach((text, i) => {
      const other = meant.get(text);
      if (other === undefined) meant.set(text, exact[i]!);
      else if (other !== exact[i]) shared.add(text);
    });
    for (const i of waiting) texts[i] = found[i]!;
    waiting = waiting.filter((i) => shared.has(found[i]!));
    if (waiting.length === 0) break;
  }
  return texts;
}

/** Values as texts with as many digits, from three decimals on, as distinguish them. */
export function formatApart(values: readonly number[]): readonly string[] {
  return textsApart(values, (value, format) => format(value));
}

/** Birth and death of a bar as different texts, unless they are equal; a bar without a death has null. */
export function endsOf({
  birth,
  death,
}: {
  readonly birth: number;
  readonly death: number | null;
}): readonly [string, string | null] {
  if (death === null) return [formatValue(birth), null];
  const [start, end] = formatApart([birth, death]);
  return [start!, end!];
}
