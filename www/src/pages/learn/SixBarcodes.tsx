import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useShown } from "../../ui/context";
import type { Bar } from "../../domain/graph/graph";
import { readBarcodes } from "../../domain/persistence/readBarcodes";
import { BarcodeLabel } from "../../plots/shared/Tip";

/** The maximal number of listed points; more are counted. */
const MAX_POINTS = 6;
const NO_BARS: readonly Bar[] = [];

/** How a model merges the six barcodes of both directions into three. */
export function SixBarcodes(): JSX.Element {
  const bars = useShown().filtration?.bars ?? NO_BARS;
  const read = useMemo(() => readBarcodes(bars), [bars]);
  return (
    <>
      <h2 class="popover-title">Six barcodes, three inputs</h2>
      <table class="six-three">
        <thead>
          <tr>
            <td />
            {read.map(({ kind }) => (
              <th key={kind} scope="col">
                <BarcodeLabel kind={kind} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Points title="Sublevel" barcodes={read.map(({ sub }) => sub)} />
          <Points title="Superlevel ◇" barcodes={read.map((each) => each.super)} />
        </tbody>
        <tbody class="six-three-read">
          <Points title="Input" barcodes={read.map((each) => each.read)} />
        </tbody>
      </table>
      <p class="popover-text">
        The model of Hofer et al. (Graph Filtration Learning, 2020) merges both directions. It reads finite
        bars as points (birth, death). Superlevel bars lie below the diagonal, because their birth is the
        greater value. Of essential bars, the model reads only the birth, without the direction.
      </p>
    </>
  );
}

interface PointsProps {
  readonly title: string;
  readonly barcodes: readonly (readonly string[])[];
}

function Points({ title, barcodes }: PointsProps): JSX.Element {
  return (
    <tr>
      <th scope="row">{title}</th>
      {barcodes.map((points, i) => (
        <td key={i}>
          {points.length === 0 && "none"}
          {points.slice(0, MAX_POINTS).map((point, at) => (
            <div key={at}>{point}</div>
          ))}
          {points.length > MAX_POINTS && `and ${points.length - MAX_POINTS} more`}
        </td>
      ))}
    </tr>
  );
}
