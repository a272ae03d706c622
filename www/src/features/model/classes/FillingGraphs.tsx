import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSlice } from "../../context";
import { formatCount, plural } from "../../../domain/text/format";
import { prefersReducedMotion } from "../../../plots/shared/size";
import type { ClassBars, Part } from "../../../protocol";
import type { Data } from "../../../store/state";
import { Gallery } from "../fail/Gallery";
import { useCalm } from "../fail/useCalm";
import { nameOfPart } from "../parts";
import { CellStrip } from "./CellStrip";
import type { ChosenCell } from "./Densities";
import { fillingOf } from "./grids";
import type { Aspect, Filling } from "./grids";
import { stripOf } from "./strip";
import { nameOfCell } from "./words";

interface FillingGraphsProps {
  readonly data: Data;
  readonly run: number;
  readonly bars: ClassBars;
  /** The weights of the bars, as text. */
  readonly weights: string;
  readonly part: Part;
  readonly aspect: Aspect;
  readonly compared: readonly number[];
  readonly chosen: ChosenCell;
  readonly nameOf: (label: number) => string;
}

/** The graphs with bars in a cell. During training the list changes only on refresh. */
export function FillingGraphs(props: FillingGraphsProps): JSX.Element {
  const { data, run, bars, weights, part, aspect, compared, chosen, nameOf } = props;
  const { direction, scale } = aspect;
  const moves = useSlice((state) => state.run?.phase === "running" && state.view.epoch === null);
  const filling = (label: number): readonly Filling[] =>
    fillingOf(bars, direction, chosen.cell, (graph) => data.rows[graph]?.class === label);
  const shown = compared.includes(chosen.class) ? compared : [chosen.class];
  const key = `${run} ${part} ${direction} ${shown.join()} ${scale} ${chosen.class} ${chosen.cell} ${bars.range.join()}`;
  const fresh = {
    graphs: filling(chosen.class),
    strips: shown.map((label) => stripOf(data.rows, part, label, filling(label), scale)),
    cell: nameOfCell(bars, chosen.cell),
    weights,
  };
  const { value, refresh } = useCalm(fresh, key, moves);
  const { graphs, strips, cell, weights: then } = value ?? fresh;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const behavior = prefersReducedMotion() ? "instant" : "smooth";
    heading.current?.scrollIntoView({ block: "nearest", behavior });
  }, [chosen.cell, chosen.class]);
  const all = `${nameOfPart(part)} graphs of ${nameOf(chosen.class)}`;
  const title = `${formatCount(graphs.length)} of ${formatCount(bars.graphs[chosen.class] ?? 0)} ${all}`;
  return (
    <div class="class-filling">
      <h3 class="fail-heading" ref={heading}>
        {title}
      </h3>
      <CellStrip strips={strips} scale={scale} cell={cell} nameOf={nameOf} />
      <Gallery
        key={key}
        data={data}
        run={run}
        label={`${title} have ${cell}`}
        hint={[`${then}: they have ${cell}.`, "Number: bars in the cell, descending."]}
        cards={graphs.map(({ graph, bars: count }) => ({
          index: graph,
          number: formatCount(count),
          meaning: "bars in the cell:",
          caption: plural(data.rows[graph]!.vertices, "vertex", "vertices"),
          more: "",
        }))}
        onRefresh={then === weights ? null : refresh}
      />
    </div>
  );
}
