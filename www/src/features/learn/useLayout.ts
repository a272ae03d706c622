import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Graph } from "../../domain/graph/graph";
import { LayoutClient } from "../../layout/client";
import { normalise } from "../../layout/normalise";

/** x and y of each vertex from 0 to 1: from the graph, or from a layout that a worker improves. */
export function useLayout(graph: Graph, given: Float32Array | undefined): Float32Array {
  const client = useRef<LayoutClient | null>(null);
  const [better, setBetter] = useState<{ readonly graph: Graph; readonly places: Float32Array } | null>(null);
  useEffect(() => () => client.current?.stop(), []);
  const first = useMemo(() => {
    if (given) return given;
    client.current ??= new LayoutClient();
    const start = client.current.start(graph, (places, done) => {
      if (done) setBetter({ graph, places: normalise(places) });
    });
    return normalise(start);
  }, [graph, given]);
  return !given && better?.graph === graph ? better.places : first;
}
