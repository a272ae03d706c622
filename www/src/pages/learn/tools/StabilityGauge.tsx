import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Direction, Graph } from "../../../domain/graph/graph";
import { supDistance, wholeDistance, describeSwaps, swaps } from "../../../domain/persistence/stability";
import { describeTooMany } from "./describeMatching";
import { Meter, spanOf } from "./Meter";
import type { ReferredChange, Measured } from "./measured";
import { useMatchings } from "./useMatchings";
import { vertexName } from "../../../domain/graph/graph";

interface StabilityGaugeProps {
  readonly change: ReferredChange;
  readonly direction: Direction;
}

/** The distance of the filters and of the barcodes: the second never exceeds the first. */
export function StabilityGauge({ change, direction }: StabilityGaugeProps): JSX.Element {
  const { from, now } = change;
  const sup = supDistance(from.filtration.filter, now.filtration.filter);
  const matched = useMatchings(change, direction, "bottleneck");
  const { matchings, current } = matched;
  const full = useMemo(() => spanOf(from.filtration.filter), [from.filtration]);
  const sentence = useMemo(
    () => describeMove(matched.from, matched.now, matched.direction),
    [matched.from, matched.now, matched.direction],
  );
  return (
    <section class="gauge" aria-label="Distance of the values and of the bars">
      <Meter name="values" symbol="‖f − g‖∞" value={sup} full={full} />
      <Meter
        name="bars"
        symbol="bottleneck"
        value={current && matchings ? wholeDistance("bottleneck", matchings) : null}
        full={full}
      />
      <p class="tool-text gauge-sentence" aria-live="polite">
        {matchings ? sentence : describeTooMany(matched.bars)}
      </p>
      <button type="button" class="button" onClick={change.measureFromHere}>
        Measure from here
      </button>
    </section>
  );
}

type FiltrationState = Pick<Measured, "graph" | "filtration">;

/** The changes of the bars since the reference filtration. */
export function describeMove(from: FiltrationState, now: FiltrationState, direction: Direction): string {
  const sup = supDistance(from.filtration.filter, now.filtration.filter);
  if (sup === null) return "The vertices have changed, so there is nothing to compare.";
  if (!sameEdges(from.graph, now.graph)) return "The edges have changed; stability has no bound for that.";
  if (sup === 0) return "Nothing has moved yet.";
  const swapped = describeSwaps(swaps(from.filtration, now.filtration, direction), (vertex) =>
    vertexName(now.graph, vertex),
  );
  return swapped || "No bar moves farther than the values do.";
}

function sameEdges(a: Graph, b: Graph): boolean {
  if (a === b) return true;
  return (
    a.vertices === b.vertices &&
    a.edges.length === b.edges.length &&
    a.edges.every((vertex, i) => vertex === b.edges[i])
  );
}
