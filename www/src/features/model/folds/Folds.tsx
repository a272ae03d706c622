import type { JSX } from "preact";
import type { RunFile } from "../../../domain/training/folds";
import { useMemo, useState } from "preact/hooks";
import { useApp, useSlice } from "../../context";
import { formatCount, plural } from "../../../domain/text/format";
import { metricOfFile } from "../../../domain/training/folds";
import { AboutRun, OpenData, UseSettings } from "./AboutRun";
import { FoldCurves } from "./FoldCurves";
import { FoldList, spreadOf } from "./FoldList";
import { OfAllFolds } from "./OfAllFolds";
import { foldInView, testedRightly } from "./summary";
import { foldsText, missingText, strangerText, withoutModelText } from "./words";

const NONE: readonly number[] = [];

/** A run over folds: the metric and learning curve of each fold, and the tested graphs. */
export function Folds({ file }: { readonly file: RunFile }): JSX.Element {
  const { services } = useApp();
  const data = useSlice((state) => state.data);
  const models = useSlice((state) => state.folds?.models ?? NONE);
  const opened = useSlice(({ folds, run }) => (folds?.file ? foldInView(folds.file, run) : null));
  const [fold, setFold] = useState<number | null>(null);
  const measure = metricOfFile(file);
  const regression = measure.most === null;
  const { mean, std } = spreadOf(file);
  const { right, all } = useMemo(() => testedRightly(file), [file]);
  const stranger = useMemo(() => strangerText(file, data), [file, data]);
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
              {regression
                ? `${measure.format(mean)} ± ${measure.format(std)}`
                : `${(100 * mean).toFixed(1)} % ± ${(100 * std).toFixed(1)} %`}
            </b>{" "}
            test {regression ? "error (MAE)" : measure.name}, mean ± standard deviation over{" "}
            {plural(finished, "finished fold", "finished folds")}
          </p>
        ) : (
          <p>
            <b class="fold-mean-value">No finished fold</b>
          </p>
        )}
        <p class="model-hint">
          {file.data}, {foldsText(file)}. After the last of {plural(file.config.epochs, "epoch", "epochs")}
          {regression ? "." : ` ${formatCount(right)} of ${formatCount(all)} test graphs are right.`}
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
      {stranger !== null && <p class="model-hint fold-stranger">{stranger}</p>}
      <div class="fold-buttons">
        {stranger === null ? <UseSettings file={file} /> : <OpenData file={file} />}
      </div>
      {finished > 0 && <OfAllFolds file={file} here={stranger === null} />}
      <AboutRun file={file} />
    </>
  );
}
