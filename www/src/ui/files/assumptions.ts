// What a reader assumed about a file, or left out, as a notice.

import type { Subject } from "../../domain/graph/subject";
import { asSentence } from "../../domain/text/format";
import type { Store } from "../../store/store";
import type { ReadCloud } from "./readCloud";

/** The notice, which is shown as long as one of the subjects is. */
export function assumptions(name: string, notes: readonly string[], about: readonly Subject[]) {
  const detail = notes.map((note) => asSentence(note)).join(" ");
  return { kind: "info", title: `Assumptions about ${name}`, detail, about } as const;
}

/** Shows the notes of a reader of points. */
export function notePoints({ dispatch }: Store, name: string, { cloud, notes }: ReadCloud): void {
  if (notes.length === 0) return;
  const notice = assumptions(name, notes, [{ type: "points", cloud }]);
  dispatch({ type: "notify", notice, source: "ui" });
}
