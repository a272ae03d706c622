import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useSlice } from "../../context";
import { nameOfClass } from "../../../domain/text/format";
import type { ClassSummary, Part } from "../../../protocol";
import { Switch } from "../../shell/Switch";
import { useAnalysis } from "../useAnalysis";
import { ClassAmounts } from "./ClassAmounts";
import type { ReadCoordinateFunction, Shares } from "./functions";
import { TopBars } from "./TopBars";
import { topBarsOf } from "./top";
import type { TopBar } from "./top";
import { useDecimals } from "../why/decimals";
import { describeFunction, describeSum, nameOfFunction } from "./words";

const PARTS: readonly { readonly id: Part; readonly title: string }[] = [
  { id: "test", title: "Test" },
  { id: "validation", title: "Validation" },
  { id: "train", title: "Training" },
];

interface FunctionDetailsProps {
  readonly coordinate: ReadCoordinateFunction;
  /** The contribution of each row of its barcode to each coordinate function. */
  readonly shares: readonly Shares[];
  readonly wanted: number;
  readonly classes: readonly ClassSummary[];
  /** The bar in view; null: none. */
  readonly shown: TopBar | null;
  readonly onShow: (top: TopBar) => void;
}

/** Describes a coordinate function, its value for the graph, and its top bars over all graphs. */
export function FunctionDetails({
  coordinate,
  shares,
  wanted,
  classes,
  shown,
  onShow,
}: FunctionDetailsProps): JSX.Element {
  const data = useSlice((state) => state.data);
  const weighted = useSlice(({ run }) => run !== null && run.summary.config.barWeight !== "none");
  const [asked, setPart] = useState<Part>("test");
  const offered = PARTS.filter(({ id }) => data?.rows.some((row) => row.part === id));
  const part = offered.find(({ id }) => id === asked)?.id ?? "test";
  const { result, error } = useAnalysis("topBars", [part]);
  const top = result?.answer.find(({ barcode }) => barcode === coordinate.barcode);
  const decimals = useDecimals();
  const title = nameOfFunction(coordinate);
  const own = shares.map(({ shares }) => shares[coordinate.number - 1]!);
  const bars = shares.reduce((sum, { row }) => sum + row.count, 0);
  return (
    <section class="coordinates-details" aria-label={`About ${title}`}>
      <h3 class="coordinates-heading">{title.replace("function", "Function")}</h3>
      <p>
        {describeFunction(coordinate)}
        {weighted && " The contribution of a bar is this times its weight."}
      </p>
      <p class="coordinates-sum">
        {describeSum(coordinate, own, bars, wanted, nameOfClass(classes, wanted), decimals)}
      </p>
      {classes.length > 2 && <ClassAmounts amounts={coordinate.contributions} classes={classes} />}
      <div class="coordinates-parts">
        <h3 class="coordinates-heading">Top bars</h3>
        <Switch legend="Part of the split" choices={offered} chosen={part} onChoose={setPart} />
      </div>
      {error !== null && <p class="model-hint">The model cannot be evaluated: {error}</p>}
      {data && (
        <TopBars
          data={data}
          part={part}
          title={title}
          bars={top ? topBarsOf(top, coordinate.number - 1) : null}
          weights={result ? `${result.run} ${result.epoch} ${result.step}` : ""}
          shown={shown}
          onShow={onShow}
        />
      )}
    </section>
  );
}
