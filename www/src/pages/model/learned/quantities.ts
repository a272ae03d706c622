// Names of the quantities that the page compares with the filter.

import { listOf } from "../../../domain/text/format";
import { useEffect, useState } from "preact/hooks";
import { hasEdgesInView } from "../../../store/selectors";
import { useApp, useSlice } from "../../../ui/context";

interface Words {
  readonly name: string;
  readonly definition: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  degree: { name: "degree", definition: "Number of edges at the vertex." },
  core: {
    name: "core number",
    definition: "The largest k such that the vertex belongs to the k-core.",
  },
  clustering: {
    name: "clustering",
    definition: "Share of pairs of its neighbours that are adjacent; 0 if there is no pair.",
  },
  closeness: {
    name: "closeness",
    definition:
      "Closeness centrality: 1 / mean distance to the other vertices it reaches, times the share of vertices reached.",
  },
  "component-size": { name: "component size", definition: "Number of vertices of its component." },
  label: {
    name: "label",
    definition: "Label of the vertex in the data set, for example the atom type.",
  },
  "edge-curvature": {
    name: "Forman curvature",
    definition: "4 − the degrees of both ends + 3 × the number of their common neighbours.",
  },
  "edge-smaller-degree": { name: "smaller degree", definition: "The smaller of the degrees of both ends." },
  "edge-larger-degree": { name: "larger degree", definition: "The larger of the degrees of both ends." },
  "edge-betweenness": {
    name: "betweenness",
    definition: "Share of the shortest paths between two vertices that contain the edge, over all pairs.",
  },
  "edge-label": {
    name: "edge label",
    definition: "Label of the edge in the data set, for example the bond.",
  },
  "edge-labels": { name: "label pair", definition: "Labels of both ends, without direction." },
};

export function nameOfQuantity(id: string): string {
  return WORDS[id]?.name ?? id.replace(/^attribute(\d)/, "attribute $1");
}

/** "the degree", "attribute 2", "the degree and the label". */
export function withArticle(ids: readonly string[]): string {
  return listOf(ids.map((id) => (WORDS[id] ? `the ${nameOfQuantity(id)}` : nameOfQuantity(id))));
}

export function definitionOf(id: string): string {
  return WORDS[id]?.definition ?? "Numeric vertex attribute of the data set.";
}

/** The page requests further attributes later. */
const FIRST_ATTRIBUTES = 3;

/** The quantities of the first request, and those that are slow or numerous. */
export function inTwoParts(ids: readonly string[]): readonly [string[], string[]] {
  const waits = (id: string): boolean =>
    id === "closeness" ||
    id === "edge-betweenness" ||
    Number(/^attribute(\d+)$/.exec(id)?.[1] ?? 0) > FIRST_ATTRIBUTES;
  return [ids.filter((id) => !waits(id)), ids.filter(waits)];
}

// The quantities of the vertices or edges of the data set, and the names of their labels.

export interface Quantities {
  readonly ids: readonly string[];
  /** The names of the values of each quantity that has names instead of numbers, as far as they are computed. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** The quantities whose values are names. */
const NAMED = ["label", "edge-label", "edge-labels"];

/** The quantities for the filter in view; null: not computed yet. */
export function useQuantities(): Quantities | null {
  const { services } = useApp();
  const source = useSlice(({ data }) => data?.source ?? null);
  const held = useSlice(({ run }) => run?.held ?? false);
  const edges = useSlice(hasEdgesInView);
  const [known, setKnown] = useState<(Quantities & { readonly edges: boolean }) | null>(null);
  useEffect(() => {
    setKnown(null);
    if (!source || !held) return;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const asking = { signal: abort.signal, urgent: true };
      const ids = await services.analysis.about("quantities", [edges], asking);
      if (!ids || abort.signal.aborted) return;
      let names: Quantities["names"] = new Map();
      setKnown({ ids, names, edges });
      for (const id of NAMED.filter((id) => ids.includes(id))) {
        const quantity = await services.analysis.about("quantity", [id], asking);
        if (abort.signal.aborted) return;
        names = new Map([...names, [id, quantity?.categories ?? []]]);
        setKnown({ ids, names, edges });
      }
    };
    // The page reports an engine crash; the request is repeated after the restart.
    ask().catch(() => undefined);
    return () => abort.abort();
  }, [services, source, held, edges]);
  // Before the next effect, these can be the quantities of the previous filter.
  return known?.edges === edges ? known : null;
}
