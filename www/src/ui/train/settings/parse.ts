// Parsers of the typed values of settings: the value, or the reason why it is invalid.

import { formatCount } from "../../../domain/text/format";

export type Parsed<T> = { readonly value: T } | { readonly problem: string };
export type Parse<T> = (text: string) => Parsed<T>;

export function whole(least: number, most: number): Parse<number> {
  return (text) => {
    const value = numberIn(text);
    return Number.isInteger(value) && value >= least && value <= most
      ? { value }
      : { problem: `a whole number from ${formatCount(least)} to ${formatCount(most)}` };
  };
}

/** Above 0 and at most `most`. */
export function positive(most: number): Parse<number> {
  return (text) => {
    const value = numberIn(text);
    return value > 0 && value <= most
      ? { value }
      : { problem: `a number greater than 0 and at most ${most}` };
  };
}

export const notNegative: Parse<number> = (text) => {
  const value = numberIn(text);
  return value >= 0 && Number.isFinite(value) ? { value } : { problem: "a number of at least 0" };
};

/** A share below 1, or empty. */
export const shareOrNothing: Parse<number | null> = (text) => {
  if (text.trim() === "") return { value: null };
  const value = numberIn(text);
  return value >= 0 && value < 1 ? { value } : { problem: "a number from 0 to below 1, or an empty field" };
};

/** An integer, or empty. */
export function wholeOrNothing(least: number, most: number): Parse<number | null> {
  const one = whole(least, most);
  return (text) => {
    if (text.trim() === "") return { value: null };
    const parsed = one(text);
    return "value" in parsed ? parsed : { problem: `${parsed.problem}, or an empty field` };
  };
}

/** Integers with commas between them, ascending; or empty. */
export function list(most: number): Parse<number[]> {
  const one = whole(1, most);
  return (text) => {
    const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
    const parsed = parts.map(one);
    const values = parsed.flatMap((part) => ("value" in part ? [part.value] : []));
    if (values.length < parts.length)
      return {
        problem: `whole numbers from 1 to ${formatCount(most)} separated by commas, or an empty field`,
      };
    return { value: [...new Set(values)].sort((a, b) => a - b) };
  };
}

/** NaN if the text is not a number. */
function numberIn(text: string): number {
  return text.trim() === "" ? NaN : Number(text);
}
