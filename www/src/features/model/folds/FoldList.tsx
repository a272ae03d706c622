import type { JSX } from "preact";
import type { RunFile } from "../../../domain/training/folds";
import { metricOfFile, testMetricOf } from "../../../domain/training/folds";
import { niceAbove } from "../../../plots/curves/scale";

/** Mean and standard deviation over the finished folds. */
export function spreadOf(file: RunFile): { readonly mean: number; readonly std: number } {
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
export function FoldList({ file, chosen, onChoose, models, opened, onOpen }: FoldListProps): JSX.Element {
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
