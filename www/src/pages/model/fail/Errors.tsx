import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { foldText } from "../../../domain/settings/settingWords";
import { formatCount } from "../../../domain/text/format";
import { formatNumber, formatTarget } from "../../../domain/training/metric";
import type { TargetRange } from "../../../domain/training/metric";
import type { Data } from "../../../store/state";
import { useAct, useSlice } from "../../../ui/context";
import { Switch } from "../../../ui/Switch";
import { graphInView } from "../placeholders";
import { nameOfPart, partsOf } from "../parts";
import { useAnalysis, isUntrained, standing, weightsOf } from "../../../ui/useAnalysis";
import { Chance } from "../Doubt";
import { errorOf, estimatesOf, largestErrors, meanError } from "./confusion";
import type { Estimate } from "./confusion";
import { FilterKey } from "./Thumbnail";
import { Gallery, useCalm } from "./Gallery";
import { Scatter } from "./Scatter";
import type { Card } from "./Thumbnail";

/** The graphs of a part whose numbers the model predicts: a scatter plot, and the graphs with the largest errors. */
export function Errors({ data, run }: { readonly data: Data; readonly run: number }): JSX.Element {
  const act = useAct();
  const { rows } = data;
  const view = useSlice(({ view }) => view.errorsView);
  const offered = partsOf(rows);
  const part = (offered.find(({ id }) => id === view.part) ?? offered[0]!).id;
  const shown = useSlice(graphInView);
  const fold = useSlice((state) => state.run && foldText(state.run.summary));
  const { result, waiting, error } = useAnalysis("scores", [part]);
  // Ignores a response for the previous run.
  const own = result?.run === run ? result : null;
  const estimates = useMemo(() => own && estimatesOf(own.answer, rows, part), [own, rows, part]);
  return (
    <div class="fail-parts">
      <div class="fail-counts">
        <Switch
          legend="Part of the split"
          choices={offered}
          chosen={part}
          onChoose={(part) => act({ type: "view", change: { errorsView: { ...view, part } } })}
        />
        <div class="fail-words">
          <p>
            <b class="number">
              {estimates
                ? `Mean absolute error ${formatNumber(meanError(estimates))} over ${formatCount(estimates.length)}`
                : standing(waiting, error)}
            </b>
            {own && isUntrained(own) && <span class="fail-untrained">untrained</span>}
          </p>
          <Chance part={part}>{fold !== null && `. ${fold}`}</Chance>
        </div>
        {estimates && (
          <Scatter
            estimates={estimates}
            shown={shown}
            onShow={(index) => act({ type: "show", subject: { type: "graph", index } })}
          />
        )}
      </div>
      <Largest
        data={data}
        run={run}
        part={nameOfPart(part)}
        estimates={estimates}
        weights={own ? weightsOf(own) : ""}
      />
    </div>
  );
}

interface LargestProps {
  readonly data: Data;
  readonly run: number;
  readonly part: string;
  readonly estimates: readonly Estimate[] | null;
  /** The weights of the estimates, as text. */
  readonly weights: string;
}

/** The graphs by descending error. During training the list changes only on refresh. */
function Largest({ data, run, part, estimates, weights }: LargestProps): JSX.Element {
  const moves = useSlice((state) => state.run?.phase === "running" && state.view.epoch === null);
  const key = `${run} ${part}`;
  const fresh = estimates && { list: largestErrors(estimates), weights };
  const { value, refresh } = useCalm(fresh, key, moves);
  const title = `Largest errors, ${part} graphs`;
  return (
    <div class="fail-list">
      <div class="fail-row">
        <h3 class="fail-heading">{title}</h3>
      </div>
      <Gallery
        key={key}
        data={data}
        run={run}
        label={title}
        hint={value ? [`${value.weights}, largest error first.`, "Number: absolute error."] : []}
        cards={value?.list.map((estimate) => cardOf(estimate, data.summary.targets)) ?? []}
        onRefresh={value !== null && value.weights !== weights ? refresh : null}
      />
      <FilterKey />
    </div>
  );
}

function cardOf(estimate: Estimate, targets: TargetRange | null): Card {
  const { index, target, predicted } = estimate;
  return {
    index,
    number: formatNumber(errorOf(estimate)),
    meaning: "absolute error",
    word: "predicted",
    caption: formatTarget(predicted, targets),
    more: `, actual ${formatTarget(target, targets)}`,
  };
}
