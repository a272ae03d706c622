// The share of f that each quantity explains, in two requests: slow quantities arrive later, in rows that exist already.

import { useMemo, useRef } from "preact/hooks";
import { useSlice } from "../../context";
import type { FilterAssociation } from "../../../protocol";
import { useAnalysis } from "../useAnalysis";
import { inOrder } from "./association";
import { inTwoParts } from "./quantities";

export interface Findings {
  /** The rows. */
  readonly order: readonly string[];
  readonly found: ReadonlyMap<string, FilterAssociation>;
  /** Whether the weights in view are those before the first step. */
  readonly untrained: boolean;
  /** Whether a part of the findings belongs to other weights than those in view. */
  readonly waiting: boolean;
  readonly error: string | null;
}

export function useFindings(ids: readonly string[]): Findings {
  const [first, later] = useMemo(() => inTwoParts(ids), [ids]);
  const asked = (part: readonly string[]): [string[][]] | null =>
    part.length > 0 ? [part.map((id) => [id])] : null;
  const now = useAnalysis("associations", asked(first));
  const then = useAnalysis("associations", asked(later), false);
  const found = useMemo(
    () =>
      new Map([
        ...(now.result?.answer ?? []).map((answer, place) => [first[place]!, answer] as const),
        ...(then.result?.answer ?? []).map((answer, place) => [later[place]!, answer] as const),
      ]),
    [now.result, then.result, first, later],
  );
  // Rows are sorted only while training is paused, so that they keep their places while the user follows them from epoch to
  // epoch.
  const resting = useSlice(({ run, view }) => run?.phase !== "running" && view.epoch === null);
  const waiting = now.waiting || then.waiting;
  const complete = found.size === ids.length && !waiting;
  const kept = useRef<{ ids: readonly string[]; order: readonly string[] } | null>(null);
  if (kept.current?.ids !== ids) kept.current = { ids, order: ids };
  if (complete && (resting || kept.current.order === ids)) kept.current = { ids, order: inOrder(ids, found) };
  const untrained = now.result !== null && (now.result.epoch ?? now.result.step) === 0;
  return { order: kept.current.order, found, untrained, waiting, error: now.error ?? then.error };
}
