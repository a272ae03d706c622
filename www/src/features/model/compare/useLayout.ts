import { useEffect, useRef, useState } from "preact/hooks";
import type { Graph } from "../../../domain/graph/graph";
import { LayoutClient } from "../../../layout/client";

/** One layout for several pictures of a graph; it moves once, when it is done. */
export function useLayout(graph: Graph): Float32Array | null {
  const client = useRef<LayoutClient | null>(null);
  const [laidOut, setLaidOut] = useState<{ readonly graph: Graph; readonly positions: Float32Array } | null>(
    null,
  );
  useEffect(() => {
    client.current ??= new LayoutClient();
    const first = client.current.start(graph, (positions, done) => {
      if (done) setLaidOut({ graph, positions });
    });
    setLaidOut({ graph, positions: first });
  }, [graph]);
  useEffect(() => () => client.current?.stop(), []);
  return laidOut?.graph === graph ? laidOut.positions : null;
}
