// The terms of docs/glossary.md, for tooltips.

import TERMS from "./glossaryTerms.ts?built";

/** The definition of a term; null if the glossary does not contain it. */
export function definitionOf(term: string): string | null {
  return Object.hasOwn(TERMS, term) ? TERMS[term]! : null;
}
