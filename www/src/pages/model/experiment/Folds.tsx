import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useSlice, useApp, useAct } from "../../../ui/context";
import { metricOfFile, testMetricOf } from "../../../domain/training/folds";
import type { RunFile } from "../../../domain/training/folds";
import { formatCount, plural } from "../../../domain/text/format";
import { FoldCurves } from "./FoldCurves";
import { OfAllFolds } from "./OfAllFolds";
import { foldInView, testedRightly, foldsText, missingText, strangerText, withoutModelText } from "./summary";
import { hasUse, SETTING_NAMES } from "../../../domain/settings/settings";
import type { SettingName, Settings } from "../../../domain/settings/settings";
import { SETTING_LABELS, valueText } from "../../../domain/settings/settingWords";
import { sourceNamed } from "../../../services/data/load";
import { niceAbove } from "../../../plots/curves/CurvesView";

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

/** The origin of the folds has its own line, and all folds were trained. */
const OMITTED: readonly SettingName[] = ["fold", "folds", "splits"];

/** The configuration and the data set of the folds. */
function AboutRun({ file }: { readonly file: RunFile }): JSX.Element {
  const { data, fingerprint, device, versions, config, splits } = file;
  const settings: Settings = { ...config, splits };
  const names = (Object.keys(SETTING_LABELS) as SettingName[]).filter(
    (name) => SETTING_NAMES.includes(name) && !OMITTED.includes(name) && hasUse(config.model, name),
  );
  const rows: readonly (readonly [string, string])[] = [
    ["Data set", data],
    ["Fingerprint", fingerprint],
    ...names.map((name) => [SETTING_LABELS[name], valueText(name, settings)] as const),
    ["Device", device],
    ["Sublevel", versions.sublevel],
  ];
  return (
    <details class="fold-about">
      <summary>Configuration, data set and version</summary>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Copies the configuration to the next run; folds from files come from the chosen files. */
function UseSettings({ file }: { readonly file: RunFile }): JSX.Element {
  const act = useAct();
  const { config, splits } = file;
  const files = useSlice(({ data }) => data?.foldFiles?.folds === config.folds);
  const lacking = splits === "files" && !files;
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={lacking}
        onClick={() => act({ type: "settings", change: { ...config, splits } })}
      >
        Use these settings
      </button>
      {lacking && <p class="model-hint">To use these settings, first choose the files with its folds.</p>}
    </>
  );
}

/** Opens the data set of the folds, if the server or a generator has it. */
function OpenData({ file }: { readonly file: RunFile }): JSX.Element | null {
  const { services, store } = useApp();
  const offered = useSlice((state) => sourceNamed(state, { name: file.data, seed: file.seed }) !== null);
  const current = useSlice(({ data }) => data?.summary.name === file.data);
  if (!offered || current) return null;
  const open = async (): Promise<void> => {
    const source = sourceNamed(store.state.peek(), { name: file.data, seed: file.seed });
    if (source && (await services.session.wanted())) await services.load.load(source, { source: "ui" });
  };
  return (
    <button type="button" class="button" onClick={() => void open()}>
      Open {file.data}
    </button>
  );
}

/** Mean and standard deviation over the finished folds. */
function spreadOf(file: RunFile): { readonly mean: number; readonly std: number } {
  const { mean_test_error: error, std_test_error: deviation } = file;
  return {
    mean: error ?? file.mean_test_accuracy ?? 0,
    std: deviation ?? file.std_test_accuracy ?? 0,
  };
}

interface FoldListProps {
  readonly file: RunFile;
  /** The highlighted fold; null: none. */
  readonly chosen: number | null;
  readonly onChoose: (fold: number | null) => void;
  /** The folds whose models can be opened; null: none ever, and no column for their buttons. */
  readonly models: readonly number[] | null;
  /** The fold whose model is in view; null: none. */
  readonly opened: number | null;
  readonly onOpen: (fold: number) => void;
}

/** The test metric of every fold on one axis from 0, with mean and deviation in the background. */
function FoldList({ file, chosen, onChoose, models, opened, onOpen }: FoldListProps): JSX.Element {
  const { folds, unfinished, config } = file;
  const measure = metricOfFile(file);
  const { mean, std } = spreadOf(file);
  const most = measure.most ?? niceAbove(Math.max(mean + std, ...folds.map(testMetricOf)));
  const at = (value: number): number => Math.min(Math.max(value / most, 0), 1);
  const band = { "--low": at(mean - std), "--high": at(mean + std), "--mean": at(mean) };
  const rows = [
    ...folds.map((one) => ({ fold: one.fold, metric: testMetricOf(one) as number | null, epochs: 0 })),
    ...unfinished.map(({ fold, epochs }) => ({ fold, metric: null, epochs: epochs.length })),
  ].sort((a, b) => a.fold - b.fold);
  return (
    <div class={`fold-list${models === null ? "" : " fold-models"}`} data-picture>
      <ol style={folds.length > 0 ? band : {}}>
        {rows.map(({ fold, metric, epochs }) => (
          <li key={fold} class="fold-item">
            <button
              type="button"
              class="fold-row"
              aria-pressed={chosen === fold}
              title={`Show the curves of fold ${fold}`}
              onClick={() => onChoose(chosen === fold ? null : fold)}
            >
              <span>Fold {fold}</span>
              <span class="fold-track" aria-hidden="true">
                {folds.length > 0 && (
                  <>
                    <span class="fold-band" />
                    <span class="fold-middle" />
                  </>
                )}
                {metric !== null && <span class="fold-dot" style={{ "--at": at(metric) }} />}
              </span>
              <span class="number fold-value">
                {metric !== null ? measure.format(metric) : epochs > 0 ? `${epochs} / ${config.epochs}` : "–"}
                {metric === null && (
                  <span class="visually-hidden">{epochs > 0 ? " epochs, not finished" : "not begun"}</span>
                )}
              </span>
            </button>
            {models?.includes(fold) && (
              <button
                type="button"
                class="button fold-open"
                data-unpictured
                aria-current={opened === fold}
                aria-label={
                  opened === fold ? `The model of fold ${fold} is in view` : `Open model of fold ${fold}`
                }
                disabled={opened === fold}
                onClick={() => onOpen(fold)}
              >
                {opened === fold ? "In view" : "Open model"}
              </button>
            )}
          </li>
        ))}
      </ol>
      <p class="fold-axis number" aria-hidden="true">
        {[0, most / 2, most].map((value) => (
          <span key={value}>{measure.most === 1 ? `${100 * value} %` : measure.format(value)}</span>
        ))}
      </p>
    </div>
  );
}
