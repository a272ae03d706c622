// Formats numbers and names.

import type { ClassSummary } from "../../protocol";

const counts = new Intl.NumberFormat("en");

export const formatCount = (count: number): string => counts.format(count);

export const formatShare = (share: number): string => `${(100 * share).toFixed(1)} %`;

export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** "a", "a and b", "a, b and c". */
export function listOf(names: readonly string[], word: "and" | "or" = "and"): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The name of a class; a bare number gets the prefix "class". null: the graph has none. */
export function nameOfClass(classes: readonly ClassSummary[] | undefined, index: number | null): string {
  if (index === null) return "no class";
  const name = classes?.[index]?.name ?? String(index);
  return /^-?\d+$/.test(name) ? `class ${name}` : name;
}

/** A number that keeps its decimal point or exponent, by which readers tell it from a whole number. */
export function withPoint(number: number): string {
  return Number.isInteger(number) ? number.toFixed(1) : String(number);
}

/** The text with a full stop, so that another sentence can follow. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

/** The text as a sentence: with a capital and a full stop. */
export function asSentence(text: string): string {
  return sentence(text.charAt(0).toUpperCase() + text.slice(1));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Minutes and seconds in clock format. */
function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The progress of building the training engine. */
export function describeBuilding({
  done,
  of,
  seconds,
}: {
  readonly done: number;
  readonly of: number;
  readonly seconds: number;
}): string {
  return `Preparing the training engine: ${formatCount(done)} of ${formatCount(of)} crates, ${formatClock(seconds)}`;
}

/**
 * A relative time: "just now", "5 minutes ago", "3 days ago". Both arguments are in milliseconds since 1970.
 */
export function describeTime(then: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - then) / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute", "minutes")} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${plural(hours, "hour", "hours")} ago`;
  return `${plural(Math.floor(hours / 24), "day", "days")} ago`;
}
