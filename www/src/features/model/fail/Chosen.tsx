import type { JSX } from "preact";
import { formatCount, nameOfClass } from "../../../domain/text/format";
import { useSlice } from "../../context";
import type { Data } from "../../../store/state";
import { chosenOf, leastCertain } from "./confusion";
import type { Cell, Verdict } from "./confusion";
import { FilterKey } from "./FilterKey";
import { Gallery } from "./Gallery";
import { hintOf } from "./words";
import type { Card } from "./Thumbnail";
import { useCalm } from "./useCalm";

interface ChosenProps {
  readonly data: Data;
  readonly run: number;
  /** "test" or "training", for use within a sentence. */
  readonly part: string;
  readonly cell: Cell;
  readonly verdicts: readonly Verdict[] | null;
  /** The weights of the verdicts, as text. */
  readonly weights: string;
  readonly onWrong: () => void;
}

/** The graphs of the selected cell. During training the list and its order change only on refresh. */
export function Chosen(props: ChosenProps): JSX.Element {
  const { data, run, part, cell, verdicts, weights, onWrong } = props;
  const moves = useSlice((state) => state.run?.phase === "running" && state.view.epoch === null);
  const perfect = cell === "wrong" && verdicts?.every(({ truth, predicted }) => truth === predicted) === true;
  const list = verdicts && (perfect ? leastCertain(verdicts) : chosenOf(verdicts, cell));
  const fresh = list && {
    order: list.map(({ index }) => index),
    title: perfect ? `No ${part} graph is wrong` : titleOf(cell, part, data),
    wrong: !perfect && (cell === "wrong" || cell.truth !== cell.predicted),
    weights,
  };
  const key = `${run} ${part} ${JSON.stringify(cell)}`;
  const { value, refresh } = useCalm(fresh, key, moves);
  const now = new Map(verdicts?.map((verdict) => [verdict.index, verdict]));
  const graphs = value?.order.flatMap((index) => now.get(index) ?? []) ?? [];
  const title = value?.title ?? titleOf(cell, part, data);
  return (
    <>
      <div class="fail-row">
        <h3 class="fail-heading">{title}</h3>
        <button type="button" class="button" aria-pressed={cell === "wrong"} onClick={onWrong}>
          All wrong
          <b class="number fail-count">{verdicts ? formatCount(chosenOf(verdicts, "wrong").length) : "–"}</b>
        </button>
      </div>
      <Gallery
        key={key}
        data={data}
        run={run}
        label={title}
        hint={value ? hintOf(value, weights, graphs.length) : []}
        cards={graphs.map((verdict) => cardOf(verdict, data))}
        onRefresh={value !== null && value.weights !== weights ? refresh : null}
      />
      <FilterKey />
    </>
  );
}

function titleOf(cell: Cell, part: string, { summary: { classes } }: Data): string {
  if (cell === "wrong") return `Wrong ${part} graphs`;
  const [truth, predicted] = [nameOfClass(classes, cell.truth), nameOfClass(classes, cell.predicted)];
  return cell.truth === cell.predicted
    ? `${truth}, predicted correctly`
    : `${truth}, predicted as ${predicted}`;
}

function cardOf({ index, truth, predicted, margin }: Verdict, { summary: { classes } }: Data): Card {
  return {
    index,
    number: margin.toFixed(margin < 99.95 ? 1 : 0),
    meaning: "margin",
    word: "predicted",
    caption: nameOfClass(classes, predicted),
    more: `, actual ${nameOfClass(classes, truth)}`,
  };
}
