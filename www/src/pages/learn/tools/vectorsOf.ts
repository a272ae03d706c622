import { endOf, hatVector, pointsOf } from "../../../domain/persistence/vectors";
import type { VectorFrame, VectorKind, Vectors } from "../../../domain/persistence/vectors";
import type { Bar } from "../../../domain/graph/graph";
import type { Topology } from "../../../engine/topology";

type Module = Pick<Topology, "landscape" | "image" | "bettiCurve">;

/** A vector of bars of one dimension and direction. */
function vectorOf(
  topology: Module,
  kind: VectorKind,
  bars: readonly Bar[],
  frame: VectorFrame,
): ArrayLike<number> {
  const { parameters, direction } = frame;
  if (kind === "hats") return hatVector(bars, frame);
  const points = Float64Array.from(pointsOf(bars, direction === "sub" ? Infinity : -Infinity));
  const range = Float64Array.from(frame.range);
  switch (kind) {
    case "landscape":
      return topology.landscape(points, range, parameters.samples, parameters.levels);
    case "image": {
      const bandwidth = parameters.bandwidth * (range[1]! - range[0]!);
      return topology.image(points, range, parameters.pixels, bandwidth);
    }
    case "betti":
      return topology.bettiCurve(points, range, parameters.steps);
  }
}

/** The vectors of bars of one dimension and direction. */
export function vectorsOf(topology: Module, bars: readonly Bar[], frame: VectorFrame): Vectors {
  const of = (kind: VectorKind): ArrayLike<number> => vectorOf(topology, kind, bars, frame);
  return { landscape: of("landscape"), image: of("image"), betti: of("betti"), hats: of("hats") };
}

/**
 * The bar that contributes most to an entry; in a landscape, the bar whose level it is. Null: no bar contributes. Bars with
 * equal contributions come in their order.
 */
export function contributorTo(
  topology: Module,
  kind: VectorKind,
  entry: number,
  bars: readonly Bar[],
  frame: VectorFrame,
): Bar | null {
  const { samples } = frame.parameters;
  const [rank, own] = kind === "landscape" ? [Math.floor(entry / samples), entry % samples] : [0, entry];
  // Each copy of a bar has a separate level.
  const copies = bars.flatMap((bar) => Array.from({ length: bar.multiplicity }, () => bar));
  const alone = copies.map((bar) =>
    Math.abs(vectorOf(topology, kind, [{ ...bar, multiplicity: 1 }], frame)[own]!),
  );
  const at = [...alone.keys()].sort((a, b) => alone[b]! - alone[a]!)[rank];
  return at === undefined || alone[at] === 0 ? null : copies[at]!;
}

/** The bars as points for distances: essential bars end at the end of the range. */
export function diagramOf(bars: readonly Bar[], frame: VectorFrame): Float32Array {
  return Float32Array.from(pointsOf(bars, endOf(frame)));
}
