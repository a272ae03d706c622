import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct, useOwnId } from "../../../ui/context";
import type { Direction, Graph } from "../../../domain/graph/graph";
import { vertexName } from "../../../domain/graph/graph";
import { lossAgainst, slopesBeside } from "../../../domain/persistence/slopes";
import type { BarsOf } from "../../../domain/persistence/slopes";
import type { Domain } from "../../../plots/shared/colour";
import { describeSlope } from "./describeSlopes";
import { LossPlot } from "./LossPlot";
import { useSettled } from "./settled";

interface LossAgainstVertexProps {
  readonly graph: Graph;
  readonly filter: Float32Array;
  readonly direction: Direction;
  readonly domain: Domain;
  readonly slopes: Float64Array;
  readonly vertex: number;
  readonly barsOf: BarsOf;
}

/**
 * Up to this number of vertices, the loss updates in every frame of a drag, and a list offers the vertices.
 */
const MAX_LIVE = 120;

/** The loss against the value of one vertex, with its current slope. */
export function LossAgainstVertex(props: LossAgainstVertexProps): JSX.Element {
  const { graph, filter, direction, domain, slopes, vertex, barsOf } = props;
  const act = useAct();
  const id = useOwnId();
  const live = graph.vertices <= MAX_LIVE;
  const asked = useMemo(
    () => ({ graph, filter, direction, domain, vertex, slope: slopes[vertex] ?? 0 }),
    [graph, filter, direction, domain, vertex, slopes],
  );
  const settled = useSettled(asked, live);
  const value = settled.filter[settled.vertex]!;
  const curve = useMemo(() => {
    const on = settled;
    return lossAgainst(on.graph, on.filter, on.direction, on.vertex, around(on.domain, value), barsOf);
  }, [settled, value, barsOf]);
  const name = vertexName(settled.graph, settled.vertex);
  const [below, above] = slopesBeside(curve, value);
  const sentence = describeSlope({ name, slope: settled.slope, below, above, exact: curve.exact });
  return (
    <>
      {live && (
        <p class="tool-row">
          <label for={id}>Vertex</label>
          <select
            id={id}
            value={vertex}
            onChange={(event) =>
              act({ type: "view", change: { selection: Number(event.currentTarget.value) } })
            }
          >
            {Array.from({ length: graph.vertices }, (_, v) => (
              <option key={v} value={v}>
                {vertexName(graph, v)}
              </option>
            ))}
          </select>
        </p>
      )}
      <LossPlot
        curve={curve}
        value={value}
        slope={settled.slope}
        name={name}
        label={`The loss against the value of ${name}. ${sentence}`}
      />
      <p class="tool-text tool-sentence" aria-live="polite">
        {sentence}
      </p>
    </>
  );
}

/** Extends the range on both sides, so that kinks at its ends are visible, and includes the value. */
function around([low, high]: Domain, value: number): Domain {
  const room = 0.3 * (high - low);
  return [Math.min(low - room, value), Math.max(high + room, value)];
}
