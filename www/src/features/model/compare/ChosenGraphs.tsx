import type { JSX } from "preact";
import { useSlice } from "../../context";
import { formatCount } from "../../../domain/text/format";
import { predictionText } from "../../../domain/text/predictions";
import type { Part } from "../../../protocol";
import type { Data } from "../../../store/state";
import { Gallery } from "../fail/Gallery";
import type { Card } from "../fail/Thumbnail";
import { useCalm } from "../fail/useCalm";
import { nameOfPart } from "../parts";
import { nameOfRight } from "./RightTable";
import { chosenRows, rangeOfBin } from "./taus";
import type { Choice, ComparedRow } from "./taus";
import { formatTau, rangeWords, rightWords } from "./words";

interface ChosenGraphsProps {
  readonly data: Data;
  readonly run: number;
  readonly rows: readonly ComparedRow[];
  readonly mean: number | null;
  readonly part: Part;
  readonly choice: Choice;
  /** The two runs and their weights. */
  readonly pair: string;
  readonly weights: string;
}

/** The graphs of the selected range or cell. During training the list changes only on refresh. */
export function ChosenGraphs(props: ChosenGraphsProps): JSX.Element {
  const { data, run, rows, mean, part, choice, pair, weights } = props;
  const moves = useSlice((state) => state.run?.phase === "running" && state.view.epoch === null);
  const key = `${pair} ${part} ${JSON.stringify(choice)}`;
  const { value, refresh } = useCalm({ chosen: chosenRows(rows, choice, mean), weights }, key, moves);
  const chosen = value?.chosen ?? [];
  const title = titleOf(choice, part);
  const withTau = rows.some(({ tau }) => !Number.isNaN(tau));
  const first = mean !== null && mean < 0 ? "Highest τ first." : "Largest disagreement first.";
  const order = withTau ? `${first} Number: τ.` : "In data set order.";
  return (
    <section class="compare-chosen" aria-label="Graphs">
      <h3 class="fail-heading">
        {formatCount(chosen.length)} {title}
      </h3>
      <Gallery
        key={key}
        data={data}
        run={run}
        label={title}
        hint={[order, "Colours: f of the run in view."]}
        cards={chosen.map((row) => cardOf(row, data))}
        onRefresh={value !== null && value.weights !== weights ? refresh : null}
      />
    </section>
  );
}

function titleOf(choice: Choice, part: Part): string {
  if (choice.type === "right") return rightWords(nameOfRight(choice), part);
  const graphs = `${nameOfPart(part)} graphs of both`;
  return choice.bin === null ? graphs : `${graphs}, ${rangeWords(rangeOfBin(choice.bin))}`;
}

function cardOf({ index, tau, truth, predicted: [a, b] }: ComparedRow, { summary }: Data): Card {
  const [one, other] = [predictionText(summary, a), predictionText(summary, b)];
  return {
    index,
    number: Number.isNaN(tau) ? "–" : formatTau(tau),
    meaning: "τ",
    caption: one === other ? `both ${one}` : `${one} / ${other}`,
    more: `, A predicts ${one}, B predicts ${other}, actual ${predictionText(summary, truth)}`,
  };
}
