// What a reader assumed about a file, or left out, as a notice.

import type { Subject } from "../../domain/graph/subject";
import { asSentence } from "../../domain/text/format";
import type { Store } from "../../store/store";

/** The notice. With subjects, it is shown as long as one of them is. */
export function assumptions(name: string, notes: readonly string[], about?: readonly Subject[]) {
  const detail = notes.map((note) => asSentence(note)).join(" ");
  return { kind: "info", title: `Assumptions about ${name}`, detail, ...(about ? { about } : {}) } as const;
}

/** Shows the notes of a reader, if there are any. */
export function noteAssumptions(
  { dispatch }: Pick<Store, "dispatch">,
  name: string,
  notes: readonly string[],
  about?: readonly Subject[],
): void {
  if (notes.length === 0) return;
  dispatch({ type: "notify", notice: assumptions(name, notes, about), source: "ui" });
}
