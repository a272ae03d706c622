// What the list of lessons needs of the maker, without its code.

import { readStored } from "../../../../services/storage/browserStorage";

/** The key under which the browser keeps the draft. */
export const DRAFT_KEY = "sublevel:lesson-draft";

export function hasDraft(): boolean {
  return readStored(DRAFT_KEY) !== null;
}
