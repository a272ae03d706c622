import type { Verdict } from "../../protocol";

/** The word and the mark for each verdict: the mark distinguishes them without colour. */
export const VERDICTS: Readonly<Record<Verdict, { readonly mark: string; readonly word: string }>> = {
  separates: { mark: "≠", word: "separates" },
  cannot: { mark: "=", word: "cannot" },
  undecided: { mark: "?", word: "not decided" },
};
