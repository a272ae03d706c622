import { useEffect, useMemo, useState } from "preact/hooks";
import { useApp } from "../context";
import type { ComparedPair } from "../../engine/topology";
import type { Comparison } from "../../protocol";

/** The two graphs, or the reason why they cannot be read. */
export type ReadPair =
  { readonly pair: ComparedPair; readonly problem: null } | { readonly pair: null; readonly problem: string };

/** The graphs of two texts in graph6. */
export function usePair([first, second]: readonly [string, string]): ReadPair {
  const { topology } = useApp();
  return useMemo(() => {
    try {
      return { pair: topology.pair(first, second), problem: null };
    } catch (error) {
      return { pair: null, problem: error instanceof Error ? error.message : String(error) };
    }
  }, [topology, first, second]);
}

interface Found {
  readonly pair: ComparedPair;
  readonly layers: number;
  readonly of: Readonly<Record<string, Comparison>>;
}

const NONE: Readonly<Record<string, Comparison>> = {};

/**
 * The results of all descriptors so far, by id. Each call is synchronous, so that the page computes one descriptor, draws, and continues.
 * The first one is that in view.
 */
export function useComparisons(
  pair: ComparedPair | null,
  ids: readonly string[],
  first: string,
  layers: number,
): Readonly<Record<string, Comparison>> {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!pair) return;
    const rest = [...new Set([first, ...ids])].filter((id) => ids.includes(id));
    let of = NONE;
    let timer = 0;
    const next = (): void => {
      const id = rest.shift();
      if (id === undefined) return;
      of = { ...of, [id]: pair.compare(id, layers) };
      setFound({ pair, layers, of });
      timer = window.setTimeout(next, 0);
    };
    next();
    return () => window.clearTimeout(timer);
    // Another descriptor in view needs no new results.
  }, [pair, ids, layers]);
  return found?.pair === pair && found?.layers === layers ? found.of : NONE;
}
