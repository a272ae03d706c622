import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Graph } from "../../domain/graph/graph";
import type { Topology } from "../../engine/topology";
import { LayoutClient } from "../../layout/client";
import { normalise } from "../../layout/layout";

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

/** The positions turned so that a direction, in degrees, points to the right. */
export function turnedPlaces(
  topology: Pick<Topology, "heights">,
  positions: Float32Array,
  degrees: number,
): Float32Array {
  const [along, up] = [degrees, degrees + 90].map((angle) => topology.heights(positions, angle)) as [
    Float32Array,
    Float32Array,
  ];
  return positions.map((_, i) => (i % 2 === 0 ? 1 + along[i >> 1]! : 1 - up[i >> 1]!) / 2);
}
