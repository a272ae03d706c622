import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useApp, useOwnId } from "../context";
import type { Graph, Highlight } from "../../domain/graph/graph";
import type { Sort } from "../../domain/view";
import { BarcodeView } from "../../plots/barcode/BarcodeView";
import { rangeOf } from "../../plots/shared/colour";
import type { Domain } from "../../plots/shared/colour";

const TITLES = ["First graph", "Second graph"] as const;
const DIRECTIONS = ["sub", "super"] as const;

interface FilterBarsProps {
  readonly graphs: readonly [Graph, Graph];
  /** The filter of each graph. */
  readonly values: readonly [readonly number[], readonly number[]];
}

/** The barcodes of a filter on both graphs, one above the other on the same axis. */
export function FilterBars({ graphs, values }: FilterBarsProps): JSX.Element {
  const domain = useMemo(() => wider(rangeOf(Float32Array.from(values.flat()))), [values]);
  return (
    <div class="separate-bars">
      {graphs.map((graph, index) => (
        <figure key={TITLES[index]}>
          <figcaption>{TITLES[index]}</figcaption>
          <Bars graph={graph} values={values[index]!} domain={domain} />
        </figure>
      ))}
    </div>
  );
}

/** The axis of a constant filter needs a width. */
const wider = ([low, high]: Domain): Domain => (low < high ? [low, high] : [low, low + 1]);

interface BarsProps {
  readonly graph: Graph;
  readonly values: readonly number[];
  readonly domain: Domain;
}

function Bars({ graph, values, domain }: BarsProps): JSX.Element {
  const { topology } = useApp();
  const id = useOwnId();
  const [highlight, setHighlight] = useState<Highlight>(null);
  const [sort, setSort] = useState<Sort>("birth");
  const [zeroLength, setZeroLength] = useState(false);
  const [extended, setExtended] = useState(false);
  const [fit, setFit] = useState(false);
  const bars = useMemo(() => {
    const filter = Float32Array.from(values);
    const { bars } = topology.filtration(graph, filter);
    return extended ? [...bars, ...topology.extended(graph, filter)] : bars;
  }, [topology, graph, values, extended]);
  return (
    <BarcodeView
      id={id}
      graph={graph}
      bars={bars}
      directions={DIRECTIONS}
      direction="sub"
      threshold={null}
      highlight={highlight}
      sort={sort}
      zeroLength={zeroLength}
      extended={extended}
      domain={domain}
      colours={domain}
      fit={fit}
      onHighlight={setHighlight}
      onSort={setSort}
      onZeroLength={setZeroLength}
      onFit={setFit}
      onExtended={setExtended}
    />
  );
}
