import type { JSX } from "preact";
import type { RunFile } from "../../../domain/training/folds";
import { useMemo, useState } from "preact/hooks";
import { useApp, useSlice } from "../../context";
import { formatCount, formatShare, plural } from "../../../domain/text/format";
import type { Cell } from "../fail/confusion";
import { ConfusionMatrix } from "../fail/ConfusionMatrix";
import { AboutRun, OpenData, UseSettings } from "./AboutRun";
import { FoldCurves } from "./FoldCurves";
import { FoldList } from "./FoldList";
import { foldInView, summedConfusion, testedOf, testedRightly } from "./summary";
import { TestedGraphs } from "./TestedGraphs";
import { foldsText, missingText, strangerText, withoutModelText } from "./words";

const NONE: readonly number[] = [];

/** A run over folds: the accuracy and learning curve of each fold, and the misclassified test graphs. */
export function Folds({ file }: { readonly file: RunFile }): JSX.Element {
  const { services } = useApp();
  const data = useSlice((state) => state.data);
  const models = useSlice((state) => state.folds?.models ?? NONE);
  const opened = useSlice(({ folds, run }) => (folds?.file ? foldInView(folds.file, run) : null));
  const [fold, setFold] = useState<number | null>(null);
  const [cell, setCell] = useState<Cell>("wrong");
  const { right, all } = useMemo(() => testedRightly(file), [file]);
  const counts = useMemo(() => summedConfusion(file), [file]);
  const tested = useMemo(() => testedOf(file, cell), [file, cell]);
  const stranger = useMemo(() => strangerText(file, data), [file, data]);
  // The file names the classes, but not the number of their graphs.
  const classes = useMemo(() => file.classes.map((one) => ({ name: one, graphs: 0 })), [file.classes]);
  // While folds train, the line above names the current fold.
  const training = useSlice((state) => state.folds?.training != null);
  const missing = training ? "" : missingText(file);
  const withoutModels = training || stranger !== null ? "" : withoutModelText({ file, models });
  const finished = file.folds.length;
  return (
    <>
      <div class="fold-words" data-picture>
        {finished > 0 ? (
          <p>
            <b class="number fold-mean-value">
              {formatShare(file.mean_test_accuracy)} ± {(100 * file.std_test_accuracy).toFixed(1)} %
            </b>{" "}
            test accuracy, mean ± standard deviation over{" "}
            {plural(finished, "finished fold", "finished folds")}
          </p>
        ) : (
          <p>
            <b class="fold-mean-value">No finished fold</b>
          </p>
        )}
        <p class="model-hint">
          {file.data}, {foldsText(file)}. After the last of {plural(file.config.epochs, "epoch", "epochs")}{" "}
          {formatCount(right)} of {formatCount(all)} test graphs are right.
          {missing === "" ? "" : ` ${missing}`}
        </p>
      </div>
      <FoldList
        file={file}
        chosen={fold}
        onChoose={setFold}
        models={stranger === null && (training || models.length > 0) ? models : null}
        opened={opened}
        onOpen={(one) => void services.crossValidation().then((service) => service.open(one, "ui"))}
      />
      {withoutModels !== "" && <p class="model-hint">{withoutModels}</p>}
      <FoldCurves file={file} chosen={fold} />
      {finished > 0 && (
        <>
          <h3 class="fail-heading" data-picture>
            Test graphs of all finished folds
          </h3>
          <ConfusionMatrix
            label="Test graphs of all finished folds by actual class and predicted class"
            classes={classes}
            counts={counts}
            chosen={cell}
            onChoose={setCell}
            totals
          />
        </>
      )}
      {stranger !== null && <p class="model-hint fold-stranger">{stranger}</p>}
      <div class="fold-buttons">
        {stranger === null ? <UseSettings file={file} /> : <OpenData file={file} />}
      </div>
      {finished > 0 && (
        <TestedGraphs
          key={JSON.stringify(cell)}
          tested={tested}
          cell={cell}
          classes={classes}
          here={stranger === null}
          onWrong={() => setCell("wrong")}
        />
      )}
      <AboutRun file={file} />
    </>
  );
}
