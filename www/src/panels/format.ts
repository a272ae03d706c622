import type { ClassSummary } from "../protocol";

const counts = new Intl.NumberFormat("en");

export const formatCount = (count: number): string => counts.format(count);

export const formatShare = (share: number): string => `${(100 * share).toFixed(1)} %`;

export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The name of a class; a bare number is called a class. */
export function nameOfClass(classes: readonly ClassSummary[] | undefined, index: number): string {
  const name = classes?.[index]?.name ?? String(index);
  return /^-?\d+$/.test(name) ? `class ${name}` : name;
}
