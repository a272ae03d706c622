// The columns of a table that the reader does not know, and the choice of the user.

import { listOf } from "./text/format";
import type { ColumnRole, TablePreview, TableView } from "../protocol";

/** The columns of one table: for each, the word of a role, or nothing for a column that is left out. */
export interface ChosenColumns {
  readonly view: TableView;
  readonly words: readonly string[];
  /** Whether the first row names the columns. */
  readonly hasHeading: boolean;
}

/** The error of a reader that does not know the columns of a table. */
export interface UnknownColumns {
  /** The name of the file. */
  readonly table: string;
  readonly view: TableView;
  readonly problem: string;
}

/** Whether the user can help the reader. */
export function areColumnsUnknown(error: unknown): error is Error & UnknownColumns {
  return error instanceof Error && "table" in error && "view" in error && "problem" in error;
}

/** The choice with this word for a column. No other column keeps it, unless several can have it, or a word of another view. */
export function withWord(
  roles: readonly ColumnRole[],
  words: readonly string[],
  column: number,
  word: string,
): readonly string[] {
  const role = roleOf(roles, word);
  const stays = (other: string): boolean =>
    role === null || (roleOf(roles, other)?.view === role.view && (other !== word || role.repeated));
  return words.map((other, place) => (place === column ? word : stays(other) ? other : ""));
}

/** What the rows are by the chosen words, if no column is missing; otherwise what to choose. */
export function completed(
  roles: readonly ColumnRole[],
  words: readonly string[],
): { readonly view: TableView } | { readonly missing: string } {
  const view = words.map((word) => roleOf(roles, word)?.view).find((own) => own !== undefined);
  if (view === undefined) {
    const views = [...new Set(roles.map((role) => role.view))];
    const ways = views.map((own) => listOf(missingIn(own, roles, words)));
    return { missing: `Choose the columns of ${ways.join(", or of ")}.` };
  }
  const missing = missingIn(view, roles, words);
  if (missing.length === 0) return { view };
  return { missing: `Choose the ${missing.length === 1 ? "column" : "columns"} of ${listOf(missing)}.` };
}

function missingIn(
  view: TableView,
  roles: readonly ColumnRole[],
  words: readonly string[],
): readonly string[] {
  const missing = roles.filter((role) => role.view === view && role.required && !words.includes(role.word));
  return missing.map(({ label, repeated }) => `the ${label.toLowerCase()}${repeated ? "s" : ""}`);
}

/** The rows below the headings, and the headings: those of the first row, or the numbers of the columns. */
export function shownTable(
  { headings, rows }: Pick<TablePreview, "headings" | "rows">,
  hasHeading: boolean,
): { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  return {
    headings: headings.map((heading, column) => (hasHeading && heading) || `Column ${column + 1}`),
    rows: hasHeading ? rows.slice(1) : rows,
  };
}

function roleOf(roles: readonly ColumnRole[], word: string): ColumnRole | null {
  return roles.find((role) => role.word === word) ?? null;
}
