import type { Bar } from "../../../../domain/graph/graph";

/** A value without trailing zeros: 2, 2.5. */
export function plain(value: number): string {
  return String(Number(value.toFixed(3)));
}

export function formatBar({ birth, death }: Pick<Bar, "birth" | "death">): string {
  return `(${plain(birth)}, ${death === null ? "∞" : plain(death)})`;
}

/** The finite bars as text. */
export function endingBars(bars: readonly Bar[]): string {
  const ending = bars.filter(({ death }) => death !== null).map(formatBar);
  return ending.length === 0 ? "no finite bar" : ending.join(" and ");
}

/** All bars as text. */
export function allBars(bars: readonly Bar[]): string {
  return bars.map(formatBar).join(", ");
}
