// Names of the quantities that the page compares with the filter.

import { listOf } from "../../../domain/text/format";
import { useEffect, useState } from "preact/hooks";
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
    id === "closeness" || Number(/^attribute(\d+)$/.exec(id)?.[1] ?? 0) > FIRST_ATTRIBUTES;
  return [ids.filter((id) => !waits(id)), ids.filter(waits)];
}

// The quantities of the vertices of the data set, and the names of their labels.

export interface Quantities {
  readonly ids: readonly string[];
  /** Names of the labels; null: there are no labels, or they are not computed yet. */
  readonly labels: readonly string[] | null;
}

/** null: not computed yet. */
export function useQuantities(): Quantities | null {
  const { services } = useApp();
  const source = useSlice(({ data }) => data?.source ?? null);
  const held = useSlice(({ run }) => run?.held ?? false);
  const [known, setKnown] = useState<Quantities | null>(null);
  useEffect(() => {
    setKnown(null);
    if (!source || !held) return;
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      const asking = { signal: abort.signal, urgent: true };
      const ids = await services.analysis.about("quantities", [], asking);
      if (!ids || abort.signal.aborted) return;
      setKnown({ ids, labels: null });
      if (!ids.includes("label")) return;
      const label = await services.analysis.about("quantity", ["label"], asking);
      if (label && !abort.signal.aborted) setKnown({ ids, labels: label.categories });
    };
    // The page reports an engine crash; the request is repeated after the restart.
    ask().catch(() => undefined);
    return () => abort.abort();
  }, [services, source, held]);
  return known;
}
