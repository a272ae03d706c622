import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useSlice } from "../context";
import { foldText } from "../../domain/settings/settingWords";
import { formatCount, formatShare, nameOfClass } from "../../domain/text/format";
import type { Part } from "../../protocol";
import type { Data } from "../../store/state";
import { SavePicture } from "../picture/SavePicture";
import { Switch } from "../shell/Switch";
import { isUntrained, standing, weightsOf } from "./answers";
import { Chosen } from "./fail/Chosen";
import { AllGraphs } from "./fail/AllGraphs";
import { confusionOf, guessing, verdictsOf } from "./fail/confusion";
import type { Cell } from "./fail/confusion";
import { ConfusionMatrix } from "./fail/ConfusionMatrix";
import { Errors } from "./fail/Errors";
import { nameOfPart, partsOf } from "./parts";
import { useAnalysis } from "./useAnalysis";

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
  const [wanted, setPart] = useState<Part>("test");
  const [cell, setCell] = useState<Cell>("wrong");
  const offered = partsOf(rows);
  const part = offered.find(({ id }) => id === wanted) ?? offered[0]!;
  const name = nameOfPart(part.id);

  const { result, waiting, error } = useAnalysis("scores", [part.id]);
  // Ignores a response for the previous run.
  const own = result?.run === run ? result : null;
  const verdicts = useMemo(() => own && verdictsOf(own.answer, rows, part.id), [own, rows, part.id]);
  const counts = useMemo(() => verdicts && confusionOf(verdicts, classes.length), [verdicts, classes]);
  const guess = useMemo(() => guessing(rows, part.id, classes.length), [rows, part.id, classes]);
  // A run log has no folds.
  const fold = useSlice((state) =>
    state.run && !state.run.summary.logged ? foldText(state.run.summary) : null,
  );
  const right = verdicts?.filter(({ truth, predicted }) => truth === predicted).length;
  return (
    <>
      <Switch legend="Part of the split" choices={offered} chosen={part.id} onChoose={setPart} />
      <div class="fail-words">
        <p>
          <b class="number">
            {verdicts && right !== undefined
              ? `${formatCount(right)} of ${formatCount(verdicts.length)} right, ${formatShare(right / verdicts.length)}`
              : standing(waiting, error)}
          </b>
          {own && isUntrained(own) && <span class="fail-untrained">untrained</span>}
        </p>
        <p class="model-hint number">
          Always predicting {nameOfClass(classes, guess.class)}: {formatShare(guess.share)}
          {fold !== null && `. ${fold}`}
        </p>
      </div>
      <ConfusionMatrix
        label={`Graphs of the ${name} part by actual class and predicted class`}
        classes={classes}
        counts={counts}
        chosen={cell}
        onChoose={setCell}
      />
      <Chosen
        data={data}
        run={run}
        part={name}
        cell={cell}
        verdicts={verdicts}
        weights={own ? weightsOf(own) : ""}
        onWrong={() => setCell("wrong")}
      />
    </>
  );
}
