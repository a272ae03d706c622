// Undo and redo: the documents before and after the current one.

import { areSame } from "../domain/settings/settings";
import type { Document, History } from "./state";

/** Maximum number of undo steps. */
export const MAX_ENTRIES = 100;

export const NO_HISTORY: History = { past: [], future: [], gesture: null };

interface Documented {
  readonly document: Document;
  readonly history: History;
}

/** Changes the document; this clears the redo history. */
export function change(
  { document, history }: Documented,
  next: Document,
  gesture: string | null,
): Documented {
  if (next === document) return { document, history };
  const goesOn = gesture !== null && gesture === history.gesture;
  const past = goesOn ? history.past : [...history.past, document].slice(-MAX_ENTRIES);
  return { document: next, history: { past, future: [], gesture } };
}

/** The history without runs that no longer exist: entries without other changes are removed. */
export function forgetRuns(history: History, document: Document, kept: readonly number[]): History {
  const known = (one: Document): Document =>
    one.run === null || kept.includes(one.run) ? one : { ...one, run: null };
  const past: Document[] = [];
  let next = document;
  for (const one of history.past.toReversed()) {
    const entry = known(one);
    if (entry !== one && isSameDocument(entry, next)) continue;
    past.unshift(entry);
    next = entry;
  }
  return { ...history, past, future: history.future.map(known) };
}

function isSameDocument(a: Document, b: Document): boolean {
  return (
    a.subject === b.subject &&
    a.filter === b.filter &&
    a.values === b.values &&
    a.heights === b.heights &&
    areSame(a.settings, b.settings)
  );
}

export function undo({ document, history: { past, future } }: Documented): Documented | null {
  const before = past.at(-1);
  if (!before) return null;
  return {
    document: before,
    history: { past: past.slice(0, -1), future: [document, ...future], gesture: null },
  };
}

export function redo({ document, history: { past, future } }: Documented): Documented | null {
  const [after, ...later] = future;
  if (!after) return null;
  return { document: after, history: { past: [...past, document], future: later, gesture: null } };
}
