import { useEffect, useState } from "preact/hooks";
import { useApp } from "../../context";
import { messageOf } from "../../../domain/text/format";
import type { Part } from "../../../protocol";
import type { Candidate } from "./candidates";
import { meanOf } from "./taus";

/** The agreement of two runs over the graphs that both have in a part, or over all. */
export interface PairAgreement {
  /** Mean of τ; null: undefined for all graphs. */
  readonly mean: number | null;
  /** Number of graphs with a τ. */
  readonly graphs: number;
  /** Number of compared graphs. */
  readonly of: number;
}

/**
 * Computes the agreement of every pair of these runs, pair by pair, by `pairKey`; `weights` identifies the weights in
 * view.
 */
export function useAgreements(
  candidates: readonly Candidate[],
  /** null: all graphs. */
  part: Part | null,
  weights: string,
): { readonly known: ReadonlyMap<string, PairAgreement>; readonly error: string | null } {
  const { services } = useApp();
  const [known, setKnown] = useState<ReadonlyMap<string, PairAgreement>>(new Map());
  const [error, setError] = useState<string | null>(null);
  const versions = candidates.map((one) => versionOf(one, weights));
  const question = [part, ...versions].join("|");
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    setError(null);
    const ask = async (): Promise<void> => {
      for (const [i, one] of candidates.entries()) {
        for (const [j, other] of candidates.slice(0, i).entries()) {
          const key = pairKey(part, versions[j]!, versions[i]!);
          if (known.has(key)) continue;
          const pair = [other.compared, one.compared] as const;
          const asking = { signal, urgent: false, beside: pair };
          const result = await services.analysis.ask("compare", [part, pair], asking);
          if (signal.aborted || !result) return;
          const { taus = new Float64Array() } = result.answer.agreement ?? {};
          const graphs = taus.filter((tau) => !Number.isNaN(tau)).length;
          setKnown((before) =>
            new Map(before).set(key, {
              mean: meanOf(taus),
              graphs,
              of: result.answer.graphs.length,
            }),
          );
        }
      }
    };
    ask().catch((problem: unknown) => {
      if (!signal.aborted) setError(messageOf(problem));
    });
    return () => abort.abort();
    // `question` identifies the candidates.
  }, [services, question]);
  return { known, error };
}

/** A candidate with its weights, since those in view change. */
export function versionOf({ key, steps }: Candidate, weights: string): string {
  return key === "view" ? `view ${weights}` : `${key} ${steps}`;
}

export function pairKey(part: Part | null, one: string, other: string): string {
  return `${part ?? "all"}|${one}|${other}`;
}
