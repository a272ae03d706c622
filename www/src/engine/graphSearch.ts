// The search for small graphs that a descriptor does not separate, in a worker.

import { startWorker } from "../domain/startWorker";

/** The search begins with the graphs with `from` vertices, and ends with the graphs with `to` vertices. */
export interface Search {
  readonly descriptor: string;
  /** Number of layers of the GIN. */
  readonly layers: number;
  readonly from: number;
  readonly to: number;
}

export type SearchReply =
  /** Classes of graphs in graph6; the descriptor does not separate two graphs of the same class. */
  | { readonly type: "found"; readonly vertices: number; readonly classes: readonly (readonly string[])[] }
  | { readonly type: "none" }
  | { readonly type: "failed"; readonly message: string };

/** The pairs with the smallest number of vertices. */
export interface FoundPairs {
  readonly vertices: number;
  readonly pairs: readonly (readonly [string, string])[];
}

/** The first pairs that the descriptor does not separate although they are not isomorphic; null: there are none, or the signal came first. */
export function searchPairs(search: Search, most: number, signal: AbortSignal): Promise<FoundPairs | null> {
  const worker = startWorker(
    () => new Worker(new URL("./search.worker.ts", import.meta.url), { type: "module" }),
  );
  return new Promise<FoundPairs | null>((resolve, reject) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
    worker.onerror = ({ message }) => reject(new Error(message || "The search did not start."));
    worker.onmessage = ({ data }: MessageEvent<SearchReply>) => {
      if (data.type === "failed") reject(new Error(data.message));
      else if (data.type === "none") resolve(null);
      else resolve({ vertices: data.vertices, pairs: pairsOf(data.classes, most) });
    };
    worker.postMessage(search);
  }).finally(() => worker.terminate());
}

/** The classes of the module's text: a line for each, with its graphs in graph6. */
export function classesOf(text: string): readonly (readonly string[])[] {
  return text === "" ? [] : text.split("\n").map((line) => line.split(" "));
}

/** The first pairs of two graphs of the same class. */
export function pairsOf(
  classes: readonly (readonly string[])[],
  most: number,
): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (const graphs of classes)
    for (const [i, second] of graphs.entries())
      for (const first of graphs.slice(0, i)) {
        if (pairs.length === most) return pairs;
        pairs.push([first, second]);
      }
  return pairs;
}
