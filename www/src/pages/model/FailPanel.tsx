import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useAct, useSlice } from "../../ui/context";
import { foldText } from "../../domain/settings/settingWords";
import { formatCount, formatShare, nameOfClass, plural } from "../../domain/text/format";
import type { Data, ErrorsView } from "../../store/state";
import { SavePicture } from "../../ui/picture/SavePicture";
import { Switch } from "../../ui/Switch";
import { Chance } from "./Doubt";
import { confusionOf, verdictsOf, chosenOf, leastCertain } from "./fail/confusion";
import type { Cell, GraphPrediction } from "./fail/confusion";
import { ConfusionMatrix } from "./fail/ConfusionMatrix";
import { Errors } from "./fail/Errors";
import { nameOfPart, partsOf } from "./parts";
import { useAnalysis, isUntrained, standing, weightsOf } from "../../ui/useAnalysis";
import { FilterKey } from "./fail/Thumbnail";
import { Gallery, useCalm } from "./fail/Gallery";
import type { Card } from "./fail/Thumbnail";

/** The graphs of a part that the model misclassifies, class by class, with thumbnails. */
export function FailPanel(): JSX.Element {
  const data = useSlice((state) => state.data);
  const run = useSlice((state) => state.run?.id);
  const regression = data != null && data.summary.targets !== null;
  const faultless = !regression && (data?.summary.classes.length === 1 || data?.rows[0]?.class === null);
  const Body = regression ? Errors : faultless ? AllGraphs : Failures;
  return (
    <section class="model-panel fail" aria-label="Where does it fail?">
      <header class="learned-header">
        <h2 class="model-title">Where does it fail?</h2>
        {!faultless && <SavePicture name={regression ? "scatter plot" : "confusion matrix"} />}
      </header>
      {data && run !== undefined && <Body key={data.summary.name} data={data} run={run} />}
    </section>
  );
}

function Failures({ data, run }: { readonly data: Data; readonly run: number }): JSX.Element {
  const { rows } = data;
  const { classes } = data.summary;
  const act = useAct();
  const view = useSlice(({ view }) => view.errorsView);
  const change = (change: Partial<ErrorsView>): void =>
    act({ type: "view", change: { errorsView: { ...view, ...change } } });
  const offered = partsOf(rows);
  const part = offered.find(({ id }) => id === view.part) ?? offered[0]!;
  // A link can name a class that does not exist.
  const cell =
    view.cell !== "wrong" && Math.max(view.cell.truth, view.cell.predicted) < classes.length
      ? view.cell
      : "wrong";
  const name = nameOfPart(part.id);

  const { result, waiting, error } = useAnalysis("scores", [part.id]);
  // Ignores a response for the previous run.
  const own = result?.run === run ? result : null;
  const verdicts = useMemo(() => own && verdictsOf(own.answer, rows, part.id), [own, rows, part.id]);
  const counts = useMemo(() => verdicts && confusionOf(verdicts, classes.length), [verdicts, classes]);
  // A run log has no folds.
  const fold = useSlice((state) =>
    state.run && !state.run.summary.logged ? foldText(state.run.summary) : null,
  );
  const right = verdicts?.filter(({ truth, predicted }) => truth === predicted).length;
  return (
    <div class="fail-parts">
      <div class="fail-counts">
        <Switch
          legend="Part of the split"
          choices={offered}
          chosen={part.id}
          onChoose={(part) => change({ part })}
        />
        <div class="fail-words">
          <p>
            <b class="number">
              {verdicts && right !== undefined
                ? `${formatCount(right)} of ${formatCount(verdicts.length)} right, ${formatShare(right / verdicts.length)}`
                : standing(waiting, error)}
            </b>
            {own && isUntrained(own) && <span class="fail-untrained">untrained</span>}
          </p>
          <Chance part={part.id}>{fold !== null && `. ${fold}`}</Chance>
        </div>
        <ConfusionMatrix
          label={`Graphs of the ${name} part by actual class and predicted class`}
          classes={classes}
          counts={counts}
          chosen={cell}
          onChoose={(cell) => change({ cell })}
        />
      </div>
      <Chosen
        data={data}
        run={run}
        part={name}
        cell={cell}
        verdicts={verdicts}
        weights={own ? weightsOf(own) : ""}
        onWrong={() => change({ cell: "wrong" })}
      />
    </div>
  );
}

interface AllGraphsProps {
  readonly data: Data;
  readonly run: number;
}

/** All graphs of a data set whose predictions cannot be wrong: it has one class, or its graphs have none. */
function AllGraphs({ data, run }: AllGraphsProps): JSX.Element {
  const { rows, summary } = data;
  const reason =
    rows[0]?.class === null
      ? "The graphs have no classes, so no prediction is right or wrong. Log the run with labels to see its errors."
      : `The data set has one class, ${nameOfClass(summary.classes, 0)}, so no prediction can be wrong.`;
  const cards = useMemo(
    () =>
      rows.map(({ vertices, edges }, index) => ({
        index,
        number: formatCount(vertices),
        meaning: "vertices",
        caption: plural(edges, "edge", "edges"),
        more: "",
      })),
    [rows],
  );
  return (
    <>
      <p class="model-hint">{reason}</p>
      <Gallery
        data={data}
        run={run}
        label="All graphs"
        hint={["In the order of the data set.", "Number: vertices."]}
        cards={cards}
        onRefresh={null}
      />
      <FilterKey />
    </>
  );
}

interface ChosenProps {
  readonly data: Data;
  readonly run: number;
  /** "test" or "training", for use within a sentence. */
  readonly part: string;
  readonly cell: Cell;
  readonly verdicts: readonly GraphPrediction[] | null;
  /** The weights of the verdicts, as text. */
  readonly weights: string;
  readonly onWrong: () => void;
}

/** The graphs of the selected cell. During training the list and its order change only on refresh. */
function Chosen(props: ChosenProps): JSX.Element {
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
    <div class="fail-list">
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
    </div>
  );
}

function titleOf(cell: Cell, part: string, { summary: { classes } }: Data): string {
  if (cell === "wrong") return `Wrong ${part} graphs`;
  const [truth, predicted] = [nameOfClass(classes, cell.truth), nameOfClass(classes, cell.predicted)];
  return cell.truth === cell.predicted
    ? `${truth}, predicted correctly`
    : `${truth}, predicted as ${predicted}`;
}

function cardOf({ index, truth, predicted, margin }: GraphPrediction, { summary: { classes } }: Data): Card {
  return {
    index,
    number: margin.toFixed(margin < 99.95 ? 1 : 0),
    meaning: "margin",
    word: "predicted",
    caption: nameOfClass(classes, predicted),
    more: `, actual ${nameOfClass(classes, truth)}`,
  };
}

// The text above the list of graphs.

interface Listed {
  /** The list has misclassified graphs. */
  readonly wrong: boolean;
  /** The weights that gave the list and its order. */
  readonly weights: string;
}

/** The order of the list and the meaning of its numbers. `weights`: those of the numbers. */
export function hintOf(
  { wrong, weights: listed }: Listed,
  weights: string,
  graphs: number,
): readonly string[] {
  const since = listed === weights ? "" : ` Numbers: ${lower(weights)}.`;
  if (graphs === 0) return [`${listed}: none.`];
  return wrong
    ? [
        `${listed}, most confident mistakes first.${since}`,
        "The number is the lead of the predicted class in the score over the actual class.",
      ]
    : [
        `${listed}, least confident first.${since}`,
        "The number is the lead of the predicted class in the score over the second class.",
      ];
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
