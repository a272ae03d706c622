import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { formatCount } from "../../../domain/text/format";
import { areFarFromZero, formatNumber, formatTarget, rangeOfTargets } from "../../../domain/training/metric";
import type { TargetRange } from "../../../domain/training/metric";
import { MapPlot } from "../map/MapPlot";
import type { MapGroup } from "../map/groups";
import { errorOf } from "./confusion";
import type { Estimate } from "./confusion";
import "../map/map.css";

interface ScatterProps {
  readonly estimates: readonly Estimate[];
  /** The graph in view, by its index in the data set; null: none. */
  readonly shown: number | null;
  readonly onShow: (index: number) => void;
}

/** Predicted numbers against the targets. On the line, both are equal. */
export function Scatter({ estimates, shown, onShow }: ScatterProps): JSX.Element {
  const targets = useMemo(() => rangeOfTargets(estimates.map(({ target }) => target)), [estimates]);
  // The plot has 32 bits, which do not distinguish targets far from 0.
  const origin = areFarFromZero(targets) ? Math.floor(targets.min) : 0;
  const points = useMemo(
    () =>
      Float32Array.from(estimates.flatMap(({ target, predicted }) => [target - origin, predicted - origin])),
    [estimates, origin],
  );
  const groups = useMemo(
    (): readonly MapGroup[] => [
      { name: "graphs", style: "class-0", shape: "circle", graphs: [...estimates.keys()] },
    ],
    [estimates],
  );
  const from = origin === 0 ? "" : origin > 0 ? ` − ${origin}` : ` + ${-origin}`;
  const place = estimates.findIndex(({ index }) => index === shown);
  return (
    <div class="fail-scatter">
      <MapPlot
        name="scatter plot of predictions"
        points={points}
        groups={groups}
        axes={[`actual${from}`, `predicted${from}`]}
        diagonal
        shown={place < 0 ? null : place}
        describe={(at) => describeEstimate(estimates[at]!, targets)}
        onShow={(at) => onShow(estimates[at]!.index)}
      />
    </div>
  );
}

/** "Graph 12: actual 1.23, predicted 1.31, error 0.0800" */
export function describeEstimate(estimate: Estimate, targets: TargetRange | null): string {
  const { index, target, predicted } = estimate;
  return `Graph ${formatCount(index + 1)}: actual ${formatTarget(target, targets)}, predicted ${formatTarget(predicted, targets)}, error ${formatNumber(errorOf(estimate))}`;
}
