import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { messageOf } from "../../../domain/text/format";
import { comparedFiles, rowsOf } from "../../../domain/training/experiment";
import type { SettingRow } from "../../../domain/training/experiment";
import type { SettingsComparison } from "../../../protocol";
import { wantedSettings } from "../../../store/selectors";
import { useAct, useApp, useOwnId, useSlice } from "../../../ui/context";
import { PanelHeading } from "../../../ui/Panel";
import { Answer } from "./Answer";
import { Actions } from "./Actions";
import { Folds } from "./Folds";
import { SettingList } from "./SettingList";
import "./experiment.css";

const TITLE = "Is it better?";
const HELP = {
  title: TITLE,
  text: "Each fold trains alone, from its own initial weights, and is tested on held-out graphs. A setting has these results for each of its seeds, and all seeds have the same split. The first plot has the mean test accuracy of each setting after the last epoch, or its mean absolute error if the model predicts a number, with the 95 % interval. The interval and the test of a pair take into account that the training parts of the folds overlap. Below it is one run: a point is a fold, the line is the mean, the band one standard deviation (over these folds, not a standard error) to each side. Thin curves are folds, the thick one is their mean; select a fold to see its curve. The matrix counts the test graphs of all finished folds; numbers have a scatter plot in its place. Open model replaces the current run with that of a fold, in all views. Training uses separate engines, one for each processor core: the current run does not change. The browser stores the last runs of each data set, without the weights.",
} as const;

/** The settings of an experiment: trained here, or from run files of the command line. */
export function ExperimentPanel(): JSX.Element {
  const file = useSlice(({ folds }) => folds?.file ?? null);
  const isEmpty = useSlice(({ folds }) => folds === null);
  const key = useSlice(({ folds }) => `${folds?.name} ${folds?.asked}`);
  const rows = useRows();
  const { compared, error } = useComparison(rows);
  return (
    <section class="model-panel folds" aria-label={TITLE}>
      <PanelHeading title={TITLE} help={HELP} table={null} picture={file ? "folds" : undefined} />
      <SettingList rows={rows} />
      <Actions rows={rows} />
      {error !== null && (
        <p class="model-hint" role="alert">
          {error}
        </p>
      )}
      {compared && <Answer compared={compared} />}
      {file && (
        <>
          <RunChoice rows={rows} />
          <Folds key={key} file={file} />
        </>
      )}
      {isEmpty && (
        <p class="model-hint">
          One fold is not enough: the result varies with the test part. Cross-validation trains a model for
          every fold with the settings below, or with those that you add; the current run does not change. You
          can also open run files written by <code>sublevel train --out RUN.json</code>.
        </p>
      )}
    </section>
  );
}

/** The settings to train and those of the other runs. */
function useRows(): readonly SettingRow[] {
  const experiment = useSlice((state) => state.experiment);
  const data = useSlice((state) => state.data?.summary ?? null);
  // Compared as text: the rows change only when the settings do.
  const present = useSlice((state) => JSON.stringify(wantedSettings(state)));
  return useMemo(
    () => rowsOf(experiment, data, JSON.parse(present) as ReturnType<typeof wantedSettings>),
    [experiment, data, present],
  );
}

interface Compared {
  readonly compared: SettingsComparison | null;
  readonly error: string | null;
}

/** The comparison of the finished folds; during training it changes with each of them. */
function useComparison(rows: readonly SettingRow[]): Compared {
  const { topology } = useApp();
  const files = comparedFiles(rows);
  const known = files.map(({ name, label, file }) => [
    name,
    label,
    file.config.splitSeed,
    file.folds.map(({ fold, test_accuracy: accuracy, test_error: failed }) => [fold, accuracy, failed]),
  ]);
  return useMemo(() => {
    if (files.length === 0) return { compared: null, error: null };
    try {
      return { compared: topology.compareRuns(files), error: null };
    } catch (error) {
      return { compared: null, error: messageOf(error) };
    }
    // `known` identifies the results.
  }, [topology, JSON.stringify(known)]);
}

/** The choice of the run whose folds are in view, if there are several. */
function RunChoice({ rows }: { readonly rows: readonly SettingRow[] }): JSX.Element | null {
  const act = useAct();
  const id = useOwnId();
  const training = useSlice(({ folds }) => folds?.training != null);
  const shown = useSlice(({ folds }) => folds?.file ?? null);
  const runs = rows.flatMap((row) => row.runs.map((run) => ({ run, row })));
  if (runs.length < 2) return null;
  return (
    <p class="experiment-run">
      <label for={id}>Folds of</label>
      <select
        id={id}
        disabled={training}
        value={runs.findIndex(({ run }) => run.file === shown)}
        onChange={({ currentTarget }) => {
          const chosen = runs[Number(currentTarget.value)];
          if (chosen) act({ type: "folds", folds: { ...chosen.run, training: null } });
        }}
      >
        {runs.map(({ run: { file, name }, row }, i) => (
          <option key={i} value={i}>
            {row.name}, seed {file.seed}
            {name === null ? "" : `, ${name}`}
          </option>
        ))}
      </select>
    </p>
  );
}
