import type { JSX } from "preact";
import type { RunFile } from "../../../domain/training/folds";
import { formatShare } from "../../../domain/text/format";

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

/** The test accuracy of every fold on one axis from 0 to 100 %, with mean and deviation in the background. */
export function FoldList({ file, chosen, onChoose, models, opened, onOpen }: FoldListProps): JSX.Element {
  const { folds, unfinished, config, mean_test_accuracy: mean, std_test_accuracy: std } = file;
  const band = { "--low": Math.max(0, mean - std), "--high": Math.min(1, mean + std), "--mean": mean };
  const rows = [
    ...folds.map(({ fold, test_accuracy }) => ({
      fold,
      accuracy: test_accuracy as number | null,
      epochs: 0,
    })),
    ...unfinished.map(({ fold, epochs }) => ({ fold, accuracy: null, epochs: epochs.length })),
  ].sort((a, b) => a.fold - b.fold);
  return (
    <div class={`fold-list${models === null ? "" : " fold-models"}`} data-picture>
      <ol style={folds.length > 0 ? band : {}}>
        {rows.map(({ fold, accuracy, epochs }) => (
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
                {accuracy !== null && <span class="fold-dot" style={{ "--at": accuracy }} />}
              </span>
              <span class="number fold-value">
                {accuracy !== null
                  ? formatShare(accuracy)
                  : epochs > 0
                    ? `${epochs} / ${config.epochs}`
                    : "–"}
                {accuracy === null && (
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
        <span>0 %</span> <span>50 %</span> <span>100 %</span>
      </p>
    </div>
  );
}
